// @ts-check
"use strict";

// XML and HTML of an answer, indented and in colors. It stays text.

const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[!/]?[A-Za-z_:][^\s>/]*(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</g;
const ATTRIBUTES = /([^\s=/>"']+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)|[^\s]+|\s+/g;
const EMPTY_TAGS = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
/** What is in these is no markup, or its spaces count. */
const KEPT_TAGS = /^(script|style|pre|textarea)$/i;

/**
 * The pieces of a text: tags, texts and the rest.
 * @param {string} text
 * @param {boolean} isHtml
 * @returns {{kind: "open" | "close" | "alone" | "text" | "other", text: string, name: string}[]}
 */
function markupTokens(text, isHtml) {
  const found = [];
  MARKUP.lastIndex = 0;
  for (let match = MARKUP.exec(text); match; match = MARKUP.exec(text)) {
    const [piece] = match;
    const [, slash, name = ""] = /^<(\/?)([A-Za-z_:][^\s>/]*)/.exec(piece) ?? [];
    const kind = name
      ? slash
        ? "close"
        : /\/>$/.test(piece) || (isHtml && EMPTY_TAGS.test(name))
          ? "alone"
          : "open"
      : /^<[!?]/.test(piece)
        ? "other"
        : "text";
    found.push(/** @type {any} */ ({ kind, text: piece, name }));
    if (kind === "open" && isHtml && KEPT_TAGS.test(name)) {
      const end = new RegExp(`</${name.replace(/\W/g, "")}\\b`, "i").exec(text.slice(MARKUP.lastIndex));
      const stop = end ? MARKUP.lastIndex + end.index : text.length;
      if (stop > MARKUP.lastIndex)
        found.push(
          /** @type {any} */ ({ kind: "text", text: text.slice(MARKUP.lastIndex, stop), name: "", isKept: true })
        );
      MARKUP.lastIndex = stop;
    }
  }
  return found;
}

/**
 * The lines of a document: each with its depth and its pieces.
 * @param {string} text
 * @param {boolean} isHtml
 * @returns {{depth: number, pieces: any[]}[]}
 */
function markupLines(text, isHtml) {
  const tokens = markupTokens(text, isHtml).filter(
    (each) => each.kind !== "text" || each.text.trim() || /** @type {any} */ (each).isKept
  );
  const lines = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, next, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (token.kind === "close") depth = Math.max(0, depth - 1);
    // A tag, its text and its end stand on one line.
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

/** @param {{kind: string, text: string, name: string, isKept?: boolean}} token @returns {any[]} */
function markupNodes({ kind, text, name, isKept }) {
  const span = (/** @type {string} */ color, /** @type {string} */ words) =>
    make("span", { class: color, text: words });
  if (kind === "text") return [isKept ? text : text.trim().replace(/\s*\n\s*/g, " ")];
  if (kind === "other") return [span("c", text)];
  const start = text.indexOf(name) + name.length;
  const end = /\s*\/?>$/.exec(text)?.index ?? text.length;
  const rest = [...text.slice(start, end).matchAll(ATTRIBUTES)].flatMap(([whole, key, equals, value]) =>
    key ? [span("na", key), equals, span("s2", value)] : [whole]
  );
  return [span("nt", text.slice(0, start)), ...rest, span("nt", text.slice(end))];
}

/** @param {any} box @param {string} text @param {string} kind */
SHARED.markup = (/** @type {any} */ box, /** @type {string} */ text, /** @type {string} */ kind) => {
  const pre = make("pre", { tabindex: "0" });
  for (const { depth, pieces } of markupLines(text, kind === "html"))
    pre.append("  ".repeat(Math.min(depth, 60)), ...pieces.flatMap(markupNodes), "\n");
  box.replaceChildren(make("div.sj-code.highlight", {}, pre));
};
