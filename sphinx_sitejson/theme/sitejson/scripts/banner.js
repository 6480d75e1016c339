// @ts-check
"use strict";

/* An announcement that a reader closed stays closed until there is another one. */
(() => {
  const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-banner]"));
  const button = /** @type {HTMLElement | null} */ (banner?.querySelector("[data-banner-close]") ?? null);
  if (!banner || !button) return;
  const close = () => banner.remove();
  if (sitejson.recall("banner") === banner.dataset.banner) {
    close();
    return;
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    sitejson.keep("banner", banner.dataset.banner ?? "");
    close();
  });
})();
