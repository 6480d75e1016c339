// @ts-check
"use strict";

/* Asks whether the page helped. The answer goes to the services of the site, and to its own address where it has one. */
(() => {
  const rating = /** @type {HTMLElement | null} */ (document.querySelector("[data-rating]"));
  if (!rating) return;
  rating.hidden = false;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (rating.querySelectorAll("[data-helpful]"));
  const status = /** @type {HTMLElement | null} */ (rating.querySelector("[data-thanks]"));

  /** @param {boolean} helpful */
  const send = (helpful) => {
    const answer = { page: location.pathname, title: document.title, helpful };
    /** @type {any} */ (globalThis).sitejsonServices?.track("page_feedback", answer);
    if (!rating.dataset.post) return;
    fetch(rating.dataset.post, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(answer),
      credentials: "omit",
      keepalive: true
    }).catch(() => {
      // A lost answer is no reason to trouble the reader.
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
