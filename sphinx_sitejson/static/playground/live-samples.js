// @ts-check
"use strict";

// The visible sample follows the inputs; samples of the document stay unchanged.

const CODE_TOKEN =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|(?<![\w./:-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|(?<=\s)--?[A-Za-z][\w-]*|[a-z]+:\/\/[^\s"'`]+|[A-Za-z_$][\w$]*|\\(?=\n)/g;

/**
 * Collect the token colors of a sample that was highlighted by the build.
 * @param {Element} pre
 * @returns {Map<string, string>}
 */
function collectTokenColors(pre) {
  const found = new Map();
  for (const word of (pre.textContent ?? "").match(/[A-Za-z_$][\w$]*/g) ?? []) found.set(word, "");
  for (const part of pre.querySelectorAll("span[class]:not(:has(*))"))
    found.set((part.textContent ?? "").trim(), part.className);
  return found;
}

/**
 * Highlight code with the token colors of the sample that it replaces.
 * @param {string} code
 * @param {Map<string, string>} colors
 * @returns {(string | Element)[]}
 */
function highlightCode(code, colors) {
  const found = [];
  let end = 0;
  for (const { 0: text, index } of code.matchAll(CODE_TOKEN)) {
    const tokenClass =
      colors.get(text) ?? (/^["'`]|:\/\//.test(text) ? "s2" : /^-?\d/.test(text) ? "mi" : text[0] === "-" ? "na" : "");
    found.push(code.slice(end, index), highlightToken(tokenClass, text));
    end = index + text.length;
  }
  return [...found, code.slice(end)];
}

/** Create the request of a dialog whose page has none. */
const createSampleCard = () =>
  createElement(
    "div.sj-sample.sj-request",
    { role: "group", "aria-label": "cURL" },
    createElement(
      "details",
      { open: true, "data-live": "bash" },
      createElement("summary", { text: "cURL" }),
      createElement("div.sj-code.highlight", {}, createElement("pre", { tabindex: "0" }))
    )
  );

/** @param {any} sampleCard the request of the page or dialog */
function createLiveSamples(sampleCard) {
  let last = /** @type {any} */ (null);
  const colors = new WeakMap();
  const updateSample = async (/** @type {any} */ details) => {
    const { live } = details.dataset;
    if (!last || !details.open || !live) return;
    if (!SHARED.SAMPLES[live]) await loadChunk(live);
    const pre = details.querySelector("pre");
    const code = SHARED.SAMPLES[live]?.(last).trimEnd();
    if (!code || pre.textContent.trimEnd() === code) return;
    if (!colors.has(pre)) colors.set(pre, collectTokenColors(pre));
    pre.replaceChildren(...highlightCode(code, colors.get(pre)));
  };
  sampleCard?.addEventListener("toggle", (/** @type {Event} */ { target }) => updateSample(target), true);
  return (/** @type {BuiltRequest} */ request) => {
    last = request;
    for (const details of sampleCard?.querySelectorAll("details") ?? []) updateSample(details);
  };
}
