// @ts-check
"use strict";

/* Menus made of <details>: Escape, a click outside and moving the focus out close them. */
(() => {
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-menu]"))) {
    const close = () => {
      menu.open = false;
    };
    document.addEventListener("pointerdown", (event) => {
      if (!menu.contains(/** @type {Node} */ (event.target))) close();
    });
    menu.addEventListener("focusout", (event) => {
      const to = /** @type {Node | null} */ (event.relatedTarget);
      if (to && !menu.contains(to)) close();
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.preventDefault();
      close();
      menu.querySelector("summary")?.focus();
    });
    menu.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest("a")) close();
    });
  }
})();
