// @ts-check
"use strict";

/* Remember the chosen version, and show its entries on pages that belong to no version themselves. */
(() => {
  const choices = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-version-choice]")]);
  if (choices.length === 0) return;

  for (const choice of choices) {
    choice.addEventListener("click", () => sitejson.keep("version", choice.dataset.versionChoice ?? ""));
  }

  const remembered = sitejson.recall("version");
  const pageHasVersion = document.querySelector("[data-version] [aria-current], [data-version][aria-current]");
  const isKnown = choices.some((choice) => choice.dataset.versionChoice === remembered && !choice.hasAttribute("target"));
  if (pageHasVersion || !isKnown) return;

  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-version]"))) {
    entry.hidden = entry.dataset.version !== remembered;
  }
  for (const choice of choices) {
    if (choice.dataset.versionChoice === remembered) choice.setAttribute("aria-current", "true");
    else choice.removeAttribute("aria-current");
  }
  for (const name of document.querySelectorAll("[data-version-name]")) name.textContent = remembered;
})();
