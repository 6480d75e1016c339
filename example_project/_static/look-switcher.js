// @ts-check
"use strict";

/* Shows the start page in another look: another style sheet of the site, and what the settings say beside it. */
(() => {
  const root = document.documentElement;
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".look-choices"));
  const sheet = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[href*="_static/sitejson.css"]'));
  const status = document.querySelector(".look-status");
  if (!form || !sheet) return;
  const original = { theme: root.dataset.themePreset ?? "", layout: root.dataset.layout ?? "" };
  const home = sheet.href;
  const values = new Map();
  let lastChoice = 0;

  // The values of the settings are the strings after the names of the choices.
  for (const key of document.querySelectorAll(".look-switcher pre span")) {
    const name = (key.textContent ?? "").replaceAll('"', "");
    let next = key.nextElementSibling;
    if (/^(theme|layout)$/.test(name) && next) values.set(name, next);
  }

  /** @param {string} name */
  const selectedValue = (name) => String(new FormData(form).get(name) ?? "");

  const mode = () => {
    const storedMode = root.dataset.mode;
    if (storedMode === "light" || storedMode === "dark") return storedMode;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  };

  const mark = () => {
    for (const [name, value] of Object.entries({
      theme: root.dataset.themePreset ?? "",
      layout: root.dataset.layout ?? "",
      mode: mode()
    })) {
      const input = form.querySelector(`input[name="${name}"][value="${value}"]`);
      if (input instanceof HTMLInputElement) input.checked = true;
    }
  };

  const show = async () => {
    const choice = ++lastChoice;
    const theme = selectedValue("theme");
    const layout = selectedValue("layout");
    const isOriginal = theme === original.theme && layout === original.layout;
    const next = /** @type {HTMLLinkElement} */ (sheet.cloneNode());
    next.href = isOriginal ? home : home.replace(/sitejson\.css.*/, `look-${theme}-${layout}.css`);
    const old = document.querySelector(
      'link[href*="_static/look-"]:not([href*="switcher"]), link[href*="_static/sitejson.css"]'
    );
    if (old instanceof HTMLLinkElement && old.href !== next.href) {
      // The old sheet stays until the new one is there, so that no page is seen without one.
      await new Promise((resolve) => {
        next.addEventListener("load", resolve, { once: true });
        next.addEventListener("error", resolve, { once: true });
        old.after(next);
      });
      // Another look was chosen before this one was there.
      if (choice !== lastChoice) return next.remove();
      const change = () => {
        old.remove();
        root.dataset.themePreset = theme;
        root.dataset.layout = layout;
        root.toggleAttribute("data-look-side", layout !== "topnav");
      };
      if ("startViewTransition" in document && matchMedia("(prefers-reduced-motion: no-preference)").matches) {
        document.startViewTransition(change);
      } else change();
    }
    for (const [name, element] of values) element.textContent = `"${selectedValue(name)}"`;
    if (status) status.textContent = `This page in ${theme}, ${layout}, ${selectedValue("mode")}.`;
  };

  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name === "mode") {
      // The button of the bar does the same, and keeps the choice for the other pages.
      root.dataset.mode = input.value;
      sitejson.writeStorage("mode", input.value);
    }
    void show();
  });
  new MutationObserver(mark).observe(root, { attributeFilter: ["data-mode"] });
  form.dataset.ready = "";
  mark();
})();

/* Opens the playground of the API where its picture stands. */
for (const link of document.querySelectorAll(".try-here > a")) {
  link.addEventListener("click", (event) => {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
    if (ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.src = /** @type {HTMLAnchorElement} */ (link).href;
    frame.title = link.querySelector("span")?.textContent ?? "";
    link.replaceWith(frame);
    frame.focus();
  });
}
