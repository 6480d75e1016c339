// @ts-check
"use strict";

/* Scroll the current tab into view, mark the sides with more tabs, leave links without room out of the keys,
   and show how many stars repositories have. */
(() => {
  const tabs = /** @type {HTMLElement | null} */ (document.querySelector(".sj-topbar .sj-tabs ul"));
  if (tabs) {
    /** Scroll a tab to the middle, where no fade covers it. @param {any} tab */
    const scrollToTab = (tab) => {
      if (tab) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    };
    // Not for a pointer: the tab would move away from it.
    tabs.addEventListener("focusin", () => scrollToTab(tabs.querySelector(":focus-visible")));

    const markOverflow = () => {
      const before = Math.abs(tabs.scrollLeft);
      const after = tabs.scrollWidth - tabs.clientWidth - before;
      // The menu of a tab follows it.
      tabs.style.setProperty("--sj-moved", `${-tabs.scrollLeft}px`);
      tabs.dataset.more = `${before > 1 ? "before " : ""}${after > 1 ? "after" : ""}`;
    };
    // The observer is called once the page is laid out, and before it is painted.
    const sizes = new ResizeObserver(() => {
      if (!tabs.dataset.more) scrollToTab(tabs.querySelector("[aria-current]"));
      markOverflow();
    });
    // Tabs change with the version, and when the font is loaded.
    for (const element of [tabs, ...tabs.children]) sizes.observe(element);
    tabs.addEventListener("scroll", markOverflow, { passive: true });
    // A vertical wheel scrolls the tabs as long as there are more.
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

  // The links or the menu in their place, whichever is not seen.
  const menu = /** @type {HTMLElement | null} */ (document.querySelector(".sj-links-menu"));
  const links = /** @type {HTMLElement | null} */ (menu?.nextElementSibling);
  if (menu && links) {
    new ResizeObserver(() => {
      links.inert = menu.offsetWidth > 1;
      menu.inert = !links.inert;
    }).observe(menu);
  }

  /** Fetch the number of stars, once per session. @param {string} repository @returns {Promise<number>} */
  const fetchStars = async (repository) => {
    const stored = sitejson.readStorage(`stars.${repository}`, "sessionStorage");
    if (stored) return Number(stored);
    const response = await fetch(`https://api.github.com/repos/${repository}`);
    const { stargazers_count: count } = await response.json();
    sitejson.writeStorage(`stars.${repository}`, String(Number(count)), "sessionStorage");
    return Number(count);
  };

  const badges = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-stars]")]);
  for (const repository of new Set(badges.map((badge) => badge.dataset.stars ?? ""))) {
    fetchStars(repository).then(
      (count) => {
        if (!Number.isFinite(count)) return;
        const text = new Intl.NumberFormat(document.documentElement.lang || "en", { notation: "compact" }).format(
          count
        );
        for (const badge of badges.filter((candidate) => candidate.dataset.stars === repository)) {
          /** @type {Element} */ (badge.querySelector("span")).textContent = text;
          badge.hidden = false;
        }
      },
      () => {}
    );
  }
})();
