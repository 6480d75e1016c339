// @ts-check
"use strict";

// The sample that is shown follows the inputs; those that the document brings stay as they are.

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
