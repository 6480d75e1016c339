// @ts-check
"use strict";

// Create elements, and format the texts of the site.

let lastId = 0;
const newId = () => `sj-play-${++lastId}`;

/**
 * Create an element. Classes follow its name, as in "p.small"; attributes that begin with "on" are listeners, `text` is
 * the text content.
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {...any} children
 * @returns {any}
 */
function createElement(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "value") /** @type {any} */ (element).value = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && !isNullish(value)) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== false && !isNullish(child)));
  return element;
}

/** @param {string} text */
const createHint = (text) => createElement("p.sj-p-hint", { text });
/** @param {any} value @param {string} text */
const createOption = (value, text) => createElement("option", { value, text });
/** @param {string} tokenClass @param {string} text */
const highlightToken = (tokenClass, text) => (tokenClass ? createElement("span", { class: tokenClass, text }) : text);
/** @param {any} element @param {boolean} isPressed */
const setPressed = (element, isPressed) => element.setAttribute("aria-pressed", String(isPressed));
/** Dispatch an input event, so that the form reads the element again. @param {any} element */
const dispatchInput = (element) => element.dispatchEvent(new Event("input", { bubbles: true }));

/** Replace each `{}` of a text with a value. @param {string} text @param {...any} values */
const formatText = (text, ...values) => values.reduce((all, value) => all.replace("{}", () => String(value)), text);

/** @param {string} text @param {(event: any) => void} onclick @param {Record<string, any>} options */
const createButton = (text, onclick, options = {}) =>
  createElement("button", { type: "button", class: "sj-p-secondary", onclick, ...options }, text);

/** @param {{rule: string, limit?: any, isExample?: boolean}} problem */
const describeProblem = ({ rule, limit, isExample }) => {
  const text = formatText(TEXTS.rules[rule] ?? rule, limit);
  return isExample ? formatText(TEXTS.exampleProblem, text) : text;
};

/**
 * Select the problems of one member, with paths relative to it.
 * @param {any[]} problems
 * @param {string | number} key
 */
const memberProblems = (problems, key) =>
  problems
    .filter(({ path }) => path[0] === key)
    .map((each) => ({ ...each, path: each.path.slice(1), source: each.source ?? each }));

/** @param {(string | number)[]} path */
const formatPath = (path) =>
  path.reduce((all, key) => (typeof key === "number" ? `${all}[${key}]` : all ? `${all}.${key}` : key), "");

/** Describe a problem with the path of its value. @param {any} problem */
const locateProblem = (problem) => [formatPath(problem.path), describeProblem(problem)].filter(Boolean).join(": ");

