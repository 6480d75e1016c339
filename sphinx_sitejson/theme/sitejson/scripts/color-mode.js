// @ts-check
"use strict";

/* The switch between light, dark and the system's mode; the snippet in <head> restores the choice. */
(() => {
  // The first step away from the system's mode is the one that changes something.
  const next = /** @type {Record<string, string>} */ (
    matchMedia("(prefers-color-scheme: dark)").matches
      ? { system: "light", light: "dark", dark: "system" }
      : { system: "dark", dark: "light", light: "system" }
  );
  const labels = /** @type {Record<string, string>} */ ({
    system: "labelSystem",
    light: "labelLight",
    dark: "labelDark"
  });
  const root = document.documentElement;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-mode-toggle]"));

  /* The bars of the browser have the color of the mode that is shown. */
  const bars = /** @type {HTMLMetaElement[]} */ ([...document.querySelectorAll('meta[name="theme-color"]')]);
  const colors = bars.map((bar) => bar.content);
  const color = () => {
    const shown = { light: 0, dark: 1 }[root.dataset.mode ?? ""];
    bars.forEach((bar, at) => {
      bar.content = colors[shown ?? at];
    });
  };

  const label = () => {
    color();
    const then = next[root.dataset.mode ?? "system"];
    for (const button of buttons) {
      const text = button.dataset[labels[then]] ?? "";
      button.setAttribute("aria-label", text);
      button.title = text;
      button.hidden = false;
    }
  };

  for (const button of buttons) {
    button.addEventListener("click", () => {
      root.dataset.mode = next[root.dataset.mode ?? "system"];
      sitejson.keep("mode", root.dataset.mode);
      label();
    });
  }
  addEventListener("storage", (event) => {
    if (event.key !== "sitejson.mode" || !event.newValue || root.hasAttribute("data-mode-locked")) return;
    root.dataset.mode = event.newValue;
    label();
  });
  label();
})();
