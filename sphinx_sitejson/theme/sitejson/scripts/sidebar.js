// @ts-check
"use strict";

/* The sidebar stays where it was from page to page, and the current entry is always in view. */
(() => {
  const scroller = /** @type {HTMLElement | null} */ (document.querySelector(".sj-sidebar-scroll"));
  if (!scroller) return;

  const reveal = () => {
    const current = scroller.querySelector('[aria-current="page"]');
    if (!current) return;
    const entry = current.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const isHidden = entry.top < view.top + 24 || entry.bottom > view.bottom - 48;
    if (isHidden) scroller.scrollTop += entry.top - view.top - view.height / 3;
  };

  scroller.scrollTop = Number(sitejson.recall("sidebar", "sessionStorage"));
  reveal();
  addEventListener("pagehide", () => sitejson.keep("sidebar", String(scroller.scrollTop), "sessionStorage"));
  document.addEventListener("sitejson:open", reveal);
})();
