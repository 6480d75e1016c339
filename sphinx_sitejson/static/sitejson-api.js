// @ts-check
"use strict";

/* API pages work without this script. It adds copy buttons, arrow keys between tabs, one choice of
   language for the site, and opens the details around the target of the URL. */
(() => {
  const KEY = "sitejson.api.language";
  const CHOICES = ".sj-api .sj-choices";
  const SECRETS = "sitejson.credentials";

  /** @template {Element} E @param {string} selector @param {ParentNode} within @returns {E[]} */
  const all = (selector, within = document) => [...within.querySelectorAll(/** @type {any} */ (selector))];

  const getLanguage = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };

  /** @param {string} language */
  const setLanguage = (language) => {
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // Without storage the choice holds for this page only.
    }
  };

  /**
   * Open one of several details elements and close the others, also in browsers without `details[name]`.
   * @param {HTMLDetailsElement} choice
   */
  const openChoice = (choice) => {
    const choices = /** @type {any} */ (choice.parentElement);
    const folds = [...choices.children];
    for (const fold of folds) fold.open = fold === choice;
    const menu = choices.previousElementSibling?.querySelector(".sj-menu");
    if (menu) menu.selectedIndex = folds.indexOf(choice);
  };

  /** @param {string} language */
  const chooseLanguage = (language) => {
    for (const fold of /** @type {HTMLDetailsElement[]} */ (all(`${CHOICES}[data-sync="language"] > details`))) {
      if (fold.dataset.choice === language) openChoice(fold);
    }
  };

  /** @param {Element} choice */
  const choiceTop = (choice) => choice.children[0].getBoundingClientRect().top;

  /**
   * Find the tab whose title was clicked or has the focus.
   * @param {Event} event
   * @returns {HTMLDetailsElement | null}
   */
  const findChoice = (event) => {
    const summary = /** @type {Element} */ (event.target).closest(`${CHOICES} > details > summary`);
    return /** @type {HTMLDetailsElement | null} */ (summary?.parentElement ?? null);
  };

  document.addEventListener("click", (event) => {
    const choice = findChoice(event);
    if (!choice) return;
    // One of them is always open.
    event.preventDefault();
    const before = choiceTop(choice);
    openChoice(choice);
    if (choice.dataset.choice !== undefined) {
      setLanguage(choice.dataset.choice);
      chooseLanguage(choice.dataset.choice);
    }
    // The clicked title stays under the pointer, even if details above it have changed.
    scrollBy(0, choiceTop(choice) - before);
  });

  document.addEventListener("keydown", (event) => {
    const choice = findChoice(event);
    if (!choice || event.altKey || event.ctrlKey || event.metaKey) return;
    const folds = /** @type {any[]} */ ([.../** @type {Element} */ (choice.parentElement).children]);
    const ahead = getComputedStyle(choice).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const current = folds.indexOf(choice);
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? folds.length - 1
          : /^Arrow(Left|Right)$/.test(event.key)
            ? (current + (event.key === ahead ? 1 : -1) + folds.length) % folds.length
            : -1;
    if (next < 0) return;
    event.preventDefault();
    const title = folds[next].children[0];
    title.focus();
    title.click();
  });

  addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue) chooseLanguage(event.newValue);
  });

  /** @param {string} text @returns {Promise<boolean>} */
  const copyText = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };

  /** @type {HTMLElement | undefined} */
  let announcer;

  /** @param {string | undefined} text */
  const announce = (text) => {
    if (!announcer) {
      announcer = document.createElement("div");
      announcer.className = "sj-api-status";
      announcer.role = "status";
      document.body.append(announcer);
    }
    announcer.textContent = text ?? "";
  };

  for (const button of /** @type {HTMLButtonElement[]} */ (all(".sj-api .sj-clip"))) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const visible = all(".sj-url, pre", /** @type {Element} */ (button.parentElement)).find(
        (code) => !code.closest("details:not([open])")
      );
      const isCopied = await copyText((visible?.textContent ?? "").trimEnd());
      announce(isCopied ? button.dataset.copied : button.dataset.failed);
      if (!isCopied) return;
      button.dataset.done = "";
      setTimeout(() => delete button.dataset.done, 1600);
    });
  }

  /** Find the target of a fragment. @param {string} hash @param {Document} page */
  const findTarget = (hash, page = document) => {
    try {
      return page.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      // Invalid percent-encoding: there is no target.
      return null;
    }
  };

  /** Whether a URL is a fragment of this page. @param {string} url */
  const isOnPage = (url) => url.startsWith(`${location.href.split("#")[0]}#`);

  /** Load the members of a schema from its page, ready to be inserted elsewhere. @param {string} url */
  const loadMembers = async (url) => {
    const { hash } = new URL(url);
    /** @type {Document} */
    let page = document;
    if (!isOnPage(url)) {
      const response = await fetch(url);
      page = new DOMParser().parseFromString(response.ok ? await response.text() : "", "text/html");
    }
    const scope = hash ? findTarget(hash, page)?.closest("details") : page;
    const found = scope?.querySelector(".sj-api .sj-members");
    if (!found) throw new Error(url);
    const members = /** @type {Element} */ (found.cloneNode(true));
    for (const link of all("a[href]", members))
      link.setAttribute("href", new URL(/** @type {string} */ (link.getAttribute("href")), url).href);
    for (const element of all("[id]", members)) element.removeAttribute("id");
    for (const fold of all("details[name]", members))
      fold.setAttribute("name", `${fold.getAttribute("name")} ${url} ${++copies}`);
    return members;
  };
  let copies = 0;

  // Schemas that were cut from the page open in place; pages from disk cannot fetch them and follow the link.
  document.addEventListener("click", async (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (
      /** @type {Element} */ (event.target).closest(".sj-api .sj-pointer > a")
    );
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !isPlain || (location.protocol === "file:" && !isOnPage(link.href))) return;
    event.preventDefault();
    const pointer = /** @type {HTMLElement} */ (link.parentElement);
    try {
      const members = await loadMembers(link.href);
      const fold = document.createElement("details");
      fold.className = "sj-children";
      fold.open = true;
      const summary = document.createElement("summary");
      summary.textContent = pointer.dataset.label ?? "";
      const content = document.createElement("div");
      content.className = "sj-inside";
      content.append(...members.childNodes);
      fold.append(summary, content);
      pointer.replaceWith(fold);
      summary.focus();
    } catch {
      location.assign(link.href);
    }
  });
  // The playground is loaded when a reader or a link opens it.
  for (const playground of /** @type {any[]} */ (all(".sj-api [data-script]"))) {
    const button = playground.querySelector("button");
    const load = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement(name), attributes, { onload: resolve, onerror: resolve });
        document.head.append(element);
      });
    const open = async () => {
      if (!playground.open) {
        await Promise.all([
          load("link", { rel: "stylesheet", href: playground.dataset.style }),
          load("script", { src: playground.dataset.script })
        ]);
      }
      playground.open?.();
    };
    button.hidden = false;
    button.addEventListener("click", open);
    // Every operation shows that credentials are stored; their values are not read.
    const badge = playground.querySelector("[data-stored]");
    const updateBadge = () => {
      try {
        if (badge) badge.hidden = !(sessionStorage.getItem(SECRETS) ?? localStorage.getItem(SECRETS));
      } catch {
        // Without storage there are no credentials.
      }
    };
    updateBadge();
    addEventListener("focus", updateBadge, true);
    // On a page with several operations, the link names the row.
    const row = playground.closest(".sj-api-row");
    const [link, anchor = ""] = location.hash.split("&");
    if (link.startsWith("#try=") && anchor === encodeURIComponent(row?.querySelector("[id]").id ?? "")) {
      row?.setAttribute("open", "");
      open();
    }
  }

  // On small screens long examples show a few lines at first; the style sheet decides which screens.
  for (const card of /** @type {HTMLElement[]} */ (all(".sj-api .sj-sample"))) {
    const button = /** @type {HTMLButtonElement | null} */ (card.querySelector(".sj-expand"));
    if (!button) continue;
    for (const code of /** @type {HTMLElement[]} */ (all(".sj-code", card))) {
      if ((code.textContent ?? "").trim().split("\n").length > 10) code.dataset.long = "";
    }
    card.dataset.short = "";
    button.hidden = false;
    button.addEventListener("click", () => delete card.dataset.short);
  }

  // Let the keyboard scroll wide elements. Elements in closed details have no size; the observer
  // calls again when they open.
  const observer = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight)
        target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of all(".sj-api :is(pre, .sj-url span)")) observer.observe(box);

  const openTarget = () => {
    const target = findTarget(location.hash);
    if (!target?.closest(".sj-api")) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
      if (fold.parentElement?.matches(".sj-choices")) openChoice(fold);
      fold.open = true;
    }
    target.scrollIntoView();
  };
  // Many variants have a menu instead of tabs.
  for (const menu of /** @type {any[]} */ (all(".sj-menu"))) {
    menu.hidden = false;
    menu.onchange = () => openChoice(menu.parentElement.nextElementSibling.children[menu.selectedIndex]);
  }
  chooseLanguage(getLanguage());
  openTarget();
  addEventListener("hashchange", openTarget);
})();
