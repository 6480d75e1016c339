// @ts-check
"use strict";

/* Components work without this script. It lets one tab of a set always be open, shows the tab of
   the same title in all sets and on later pages, moves by arrow keys, opens what an address names
   and closes tooltips. */
(() => {
  const KEY = "sitejson.tabs";
  const MOST = 20;

  /** The titles chosen before, the last one first. @type {string[]} */
  let chosen = [];
  try {
    chosen = (localStorage.getItem(KEY) ?? "").split("\n");
  } catch {
    // Without storage the choice holds for this page only.
  }

  /** @param {Element | null | undefined} set @returns {HTMLDetailsElement[]} */
  const tabsOf = (set) => /** @type {any} */ ([...(set?.children ?? [])].filter((child) => child.localName === "details"));
  const sets = [...document.querySelectorAll(".sjc-tabs")];

  /** @param {Element} tab */
  const titleOf = (tab) => tab.firstElementChild?.textContent?.trim() ?? "";

  /** @param {HTMLDetailsElement} tab */
  const show = (tab) => {
    for (const other of tabsOf(tab.parentElement)) other.open = other === tab;
  };

  /** @param {string} title */
  const showTitle = (title) => {
    for (const set of sets) {
      const tab = tabsOf(set).find((each) => titleOf(each) === title);
      if (tab) show(tab);
    }
  };

  /** The tab whose title was clicked or has the focus. @param {Event} event */
  const tabOf = (event) => {
    const summary = /** @type {Element} */ (event.target).closest(".sjc-tabs > details > summary");
    return /** @type {HTMLDetailsElement | undefined} */ (summary?.parentElement);
  };

  document.addEventListener("click", (event) => {
    const tab = tabOf(event);
    if (!tab) return;
    event.preventDefault();
    const summary = /** @type {Element} */ (tab.firstElementChild);
    const before = summary.getBoundingClientRect().top;
    const title = titleOf(tab);
    showTitle(title);
    show(tab);
    // What was clicked stays under the pointer, even if sets above it have changed.
    scrollBy(0, summary.getBoundingClientRect().top - before);
    chosen = [title, ...chosen.filter((other) => other && other !== title)].slice(0, MOST);
    try {
      localStorage.setItem(KEY, chosen.join("\n"));
    } catch {
      // As above.
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      for (const tip of document.querySelectorAll(".sjc-tooltip:is(:hover, :focus)")) {
        tip.setAttribute("data-closed", "");
        for (const end of ["mouseleave", "blur"]) tip.addEventListener(end, () => tip.removeAttribute("data-closed"), { once: true });
      }
    }
    const tab = tabOf(event);
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
    const tabs = tabsOf(tab.parentElement);
    const ahead = getComputedStyle(tab).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const there = event.key === "Home" ? 0
      : event.key === "End" ? tabs.length - 1
      : /^Arrow(Left|Right)$/.test(event.key) ? (tabs.indexOf(tab) + (event.key === ahead ? 1 : -1) + tabs.length) % tabs.length
      : -1;
    if (there < 0) return;
    event.preventDefault();
    const title = /** @type {HTMLElement} */ (tabs[there].firstElementChild);
    title.focus();
    title.click();
  });

  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("details.sjc, .sjc details")) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
      if (fold.parentElement?.matches(".sjc-tabs")) show(fold);
      fold.open = true;
    }
    target.scrollIntoView();
  };

  for (const title of [...chosen].reverse()) if (title) showTitle(title);
  openTarget();
  addEventListener("hashchange", openTarget);
})();
