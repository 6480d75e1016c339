// @ts-check
"use strict";

/* Components work without this script. It opens the collapsible content that contains the target of
   the URL, and closes tooltips. */
(() => {
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const tip of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll(".sjc-tooltip:is(:hover, :focus)")
    )) {
      tip.dataset.closed = "";
      tip.onmouseleave = tip.onblur = () => delete tip.dataset.closed;
    }
  });

  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let fold = target?.closest("details");
    for (; fold; fold = fold.parentElement?.closest("details")) {
      fold.open = true;
      target?.scrollIntoView();
    }
  };

  openTarget();
  addEventListener("hashchange", openTarget);
})();
