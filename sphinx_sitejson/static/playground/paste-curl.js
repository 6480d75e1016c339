// @ts-check
"use strict";

// Fill in the form from a curl command.

const PLACEHOLDER = /^<[^<>]+>$/;

/** @param {any} element @param {string} value @param {string} eventName */
function setInput(element, value, eventName = "input") {
  element.value = value;
  element.dispatchEvent(new Event(eventName, { bubbles: true }));
}

/** Find the select element of the servers, if there are several. @param {any} playground */
const findServerSelect = (playground) =>
  playground.server.element.querySelector(`select[aria-label="${CSS.escape(TEXTS.server)}"]`);

/** @param {any} playground @param {any} server */
function fillServer(playground, { index, selected, customBase }) {
  const select = findServerSelect(playground);
  if (select) setInput(select, String(index), "change");
  const variables = playground.data.servers[index]?.variables ?? [];
  const inputs = [...playground.server.element.querySelectorAll("input, select")].slice(-Math.max(variables.length, 1));
  if (customBase) setInput(inputs[0], customBase);
  else
    variables.forEach((/** @type {any} */ { name }, /** @type {number} */ at) => {
      if (!/^\{.*\}$/.test(selected[name])) setInput(inputs[at], selected[name]);
    });
}

/** @param {any} playground @param {number} alternative @param {any[]} found */
function fillCredentials(playground, alternative, found) {
  const { element } = playground.credentials;
  if (playground.data.security.length > 1) setInput(element.querySelector("select"), String(alternative), "change");
  const inputs = [...element.querySelectorAll("[data-secret]")];
  playground.credentials.schemes().forEach((/** @type {any} */ scheme, /** @type {number} */ at) => {
    if (scheme.kind === "other") return;
    const names = ["basic", "digest"].includes(scheme.kind) ? ["username", "password"] : ["token"];
    for (const name of names) {
      const input = inputs.shift();
      const value = found[at]?.[name];
      // The placeholders of samples are not credentials.
      if (value && !PLACEHOLDER.test(value)) setInput(input, value);
    }
  });
}

/**
 * @param {any} playground
 * @param {Record<string, Pair[]>} extras
 * @param {string} accept
 * @returns {string[]} the names of the added rows
 */
function fillExtras(playground, extras, accept) {
  const { element } = playground.extras;
  for (const row of element.querySelectorAll("[data-in] > button")) row.click();
  const buttons = [...element.querySelectorAll(":scope > .sj-p-row > button")];
  const pairs = ["query", "header", "cookie"].flatMap((location, at) =>
    extras[location].map(([name, value]) => {
      buttons[at].click();
      const [key, content] = element.querySelectorAll("[data-in]:last-child > input");
      setInput(key, name);
      setInput(content, value);
      return name;
    })
  );
  const types = ["", ...(playground.data.accept ?? [])];
  if (types.length > 1) setInput(element.querySelector("select"), String(types.indexOf(accept)), "change");
  return pairs;
}

/**
 * Fill in the form; return a message that lists what could not be filled in.
 * @param {any} playground
 * @param {string} text
 * @returns {string}
 */
function fillFromCurl(playground, text) {
  const command = SHARED.parseCurl?.(text);
  if (!command) return TEXTS.noCurl;
  // The last option may be a custom base URL.
  const hasCustomBase = findServerSelect(playground)?.options.length > playground.data.servers.length;
  const found = matchCurl(playground.data, command, { page: location.href, customBase: hasCustomBase });
  let added = /** @type {string[]} */ ([]);
  playground.changeAll(() => {
    added = fillMatches(playground, found);
  });
  return [
    TEXTS.pasted,
    added.length ? formatText(TEXTS.pastedOptions, added.join(", ")) : "",
    found.omitted.length ? formatText(TEXTS.pastedOmitted, found.omitted.join(", ")) : ""
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {any} playground @param {any} found @returns {string[]} the names of the added rows */
function fillMatches(playground, found) {
  // Credentials belong to a server, so the server is selected first.
  if (found.server) fillServer(playground, found.server);
  for (const { parameter, control } of playground.inputs) {
    control.set(found.values.get(parameterKey(parameter)));
    found.values.delete(parameterKey(parameter));
  }
  if (playground.credentials && found.alternative >= 0)
    fillCredentials(playground, found.alternative, found.credentials);
  const added = fillExtras(playground, found.extras, found.accept);
  if (found.body) playground.body.restore(found.body);
  else playground.body?.omit();
  return added;
}

SHARED.pasteCurl = (/** @type {any} */ playground) => {
  const { form } = playground.slots;
  const openInput = form.querySelector(".sj-p-paste textarea");
  if (openInput) return openInput.focus();
  const status = createElement("p.sj-p-hint", { role: "status" });
  const applyCommand = () => {
    status.textContent = input.value.trim() ? fillFromCurl(playground, input.value) : "";
  };
  const input = createElement("textarea", {
    "aria-label": TEXTS.pasteCurl,
    class: "sj-p-raw",
    rows: 4,
    placeholder: "curl …",
    spellcheck: "false",
    autocomplete: "off",
    // The field has the text only after the event.
    onpaste: () => setTimeout(applyCommand)
  });
  const box = createElement(
    "div.sj-p-paste",
    {},
    input,
    createElement(
      "div.sj-p-row",
      {},
      createButton(TEXTS.fillForm, applyCommand),
      createButton(TEXTS.close, () => {
        box.remove();
        playground.slots.paste.focus();
      })
    ),
    status
  );
  form.prepend(box);
  input.focus();
};
