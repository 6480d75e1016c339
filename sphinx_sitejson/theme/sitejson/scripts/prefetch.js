// @ts-check
"use strict";

/* A page that a reader is about to open is fetched before: when the pointer rests on its link, or a finger or the
   focus reaches it. Readers who save data, and slow connections, are spared. */
(() => {
  const connection = /** @type {any} */ (navigator).connection;
  if (!/^http/.test(location.protocol) || connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
  if (matchMedia("(prefers-reduced-data: reduce)").matches) return;
  const done = new Set([location.href.split("#")[0]]);
  let timer = 0;

  /** @param {HTMLAnchorElement} link */
  const fetchPage = (link) => {
    const address = link.href.split("#")[0];
    if (done.has(address)) return;
    done.add(address);
    const hint = document.createElement("link");
    hint.rel = "prefetch";
    hint.href = address;
    document.head.append(hint);
  };

  /** @param {Event} event */
  const meant = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    clearTimeout(timer);
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.download || link.target) return;
    if (!/(\/|\.html)$/.test(link.pathname)) return;
    timer = setTimeout(fetchPage, event.type === "pointerover" ? 80 : 0, link);
  };
  for (const kind of ["pointerover", "touchstart", "focusin"]) document.addEventListener(kind, meant, { passive: true });
})();
