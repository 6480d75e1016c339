// @ts-check
"use strict";

/* The current tab is in view, a side of the tabs shows that there are more, and repositories show how many
   stars they have. */
(() => {
  const tabs = /** @type {HTMLElement | null} */ (document.querySelector(".sj-topbar .sj-tabs ul"));
  if (tabs) {
    /** Put a tab into the middle, where no fade is over it. @param {any} tab */
    const showWhole = (tab) => {
      if (tab) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    };
    showWhole(tabs.querySelector("[aria-current]"));
    // Not for a pointer, under which the tab would move away.
    tabs.addEventListener("focusin", () => showWhole(tabs.querySelector(":focus-visible")));

    const markSides = () => {
      const before = Math.abs(tabs.scrollLeft);
      const after = tabs.scrollWidth - tabs.clientWidth - before;
      // The menu of a tab follows it.
      tabs.style.setProperty("--sj-moved", `${-tabs.scrollLeft}px`);
      tabs.dataset.more = `${before > 1 ? "before " : ""}${after > 1 ? "after" : ""}`;
    };
    const sizes = new ResizeObserver(markSides);
    // Tabs change with the version, and with the font when it arrives.
    for (const element of [tabs, ...tabs.children]) sizes.observe(element);
    tabs.addEventListener("scroll", markSides, { passive: true });
    // A wheel that turns only one way moves the tabs as long as there are more.
    tabs.addEventListener(
      "wheel",
      (event) => {
        if (event.deltaX || event.shiftKey || event.ctrlKey) return;
        const old = tabs.scrollLeft;
        tabs.scrollLeft += getComputedStyle(tabs).direction === "rtl" ? -event.deltaY : event.deltaY;
        if (tabs.scrollLeft !== old) event.preventDefault();
      },
      { passive: false }
    );
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
    starsOf(repository).then(
      (count) => {
        if (!Number.isFinite(count)) return;
        const text = new Intl.NumberFormat(document.documentElement.lang || "en", { notation: "compact" }).format(
          count
        );
        for (const place of places.filter((candidate) => candidate.dataset.stars === repository)) {
          /** @type {Element} */ (place.querySelector("span")).textContent = text;
          place.hidden = false;
        }
      },
      () => {}
    );
  }
})();
