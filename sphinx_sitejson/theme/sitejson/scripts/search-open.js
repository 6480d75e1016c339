// @ts-check
"use strict";

/** Load a script by its path below the root of the site, once. @param {string} path @returns {Promise<void>} */
sitejson.loadScript = (path) =>
  (sitejson.loaded[path] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = (document.documentElement.dataset.content_root ?? "") + path;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", (event) => {
      // The next attempt loads it again: the connection may have failed only once.
      delete sitejson.loaded[path];
      reject(event);
    });
    document.head.append(script);
  }));
/** @type {Record<string, Promise<void>>} */
sitejson.loaded = {};

/**
 * Load a style sheet of the site; a failure does not delay the caller.
 * @param {string} path
 * @returns {Promise<void>}
 */
sitejson.loadStyle = (path) =>
  (sitejson.loaded[path] ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = (document.documentElement.dataset.content_root ?? "") + path;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));

/* Sphinx's script marks the words of a search. Pages link it only if other scripts may need it. */
try {
  if (
    !document.querySelector('script[src*="sphinx_highlight.js"]') &&
    (/[?&]highlight=/.test(location.search) || localStorage.getItem("sphinx_highlight_terms"))
  )
    sitejson.loadScript("_static/sphinx_highlight.js").catch(() => {});
} catch {
  // Without storage there are no words.
}

/* Ctrl+K, Command+K, "/" and the search links open the search dialog; its script is loaded then.
   Without this script the links open the search page. */
(() => {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("sj-finder"));
  if (!dialog) return;

  const open = () => {
    if (!dialog.open) dialog.showModal();
    void sitejson.loadStyle("_static/sitejson-search.css").then(() => (dialog.dataset.styled = ""));
    dialog.querySelector("input")?.select();
    sitejson.loadScript("_static/sitejson-search.js").then(
      () => sitejson.runFinder?.(),
      () => (dialog.dataset.state = "failed")
    );
  };

  for (const entry of document.querySelectorAll("[data-search-open]")) {
    entry.setAttribute("aria-haspopup", "dialog");
    entry.addEventListener("click", (event) => {
      if (/** @type {MouseEvent} */ (event).ctrlKey || /** @type {MouseEvent} */ (event).metaKey) return;
      event.preventDefault();
      open();
    });
  }
  for (const key of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-search-key]"))) {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) key.textContent = "⌘K";
    key.hidden = false;
  }

  // In the capture phase, so that Sphinx's listener does not focus another field.
  addEventListener(
    "keydown",
    (event) => {
      const isTyping = /** @type {HTMLElement} */ (event.target).closest?.(
        "input, textarea, select, [contenteditable]"
      );
      const hasControl = event.ctrlKey || event.metaKey;
      const isShortcut =
        event.key === "/" ? !hasControl && !isTyping : event.key.toLowerCase() === "k" && hasControl && !event.shiftKey;
      if (!isShortcut || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (dialog.open) dialog.close();
      else open();
    },
    true
  );
  // A page that was opened from the search scrolls to the first word that Sphinx highlights at or below the anchor.
  if (sitejson.readStorage("searched", "sessionStorage")) {
    sitejson.writeStorage("searched", "", "sessionStorage");
    addEventListener("load", () =>
      setTimeout(() => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        const mark = [...document.querySelectorAll("main .highlighted")].find(
          (one) => !target || target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
        );
        if (mark && mark.getBoundingClientRect().bottom > innerHeight) mark.scrollIntoView({ block: "center" });
      }, 50)
    );
  }

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("[data-finder-close]")) dialog.close();
  });
})();
