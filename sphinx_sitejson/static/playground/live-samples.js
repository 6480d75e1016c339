// @ts-check
"use strict";

// The sample that is shown follows the inputs; those that the document brings stay as they are.

const CODE = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)|(?<![\w./:-])(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b|\b(true|false|null|None|True|False|import|from|const|await|new|using|var|val|let|fun|fn|func|package|return|require|echo|panic|end|do|if|nil|try|use)\b|(?<=\s)(--[\w-]+)/g;

/** @param {string} kind @param {string} text */
const colored = (kind, text) => make("span", { class: kind, text });

/** Code with its strings, numbers and words in color. @param {string} code @returns {(string | Element)[]} */
function coloredCode(code) {
  const found = [];
  let end = 0;
  for (const match of code.matchAll(CODE)) {
    const kind = match[1] ? "s2" : match[2] ? "mi" : match[3] ? "k" : "na";
    found.push(code.slice(end, match.index), colored(kind, match[0]));
    end = match.index + match[0].length;
  }
  return [...found, code.slice(end)];
}

/** @param {any} card the request of the page, if it has one */
function liveSamples(card) {
  let last = /** @type {any} */ (null);
  const write = async (/** @type {any} */ fold) => {
    const { live } = fold.dataset;
    if (!last || !fold.open || !live) return;
    if (!SHARED.SAMPLES[live]) await loadChunk(live);
    const pre = fold.querySelector("pre");
    const code = SHARED.SAMPLES[live]?.(last).trimEnd();
    if (code && pre.textContent.trimEnd() !== code) pre.replaceChildren(...coloredCode(code));
  };
  card?.addEventListener("toggle", (/** @type {Event} */ { target }) => write(target), true);
  return (/** @type {BuiltRequest} */ request) => {
    last = request;
    for (const fold of card?.querySelectorAll("details") ?? []) write(fold);
  };
}
