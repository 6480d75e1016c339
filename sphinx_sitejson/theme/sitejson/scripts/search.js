// @ts-check
"use strict";

/* Load the index and render hits; for the search dialog and the search page. */

/** Return the URL of a page, as Sphinx's search does. @param {string} name @param {string} anchor */
sitejson.pageUrl = (name, anchor = "") => {
  const { BUILDER, LINK_SUFFIX } = DOCUMENTATION_OPTIONS;
  const file =
    BUILDER === "dirhtml" ? name.replace(/(^|\/)index$/, "$1").replace(/([^/])$/, "$1/") : name + LINK_SUFFIX;
  return (
    (document.documentElement.dataset.content_root ?? "") +
    encodeURI(file) +
    (anchor && `#${encodeURIComponent(anchor)}`)
  );
};

/* The files of the index are scripts that call these. */
(() => {
  /** @type {Map<string, any>} */
  const files = new Map();
  const storeFile = (/** @type {string} */ name, /** @type {any} */ data) => void files.set(name, data);
  sitejson.search = { root: (data) => storeFile("root", data), words: storeFile, page: storeFile };

  /** @param {string} name */
  const load = async (name) => {
    // The root file names the other files, so it must not be older than they are.
    const cacheKey =
      name === "root" && location.protocol.startsWith("http") ? `?${Math.floor(Date.now() / 300_000)}` : "";
    if (!files.has(name)) await sitejson.loadScript(`_static/search/${name}.js${cacheKey}`);
    return files.get(name);
  };

  /** Return the search function; loads the root of the index on the first call. */
  sitejson.loadSearch = () => {
    sitejson.searchPromise ??= load("root").then((root) => sitejson.createSearch(root, { words: load, page: load }));
    sitejson.searchPromise.catch(() => (sitejson.searchPromise = undefined));
    return sitejson.searchPromise;
  };
})();

/**
 * Render a text with its matched words marked.
 * @param {Element | null} element
 * @param {string} text
 * @param {string[]} words
 */
sitejson.renderMatches = (element, text, words) => {
  element?.replaceChildren(
    ...sitejson.splitMatches(text, words).map((piece, position) => {
      if (position % 2 === 0) return piece;
      const mark = document.createElement("mark");
      mark.textContent = piece;
      return mark;
    })
  );
};

/**
 * Render a hit from its template.
 * @param {Hit} hit
 * @param {{ marks: string[], words: string[], version: string }} query
 * @param {string} group the heading of its group
 * @returns {HTMLAnchorElement}
 */
sitejson.renderHit = (hit, { marks, words, version }, group = "") => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-hit"));
  const link = /** @type {HTMLAnchorElement} */ (
    /** @type {Element} */ (template.content.firstElementChild).cloneNode(true)
  );
  const findPart = (/** @type {string} */ name) => /** @type {HTMLElement} */ (link.querySelector(`.sj-hit-${name}`));
  link.href = sitejson.pageUrl(hit.page, hit.anchor);
  link.dataset.kind = hit.kind;
  sitejson.renderMatches(findPart("title"), hit.title, marks);
  const method = findPart("method");
  method.hidden = hit.kind !== "operation";
  method.dataset.method = hit.method.toLowerCase();
  method.textContent = method.hidden ? "" : hit.method;
  const trail = [hit.tab === group ? "" : hit.tab, ...hit.trail, ...(hit.anchor ? [hit.pageTitle] : [])].filter(
    Boolean
  );
  sitejson.renderMatches(findPart("place"), trail.join(" › "), hit.anchor ? marks : []);
  const label = hit.anchor ? hit.label : hit.path;
  findPart("label").textContent = label;
  sitejson.renderMatches(findPart("more"), hit.sentence || (label ? "" : hit.description), marks);
  const tag = findPart("tag");
  tag.textContent = hit.version && hit.version !== version ? hit.version : "";
  // Sphinx's sphinx_highlight.js marks these words on the page that opens.
  link.addEventListener("click", () => {
    try {
      localStorage.setItem("sphinx_highlight_terms", words.filter((word) => word.length > 2).join(" "));
      sitejson.writeStorage("searched", "1", "sessionStorage");
    } catch {
      // Without storage nothing is marked.
    }
  });
  return link;
};

/** Convert a page to a hit without marks. @param {IndexPage} page @returns {Hit} */
sitejson.createPageHit = (page) => ({
  kind: { o: "operation", s: "schema" }[page.k ?? ""] ?? "page",
  page: page.n,
  anchor: "",
  title: page.t,
  pageTitle: page.t,
  label: "",
  trail: page.r ?? [],
  tab: page.b ?? "",
  version: page.v ?? "",
  method: page.m ?? "",
  path: page.p ?? "",
  description: page.d ?? "",
  sentence: "",
  score: 0
});

/**
 * Render the filters for tabs and kinds, if there is more than one.
 * @param {HTMLElement} container
 * @param {Found} found
 * @param {Filters} filters
 * @param {() => void} onChange
 */
sitejson.renderFilters = (container, found, filters, onChange) => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-filter"));
  /** @param {"tab" | "kind"} name @param {Map<string, number>} counts */
  const createButtons = (name, counts) =>
    counts.size < 2 && !filters[name]
      ? []
      : [...counts]
          .filter(([value]) => value)
          .map(([value, count]) => {
            const button = /** @type {HTMLButtonElement} */ (
              /** @type {Element} */ (template.content.firstElementChild).cloneNode(true)
            );
            button.setAttribute("aria-pressed", String(filters[name] === value));
            button.dataset[name] = value;
            /** @type {HTMLElement} */ (button.querySelector("span")).textContent =
              (name === "kind" && container.dataset[value]) || value;
            /** @type {HTMLElement} */ (button.querySelector("small")).textContent = String(count);
            button.addEventListener("click", () => {
              filters[name] = filters[name] === value ? "" : value;
              onChange();
            });
            return button;
          });
  const buttons = [...createButtons("tab", found.tabs), ...createButtons("kind", found.kinds)];
  container.replaceChildren(...buttons);
  container.hidden = !buttons.length;
};

/** Return the version that the reader sees, if the site has versions. */
sitejson.currentVersion = () => {
  const element = document.querySelector("[data-version-choice][aria-current], [data-listed-version]");
  const { versionChoice = "", listedVersion = "" } = /** @type {HTMLElement | null} */ (element)?.dataset ?? {};
  return versionChoice || listedVersion;
};
