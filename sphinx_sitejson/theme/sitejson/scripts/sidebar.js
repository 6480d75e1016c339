// @ts-check
"use strict";

/* The sidebar keeps its scroll position from page to page, with the current entry in view and the folds as
   the reader left them. Pages have only a part of a large tree; the rest is in a file that all
   pages share, loaded when it is needed: see sidebar-tree.js. */
(() => {
  const scroller = /** @type {HTMLElement | null} */ (document.querySelector(".sj-sidebar-scroll"));
  const tree = /** @type {HTMLElement | null} */ (scroller?.querySelector(".sj-tree"));
  if (!scroller || !tree) return;
  // Each tab and each version has a tree of its own.
  const treeName = tree.dataset.tree ?? `${tree.querySelector("a")}`;

  const currentRow = () => tree.querySelector('[aria-current="page"]');

  const revealCurrent = () => {
    const current = currentRow();
    if (!current) return;
    const entry = current.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const isHidden = entry.top < view.top + 24 || entry.bottom > view.bottom - 48;
    if (isHidden) scroller.scrollTop += entry.top - view.top - view.height / 3;
  };

  /** Complete a branch that has only a heading, or a list that is cut to a range. @param {HTMLElement} part */
  const completePart = async (part) => {
    await sitejson.loadScript("_static/sitejson-sidebar.js");
    await sitejson.completeTree(part);
  };

  /* Folds. */

  /** Return the path of a fold: its name and those of its ancestors. @param {Element} fold @returns {string} */
  const foldName = (fold) => {
    const outer = fold.parentElement?.closest("details.sj-fold");
    return `${outer ? foldName(outer) : treeName}/${fold.querySelector("summary")?.textContent ?? ""}`;
  };
  const openFolds = new Set(sitejson.readStorage("folds", "sessionStorage").split("\n").filter(Boolean));

  for (const head of /** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll("a[data-branch]"))) {
    const [fold, summary] = [document.createElement("details"), document.createElement("summary")];
    fold.className = "sj-fold";
    fold.dataset.branch = head.dataset.branch;
    summary.className = "sj-row";
    summary.append(...head.childNodes);
    fold.append(summary);
    head.replaceWith(fold);
  }
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (tree.querySelectorAll("details.sj-fold"))) {
    if (openFolds.has(foldName(fold))) fold.open = true;
  }
  // This event does not bubble.
  tree.addEventListener(
    "toggle",
    (event) => {
      const fold = /** @type {HTMLDetailsElement} */ (event.target);
      if (!fold.matches("details.sj-fold")) return;
      if (fold.open && fold.dataset.branch && !fold.querySelector(".sj-rows")) void completePart(fold);
      if (!fold.open) openFolds.delete(foldName(fold));
      else if (!fold.contains(currentRow())) openFolds.add(foldName(fold));
      sitejson.writeStorage("folds", [...openFolds].slice(-40).join("\n"), "sessionStorage");
    },
    true
  );

  tree.addEventListener("click", (event) => {
    const range = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".sj-row-range"));
    if (!range || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void completePart(range);
  });
  // A reader who moves to the sidebar may scroll through the list around the current page.
  const completeNearest = () => {
    const range = /** @type {HTMLElement | null | undefined} */ (
      currentRow()?.closest(".sj-rows")?.querySelector(":scope > li > .sj-row-range")
    );
    if (range) void completePart(range);
  };
  for (const eventName of ["pointerenter", "focusin"])
    scroller.addEventListener(eventName, completeNearest, { once: true });

  let position = 0;
  // The observer is called once the page is laid out, and before it is painted; on small screens, when the menu opens.
  new ResizeObserver((changes, observer) => {
    observer.disconnect();
    scroller.scrollTop = Number(sitejson.readStorage(treeName, "sessionStorage"));
    revealCurrent();
    position = scroller.scrollTop;
  }).observe(scroller);
  // Reading the position of a page that is left would lay it out once more.
  scroller.addEventListener("scroll", () => (position = scroller.scrollTop), { passive: true });
  addEventListener("pagehide", () => sitejson.writeStorage(treeName, String(position), "sessionStorage"));
  document.addEventListener("sitejson:open", revealCurrent);
})();
