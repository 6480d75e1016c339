// @ts-check
"use strict";

/**
 * The pages whose addresses are most like one that leads nowhere; knows nothing of the page it runs on.
 * @param {string} path an address below the site's root @param {Record<string, ListedPage>} pages @param {number} most
 * @returns {string[]}
 */
sitejson.nearestPages = (path, pages, most = 4) => {
  /** @param {string} text */
  const clean = (text) => {
    let plain = text;
    try {
      plain = decodeURIComponent(text);
    } catch {
      // A stray percent sign is a letter like any other.
    }
    return plain
      .toLowerCase()
      .replace(/\.(html?|mdx?|rst|php)$/, "")
      .replace(/(^|\/)index$/, "")
      .replace(/[^\p{L}\p{N}/]+/gu, "-")
      .replace(/^[-/]+|[-/]+$/g, "");
  };
  /** @param {string} text */
  const pairs = (text) => [...text].map((letter, position) => letter + (text[position + 1] ?? " "));
  /** From 0 to 1, by the pairs of letters that two texts share. @param {string} one @param {string} other */
  const likeness = (one, other) => {
    const rest = pairs(other);
    const all = pairs(one).length + rest.length;
    let shared = 0;
    for (const pair of pairs(one)) {
      const position = rest.indexOf(pair);
      if (position < 0) continue;
      rest.splice(position, 1);
      shared++;
    }
    return all ? (2 * shared) / all : 0;
  };
  const last = (/** @type {string} */ text) => text.slice(text.lastIndexOf("/") + 1);
  const wanted = clean(path);
  if (!wanted) return [];
  return Object.keys(pages)
    .map((name) => ({
      name,
      score: 0.65 * likeness(last(wanted), last(clean(name))) + 0.35 * likeness(wanted, clean(name))
    }))
    .filter(({ score }) => score > 0.52)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ name }) => name);
};

/* The page for addresses that lead nowhere: names the pages that may be meant. */
(() => {
  const place = /** @type {HTMLElement | null | undefined} */ (globalThis.document?.querySelector("[data-nearest]"));
  if (!place) return;
  const root = document.documentElement.dataset.content_root ?? "/";
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : location.pathname;
  // sitejson-search.js knows the addresses of pages.
  Promise.all(["_static/sitejson-search.js", "_static/sitejson-pages.js"].map(sitejson.load)).then(
    () => {
      const { pages, trails } = /** @type {ListedPages} */ (sitejson.pages);
      const names = sitejson.nearestPages(path, pages);
      place.hidden = !names.length;
      place.querySelector("ul")?.append(
        ...names.map((name) => {
          const item = document.createElement("li");
          const link = document.createElement("a");
          const words = document.createElement("span");
          link.href = sitejson.pageAddress(name);
          link.textContent = pages[name][0];
          words.textContent = (trails[pages[name][2] ?? 0] ?? []).join(" › ");
          item.append(link, words);
          return item;
        })
      );
    },
    () => {}
  );
})();
