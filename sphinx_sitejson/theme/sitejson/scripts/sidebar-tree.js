// @ts-check
"use strict";

/* The rest of a large tree, for a page that has only a part of it. Loaded with the first look for more. */
(() => {
  const tree = /** @type {HTMLElement} */ (document.querySelector(".sj-sidebar-scroll .sj-tree"));
  const scroller = /** @type {HTMLElement} */ (tree.closest(".sj-sidebar-scroll"));
  const root = document.documentElement.dataset.content_root ?? "";
  const currentRow = () => tree.querySelector('[aria-current="page"]');

  /** Called by the file of the tree. @param {string} html */
  sitejson.setTree = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html.replaceAll("\ue000/", root);
    for (const row of template.content.querySelectorAll("a.sj-row")) {
      if (row.getAttribute("href") !== root + tree.dataset.page) continue;
      row.setAttribute("aria-current", "page");
      row.setAttribute("href", "#");
      for (let fold = row.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
        fold.open = true;
    }
    sitejson.tree = template.content;
  };

  /** The rows of a part of the whole tree. @param {DocumentFragment} all @param {string | undefined} branch */
  const rowsOf = (all, branch) => {
    const copy = all.querySelector(`[data-branch="${branch}"]`)?.cloneNode(true);
    return copy instanceof Element && copy.querySelector(".sj-rows");
  };

  /** Fill a fold that was only a head. @param {DocumentFragment} all @param {HTMLElement} fold */
  const fill = (all, fold) => {
    const rows = rowsOf(all, fold.dataset.branch);
    if (rows && !fold.querySelector(".sj-rows")) fold.append(rows);
  };

  /**
   * Show the whole of a list that was cut; the current entry stays where the reader sees it.
   * @param {DocumentFragment} all
   * @param {HTMLElement} range
   */
  const widen = (all, range) => {
    const before = currentRow()?.getBoundingClientRect().top;
    const below = currentRow()?.parentElement?.querySelector(":scope > .sj-rows");
    const list = range.closest(".sj-rows");
    if (list) {
      const rows = rowsOf(all, range.dataset.list);
      if (rows) list.replaceWith(rows);
    } else {
      const groups = /** @type {DocumentFragment} */ (all.cloneNode(true));
      groups.querySelector("symbol")?.closest("div")?.remove();
      tree.replaceChildren(groups);
    }
    if (below && !currentRow()?.parentElement?.querySelector(":scope > .sj-rows")) currentRow()?.after(below);
    const after = currentRow()?.getBoundingClientRect().top;
    if (before !== undefined && after !== undefined) scroller.scrollTop += after - before;
  };

  /** Fill a fold or show the whole of a list, once the tree is there. @param {HTMLElement} part */
  sitejson.completeTree = async (part) => {
    await sitejson.load(tree.dataset.tree ?? "");
    const all = /** @type {DocumentFragment} */ (sitejson.tree);
    if (!part.isConnected) return;
    if (part.matches("details")) fill(all, part);
    else widen(all, part);
    // The drawings of icons belong to the page, and other scripts know the old rows only.
    const icons = all.querySelector("symbol")?.closest("div");
    if (icons) document.body.append(icons);
    document.dispatchEvent(new Event("sitejson:tree"));
  };
})();
