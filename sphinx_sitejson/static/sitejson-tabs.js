// @ts-check
"use strict";

/* Without this script, tabs are collapsible sections of which one is open. It makes them tabs with
   roles and arrow keys, selects the tab of the same title in all sets and on later pages, and gives
   each tab an address. */
(() => {
  const KEY = "sitejson.tabs";

  /** The selected titles, the latest first. @type {string[]} */
  let chosen = [];
  try {
    chosen = localStorage[KEY].split("\n");
  } catch {
    // Nothing was selected, or there is no storage and the selection lasts for this page only.
  }

  /** The panels by their tabs, in the order of the page. @type {Map<HTMLElement, HTMLElement>} */
  const panels = new Map();

  /** @param {HTMLElement} tab */
  const tabTitle = (tab) => tab.textContent?.trim() ?? "";

  /** @param {HTMLElement} tab */
  const selectTab = (tab) => {
    for (const other of /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])])) {
      const isSelected = other === tab;
      other.setAttribute("aria-selected", `${isSelected}`);
      other.tabIndex = isSelected ? 0 : -1;
      // Searching in the page also finds text of other tabs.
      const panel = /** @type {any} */ (panels.get(other));
      panel.hidden = isSelected ? false : "until-found";
    }
  };

  const selectTitle = (title = "") => {
    for (const tab of panels.keys()) if (tabTitle(tab) === title) selectTab(tab);
  };

  /** Select the tabs around an element, or all tabs with the title of the panel that it is. @param {any} target */
  const revealElement = (target) => {
    let isInTab = false;
    for (const [tab, panel] of panels) {
      if (!panel.contains(target)) continue;
      if (panel === target) selectTitle(tabTitle(tab));
      selectTab(tab);
      isInTab = true;
    }
    return isInTab;
  };

  /** @param {HTMLElement} set */
  const addRoles = (set) => {
    const list = document.createElement("div");
    list.className = "sjc-tablist";
    list.setAttribute("role", "tablist");
    for (const fold of set.querySelectorAll(":scope > details")) {
      const tab = document.createElement("button");
      const panel = /** @type {HTMLElement} */ (fold.lastElementChild);
      tab.type = "button";
      tab.append(...(fold.firstElementChild?.childNodes ?? []));
      tab.id = `${panel.id}-tab`;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      panel.dataset.title = tabTitle(tab);
      if (!panel.querySelector("a, button, [tabindex]")) panel.tabIndex = 0;
      panels.set(tab, panel);
      list.append(tab);
      fold.replaceWith(panel);
    }
    set.prepend(list);
    selectTab(/** @type {HTMLElement} */ (list.firstElementChild));
  };

  /** Find the tab that was clicked or has the focus. @param {Event} event @returns {HTMLElement | null} */
  const findTab = ({ target }) => /** @type {Element} */ (target).closest(".sjc-tablist > button");

  document.addEventListener("click", (event) => {
    const tab = findTab(event);
    if (!tab) return;
    const title = tabTitle(tab);
    const before = tab.getBoundingClientRect().top;
    selectTitle(title);
    selectTab(tab);
    // The clicked tab stays under the pointer, even if sets above it have changed.
    scrollBy(0, tab.getBoundingClientRect().top - before);
    chosen = [title, ...chosen.filter((other) => other !== title)].slice(0, 20);
    try {
      localStorage[KEY] = chosen.join("\n");
    } catch {
      // As above.
    }
    try {
      // Replaced: "back" leads to the page before, however many tabs the reader has looked at.
      history.replaceState(history.state, "", `#${panels.get(tab)?.id}`);
    } catch {
      // Browsers limit how often a page may do this.
    }
  });

  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const tab = findTab(event);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!tab || !(step || key === "Home" || key === "End") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tabs = /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])]);
    const ahead = tab.matches(":dir(rtl)") ? -1 : 1;
    const next = step ? tabs.indexOf(tab) + step * ahead : key === "Home" ? 0 : -1;
    const other = tabs.at(next % tabs.length);
    other?.focus();
    other?.click();
  });

  document.addEventListener("beforematch", ({ target }) => revealElement(target));

  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (revealElement(target)) target?.scrollIntoView();
  };

  for (const set of document.querySelectorAll(".sjc-tabs")) addRoles(/** @type {HTMLElement} */ (set));
  for (const title of [...chosen].reverse()) selectTitle(title);
  openTarget();
  addEventListener("hashchange", openTarget);
})();
