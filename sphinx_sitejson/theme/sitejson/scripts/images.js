// @ts-check
"use strict";

/* Images that are displayed smaller than their size open at full size: by a click, Enter or the space bar. */
(() => {
  const template = document.getElementById("sj-zoom");
  if (!(template instanceof HTMLTemplateElement)) return;

  const dialog = /** @type {HTMLDialogElement} */ (template.content.firstElementChild);
  const large = /** @type {HTMLImageElement} */ (dialog.querySelector("img"));
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    // Sphinx's sphinx_highlight.js cancels Escape, so the event stops here.
    event.stopPropagation();
    dialog.close();
  });
  let openedAt = 0;
  // The focus of an image may have scrolled the page just before; that event arrives late.
  addEventListener("scroll", () => dialog.open && Math.abs(scrollY - openedAt) > 16 && dialog.close(), {
    passive: true
  });

  /** @param {HTMLImageElement} image */
  const open = (image) => {
    document.body.append(dialog);
    large.src = image.currentSrc || image.src;
    large.alt = image.alt;
    large.toggleAttribute("data-plate", image.matches("[data-plate]"));
    openedAt = scrollY;
    dialog.showModal();
  };

  /**
   * @param {HTMLImageElement} image
   * @param {number} width
   */
  const prepare = (image, width) => {
    if (image.naturalWidth < width * 1.2) return;
    image.tabIndex = 0;
    image.setAttribute("role", "button");
    image.setAttribute("aria-haspopup", "dialog");
    image.setAttribute("aria-label", [dialog.dataset.label, image.alt].filter(Boolean).join(": "));
    // An empty alternative text would mark the button as decorative.
    image.alt ||= dialog.dataset.label ?? "";
    image.addEventListener("click", () => open(image));
    image.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open(image);
    });
  };

  // Knows the sizes once the page is laid out, so that the first paint does not wait for them.
  const shown = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      shown.unobserve(target);
      prepare(/** @type {HTMLImageElement} */ (target), contentRect.width);
    }
  });
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll(
      ".sj-prose img:not(.sj-icon, .no-zoom, .no-zoom *, .sjc-card *, a *, button *, summary *)"
    )
  )) {
    if (image.complete) shown.observe(image);
    else image.addEventListener("load", () => shown.observe(image), { once: true });
  }
})();
