// @ts-check
"use strict";

/* Give each code block a button that copies it, and let the keyboard scroll what is too wide. */
(() => {
  // Another extension may make the buttons; then there is none to copy.
  const template = document.getElementById("sj-copy-button");

  /** The code as one would type it: without line numbers, prompts and output. @param {Element} block */
  const codeOf = (block) => {
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
      if (!(await sitejson.copy(codeOf(block)))) return;
      button.dataset.copied = "";
      setTimeout(() => delete button.dataset.copied, 1600);
    });
    block.append(button);
  }

  /** A side of what scrolls fades where there is more. @param {any} box */
  const markSides = (box) => {
    const before = Math.abs(box.scrollLeft);
    const after = box.scrollWidth - box.clientWidth - before;
    box.dataset.more = `${before > 1 ? "before " : ""}${after > 1 ? "after" : ""}`;
  };

  // What is in a closed fold has no size, and is not made to have one: it is seen when it opens.
  const watch = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
      markSides(target);
    }
  });
  for (const box of document.querySelectorAll(".sj-prose :is(pre, table):not(.sj-api pre)")) {
    watch.observe(box);
    box.addEventListener("scroll", () => markSides(box), { passive: true });
  }
})();
