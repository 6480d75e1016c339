// @ts-check
"use strict";

/* The search dialog: a combobox over a list of hits. search-open.js opens it and loads this. */
(() => {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("sj-finder"));
  if (!dialog) return;
  const findPart = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (dialog.querySelector(`[data-finder="${name}"]`));
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
  const list = findPart("hits");
  const allLink = /** @type {HTMLAnchorElement} */ (findPart("all"));
  const MAX_RECENT = 5;
  /** The search starts after a pause in typing, in milliseconds. */
  const TYPING_PAUSE = 110;

  /** @type {HTMLElement[]} */
  let options = [];
  let active = -1;
  let currentQuery = "";
  let timer = 0;
  const filters = { tab: "", kind: "" };

  /** @returns {string[]} */
  const readRecent = () => {
    try {
      return JSON.parse(sitejson.readStorage("searches")).filter(
        (/** @type {any} */ query) => typeof query === "string"
      );
    } catch {
      return [];
    }
  };
  const saveRecent = (/** @type {string[]} */ queries) =>
    sitejson.writeStorage("searches", JSON.stringify(queries.slice(0, MAX_RECENT)));

  const activate = (/** @type {number} */ position, isMoved = true) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = options.length ? (position + options.length) % options.length : -1;
    const option = options[active];
    option?.setAttribute("aria-selected", "true");
    if (option) field.setAttribute("aria-activedescendant", option.id);
    if (isMoved && active === 0) list.scrollTo(0, 0);
    else if (isMoved) option?.scrollIntoView({ block: "nearest" });
  };

  /** Render groups of options below their names. @param {string} state @param {[string, HTMLElement[]][]} groups */
  const renderGroups = (state, groups = []) => {
    dialog.dataset.state = state;
    options = groups.flatMap(([, members]) => members);
    list.replaceChildren(
      ...groups.map(([name, members], number) => {
        const group = document.createElement("div");
        group.setAttribute("role", "group");
        if (name) {
          const head = document.createElement("p");
          head.id = `sj-finder-group-${number}`;
          head.textContent = name;
          head.setAttribute("role", "presentation");
          group.setAttribute("aria-labelledby", head.id);
          group.append(head);
        }
        group.append(...members);
        return group;
      })
    );
    options.forEach((option, number) => {
      option.id = `sj-finder-${number}`;
      option.setAttribute("role", "option");
      option.tabIndex = -1;
      option.setAttribute("aria-selected", "false");
    });
    list.hidden = !options.length;
    field.setAttribute("aria-expanded", String(options.length > 0));
    list.scrollTo(0, 0);
    active = -1;
    field.removeAttribute("aria-activedescendant");
    if (state === "found") activate(0, false);
  };

  const showRecent = () => {
    const queries = readRecent();
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-recent"));
    const rows = queries.map((query) => {
      const row = /** @type {HTMLElement} */ (
        /** @type {Element} */ (template.content.firstElementChild).cloneNode(true)
      );
      /** @type {HTMLElement} */ (row.querySelector("span")).textContent = query;
      row.dataset.query = query;
      row.addEventListener("click", (event) => {
        if (/** @type {Element} */ (event.target).closest("[data-remove]")) removeRecent(query);
        else {
          field.value = query;
          runSearch();
        }
      });
      return row;
    });
    findPart("filters").hidden = true;
    renderGroups(rows.length ? "recent" : "empty", rows.length ? [[list.dataset.recent ?? "", rows]] : []);
    void showFirstPages(rows);
  };

  /** Render the pages to start from below the recent searches. @param {HTMLElement[]} rows */
  const showFirstPages = async (rows) => {
    const pages = await (await sitejson.loadSearch()).firstPages();
    if (currentQuery || !pages.length) return;
    const links = pages.map((page) =>
      sitejson.renderHit(sitejson.createPageHit(page), { marks: [], words: [], version: "" })
    );
    for (const link of links) link.addEventListener("click", () => dialog.close());
    renderGroups("recent", [
      ...(rows.length ? /** @type {[string, HTMLElement[]][]} */ ([[list.dataset.recent ?? "", rows]]) : []),
      [list.dataset.start ?? "", links]
    ]);
  };
  const removeRecent = (/** @type {string} */ query) => {
    saveRecent(readRecent().filter((other) => other !== query));
    showRecent();
    field.focus();
  };

  const runSearch = async () => {
    const query = field.value.trim();
    currentQuery = query;
    allLink.href = allLink.href.replace(/\?.*|$/, query ? `?q=${encodeURIComponent(query)}` : "");
    if (!query) return showRecent();
    try {
      if (dialog.dataset.state !== "found") dialog.dataset.state = "loading";
      const search = await sitejson.loadSearch();
      const version = sitejson.currentVersion();
      const found = await search(query, { version, ...filters });
      if (currentQuery !== query) return;
      sitejson.renderFilters(findPart("filters"), found, filters, runSearch);
      /** The best hit comes first, whatever its tab. @type {Map<string, HTMLElement[]>} */
      const groups = new Map();
      const tabs = new Set(found.hits.map(({ tab }) => tab));
      for (const [position, hit] of found.hits.entries()) {
        const group = tabs.size < 2 || (position === 0 && found.hits[1]?.tab !== hit.tab) ? "" : hit.tab;
        const row = sitejson.renderHit(hit, { ...found, version }, group);
        row.addEventListener("click", (event) => {
          saveRecent([query, ...readRecent().filter((other) => other !== query)]);
          // A hit on the current page does not load another page.
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
        });
        groups.set(group, [...(groups.get(group) ?? []), row]);
      }
      renderGroups(found.hits.length ? "found" : "none", [...groups]);
      dialog.dataset.answered = query;
      for (const element of dialog.querySelectorAll("[data-query]"))
        element.textContent = found.isCorrected ? found.words.join(" ") : query;
      findPart("corrected").hidden = !(found.isCorrected && found.hits.length);
      const status = findPart("status");
      status.textContent = (status.dataset.label ?? "").replace("%(count)s", String(found.count));
    } catch {
      renderGroups("failed");
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    filters.tab = filters.kind = "";
    timer = setTimeout(runSearch, field.value.trim() ? TYPING_PAUSE : 0);
  });
  list.addEventListener("pointermove", (event) => {
    const option = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[role="option"]'));
    if (option && options.indexOf(option) !== active) activate(options.indexOf(option), false);
  });
  dialog.addEventListener("keydown", (event) => {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: active + 1,
      ArrowUp: active < 0 ? -1 : active - 1,
      PageDown: Math.min(active + 6, options.length - 1),
      PageUp: Math.max(active - 6, 0)
    });
    if (event.key === "Escape") {
      // Sphinx's sphinx_highlight.js cancels Escape, so the event stops here.
      event.stopPropagation();
      event.preventDefault();
      dialog.close();
    } else if (event.target !== field || event.isComposing) {
      return;
    } else if (event.key in steps) {
      event.preventDefault();
      activate(steps[event.key]);
    } else if ((event.key === "Home" || event.key === "End") && (event.ctrlKey || active > 0)) {
      event.preventDefault();
      activate(event.key === "Home" ? 0 : -1);
    } else if (event.key === "Enter" && options[active]) {
      event.preventDefault();
      options[active].dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey, metaKey: event.metaKey })
      );
    } else if (event.key === "Delete" && options[active]?.dataset.query) {
      event.preventDefault();
      removeRecent(options[active].dataset.query ?? "");
    }
  });

  /** Called whenever the dialog opens; the reader may have typed already. */
  sitejson.runFinder = () => {
    runSearch();
    sitejson.loadSearch().catch(() => renderGroups("failed"));
  };
})();
