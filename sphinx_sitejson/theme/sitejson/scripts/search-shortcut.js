// @ts-check
"use strict";

/* Ctrl+K, Command+K and "/" lead to the search field, or to the search page where no field is shown. */
(() => {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  for (const key of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-search-key]"))) {
    if (isApple) key.textContent = "⌘K";
    key.hidden = false;
  }

  /** @param {KeyboardEvent} event */
  const isShortcut = (event) => {
    if (event.key.toLowerCase() === "k") return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const isTyping = /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select, [contenteditable]");
    return event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  };

  // In the capture phase, so that Sphinx's own listener does not choose a hidden field.
  addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('main input[name="q"], [data-search-field]')]);
    const field = fields.find((candidate) => candidate.checkVisibility());
    const link = document.querySelector("a.sj-search-link");
    event.preventDefault();
    event.stopImmediatePropagation();
    if (field) {
      field.focus();
      field.select();
    } else if (link instanceof HTMLAnchorElement) {
      location.assign(link.href);
    }
  }, true);
})();
