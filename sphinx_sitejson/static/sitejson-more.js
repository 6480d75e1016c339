// @ts-check
"use strict";

/* Choices of views and tags work without this script, as far as the style sheet has rules for them.
   It keeps the selected view on later pages, shows the view of the URL's target, and copies
   prompts. */
(() => {
  /** The selected titles, the latest first; tabs share this list. */
  const KEY = "sitejson.tabs";

  /** @returns {string[]} */
  const readTitles = () => {
    try {
      return localStorage[KEY].split("\n");
    } catch {
      return [];
    }
  };

  /** @returns {any[]} */
  const all = (selector = "") => [...document.querySelectorAll(selector)];

  /** @param {any} input */
  const optionTitle = (input) => input.parentElement.textContent.trim();

  /** Show the blocks of an option. @param {any} input */
  const selectOption = (input) => {
    input.checked = true;
    const isView = input.name === "sjc-view";
    for (const block of all(isView ? ".sjc-view" : ".sjc-update")) {
      const values = (isView ? block.dataset.view : block.dataset.tags) ?? "";
      block.hidden = input.value !== "0" && !values.split(" ").includes(input.value);
    }
  };

  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest(".sjc-choice")) return;
    selectOption(target);
    if (target.name !== "sjc-view") return;
    const title = optionTitle(target);
    try {
      localStorage[KEY] = [title, ...readTitles().filter((other) => other !== title)].slice(0, 20).join("\n");
    } catch {
      // Without storage the selection lasts for this page only.
    }
  });

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-copy-prompt]");
    if (!(button instanceof HTMLElement)) return;
    const text = button.closest(".sjc-prompt")?.querySelector(".sjc-prompt-text");
    const label = button.textContent;
    navigator.clipboard.writeText(text?.textContent?.trim() ?? "").then(() => {
      button.textContent = button.dataset.done ?? "";
      setTimeout(() => (button.textContent = label), 2000);
    });
  });

  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const view = target?.closest(".sjc-view");
    if (!(view instanceof HTMLElement)) return;
    for (const input of all(`[name=sjc-view][value="${view.dataset.view}"]`)) selectOption(input);
    target?.scrollIntoView();
  };

  if (navigator.clipboard) for (const button of all("[data-copy-prompt]")) button.hidden = false;
  for (const title of readTitles().reverse()) {
    for (const input of all("[name=sjc-view]")) if (optionTitle(input) === title) selectOption(input);
  }
  openTarget();
  addEventListener("hashchange", openTarget);
})();
