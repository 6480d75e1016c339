// @ts-check
"use strict";

/**
 * Find the pages whose paths are most similar to one that does not exist, in its language and version. Pure.
 * @param {string} path a path below the root of the site @param {Record<string, ListedPage>} pages @param {number}
 * limit
 * @returns {string[]}
 */
sitejson.findNearestPages = (path, pages, limit = 4) => {
  /** @param {string} text */
  const normalizePath = (text) => {
    let decoded = text;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      // Invalid percent-encoding stays as it is.
    }
    return decoded
      .toLowerCase()
      .replace(/\.(html?|mdx?|rst|php)$/, "")
      .replace(/(^|\/)index$/, "")
      .replace(/[^\p{L}\p{N}/]+/gu, "-")
      .replace(/^[-/]+|[-/]+$/g, "");
  };
  /** @param {string} text */
  const pairs = (text) => [...text].map((letter, position) => letter + (text[position + 1] ?? " "));
  /**
   * Rate the similarity of two texts from 0 to 1 by their common bigrams (Dice's coefficient).
   * @param {string} one
   * @param {string} other
   */
  const similarity = (one, other) => {
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
  const lastSegment = (/** @type {string} */ text) => text.slice(text.lastIndexOf("/") + 1);
  const target = normalizePath(path);
  if (!target) return [];
  const folders = target.split("/").slice(0, -1);
  const sharedFolders = (/** @type {string} */ name) => {
    const others = normalizePath(name).split("/");
    const position = folders.findIndex((folder, index) => folder !== others[index]);
    return position < 0 ? folders.length : position;
  };
  const names = Object.keys(pages);
  const most = Math.max(0, ...names.map(sharedFolders));
  const neighbors = names.filter((name) => most && sharedFolders(name) === most).map((name) => pages[name]);
  /** Return the version (3) or language (7) that all pages in the same folder have. */
  const commonValue = (/** @type {3 | 7} */ column) => {
    const values = new Set(neighbors.map((page) => page[column] || 0));
    return values.size === 1 ? [...values][0] : 0;
  };
  const version = commonValue(3);
  const language = commonValue(7);
  return names
    .filter((name) => !version || (pages[name][3] || version) === version)
    .filter((name) => !language || (pages[name][7] || language) === language)
    .map((name) => ({
      name,
      score:
        0.65 * similarity(lastSegment(target), lastSegment(normalizePath(name))) +
        0.35 * similarity(target, normalizePath(name))
    }))
    .filter(({ score }) => score > 0.52)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ name }) => name);
};

/* On the page for missing URLs, suggest similar pages. */
(() => {
  const container = /** @type {HTMLElement | null | undefined} */ (
    globalThis.document?.querySelector("[data-nearest]")
  );
  if (!container) return;
  const root = document.documentElement.dataset.content_root ?? "/";
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : location.pathname;
  // sitejson-search.js has pageUrl.
  Promise.all(["_static/sitejson-search.js", "_static/sitejson-pages.js"].map(sitejson.loadScript)).then(
    () => {
      const { pages, trails } = /** @type {ListedPages} */ (sitejson.pages);
      const names = sitejson.findNearestPages(path, pages);
      container.hidden = !names.length;
      container.querySelector("ul")?.append(
        ...names.map((name) => {
          const item = document.createElement("li");
          const link = document.createElement("a");
          const trail = document.createElement("span");
          link.href = sitejson.pageUrl(name);
          link.textContent = pages[name][0];
          trail.textContent = (trails[pages[name][2] ?? 0] ?? []).join(" › ");
          item.append(link, trail);
          return item;
        })
      );
    },
    () => {}
  );
})();
