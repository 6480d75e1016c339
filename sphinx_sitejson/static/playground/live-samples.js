// @ts-check
"use strict";

// The samples of the page follow the inputs; those that the document brings stay as they are.

/** @param {any} card @param {any} request a request with placeholders for secrets */
function writeSamples(card, request) {
  for (const fold of card?.querySelectorAll("details[data-live]") ?? []) {
    const write = SAMPLES[fold.dataset.live];
    const pre = fold.querySelector("pre");
    if (!write || !pre) continue;
    const code = write(request).trimEnd();
    if (pre.textContent.trimEnd() !== code) pre.replaceChildren(...coloredCode(code));
  }
}
