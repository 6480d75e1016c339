// @ts-check
"use strict";

// Looking for a text in an answer.

/** Ranges of a text in an element, whatever its case. @param {any} element @param {string} sought @returns {Range[]} */
function rangesOf(element, sought) {
  const found = /** @type {Range[]} */ ([]);
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && found.length < 5000; node = walker.nextNode()) {
    const text = (node.textContent ?? "").toLowerCase();
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      found.push(range);
    }
  }
  return found;
}

/** The same for what is drawn in whole and for what is drawn in rows. @param {any} pane @param {string} words */
function searched(pane, words) {
  const rows = pane.querySelector(".sj-p-lines");
  if (rows?.search) return rows.search(words);
  const sought = words.toLowerCase();
  // What is folded is unfolded, as far as it goes.
  for (
    let folds = [...pane.querySelectorAll(".sj-json details:not([open])")];
    sought && folds.length;
    folds = [...pane.querySelectorAll(".sj-json details:not([open])")]
  )
    for (const fold of folds) fold.reveal?.();
  const ranges = sought ? rangesOf(pane, sought) : [];
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

SHARED.searchAnswer = (/** @type {any} */ place, /** @type {any} */ pane) => {
  const before = place.querySelector(".sj-p-search");
  if (before) return before.querySelector("input").focus();
  let found = { count: 0, show: (/** @type {number} */ _) => {} };
  let at = 0;
  const said = make("span.sj-facts", { role: "status" });
  const go = (/** @type {number} */ by) => {
    if (!found.count) return;
    at = (at + by + found.count) % found.count;
    found.show(at);
    said.textContent = `${at + 1} / ${found.count}`;
  };
  const look = () => {
    found = searched(pane, input.value);
    at = 0;
    said.textContent = input.value ? String(found.count) : "";
    if (found.count) go(0);
  };
  let waiting = /** @type {any} */ (0);
  const input = make("input", {
    type: "search",
    "aria-label": TEXTS.searchIn,
    placeholder: TEXTS.searchIn,
    spellcheck: "false",
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(look, 150);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        go(event.shiftKey ? -1 : 1);
      }
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        input.value = "";
        look();
        row.remove();
      }
    }
  });
  const row = make(
    "div.sj-p-beside.sj-p-search",
    {},
    input,
    button("↑", () => go(-1), { "aria-label": TEXTS.previous }),
    button("↓", () => go(1), { "aria-label": TEXTS.next }),
    said
  );
  pane.before(row);
  input.focus();
};
