// @ts-check
"use strict";

/* Narrow a long reference to the sections, keys, options and objects whose names contain some words. */
(() => {
  const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[data-row-filter]")]);
  const PARTS = "section section, dl > dt[id], dl > dt[id] ~ dd";
  const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`.sj-prose :is(${PARTS})`)]);

  /** @typedef {{elements: HTMLElement[], parent: Entry | undefined, name: string, text: string}} Entry */
  /** The entry of each part: a section, or a description with its names. @type {Map<Element, Entry>} */
  const entryOf = new Map();

  /** @param {Element} element */
  const textOf = (element) => (element.textContent ?? "").toLowerCase();

  /** Return the text of an element without that of the entries in it. @param {Element} element */
  const ownText = (element) =>
    [...element.children]
      .filter((child) => !child.matches(PARTS) && !child.querySelector(PARTS))
      .map(textOf)
      .join(" ");

  for (const part of parts) {
    const isTerm = part.localName === "dt";
    const previous = part.previousElementSibling;
    // Several names may share a description, which follows them.
    const shared =
      part.localName === "section" || (isTerm && previous?.localName === "dd")
        ? undefined
        : entryOf.get(previous ?? part);
    const own = part.localName === "section" ? textOf(part.firstElementChild ?? part) : isTerm ? textOf(part) : "";
    if (shared) {
      shared.elements.push(part);
      shared.name += ` ${own}`;
      shared.text += ` ${isTerm ? "" : ownText(part)}`;
      entryOf.set(part, shared);
    } else if (own) {
      const parent = entryOf.get(part.parentElement?.closest(PARTS) ?? part);
      entryOf.set(part, { elements: [part], parent, name: own, text: isTerm ? "" : ownText(part) });
    }
  }
  const entries = [...new Set(entryOf.values())];

  /** @param {Entry | undefined} entry @returns {Entry[]} */
  const withParents = (entry) => (entry ? [entry, ...withParents(entry.parent)] : []);

  /** @param {string} query */
  const filter = (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    /** @param {(entry: Entry) => string} text */
    const find = (text) => entries.filter((entry) => words.every((word) => text(entry).includes(word)));
    const named = find(({ name }) => name);
    const found = new Set(named.length ? named : find(({ text }) => text));
    const around = new Set([...found].flatMap(withParents));
    for (const entry of entries) {
      const isShown = around.has(entry) || withParents(entry).some((each) => found.has(each));
      for (const element of entry.elements) element.hidden = !isShown;
    }
    for (const field of fields) {
      if (field.value !== query) field.value = query;
      const note = /** @type {HTMLElement} */ (field.nextElementSibling);
      note.textContent = found.size ? "" : `${note.dataset.none} ${query}`;
    }
  };

  /** Show what a link leads to. */
  const showTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    filter("");
    target.scrollIntoView();
  };

  for (const field of fields) {
    field.addEventListener("input", () => {
      filter(field.value);
      scrollTo(0, 0);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !field.value) return;
      event.preventDefault();
      event.stopPropagation();
      filter("");
    });
    if (field.value) filter(field.value);
  }
  addEventListener("hashchange", showTarget);
})();
