// @ts-check
"use strict";

/* Store the selected version, and show its entries on pages that belong to no version. */
(() => {
  const menu = /** @type {HTMLElement | null} */ (document.querySelector("[data-page-version]"));
  const choices = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-version-choice]:not([target])")]);
  if (!menu || choices.length === 0) return;

  const showVersion = (/** @type {string} */ version) => {
    for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-version]"))) {
      entry.hidden = entry.dataset.version !== version;
    }
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-urls]"))) {
      link.dataset.url ??= link.getAttribute("href") ?? "";
      link.setAttribute("href", JSON.parse(link.dataset.urls ?? "{}")[version] ?? link.dataset.url);
    }
    for (const choice of choices) {
      if (choice.dataset.versionChoice === version) choice.setAttribute("aria-current", "true");
      else choice.removeAttribute("aria-current");
    }
    for (const name of document.querySelectorAll("[data-version-name]")) name.textContent = version;
  };

  const pageVersion = menu.dataset.pageVersion;
  for (const choice of choices) {
    choice.addEventListener("click", (event) => {
      const version = choice.dataset.versionChoice ?? "";
      sitejson.writeStorage("version", version);
      if (pageVersion || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // The page belongs to all versions, so the reader stays.
      event.preventDefault();
      showVersion(version);
    });
  }

  if (pageVersion) sitejson.writeStorage("version", pageVersion);
  const storedVersion = () => {
    const version = pageVersion || sitejson.readStorage("version");
    return choices.some((choice) => choice.dataset.versionChoice === version) ? version : "";
  };
  if (!pageVersion && storedVersion()) showVersion(storedVersion());
  document.addEventListener("sitejson:tree", () => storedVersion() && showVersion(storedVersion()));
})();
