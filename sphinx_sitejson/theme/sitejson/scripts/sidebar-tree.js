// @ts-check
"use strict";

/* Complete a large tree on pages that have only a part of it. Loaded when a reader needs more of it. */
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

  /**
   * Copy the rows of a branch of the complete tree.
   * @param {DocumentFragment} all
   * @param {string | undefined} branch
   */
  const copyRows = (all, branch) => {
    const copy = all.querySelector(`[data-branch="${branch}"]`)?.cloneNode(true);
    return copy instanceof Element && copy.querySelector(".sj-rows");
  };

  /** Add the rows of a branch that has only a heading. @param {DocumentFragment} all @param {HTMLElement} fold */
  const fillBranch = (all, fold) => {
    const rows = copyRows(all, fold.dataset.branch);
    if (rows && !fold.querySelector(".sj-rows")) fold.append(rows);
  };

  /**
   * Show the full list instead of a range; the current entry keeps its position on the screen.
   * @param {DocumentFragment} all
   * @param {HTMLElement} range
   */
  const expandList = (all, range) => {
    const before = currentRow()?.getBoundingClientRect().top;
    const childRows = currentRow()?.parentElement?.querySelector(":scope > .sj-rows");
    const list = range.closest(".sj-rows");
    if (list) {
      const rows = copyRows(all, range.dataset.list);
      if (rows) list.replaceWith(rows);
    } else {
      const groups = /** @type {DocumentFragment} */ (all.cloneNode(true));
      groups.querySelector("symbol")?.closest("div")?.remove();
      tree.replaceChildren(groups);
    }
    if (childRows && !currentRow()?.parentElement?.querySelector(":scope > .sj-rows")) currentRow()?.after(childRows);
    const after = currentRow()?.getBoundingClientRect().top;
    if (before !== undefined && after !== undefined) scroller.scrollTop += after - before;
  };

  /** Complete a branch or a list once the tree is loaded. @param {HTMLElement} part */
  sitejson.completeTree = async (part) => {
    await sitejson.loadScript(tree.dataset.tree ?? "");
    const all = /** @type {DocumentFragment} */ (sitejson.tree);
    if (!part.isConnected) return;
    if (part.matches("details")) fillBranch(all, part);
    else expandList(all, part);
    // The icon symbols belong to the page, and other scripts must see the new rows.
    const icons = all.querySelector("symbol")?.closest("div");
    if (icons) document.body.append(icons);
    document.dispatchEvent(new Event("sitejson:tree"));
  };
})();
