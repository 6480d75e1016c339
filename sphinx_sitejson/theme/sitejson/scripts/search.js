// @ts-check
"use strict";

/* Loads Sphinx's index when it is first needed, and draws what was found. */

/** The list of pages, once loaded. @type {any} */
sitejson.pages = undefined;

/** Called by sitejson-pages.js. @param {any} pages */
sitejson.setPages = (pages) => {
  sitejson.pages = pages;
};

/** Load a script of the site by its place below the root. @param {string} path @returns {Promise<void>} */
sitejson.load = (path) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = sitejson.address(path);
  script.addEventListener("load", () => resolve());
  script.addEventListener("error", () => reject(new Error(path)));
  document.head.append(script);
});

/** The address of a file of the site. @param {string} path */
sitejson.address = (path) => (document.documentElement.dataset.content_root ?? "") + path;

/** The address of a page, as Sphinx's own search makes it. @param {string} name @param {string} anchor */
sitejson.pageAddress = (name, anchor = "") => {
  const options = /** @type {any} */ (DOCUMENTATION_OPTIONS);
  const file = options.BUILDER === "dirhtml" ? name.replace(/(^|\/)index$/, "$1").replace(/([^/])$/, "$1/") : name + options.LINK_SUFFIX;
  return sitejson.address(encodeURI(file)) + (anchor && `#${encodeURIComponent(anchor)}`);
};

/** The function that answers queries; loads all it needs when it is first asked for. @type {() => Promise<any>} */
sitejson.loadSearch = () => {
  sitejson.searching ??= (async () => {
    let index;
    // The index calls this by its name.
    globalThis.Search ??= { setIndex: (/** @type {any} */ given) => { index = given; } };
    const language = typeof Stemmer === "undefined" ? sitejson.load("_static/language_data.js") : undefined;
    await Promise.all([language, sitejson.pages ?? sitejson.load("_static/sitejson-pages.js"), sitejson.load("searchindex.js")]);
    const stemmer = new Stemmer();
    return sitejson.makeSearch(index, sitejson.pages, {
      stem: (word) => stemmer.stemWord(word),
      // Some languages of Sphinx have a list here.
      stopWords: new Set(stopwords),
      split: typeof splitQuery === "undefined" ? (query) => query.split(/[^\p{L}\p{N}_\p{Emoji_Presentation}]+/u) : splitQuery,
    });
  })();
  return sitejson.searching;
};

/** Write a text with its matched words marked. @param {Element | null} element @param {string} text @param {string[]} words */
sitejson.writeMarked = (element, text, words) => {
  element?.replaceChildren(...sitejson.markedPieces(text, words).map((piece, position) => {
    if (position % 2 === 0) return piece;
    const mark = document.createElement("mark");
    mark.textContent = piece;
    return mark;
  }));
};

/** Draw one hit from its template. @param {any} hit @param {{ marks: string[], words: string[], version: string }} query @returns {HTMLAnchorElement} */
sitejson.drawHit = (hit, { marks, words, version }) => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-hit"));
  const link = /** @type {HTMLAnchorElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (link.querySelector(`.sj-hit-${name}`));
  link.href = sitejson.pageAddress(hit.page, hit.anchor);
  link.dataset.kind = hit.kind;
  sitejson.writeMarked(part("title"), hit.title, marks);
  const method = part("method");
  method.hidden = hit.kind !== "operation";
  method.dataset.method = hit.method.toLowerCase();
  method.textContent = method.hidden ? "" : hit.method;
  const places = hit.anchor ? [...hit.trail, hit.pageTitle] : hit.trail;
  sitejson.writeMarked(part("place"), (places.length ? places : [hit.tab]).join(" › "), hit.anchor ? marks : []);
  sitejson.writeMarked(part("more"), hit.anchor ? hit.label : hit.path || hit.description, marks);
  const tag = part("tag");
  tag.textContent = hit.version && hit.version !== version ? hit.version : "";
  // Sphinx's sphinx_highlight.js marks these words on the page that opens.
  link.addEventListener("click", () => {
    try {
      localStorage.setItem("sphinx_highlight_terms", words.filter((word) => word.length > 2).join(" "));
    } catch {
      // Without storage nothing is marked.
    }
  });
  return link;
};

/** The version that the reader sees, if the site has versions. */
sitejson.shownVersion = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-version-choice][aria-current]"))?.dataset.versionChoice ?? "";
