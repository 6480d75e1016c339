// @ts-check
"use strict";

/* The toggle between light, dark and system mode; the snippet in <head> restores the choice. */
(() => {
  // The first step from the system mode is the one with a visible effect.
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

  /* The theme color of the browser follows the mode. */
  const themeColors = /** @type {HTMLMetaElement[]} */ ([...document.querySelectorAll('meta[name="theme-color"]')]);
  const colors = themeColors.map((bar) => bar.content);
  const updateThemeColor = () => {
    const modeIndex = { light: 0, dark: 1 }[root.dataset.mode ?? ""];
    themeColors.forEach((bar, at) => {
      bar.content = colors[modeIndex ?? at];
    });
  };

  const updateLabels = () => {
    updateThemeColor();
    const nextMode = next[root.dataset.mode ?? "system"];
    for (const button of buttons) {
      const text = button.dataset[labels[nextMode]] ?? "";
      button.setAttribute("aria-label", text);
      button.title = text;
      button.hidden = false;
    }
  };

  for (const button of buttons) {
    button.addEventListener("click", () => {
      root.dataset.mode = next[root.dataset.mode ?? "system"];
      sitejson.writeStorage("mode", root.dataset.mode);
      updateLabels();
    });
  }
  addEventListener("storage", (event) => {
    if (event.key !== "sitejson.mode" || !event.newValue || root.hasAttribute("data-mode-locked")) return;
    root.dataset.mode = event.newValue;
    updateLabels();
  });
  updateLabels();
})();
