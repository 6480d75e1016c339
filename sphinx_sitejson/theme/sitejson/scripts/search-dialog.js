// @ts-check
"use strict";

/* The search dialog: a combobox over a list of hits. search-open.js opens it and loads this. */
(() => {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("sj-finder"));
  if (!dialog) return;
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (dialog.querySelector(`[data-finder="${name}"]`));
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
  const list = part("hits");
  const all = /** @type {HTMLAnchorElement} */ (part("all"));
  const MOST_RECENT = 5;
  /** As long as somebody types without a pause, nothing is asked for. */
  const PAUSE = 110;

  /** @type {HTMLElement[]} */
  let options = [];
  let active = -1;
  let asked = "";
  let waiting = 0;
  const filters = { tab: "", kind: "" };

  /** @returns {string[]} */
  const recent = () => {
    try {
      return JSON.parse(sitejson.recall("searches")).filter((/** @type {any} */ query) => typeof query === "string");
    } catch {
      return [];
    }
  };
  const keepRecent = (/** @type {string[]} */ queries) =>
    sitejson.keep("searches", JSON.stringify(queries.slice(0, MOST_RECENT)));

  const activate = (/** @type {number} */ position, isMoved = true) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = options.length ? (position + options.length) % options.length : -1;
    const option = options[active];
    option?.setAttribute("aria-selected", "true");
    if (option) field.setAttribute("aria-activedescendant", option.id);
    if (isMoved && active === 0) list.scrollTo(0, 0);
    else if (isMoved) option?.scrollIntoView({ block: "nearest" });
  };

  /** Show groups of options below their names. @param {string} state @param {[string, HTMLElement[]][]} groups */
  const show = (state, groups = []) => {
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
    const queries = recent();
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("sj-recent"));
    const rows = queries.map((query) => {
      const row = /** @type {HTMLElement} */ (
        /** @type {Element} */ (template.content.firstElementChild).cloneNode(true)
      );
      /** @type {HTMLElement} */ (row.querySelector("span")).textContent = query;
      row.dataset.query = query;
      row.addEventListener("click", (event) => {
        if (/** @type {Element} */ (event.target).closest("[data-forget]")) forget(query);
        else {
          field.value = query;
          answer();
        }
      });
      return row;
    });
    part("filters").hidden = true;
    show(rows.length ? "recent" : "empty", rows.length ? [[list.dataset.recent ?? "", rows]] : []);
    void showFirstPages(rows);
  };

  /** Below the last searches, pages to start from. @param {HTMLElement[]} rows */
  const showFirstPages = async (rows) => {
    const pages = await (await sitejson.loadSearch()).firstPages();
    if (asked || !pages.length) return;
    const links = pages.map((page) => sitejson.drawHit(sitejson.pageHit(page), { marks: [], words: [], version: "" }));
    for (const link of links) link.addEventListener("click", () => dialog.close());
    show("recent", [
      ...(rows.length ? /** @type {[string, HTMLElement[]][]} */ ([[list.dataset.recent ?? "", rows]]) : []),
      [list.dataset.start ?? "", links]
    ]);
  };
  const forget = (/** @type {string} */ query) => {
    keepRecent(recent().filter((other) => other !== query));
    showRecent();
    field.focus();
  };

  const answer = async () => {
    const query = field.value.trim();
    asked = query;
    all.href = all.href.replace(/\?.*|$/, query ? `?q=${encodeURIComponent(query)}` : "");
    if (!query) return showRecent();
    try {
      if (dialog.dataset.state !== "found") dialog.dataset.state = "loading";
      const search = await sitejson.loadSearch();
      const version = sitejson.shownVersion();
      const found = await search(query, { version, ...filters });
      if (asked !== query) return;
      sitejson.drawFilters(part("filters"), found, filters, answer);
      /** The best of all stands first, whatever tab it is in. @type {Map<string, HTMLElement[]>} */
      const groups = new Map();
      const tabs = new Set(found.hits.map(({ tab }) => tab));
      for (const [position, hit] of found.hits.entries()) {
        const group = tabs.size < 2 || (position === 0 && found.hits[1]?.tab !== hit.tab) ? "" : hit.tab;
        const row = sitejson.drawHit(hit, { ...found, version }, group);
        row.addEventListener("click", (event) => {
          keepRecent([query, ...recent().filter((other) => other !== query)]);
          // A hit on the page that is open leaves no other page to show.
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
        });
        groups.set(group, [...(groups.get(group) ?? []), row]);
      }
      show(found.hits.length ? "found" : "none", [...groups]);
      dialog.dataset.answered = query;
      for (const place of dialog.querySelectorAll("[data-query]"))
        place.textContent = found.isCorrected ? found.words.join(" ") : query;
      part("corrected").hidden = !(found.isCorrected && found.hits.length);
      const status = part("status");
      status.textContent = (status.dataset.label ?? "").replace("%(count)s", String(found.count));
    } catch {
      show("failed");
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    filters.tab = filters.kind = "";
    waiting = setTimeout(answer, field.value.trim() ? PAUSE : 0);
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
      // Sphinx's sphinx_highlight.js takes Escape away from the browser, so the key stops here.
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
      forget(options[active].dataset.query ?? "");
    }
  });

  /** Called whenever the dialog opens; the reader may have typed already. */
  sitejson.finder = () => {
    answer();
    sitejson.loadSearch().catch(() => show("failed"));
  };
})();
