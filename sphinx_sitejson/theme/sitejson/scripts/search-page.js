// @ts-check
"use strict";

/* The search page: the same hits as in the dialog, and more of them. */
(() => {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('main input[name="q"]'));
  const place = document.getElementById("search-results");
  if (!field || !place) return;
  const MOST = 40;
  const filters = { tab: "", kind: "" };
  const labels = place.dataset;
  const choices = /** @type {HTMLElement} */ (document.getElementById("search-filters"));
  let asked = "";

  /** @param {string} kind @param {string} text */
  const element = (kind, text) => {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  };

  const answer = async () => {
    const query = field.value.trim();
    asked = query;
    if (!query) return place.replaceChildren(element("p", labels.empty ?? ""));
    try {
      const search = await sitejson.loadSearch();
      const version = sitejson.shownVersion();
      const found = await search(query, { version, ...filters, most: MOST });
      if (asked !== query) return;
      const said = found.hits.length
        ? (found.isCorrected ? `${labels.corrected} ${found.words.join(" ")} · ` : "") +
          (labels.count ?? "").replace("%(count)s", String(found.count))
        : `${labels.none} ${query}. ${labels.hint}`;
      const line = element("p", said);
      line.setAttribute("role", "status");
      const list = element("ul", "");
      for (const hit of found.hits) {
        const item = element("li", "");
        item.append(sitejson.drawHit(hit, { ...found, version }));
        list.append(item);
      }
      sitejson.drawFilters(choices, found, filters, answer);
      place.replaceChildren(line, choices, list);
    } catch {
      place.replaceChildren(element("p", labels.failed ?? ""));
    }
  };

  const keep = () =>
    history.replaceState(null, "", field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => {
    keep();
    answer();
  });
  answer();
})();
