// @ts-check
"use strict";

// Indent and highlight XML and HTML. The markup stays text.

const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[!/]?[A-Za-z_:][^\s>/]*(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</g;
const ATTRIBUTES = /([^\s=/>"']+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)|[^\s]+|\s+/g;
const VOID_ELEMENTS = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
/** The content of these elements is raw text, or its space is significant. */
const RAW_TEXT_ELEMENTS = /^(script|style|pre|textarea)$/i;

/**
 * Split a document into tags, texts and other tokens.
 * @param {string} text
 * @param {boolean} isHtml
 * @returns {{kind: "open" | "close" | "alone" | "text" | "other", text: string, name: string}[]}
 */
function tokenizeMarkup(text, isHtml) {
  const found = [];
  MARKUP.lastIndex = 0;
  for (let match = MARKUP.exec(text); match; match = MARKUP.exec(text)) {
    const [piece] = match;
    const [, slash, name = ""] = /^<(\/?)([A-Za-z_:][^\s>/]*)/.exec(piece) ?? [];
    const kind = name
      ? slash
        ? "close"
        : /\/>$/.test(piece) || (isHtml && VOID_ELEMENTS.test(name))
          ? "alone"
          : "open"
      : /^<[!?]/.test(piece)
        ? "other"
        : "text";
    found.push(/** @type {any} */ ({ kind, text: piece, name }));
    if (kind === "open" && isHtml && RAW_TEXT_ELEMENTS.test(name)) {
      const end = new RegExp(`</${name.replace(/\W/g, "")}\\b`, "i").exec(text.slice(MARKUP.lastIndex));
      const stop = end ? MARKUP.lastIndex + end.index : text.length;
      if (stop > MARKUP.lastIndex)
        found.push(
          /** @type {any} */ ({ kind: "text", text: text.slice(MARKUP.lastIndex, stop), name: "", isRaw: true })
        );
      MARKUP.lastIndex = stop;
    }
  }
  return found;
}

/**
 * Arrange the tokens of a document in lines with their depth.
 * @param {string} text
 * @param {boolean} isHtml
 * @returns {{depth: number, pieces: any[]}[]}
 */
function indentMarkup(text, isHtml) {
  const tokens = tokenizeMarkup(text, isHtml).filter(
    (each) => each.kind !== "text" || each.text.trim() || /** @type {any} */ (each).isRaw
  );
  const lines = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, next, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (token.kind === "close") depth = Math.max(0, depth - 1);
    // A tag, its text and its closing tag share a line.
    const pieces =
      token.kind === "open" && next?.kind === "text" && after?.kind === "close"
        ? [token, next, after]
        : token.kind === "open" && next?.kind === "close"
          ? [token, next]
          : [token];
    lines.push({ depth, pieces });
    if (pieces.length > 1) at += pieces.length - 1;
    else if (token.kind === "open") depth += 1;
  }
  return lines;
}

/** @param {{kind: string, text: string, name: string, isRaw?: boolean}} token @returns {any[]} */
function renderMarkupToken({ kind, text, name, isRaw }) {
  const span = (/** @type {string} */ color, /** @type {string} */ words) =>
    createElement("span", { class: color, text: words });
  if (kind === "text") return [isRaw ? text : text.trim().replace(/\s*\n\s*/g, " ")];
  if (kind === "other") return [span("c", text)];
  const start = text.indexOf(name) + name.length;
  const end = /\s*\/?>$/.exec(text)?.index ?? text.length;
  const attributes = [...text.slice(start, end).matchAll(ATTRIBUTES)].flatMap(([part, key, equals, value]) =>
    key ? [span("na", key), equals, span("s2", value)] : [part]
  );
  return [span("nt", text.slice(0, start)), ...attributes, span("nt", text.slice(end))];
}

/** @param {any} box @param {string} text @param {string} kind */
SHARED.renderMarkup = (/** @type {any} */ box, /** @type {string} */ text, /** @type {string} */ kind) => {
  const pre = createElement("pre", { tabindex: "0" });
  for (const { depth, pieces } of indentMarkup(text, kind === "html"))
    pre.append("  ".repeat(Math.min(depth, 60)), ...pieces.flatMap(renderMarkupToken), "\n");
  box.replaceChildren(createElement("div.sj-code.highlight", {}, pre));
};
