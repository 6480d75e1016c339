// @ts-check
"use strict";

/* A banner that a reader dismissed stays hidden until its content changes. */
(() => {
  const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-banner]"));
  const button = /** @type {HTMLElement | null} */ (banner?.querySelector("[data-banner-close]") ?? null);
  if (!banner || !button) return;
  const close = () => banner.remove();
  if (sitejson.readStorage("banner") === banner.dataset.banner) {
    close();
    return;
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    sitejson.writeStorage("banner", banner.dataset.banner ?? "");
    close();
  });
})();
