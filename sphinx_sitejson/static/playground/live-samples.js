// @ts-check
"use strict";

// The sample that is shown follows the inputs; those that the document brings stay as they are.

const CODE =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|(?<![\w./:-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|(?<=\s)--?[A-Za-z][\w-]*|[a-z]+:\/\/[^\s"'`]+|[A-Za-z_$][\w$]*|\\(?=\n)/g;

/** @param {string} kind @param {string} text */
const colored = (kind, text) => (kind ? make("span", { class: kind, text }) : text);

/**
 * The colors that the words of a sample have, as the build gave them.
 * @param {Element} pre
 * @returns {Map<string, string>}
 */
function learnedColors(pre) {
  const found = new Map();
  for (const word of (pre.textContent ?? "").match(/[A-Za-z_$][\w$]*/g) ?? []) found.set(word, "");
  for (const part of pre.querySelectorAll("span[class]:not(:has(*))"))
    found.set((part.textContent ?? "").trim(), part.className);
  return found;
}

/**
 * Code in the colors of the sample that it takes the place of.
 * @param {string} code
 * @param {Map<string, string>} known
 * @returns {(string | Element)[]}
 */
function coloredCode(code, known) {
  const found = [];
  let end = 0;
  for (const { 0: text, index } of code.matchAll(CODE)) {
    const kind =
      known.get(text) ?? (/^["'`]|:\/\//.test(text) ? "s2" : /^-?\d/.test(text) ? "mi" : text[0] === "-" ? "na" : "");
    found.push(code.slice(end, index), colored(kind, text));
    end = index + text.length;
  }
  return [...found, code.slice(end)];
}

/** @param {any} card the request of the page, if it has one */
function liveSamples(card) {
  let last = /** @type {any} */ (null);
  const colors = new WeakMap();
  const write = async (/** @type {any} */ fold) => {
    const { live } = fold.dataset;
    if (!last || !fold.open || !live) return;
    if (!SHARED.SAMPLES[live]) await loadChunk(live);
    const pre = fold.querySelector("pre");
    const code = SHARED.SAMPLES[live]?.(last).trimEnd();
    if (!code || pre.textContent.trimEnd() === code) return;
    if (!colors.has(pre)) colors.set(pre, learnedColors(pre));
    pre.replaceChildren(...coloredCode(code, colors.get(pre)));
  };
  card?.addEventListener("toggle", (/** @type {Event} */ { target }) => write(target), true);
  return (/** @type {BuiltRequest} */ request) => {
    last = request;
    for (const fold of card?.querySelectorAll("details") ?? []) write(fold);
  };
}
