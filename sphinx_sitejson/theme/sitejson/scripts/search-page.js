// @ts-check
"use strict";

/* The search page: the same hits as in the dialog, and more of them. */
(() => {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('main input[name="q"]'));
  const container = document.getElementById("search-results");
  if (!field || !container) return;
  const MAX_HITS = 40;
  const filters = { tab: "", kind: "" };
  const labels = container.dataset;
  const filterBox = /** @type {HTMLElement} */ (document.getElementById("search-filters"));
  let currentQuery = "";

  /** @param {string} kind @param {string} text */
  const createElement = (kind, text) => {
    const element = document.createElement(kind);
    element.textContent = text;
    return element;
  };

  const runSearch = async () => {
    const query = field.value.trim();
    currentQuery = query;
    if (!query) return container.replaceChildren(createElement("p", labels.empty ?? ""));
    try {
      const search = await sitejson.loadSearch();
      const version = sitejson.currentVersion();
      const found = await search(query, { version, ...filters, limit: MAX_HITS });
      if (currentQuery !== query) return;
      const summary = found.hits.length
        ? (found.isCorrected ? `${labels.corrected} ${found.words.join(" ")} · ` : "") +
          (labels.count ?? "").replace("%(count)s", String(found.count))
        : `${labels.none} ${query}. ${labels.hint}`;
      const line = createElement("p", summary);
      line.setAttribute("role", "status");
      const list = createElement("ul", "");
      for (const hit of found.hits) {
        const item = createElement("li", "");
        item.append(sitejson.renderHit(hit, { ...found, version }));
        list.append(item);
      }
      sitejson.renderFilters(filterBox, found, filters, runSearch);
      container.replaceChildren(line, filterBox, list);
    } catch {
      container.replaceChildren(createElement("p", labels.failed ?? ""));
    }
  };

  const updateUrl = () =>
    history.replaceState(null, "", field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => {
    updateUrl();
    runSearch();
  });
  runSearch();
})();
