// @ts-check
"use strict";

/* Give each code block a button that copies it, and let the keyboard scroll what is too wide. */
(() => {
  // Another extension may provide the buttons; then the page has no template.
  const template = document.getElementById("sj-copy-button");

  /** Return the code without line numbers, prompts and output. @param {Element} block */
  const readCode = (block) => {
    const code = block.querySelector("td.code pre") ?? block.querySelector("pre");
    const copy = /** @type {Element} */ (code?.cloneNode(true));
    const isSession = copy.querySelector(".gp") !== null;
    for (const part of copy.querySelectorAll(".linenos, .gp, .go, .gt")) {
      if (part.matches(".linenos") || isSession) part.remove();
    }
    const text = (copy.textContent ?? "").replace(/\n+$/, "");
    return isSession ? text.replace(/\n{2,}/g, "\n").trim() : text;
  };

  const blocks =
    template instanceof HTMLTemplateElement ? document.querySelectorAll('.sj-prose div[class*="highlight-"]') : [];
  for (const block of blocks) {
    const button = /** @type {HTMLTemplateElement} */ (template).content.firstElementChild?.cloneNode(true);
    if (!(button instanceof HTMLButtonElement) || !block.querySelector("pre")) continue;
    button.addEventListener("click", async () => {
      if (!(await sitejson.copyText(readCode(block)))) return;
      button.dataset.copied = "";
      setTimeout(() => delete button.dataset.copied, 1600);
    });
    block.append(button);
  }

  /** Mark where there is more to scroll, which the style sheet fades. @param {any[]} boxes */
  const update = (boxes) => {
    // All are measured before one is changed: each change would lay out the page again.
    const sizes = boxes.map((box) => [Math.abs(box.scrollLeft), box.scrollWidth - box.clientWidth]);
    sizes.forEach(([before, all], number) => {
      const box = boxes[number];
      if (all > 0) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
      box.dataset.more = `${before > 1 ? "before " : ""}${all - before > 1 ? "after" : ""}`;
    });
    // The head of a table keeps its place if a style sheet of the author lets the table scroll.
    for (const box of boxes) {
      if (!(box instanceof HTMLTableElement) || box.dataset.more) continue;
      if (!/clip|visible/.test(getComputedStyle(box).overflowY)) box.dataset.more = "author";
    }
  };

  // Elements in closed details have no size; the observer calls again when they open.
  const observer = new ResizeObserver((changes) => update(changes.map(({ target }) => target)));
  for (const box of document.querySelectorAll(".sj-prose :is(pre, table, .math, .eqno ~ math):not(.sj-api pre)")) {
    // On phones, sentences in tables get room for more than their longest word.
    for (const cell of box.querySelectorAll("td")) cell.toggleAttribute("data-long", cell.textContent.length > 20);
    observer.observe(box);
    box.addEventListener("scroll", () => update([box]), { passive: true });
  }
})();
