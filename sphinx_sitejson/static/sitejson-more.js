// @ts-check
"use strict";

/* Choices of views and tags work without this script, as far as the style sheet has rules for them.
   It keeps the chosen view on later pages, shows the view that an address names, and copies
   prompts. */
(() => {
  /** The titles that were chosen before, the last one first; tabs have the same list. */
  const KEY = "sitejson.tabs";

  /** @returns {string[]} */
  const chosen = () => {
    try {
      return localStorage[KEY].split("\n");
    } catch {
      return [];
    }
  };

  /** @returns {any[]} */
  const all = (selector = "") => [...document.querySelectorAll(selector)];

  /** @param {any} input */
  const titleOf = (input) => input.parentElement.textContent.trim();

  /** Shows what a choice stands for. @param {any} input */
  const choose = (input) => {
    input.checked = true;
    const isView = input.name === "sjc-view";
    for (const block of all(isView ? ".sjc-view" : ".sjc-update")) {
      const own = (isView ? block.dataset.view : block.dataset.tags) ?? "";
      block.hidden = input.value !== "0" && !own.split(" ").includes(input.value);
    }
  };

  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest(".sjc-choice")) return;
    choose(target);
    if (target.name !== "sjc-view") return;
    const title = titleOf(target);
    try {
      localStorage[KEY] = [title, ...chosen().filter((other) => other !== title)].slice(0, 20).join("\n");
    } catch {
      // There is no storage; the choice holds for this page only.
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
    for (const input of all(`[name=sjc-view][value="${view.dataset.view}"]`)) choose(input);
    target?.scrollIntoView();
  };

  if (navigator.clipboard) for (const button of all("[data-copy-prompt]")) button.hidden = false;
  for (const title of chosen().reverse()) {
    for (const input of all("[name=sjc-view]")) if (titleOf(input) === title) choose(input);
  }
  openTarget();
  addEventListener("hashchange", openTarget);
})();
