// @ts-check
"use strict";

// The field that takes a curl command and fills in the form.

const PLACEHOLDER = /^<[^<>]+>$/;

/** @param {any} element @param {string} value @param {string} kind */
function enter(element, value, kind = "input") {
  element.value = value;
  element.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** The choice among servers, if there are several. @param {any} play */
const serverChoice = (play) => play.server.element.querySelector(`select[aria-label="${CSS.escape(TEXTS.server)}"]`);

/** @param {any} play @param {any} server */
function enterServer(play, { index, chosen, own }) {
  const select = serverChoice(play);
  if (select) enter(select, String(index), "change");
  const variables = play.data.servers[index]?.variables ?? [];
  const inputs = [...play.server.element.querySelectorAll("input, select")].slice(-Math.max(variables.length, 1));
  if (own) enter(inputs[0], own);
  else
    variables.forEach((/** @type {any} */ { name }, /** @type {number} */ at) => {
      if (!/^\{.*\}$/.test(chosen[name])) enter(inputs[at], chosen[name]);
    });
}

/** @param {any} play @param {number} way @param {any[]} found */
function enterCredentials(play, way, found) {
  const { element } = play.credentials;
  if (play.data.security.length > 1) enter(element.querySelector("select"), String(way), "change");
  const inputs = [...element.querySelectorAll("[data-secret]")];
  play.credentials.schemes().forEach((/** @type {any} */ scheme, /** @type {number} */ at) => {
    if (scheme.kind === "other") return;
    const names = ["basic", "digest"].includes(scheme.kind) ? ["username", "password"] : ["token"];
    for (const name of names) {
      const input = inputs.shift();
      const value = found[at]?.[name];
      // A placeholder of a sample is no secret.
      if (value && !PLACEHOLDER.test(value)) enter(input, value);
    }
  });
}

/** @param {any} play @param {Record<string, Pair[]>} extras @param {string} accept @returns {string[]} their names */
function enterExtras(play, extras, accept) {
  const { element } = play.extras;
  for (const row of element.querySelectorAll("[data-place] > button")) row.click();
  const buttons = [...element.querySelectorAll(":scope > .sj-p-beside > button")];
  const pairs = ["query", "header", "cookie"].flatMap((place, at) =>
    extras[place].map(([name, value]) => {
      buttons[at].click();
      const [key, content] = element.querySelectorAll("[data-place]:last-child > input");
      enter(key, name);
      enter(content, value);
      return name;
    })
  );
  const types = ["", ...(play.data.accept ?? [])];
  if (types.length > 1) enter(element.querySelector("select"), String(types.indexOf(accept)), "change");
  return pairs;
}

/** Fill in the form; what does not fit is named. @param {any} play @param {string} text @returns {string} */
function fillFromCurl(play, text) {
  const given = SHARED.curlRequest?.(text);
  if (!given) return TEXTS.noCurl;
  // The last choice may be an address of the reader.
  const ownBase = serverChoice(play)?.options.length > play.data.servers.length;
  const found = matchedCurl(play.data, given, { page: location.href, ownBase });
  // Credentials belong to a server, which is chosen first.
  if (found.server) enterServer(play, found.server);
  for (const { parameter, control } of play.inputs) {
    control.set(found.values.get(keyOf(parameter)));
    found.values.delete(keyOf(parameter));
  }
  if (play.credentials && found.way >= 0) enterCredentials(play, found.way, found.credentials);
  const added = enterExtras(play, found.extras, found.accept);
  if (found.body) play.body.restore(found.body);
  else
    [...(play.body?.element.querySelectorAll("button") ?? [])]
      .find((/** @type {any} */ each) => each.title === TEXTS.clearBody)
      ?.click();
  play.update();
  return [
    TEXTS.pasted,
    added.length ? fill(TEXTS.pastedOptions, added.join(", ")) : "",
    found.left.length ? fill(TEXTS.pastedLeft, found.left.join(", ")) : ""
  ]
    .filter(Boolean)
    .join(" ");
}

SHARED.pasteCurl = (/** @type {any} */ play) => {
  const { form } = play.slots;
  const known = form.querySelector(".sj-p-paste textarea");
  if (known) return known.focus();
  const said = make("p.sj-p-hint", { role: "status" });
  const take = () => {
    said.textContent = input.value.trim() ? fillFromCurl(play, input.value) : "";
  };
  const input = make("textarea", {
    "aria-label": TEXTS.pasteCurl,
    class: "sj-p-raw",
    rows: 4,
    placeholder: "curl …",
    spellcheck: "false",
    autocomplete: "off",
    // The text is in the field only after the event.
    onpaste: () => setTimeout(take)
  });
  const box = make(
    "div.sj-p-paste",
    {},
    input,
    make(
      "div.sj-p-beside",
      {},
      button(TEXTS.fillForm, take),
      button(TEXTS.close, () => {
        box.remove();
        play.slots.paste.focus();
      })
    ),
    said
  );
  form.prepend(box);
  input.focus();
};
