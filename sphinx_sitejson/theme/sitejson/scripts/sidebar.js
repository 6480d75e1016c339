// @ts-check
"use strict";

/* The sidebar stays where it was from page to page, with the current entry in view and the folds as
   the reader left them. Of a large tree the page has only a part; the rest comes from a file that all
   pages share, once the reader asks for it. */
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

  /** Change the tree while something in it stays where the reader sees it. @param {() => Element | null} anchor @param {() => void} change */
  const keepInPlace = (anchor, change) => {
    const before = anchor()?.getBoundingClientRect().top;
    change();
    const after = anchor()?.getBoundingClientRect().top;
    if (before !== undefined && after !== undefined) scroller.scrollTop += after - before;
  };

  /* The whole tree. */

  /** @type {Promise<DocumentFragment> | undefined} */
  let whole;

  /** Called by the file of the tree. @param {string} html */
  sitejson.setTree = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html.replaceAll("\ue000/", document.documentElement.dataset.content_root ?? "");
    const page = (document.documentElement.dataset.content_root ?? "") + tree.dataset.page;
    for (const row of template.content.querySelectorAll("a.sj-row")) {
      if (row.getAttribute("href") !== page) continue;
      row.setAttribute("aria-current", "page");
      row.setAttribute("href", "#");
      for (let fold = row.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    }
    sitejson.tree = template.content;
  };

  /** Load the file when it is first asked for. @returns {Promise<DocumentFragment>} */
  const load = () => {
    whole ??= sitejson.load(tree.dataset.tree ?? "").then(() => sitejson.tree);
    return whole;
  };

  /** A copy of a part of the whole tree. @param {DocumentFragment} all @param {string | undefined} branch */
  const copyOf = (all, branch) => all.querySelector(`[data-branch="${branch}"]`)?.cloneNode(true);

  /** Put the drawings of icons into the page, and tell the other scripts of the new rows. @param {DocumentFragment} all */
  const settle = (all) => {
    const icons = all.querySelector("symbol")?.closest("div");
    if (icons) document.body.append(icons);
    document.dispatchEvent(new Event("sitejson:tree"));
  };

  /** Fill a fold that was only a head. @param {HTMLDetailsElement} fold */
  const fill = async (fold) => {
    if (fold.querySelector(".sj-rows")) return;
    const all = await load();
    const copy = copyOf(all, fold.dataset.branch);
    const rows = copy instanceof Element && copy.querySelector(".sj-rows");
    if (!rows || fold.querySelector(".sj-rows")) return;
    fold.append(rows);
    settle(all);
  };

  /** Show the whole of a list that was cut. @param {Element} range */
  const complete = async (range) => {
    const all = await load();
    const list = range.closest(".sj-rows");
    if (!range.isConnected) return;
    keepInPlace(currentRow, () => {
      const below = currentRow()?.parentElement?.querySelector(":scope > .sj-rows");
      if (list) {
        const copy = copyOf(all, /** @type {HTMLElement} */ (range).dataset.list);
        const rows = copy instanceof Element && copy.querySelector(".sj-rows");
        if (rows) list.replaceWith(rows);
      } else {
        const groups = /** @type {DocumentFragment} */ (all.cloneNode(true));
        groups.querySelector("symbol")?.closest("div")?.remove();
        tree.replaceChildren(groups);
      }
      if (below) currentRow()?.after(below);
    });
    settle(all);
  };

  /* Folds. */

  /** The names of a fold and of those around it. @param {Element} fold @returns {string} */
  const nameOf = (fold) => {
    const outer = fold.parentElement?.closest("details.sj-fold");
    return `${outer ? nameOf(outer) : tree.dataset.tree ?? ""}/${fold.querySelector("summary")?.textContent ?? ""}`;
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
  tree.addEventListener("toggle", (event) => {
    const fold = /** @type {HTMLDetailsElement} */ (event.target);
    if (!fold.matches("details.sj-fold")) return;
    if (fold.open && fold.dataset.branch) void fill(fold);
    if (!fold.open) opened.delete(nameOf(fold));
    else if (!fold.contains(currentRow())) opened.add(nameOf(fold));
    sitejson.keep("folds", [...opened].slice(-40).join("\n"), "sessionStorage");
  }, true);

  tree.addEventListener("click", (event) => {
    const range = /** @type {Element} */ (event.target).closest(".sj-row-range");
    if (!range || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void complete(range);
  });
  // Who reaches for the sidebar may want to scroll through the list around the current page.
  const completeNearest = () => {
    const range = currentRow()?.closest(".sj-rows")?.querySelector(":scope > li > .sj-row-range");
    if (range) void complete(range);
  };
  for (const reach of ["pointerenter", "focusin", "touchstart"]) scroller.addEventListener(reach, completeNearest, { once: true, passive: true });

  scroller.scrollTop = Number(sitejson.recall("sidebar", "sessionStorage"));
  reveal();
  addEventListener("pagehide", () => sitejson.keep("sidebar", String(scroller.scrollTop), "sessionStorage"));
  document.addEventListener("sitejson:open", reveal);
})();
