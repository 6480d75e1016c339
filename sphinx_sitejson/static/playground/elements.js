// @ts-check
"use strict";

// Making elements, and words from the site's texts.

let lastId = 0;
const newId = () => `sj-play-${++lastId}`;

/**
 * Make an element: its name is followed by classes, as in "p.small"; names that begin with "on" are listeners, `text`
 * is its text.
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {...any} children
 * @returns {any}
 */
function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "value") /** @type {any} */ (element).value = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && !isNothing(value)) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== false && !isNothing(child)));
  return element;
}

/** @param {string} text */
const hint = (text) => make("p.sj-p-hint", { text });
/** @param {any} value @param {string} text */
const option = (value, text) => make("option", { value, text });
/** @param {any} element @param {boolean} isPressed */
const press = (element, isPressed) => element.setAttribute("aria-pressed", String(isPressed));
/** Say that what an element holds is another. @param {any} element */
const tellChange = (element) => element.dispatchEvent(new Event("input", { bubbles: true }));

/** A text of the site with its gaps filled. @param {string} text @param {...any} values */
const fill = (text, ...values) => values.reduce((all, value) => all.replace("{}", () => String(value)), text);

/** @param {string} text @param {(event: any) => void} onclick @param {Record<string, any>} more */
const button = (text, onclick, more = {}) =>
  make("button", { type: "button", class: "sj-p-quiet", onclick, ...more }, text);

/** @param {{rule: string, limit?: any}} problem */
const wordsOf = ({ rule, limit }) => fill(TEXTS.rules[rule] ?? rule, limit);

/** The problems of one member, seen from there. @param {any[]} problems @param {string | number} key */
const within = (problems, key) =>
  problems.filter(({ path }) => path[0] === key).map((each) => ({ ...each, path: each.path.slice(1) }));
/** Those of the value itself. @param {any[]} problems */
const ofItself = (problems) => problems.filter(({ path }) => !path.length);

/** @param {(string | number)[]} path */
const placeText = (path) =>
  path.reduce((all, key) => (typeof key === "number" ? `${all}[${key}]` : all ? `${all}.${key}` : key), "");

/** @param {string} name @param {"localStorage" | "sessionStorage"} storage */
function recalled(name, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(`sitejson.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value @param {"localStorage" | "sessionStorage"} storage */
function remember(name, value, storage = "localStorage") {
  try {
    if (value === null) globalThis[storage].removeItem(`sitejson.${name}`);
    else globalThis[storage].setItem(`sitejson.${name}`, JSON.stringify(value));
  } catch {
    // Without storage it holds for this page only.
  }
}

/**
 * A choice among texts.
 * @param {any[]} texts
 * @param {number} chosen
 * @param {(index: number) => void} pick
 * @param {Record<string, any>} more
 */
function choice(texts, chosen, pick, more = {}) {
  const input = make(
    "select",
    { id: newId(), onchange: () => pick(Number(input.value)), ...more },
    texts.map((text, value) => option(value, text))
  );
  input.value = String(chosen);
  return input;
}

/** An input below its label. @param {string} text @param {any} input @param {any} element */
const entry = (text, input, element = input) =>
  make("div.sj-p-input", {}, make("label.sj-p-title-row", { for: input.id }, make("span.sj-name", { text })), element);

/** What stands in the place of more script, once it is there. @type {Map<string, Promise<any>>} */
const chunks = new Map();
const ownScript = /** @type {any} */ (document.currentScript)?.src ?? "";

/** Where the site is: the scripts stand in a folder of it. */
SHARED.root = ownScript ? new URL("../", ownScript).href : "";

/** @param {string} tag @param {any} attributes @returns {Promise<any>} */
const addToHead = (tag, attributes) =>
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
/** @param {string} ending */
const besideScript = (ending) => ownScript.replace(/\.js(?=\?|$)/, `-${ending}`);

/** Load the styles of answers, which nobody needs before. */
function loadStyle() {
  if (!chunks.has("css")) chunks.set("css", addToHead("link", { rel: "stylesheet", href: besideScript("later.css") }));
  return chunks.get("css");
}

/** What has styles of its own. */
const STYLED = ["sign-in", "long-answer", "search-answer", "follow", "history"];

/** Load what only some readers need. @param {string} name */
function loadChunk(name) {
  // What could not be loaded is tried again when it is needed again.
  if (!chunks.has(name))
    chunks.set(name, addToHead("script", { src: besideScript(`${name}.js`), onerror: () => chunks.delete(name) }));
  return STYLED.includes(name) ? Promise.all([chunks.get(name), loadStyle()]) : chunks.get(name);
}

/** Write down what is wrong, and tell whether anything is. @param {any} place @param {any[]} problems */
function sayWrong(place, problems) {
  place.textContent = ofItself(problems).map(wordsOf).join(" ");
  place.hidden = !place.textContent;
  return !place.hidden;
}

const LONGEST_WORDS = 240;

/** What the page says of a field. @param {any} place @returns {{words: string, facts: string}} */
function saidOf(place) {
  const text = (/** @type {string} */ selector) =>
    place?.querySelector(selector)?.textContent?.trim().replace(/\s+/g, " ") ?? "";
  const words = text(":scope > .sj-text");
  return {
    words: words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words,
    facts: text(":scope > .sj-head > .sj-facts")
  };
}

/** Where the page describes a member. @param {any} scope where it describes the whole @param {string} name */
const pageField = (scope, name) =>
  [...(scope?.querySelectorAll(".sj-field") ?? [])].find(
    (each) =>
      each.querySelector(":scope > .sj-head > .sj-name")?.textContent === name &&
      each.parentElement.closest(".sj-field, .sj-choice, .sj-whole") === scope
  ) ?? null;
/** Where it describes one of several shapes. @param {any} scope @param {string} title */
const pageVariant = (scope, title) =>
  [...(scope?.querySelectorAll("details > .sj-choice") ?? [])].find(
    (each) =>
      each.previousElementSibling?.textContent === title &&
      each.parentElement.closest(".sj-field, .sj-choice, .sj-whole") === scope
  ) ?? scope;

/**
 * A label, an input, a hint and the place for what is wrong.
 * @param {any} control
 * @param {{name: any, required?: boolean, type?: string, words?: string, facts?: string, deprecated?: boolean}} about
 */
function labeled(control, { name, required, type, words, facts, deprecated }) {
  const error = make("p.sj-p-wrong", { id: newId(), hidden: true });
  const more = words ? make("p.sj-p-hint", { id: newId(), text: words }) : null;
  const kind = [type, facts].filter(Boolean).join(" · ");
  const { input, blank } = control;
  const label = make(
    input ? "label" : "span",
    { for: input?.id, id: newId() },
    make("code.sj-name", { "data-deprecated": deprecated, text: name }),
    ...(required ? [" ", make("span.sj-chip", { "data-tone": "danger", text: TEXTS.required })] : []),
    ...(kind ? [" ", make("span.sj-facts", { text: kind })] : [])
  );
  const target = input ?? control.element;
  target.setAttribute("aria-describedby", [more?.id, error.id].filter(Boolean).join(" "));
  if (input) input.required = !!required;
  else {
    target.setAttribute("role", "group");
    target.setAttribute("aria-labelledby", label.id);
  }
  blank?.element.setAttribute("aria-describedby", label.id);
  const say = (/** @type {any[]} */ problems) => target.setAttribute("aria-invalid", String(sayWrong(error, problems)));
  return {
    element: make(
      "div.sj-p-input",
      {},
      make("div.sj-p-title-row", {}, label, blank?.element),
      more,
      control.element,
      error
    ),
    say,
    target
  };
}
