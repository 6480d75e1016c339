// @ts-check
"use strict";

/* The search page: the same hits as in the dialog, more of them, with the text around the words. */
(() => {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('main input[name="q"]'));
  const place = document.getElementById("search-results");
  if (!field || !place) return;
  const MOST = 100;
  const MOST_SUMMARIES = 20;
  const labels = place.dataset;
  let asked = "";

  /** @param {string} kind @param {string} text */
  const element = (kind, text) => {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  };

  /** The text of a page around the first of the words. @param {Document} page @param {string} anchor @param {string[]} words */
  const summary = (page, anchor, words) => {
    const main = (anchor && page.getElementById(anchor)) || page.querySelector('[role="main"]');
    main?.querySelector("h1, h2, h3, h4, h5, h6")?.remove();
    for (const other of main?.querySelectorAll(".headerlink, .highlight, script, style, svg, button, nav") ?? []) other.remove();
    for (const block of main?.querySelectorAll("p, li, dt, dd, td, th, h2, h3, h4, h5, h6") ?? []) block.append(" ");
    const text = (main?.textContent ?? "").replace(/\s+/g, " ").trim();
    const folded = sitejson.fold(text);
    const found = words.map((word) => folded.indexOf(word)).filter((position) => position >= 0);
    if (!found.length || folded.length !== text.length) return "";
    const start = Math.max(0, text.lastIndexOf(" ", Math.min(...found) - 60) + 1);
    return `${start ? "… " : ""}${text.slice(start, start + 220)}${text.length > start + 220 ? " …" : ""}`;
  };

  /** Add summaries from the pages themselves; pages on disk cannot be read. @param {any[]} hits @param {HTMLAnchorElement[]} rows @param {string[]} marks @param {string} query */
  const addSummaries = async (hits, rows, marks, query) => {
    const pages = new Map();
    for (let number = 0; number < Math.min(rows.length, MOST_SUMMARIES) && asked === query; number++) {
      const { page, anchor, kind } = hits[number];
      if (kind === "operation") continue;
      try {
        // A content security policy would complain about each style in the page that is read.
        if (!pages.has(page)) pages.set(page, (await (await fetch(sitejson.pageAddress(page))).text()).replace(/ style="[^"]*"/g, ""));
        const text = summary(new DOMParser().parseFromString(pages.get(page), "text/html"), anchor, marks);
        if (text) sitejson.writeMarked(rows[number].querySelector(".sj-hit-more"), text, marks);
      } catch {
        return;
      }
    }
  };

  const answer = async () => {
    const query = field.value.trim();
    asked = query;
    if (!query) return place.replaceChildren(element("p", labels.empty ?? ""));
    try {
      const search = await sitejson.loadSearch();
      if (asked !== query) return;
      const version = sitejson.shownVersion();
      const found = search(query, { version, most: MOST });
      const said = found.hits.length
        ? (found.isCorrected ? `${labels.corrected} ${found.words.join(" ")} · ` : "") + (labels.count ?? "").replace("%(count)s", String(found.count))
        : `${labels.none} ${query}. ${labels.hint}`;
      const line = element("p", said);
      line.setAttribute("role", "status");
      const groups = new Map();
      const rows = found.hits.map((/** @type {any} */ hit) => {
        const row = sitejson.drawHit(hit, { ...found, version });
        if (!groups.has(hit.tab)) groups.set(hit.tab, element("ul", ""));
        const item = element("li", "");
        item.append(row);
        groups.get(hit.tab).append(item);
        return row;
      });
      place.replaceChildren(line, ...[...groups].flatMap(([tab, list]) => (groups.size > 1 ? [element("h2", tab), list] : [list])));
      if (location.protocol.startsWith("http")) addSummaries(found.hits, rows, found.marks, query);
    } catch {
      place.replaceChildren(element("p", labels.failed ?? ""));
    }
  };

  const keep = () => history.replaceState(null, "", field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => {
    keep();
    answer();
  });
  answer();
})();
