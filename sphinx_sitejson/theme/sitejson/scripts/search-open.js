// @ts-check
"use strict";

/** Load a script of the site by its place below the root; each once. @param {string} path @returns {Promise<void>} */
sitejson.load = (path) =>
  (sitejson.loaded[path] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = (document.documentElement.dataset.content_root ?? "") + path;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", (event) => {
      // The next attempt asks again: the connection may have failed only once.
      delete sitejson.loaded[path];
      reject(event);
    });
    document.head.append(script);
  }));
/** @type {Record<string, Promise<void>>} */
sitejson.loaded = {};

/**
 * Load a style sheet of the site; one that fails is no reason to wait.
 * @param {string} path
 * @returns {Promise<void>}
 */
sitejson.style = (path) =>
  (sitejson.loaded[path] ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = (document.documentElement.dataset.content_root ?? "") + path;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));

/* Ctrl+K, Command+K, "/" and the entries open the search dialog; all that works in it is loaded then.
   Without this script the entries lead to the search page. */
(() => {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("sj-finder"));
  if (!dialog) return;

  const open = () => {
    if (!dialog.open) dialog.showModal();
    void sitejson.style("_static/sitejson-search.css").then(() => (dialog.dataset.styled = ""));
    dialog.querySelector("input")?.select();
    sitejson.load("_static/sitejson-search.js").then(
      () => sitejson.finder?.(),
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

  // In the capture phase, so that Sphinx's own listener does not choose a field of its own.
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
  // A page found by its text shows the first of the words that Sphinx marks in it, at or below the place that was found.
  if (sitejson.recall("searched", "sessionStorage")) {
    sitejson.keep("searched", "", "sessionStorage");
    addEventListener("load", () =>
      setTimeout(() => {
        const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        const mark = [...document.querySelectorAll("main .highlighted")].find(
          (one) => !place || place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
        );
        if (mark && mark.getBoundingClientRect().bottom > innerHeight) mark.scrollIntoView({ block: "center" });
      }, 50)
    );
  }

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("[data-finder-close]")) dialog.close();
  });
})();