/** @param {string} name @param {"localStorage" | "sessionStorage"} storage */
function readStorage(name, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(`sitejson.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value @param {"localStorage" | "sessionStorage"} storage */
function writeStorage(name, value, storage = "localStorage") {
  try {
    if (value === null) globalThis[storage].removeItem(`sitejson.${name}`);
    else globalThis[storage].setItem(`sitejson.${name}`, JSON.stringify(value));
  } catch {
    // Without storage the value lasts for this page only.
  }
}

/**
 * Create a select element with some texts as options.
 * @param {any[]} texts
 * @param {number} selected
 * @param {(index: number) => void} onSelect
 * @param {Record<string, any>} options
 */
function createSelect(texts, selected, onSelect, options = {}) {
  const input = createElement(
    "select",
    { id: newId(), onchange: () => onSelect(Number(input.value)), ...options },
    texts.map((text, value) => createOption(value, text))
  );
  input.value = String(selected);
  return input;
}

/** Create an input with a label above it. @param {string} text @param {any} input @param {any} element */
const createLabeled = (text, input, element = input) =>
  createElement(
    "div.sj-p-input",
    {},
    createElement("label.sj-p-title-row.sj-p-label", { for: input.id, text }),
    element
  );

/** The chunks that were requested. @type {Map<string, Promise<any>>} */
const chunks = new Map();
const scriptUrl = /** @type {any} */ (document.currentScript)?.src ?? "";

/** The root of the site; the scripts are in a folder below it. */
SHARED.root = scriptUrl ? new URL("../", scriptUrl).href : "";

/** @param {string} tag @param {any} attributes @returns {Promise<any>} */
const appendToHead = (tag, attributes) =>
  new Promise((resolve) => {
    document.head.append(
      Object.assign(document.createElement(tag), {
        ...attributes,
        onload: resolve,
        onerror: () => {
          attributes.onerror?.();
          resolve(null);
        }
      })
    );
  });
/** @param {string} suffix */
const siblingUrl = (suffix) => scriptUrl.replace(/\.js(?=\?|$)/, `-${suffix}`);

/** Load the styles of responses, which are not needed before. */
function loadStyle() {
  if (!chunks.has("css")) chunks.set("css", appendToHead("link", { rel: "stylesheet", href: siblingUrl("later.css") }));
  return chunks.get("css");
}

/** Chunks that need the second style sheet. */
const STYLED_CHUNKS = ["sign-in", "long-response", "search-response", "response-links", "history"];

/** Load a script that only some readers need. @param {string} name */
function loadChunk(name) {
  // A chunk that failed to load is requested again when it is next needed.
  if (!chunks.has(name))
    chunks.set(name, appendToHead("script", { src: siblingUrl(`${name}.js`), onerror: () => chunks.delete(name) }));
  return STYLED_CHUNKS.includes(name) ? Promise.all([chunks.get(name), loadStyle()]) : chunks.get(name);
}

/**
 * Show the problems of a value below its control, with those that no field inside the control shows.
 * @param {any} container
 * @param {any} control
 * @param {any[]} problems
 */
function showProblems(container, control, problems) {
  control.show?.(problems);
  const own = problems.filter((each) => !each.path.length || !(each.source ?? each).isShown);
  for (const each of own) (each.source ?? each).isShown = true;
  container.textContent = own.map(locateProblem).join(" ");
  container.hidden = !own.length;
  container.toggleAttribute("data-example", !countProblems(own));
  (control.input ?? control.element).setAttribute("aria-invalid", String(countProblems(own) > 0));
}

const MAX_DESCRIPTION_LENGTH = 240;

/**
 * Read the description of a field from the page.
 * @param {any} container
 * @returns {{description: string, facts: string}}
 */
function readDescription(container) {
  const text = (/** @type {string} */ selector) =>
    container?.querySelector(selector)?.textContent?.trim().replace(/\s+/g, " ") ?? "";
  const description = text(":scope > .sj-text");
  return {
    description:
      description.length > MAX_DESCRIPTION_LENGTH ? `${description.slice(0, MAX_DESCRIPTION_LENGTH)}…` : description,
    facts: text(":scope > .sj-head > .sj-facts")
  };
}

/**
 * Find the element that describes a member.
 * @param {any} scope the element that describes the object
 * @param {string} name
 */
const findPageField = (scope, name) =>
  [...(scope?.querySelectorAll(".sj-field") ?? [])].find(
    (each) =>
      each.querySelector(":scope > .sj-head > .sj-name")?.textContent === name &&
      each.parentElement.closest(".sj-field, .sj-choice, .sj-whole") === scope
  ) ?? null;
/** Find the elements that describe the variants of a value; each has its title before it. @param {any} scope */
const findPageVariants = (scope) =>
  [...(scope?.querySelectorAll("details > .sj-choice") ?? [])].filter(
    (each) => each.parentElement.closest(".sj-field, .sj-choice, .sj-whole") === scope
  );

/**
 * Create a field: label, input, hint and an element for problems.
 * @param {any} control
 * @param {{name: any, required?: boolean, type?: string, description?: string, facts?: string, deprecated?: boolean}}
 * about
 */
function createField(control, { name, required, type, description, facts, deprecated }) {
  const error = createElement("p.sj-p-error", { id: newId(), hidden: true });
  const options = description ? createElement("p.sj-p-hint", { id: newId(), text: description }) : null;
  const kind = [type, facts].filter(Boolean).join(" · ");
  const { input, blank } = control;
  const label = createElement(
    input ? "label" : "span",
    { for: input?.id, id: newId() },
    createElement("code.sj-name", { "data-deprecated": deprecated, text: name }),
    ...(required ? [" ", createElement("span.sj-chip", { "data-tone": "danger", text: TEXTS.required })] : []),
    ...(kind ? [" ", createElement("span.sj-facts", { text: kind })] : [])
  );
  const target = input ?? control.element;
  target.setAttribute("aria-describedby", [options?.id, error.id].filter(Boolean).join(" "));
  if (input) input.required = !!required;
  else {
    target.setAttribute("role", "group");
    target.setAttribute("aria-labelledby", label.id);
  }
  blank?.element.setAttribute("aria-describedby", label.id);
  return {
    element: createElement(
      "div.sj-p-input",
      {},
      createElement("div.sj-p-title-row", {}, label, blank?.element),
      options,
      control.element,
      error
    ),
    showProblems: (/** @type {any[]} */ problems) => showProblems(error, control, problems),
    target
  };
}
