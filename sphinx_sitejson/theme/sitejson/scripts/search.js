// @ts-check
"use strict";

/* Loads the index and draws what was found; for the search dialog and the search page. */

/** The address of a page, as Sphinx's own search makes it. @param {string} name @param {string} anchor */
sitejson.pageAddress = (name, anchor = "") => {
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
  const keep = (/** @type {string} */ name, /** @type {any} */ data) => void files.set(name, data);
  sitejson.search = { root: (data) => keep("root", data), words: keep, page: keep };

  /** @param {string} name */
  const load = async (name) => {
    // The root names the other files, so it must not be older than they are.
    const age = name === "root" && location.protocol.startsWith("http") ? `?${Math.floor(Date.now() / 300_000)}` : "";
    if (!files.has(name)) await sitejson.load(`_static/search/${name}.js${age}`);
    return files.get(name);
  };

  /** The function that answers queries; loads the root of the index when it is first asked for. */
  sitejson.loadSearch = () => {
    sitejson.searching ??= load("root").then((root) => sitejson.makeSearch(root, { words: load, page: load }));
    sitejson.searching.catch(() => (sitejson.searching = undefined));
    return sitejson.searching;
  };
})();

/**
 * Write a text with its matched words marked.
 * @param {Element | null} element
 * @param {string} text
 * @param {string[]} words
 */
sitejson.writeMarked = (element, text, words) => {
  element?.replaceChildren(
    ...sitejson.markedPieces(text, words).map((piece, position) => {
      if (position % 2 === 0) return piece;
      const mark = document.createElement("mark");
      mark.textContent = piece;
      return mark;
    })
  );
};

/**
 * Draw one hit from its template.
 * @param {Hit} hit
 * @param {{ marks: string[], words: string[], version: string }} query
 * @param {string} group what stands above it
 * @returns {HTMLAnchorElement}
 */
sitejson.drawHit = (hit, { marks, words, version }, group = "") => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-hit"));
  const link = /** @type {HTMLAnchorElement} */ (
    /** @type {Element} */ (template.content.firstElementChild).cloneNode(true)
  );
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (link.querySelector(`.sj-hit-${name}`));
  link.href = sitejson.pageAddress(hit.page, hit.anchor);
  link.dataset.kind = hit.kind;
  sitejson.writeMarked(part("title"), hit.title, marks);
  const method = part("method");
  method.hidden = hit.kind !== "operation";
  method.dataset.method = hit.method.toLowerCase();
  method.textContent = method.hidden ? "" : hit.method;
  const places = [hit.tab === group ? "" : hit.tab, ...hit.trail, ...(hit.anchor ? [hit.pageTitle] : [])].filter(
    Boolean
  );
  sitejson.writeMarked(part("place"), places.join(" › "), hit.anchor ? marks : []);
  const label = hit.anchor ? hit.label : hit.path;
  part("label").textContent = label;
  sitejson.writeMarked(part("more"), hit.sentence || (label ? "" : hit.description), marks);
  const tag = part("tag");
  tag.textContent = hit.version && hit.version !== version ? hit.version : "";
  // Sphinx's sphinx_highlight.js marks these words on the page that opens.
  link.addEventListener("click", () => {
    try {
      localStorage.setItem("sphinx_highlight_terms", words.filter((word) => word.length > 2).join(" "));
      sitejson.keep("searched", "1", "sessionStorage");
    } catch {
      // Without storage nothing is marked.
    }
  });
  return link;
};

/** A page as a hit that nothing was marked in. @param {IndexPage} page @returns {Hit} */
sitejson.pageHit = (page) => ({
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
 * Draw the choices among tabs or kinds, where there is more than one.
 * @param {HTMLElement} place
 * @param {Found} found
 * @param {Filters} filters
 * @param {() => void} changed
 */
sitejson.drawFilters = (place, found, filters, changed) => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-filter"));
  /** @param {"tab" | "kind"} name @param {Map<string, number>} counts */
  const buttons = (name, counts) =>
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
              (name === "kind" && place.dataset[value]) || value;
            /** @type {HTMLElement} */ (button.querySelector("small")).textContent = String(count);
            button.addEventListener("click", () => {
              filters[name] = filters[name] === value ? "" : value;
              changed();
            });
            return button;
          });
  const drawn = [...buttons("tab", found.tabs), ...buttons("kind", found.kinds)];
  place.replaceChildren(...drawn);
  place.hidden = !drawn.length;
};

/** The version that the reader sees, if the site has versions. */
sitejson.shownVersion = () => {
  const shown = document.querySelector("[data-version-choice][aria-current], [data-listed-version]");
  const { versionChoice = "", listedVersion = "" } = /** @type {HTMLElement | null} */ (shown)?.dataset ?? {};
  return versionChoice || listedVersion;
};
