// @ts-check
"use strict";

/* Prefetch the page that a reader is about to open: when the pointer rests on its link, or the focus
   reaches it. The script of previews, if they are on, is loaded with the first link. Not for readers who save data. */
(() => {
  if (/** @type {any} */ (navigator).connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches)
    return;
  const fetched = new Set();
  let timer = 0;

  /** @param {string} href */
  const fetchPage = (href) => {
    if (fetched.has(href)) return;
    fetched.add(href);
    document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
  };

  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(
      kind,
      ({ target }) => {
        clearTimeout(timer);
        const link = target instanceof Element ? target.closest("a") : null;
        if (link?.closest("[data-previews] .sj-prose"))
          sitejson.loadScript("_static/sitejson-previews.js").catch(() => {});
        if (link?.origin !== location.origin || link.pathname === location.pathname) return;
        if (/(\/|\.html)$/.test(link.pathname))
          timer = setTimeout(fetchPage, kind === "pointerover" ? 80 : 0, link.href.split("#")[0]);
      },
      { passive: true }
    );
  }
})();
