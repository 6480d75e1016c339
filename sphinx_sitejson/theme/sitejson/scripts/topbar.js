// @ts-check
"use strict";

/* The current tab is in view, and repositories show how many stars they have. */
(() => {
  for (const tabs of document.querySelectorAll(".sj-topbar .sj-tabs ul")) {
    const current = /** @type {HTMLElement | null} */ (tabs.querySelector("[aria-current]"));
    if (current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
  }

  /** The number of stars, asked for once a session. @param {string} repository @returns {Promise<number>} */
  const starsOf = async (repository) => {
    const kept = sitejson.recall(`stars.${repository}`, "sessionStorage");
    if (kept) return Number(kept);
    const answer = await fetch(`https://api.github.com/repos/${repository}`);
    const { stargazers_count: count } = await answer.json();
    sitejson.keep(`stars.${repository}`, String(Number(count)), "sessionStorage");
    return Number(count);
  };

  const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-stars]")]);
  for (const repository of new Set(places.map((place) => place.dataset.stars ?? ""))) {
    starsOf(repository).then((count) => {
      if (!Number.isFinite(count)) return;
      const text = new Intl.NumberFormat(document.documentElement.lang || "en", { notation: "compact" }).format(count);
      for (const place of places.filter((candidate) => candidate.dataset.stars === repository)) {
        /** @type {Element} */ (place.querySelector("span")).textContent = text;
        place.hidden = false;
      }
    }, () => {});
  }
})();
