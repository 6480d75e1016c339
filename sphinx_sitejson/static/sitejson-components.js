// @ts-check
"use strict";

/* Components work without this script. It keeps one tab of each set open, opens the tab of the
   same title in all sets and on later pages, handles arrow keys, opens the target of the URL,
   and closes tooltips. */
(() => {
  const KEY = "sitejson.tabs";

  /** The selected titles, the latest first. @type {string[]} */
  let chosen = [];
  try {
    chosen = localStorage[KEY].split("\n");
  } catch {
    // Nothing was selected, or there is no storage and the selection lasts for this page only.
  }

  /** @param {any} within @returns {any[]} */
  const all = (selector = "", within = document) => [...within.querySelectorAll(selector)];

  /** @param {any} tab */
  const tabTitle = (tab) => tab.firstElementChild.textContent.trim();

  /** @param {any} tab */
  const openTab = (tab) => {
    for (const other of all(":scope > details", tab.parentElement)) other.open = other === tab;
  };

  const openTabs = (title = "") => {
    for (const tab of all(".sjc-tabs > details")) if (tabTitle(tab) === title) openTab(tab);
  };

  /** Find the tab whose title was clicked or has the focus. @param {any} event */
  const findTab = (event) => event.target.closest(".sjc-tabs > details > summary")?.parentElement;

  document.addEventListener("click", (event) => {
    const tab = findTab(event);
    if (!tab) return;
    event.preventDefault();
    const title = tabTitle(tab);
    const top = () => tab.firstElementChild.getBoundingClientRect().top;
    const before = top();
    openTabs(title);
    openTab(tab);
    // The clicked title stays under the pointer, even if sets above it have changed.
    scrollBy(0, top() - before);
    chosen = [title, ...chosen.filter((other) => other !== title)].slice(0, 20);
    try {
      localStorage[KEY] = chosen.join("\n");
    } catch {
      // As above.
    }
  });

  document.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "Escape") {
      for (const tip of all(".sjc-tooltip:is(:hover, :focus)")) {
        tip.dataset.closed = "";
        tip.onmouseleave = tip.onblur = () => delete tip.dataset.closed;
      }
    }
    const tab = findTab(event);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!tab || !(step || key === "Home" || key === "End") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const titles = all(":scope > details > summary", tab.parentElement);
    const ahead = tab.matches(":dir(rtl)") ? -1 : 1;
    const next = step ? titles.indexOf(tab.firstElementChild) + step * ahead : key === "Home" ? 0 : -1;
    const title = titles.at(next % titles.length);
    title.focus();
    title.click();
  });

  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let fold = target?.closest("details");
    for (; fold; fold = fold.parentElement?.closest("details")) {
      if (fold.matches(".sjc-tabs > *")) openTab(fold);
      fold.open = true;
      target?.scrollIntoView();
    }
  };

  for (const title of [...chosen].reverse()) openTabs(title);
  openTarget();
  addEventListener("hashchange", openTarget);
})();
