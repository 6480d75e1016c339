// @ts-check
"use strict";

/* Asks whether the page helped. The feedback goes to the analytics services of the site, and to its own URL if it has one. */
(() => {
  const rating = /** @type {HTMLElement | null} */ (document.querySelector("[data-rating]"));
  if (!rating) return;
  rating.hidden = false;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (rating.querySelectorAll("[data-helpful]"));
  const status = /** @type {HTMLElement | null} */ (rating.querySelector("[data-thanks]"));

  /** @param {boolean} helpful */
  const send = (helpful) => {
    const feedback = { page: location.pathname, title: document.title, helpful };
    /** @type {any} */ (globalThis).sitejsonServices?.track("page_feedback", feedback);
    if (!rating.dataset.post) return;
    fetch(rating.dataset.post, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(feedback),
      credentials: "omit",
      keepalive: true
    }).catch(() => {
      // Lost feedback is not reported to the reader.
    });
  };

  for (const button of buttons) {
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-pressed") === "true") return;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      send(button.dataset.helpful === "yes");
      if (status) status.textContent = status.dataset.thanks ?? "";
    });
  }
})();
