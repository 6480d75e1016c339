// @ts-check
"use strict";

/* Remember the chosen version, and show its entries on pages that belong to no version themselves. */
(() => {
  const menu = /** @type {HTMLElement | null} */ (document.querySelector("[data-own-version]"));
  const choices = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-version-choice]:not([target])")]);
  if (!menu || choices.length === 0) return;

  const show = (/** @type {string} */ version) => {
    for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-version]"))) {
      entry.hidden = entry.dataset.version !== version;
    }
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-addresses]"))) {
      link.dataset.address ??= link.getAttribute("href") ?? "";
      link.setAttribute("href", JSON.parse(link.dataset.addresses ?? "{}")[version] ?? link.dataset.address);
    }
    for (const choice of choices) {
      if (choice.dataset.versionChoice === version) choice.setAttribute("aria-current", "true");
      else choice.removeAttribute("aria-current");
    }
    for (const name of document.querySelectorAll("[data-version-name]")) name.textContent = version;
  };

  const own = menu.dataset.ownVersion;
  for (const choice of choices) {
    choice.addEventListener("click", (event) => {
      const version = choice.dataset.versionChoice ?? "";
      sitejson.keep("version", version);
      if (own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // The page is in all versions, so the reader stays.
      event.preventDefault();
      show(version);
    });
  }

  if (own) sitejson.keep("version", own);
  const chosen = () => {
    const version = own || sitejson.recall("version");
    return choices.some((choice) => choice.dataset.versionChoice === version) ? version : "";
  };
  if (!own && chosen()) show(chosen());
  document.addEventListener("sitejson:tree", () => chosen() && show(chosen()));
})();
