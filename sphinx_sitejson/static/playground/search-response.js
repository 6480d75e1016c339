// @ts-check
"use strict";

// Search the rendered response.

/**
 * Find the ranges of a text in an element, ignoring case.
 * @param {any} element
 * @param {string} query
 * @returns {Range[]}
 */
function findRanges(element, query) {
  const found = /** @type {Range[]} */ ([]);
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && found.length < 5000; node = walker.nextNode()) {
    const text = (node.textContent ?? "").toLowerCase();
    for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + query.length);
      found.push(range);
    }
  }
  return found;
}

/** Search a pane, rendered in full or with virtual rows. @param {any} pane @param {string} searchText */
function searchPane(pane, searchText) {
  const rows = pane.querySelector(".sj-p-lines");
  if (rows?.search) return rows.search(searchText);
  const query = searchText.toLowerCase();
  // All details are opened first.
  for (
    let folds = [...pane.querySelectorAll(".sj-json details:not([open])")];
    query && folds.length;
    folds = [...pane.querySelectorAll(".sj-json details:not([open])")]
  )
    for (const fold of folds) fold.reveal?.();
  const ranges = query ? findRanges(pane, query) : [];
  const marks = /** @type {any} */ (globalThis.CSS).highlights;
  if (marks) {
    marks.set("sj-found", new /** @type {any} */ (globalThis).Highlight(...ranges));
    marks.delete("sj-found-here");
  }
  return {
    count: ranges.length,
    show: (/** @type {number} */ index) => {
      const range = ranges[index];
      marks?.set("sj-found-here", new /** @type {any} */ (globalThis).Highlight(range));
      if (!marks) {
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
      }
      range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
    }
  };
}

SHARED.openSearch = (/** @type {any} */ container, /** @type {any} */ pane) => {
  const openRow = container.querySelector(".sj-p-search");
  if (openRow) return openRow.querySelector("input").focus();
  let found = { count: 0, show: (/** @type {number} */ _) => {} };
  let at = 0;
  const status = createElement("span.sj-facts", { role: "status" });
  const moveBy = (/** @type {number} */ step) => {
    if (!found.count) return;
    at = (at + step + found.count) % found.count;
    found.show(at);
    status.textContent = `${at + 1} / ${found.count}`;
  };
  const runSearch = () => {
    found = searchPane(pane, input.value);
    at = 0;
    status.textContent = input.value ? String(found.count) : "";
    if (found.count) moveBy(0);
  };
  let waiting = /** @type {any} */ (0);
  const input = createElement("input", {
    type: "search",
    "aria-label": TEXTS.searchIn,
    placeholder: TEXTS.searchIn,
    spellcheck: "false",
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(runSearch, 150);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        moveBy(event.shiftKey ? -1 : 1);
      }
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        input.value = "";
        runSearch();
        row.remove();
      }
    }
  });
  const row = createElement(
    "div.sj-p-row.sj-p-search",
    {},
    input,
    createButton("↑", () => moveBy(-1), { "aria-label": TEXTS.previous }),
    createButton("↓", () => moveBy(1), { "aria-label": TEXTS.next }),
    status
  );
  pane.before(row);
  input.focus();
};
