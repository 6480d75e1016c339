// @ts-check
"use strict";

/* Loads Sphinx's index and draws what was found; for the search dialog and the search page. */

/** The address of a page, as Sphinx's own search makes it. @param {string} name @param {string} anchor */
sitejson.pageAddress = (name, anchor = "") => {
  const { BUILDER, LINK_SUFFIX } = DOCUMENTATION_OPTIONS;
  const file = BUILDER === "dirhtml" ? name.replace(/(^|\/)index$/, "$1").replace(/([^/])$/, "$1/") : name + LINK_SUFFIX;
  return (document.documentElement.dataset.content_root ?? "") + encodeURI(file) + (anchor && `#${encodeURIComponent(anchor)}`);
};

/** The function that answers queries; loads all it needs when it is first asked for. */
sitejson.loadSearch = () => {
  sitejson.searching ??= (async () => {
    let index;
    // The index calls this by its name.
    globalThis.Search ??= { setIndex: (/** @type {any} */ given) => { index = given; } };
    await Promise.all(["_static/language_data.js", "_static/sitejson-pages.js", "searchindex.js"].map(sitejson.load));
    const stemmer = new Stemmer();
    return sitejson.makeSearch(index, /** @type {ListedPages} */ (sitejson.pages), {
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

/** Draw one hit from its template. @param {Hit} hit @param {{ marks: string[], words: string[], version: string }} query @returns {HTMLAnchorElement} */
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
  sitejson.writeMarked(part("place"), places.join(" › "), hit.anchor ? marks : []);
  sitejson.writeMarked(part("more"), hit.label || (hit.anchor ? "" : hit.path || hit.description), marks);
  const tag = part("tag");
  tag.textContent = hit.version && hit.version !== version ? hit.version : "";
  // Sphinx's sphinx_highlight.js marks these words on the page that opens.
  link.addEventListener("click", () => {
    try {
      localStorage.setItem("sphinx_highlight_terms", words.filter((word) => word.length > 2).join(" "));
      if (!hit.anchor) sitejson.keep("searched", "1", "sessionStorage");
    } catch {
      // Without storage nothing is marked.
    }
  });
  return link;
};

/** The version that the reader sees, if the site has versions. */
sitejson.shownVersion = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-version-choice][aria-current]"))?.dataset.versionChoice ?? "";
