// @ts-check
"use strict";

/* The sidebar stays where it was from page to page, with the current entry in view and the folds as
   the reader left them. Of a large tree the page has only a part; the rest comes from a file that all
   pages share, once the reader asks for it: see sidebar-tree.js. */
(() => {
  const scroller = /** @type {HTMLElement | null} */ (document.querySelector(".sj-sidebar-scroll"));
  const tree = /** @type {HTMLElement | null} */ (scroller?.querySelector(".sj-tree"));
  if (!scroller || !tree) return;

  const currentRow = () => tree.querySelector('[aria-current="page"]');

  const reveal = () => {
    const current = currentRow();
    if (!current) return;
    const entry = current.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const isHidden = entry.top < view.top + 24 || entry.bottom > view.bottom - 48;
    if (isHidden) scroller.scrollTop += entry.top - view.top - view.height / 3;
  };

  /** Fill a fold that was only a head, or show the whole of a list that was cut. @param {HTMLElement} part */
  const complete = async (part) => {
    await sitejson.load("_static/sitejson-sidebar.js");
    await sitejson.completeTree(part);
  };

  /* Folds. */

  /** The names of a fold and of those around it. @param {Element} fold @returns {string} */
  const nameOf = (fold) => {
    const outer = fold.parentElement?.closest("details.sj-fold");
    return `${outer ? nameOf(outer) : (tree.dataset.tree ?? "")}/${fold.querySelector("summary")?.textContent ?? ""}`;
  };
  const opened = new Set(sitejson.recall("folds", "sessionStorage").split("\n").filter(Boolean));

  for (const head of /** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll(".sj-row-head"))) {
    const [fold, summary] = [document.createElement("details"), document.createElement("summary")];
    fold.className = "sj-fold";
    fold.dataset.branch = head.dataset.branch;
    summary.className = "sj-row";
    summary.append(...head.childNodes);
    fold.append(summary);
    head.replaceWith(fold);
  }
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (tree.querySelectorAll("details.sj-fold"))) {
    if (opened.has(nameOf(fold))) fold.open = true;
  }
  // This event does not bubble.
  tree.addEventListener(
    "toggle",
    (event) => {
      const fold = /** @type {HTMLDetailsElement} */ (event.target);
      if (!fold.matches("details.sj-fold")) return;
      if (fold.open && fold.dataset.branch && !fold.querySelector(".sj-rows")) void complete(fold);
      if (!fold.open) opened.delete(nameOf(fold));
      else if (!fold.contains(currentRow())) opened.add(nameOf(fold));
      sitejson.keep("folds", [...opened].slice(-40).join("\n"), "sessionStorage");
    },
    true
  );

  tree.addEventListener("click", (event) => {
    const range = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".sj-row-range"));
    if (!range || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void complete(range);
  });
  // Who reaches for the sidebar may want to scroll through the list around the current page.
  const completeNearest = () => {
    const range = /** @type {HTMLElement | null | undefined} */ (
      currentRow()?.closest(".sj-rows")?.querySelector(":scope > li > .sj-row-range")
    );
    if (range) void complete(range);
  };
  for (const reach of ["pointerenter", "focusin", "touchstart"])
    scroller.addEventListener(reach, completeNearest, { once: true, passive: true });

  scroller.scrollTop = Number(sitejson.recall("sidebar", "sessionStorage"));
  reveal();
  addEventListener("pagehide", () => sitejson.keep("sidebar", String(scroller.scrollTop), "sessionStorage"));
  document.addEventListener("sitejson:open", reveal);
})();
