// @ts-check
"use strict";

/* API pages work without this script. It adds copying, arrow keys between choices, one choice of
   language for the whole site, and opens the folds around the place that an address names. */
(() => {
  const KEY = "sitejson.api.language";
  const CHOICES = ".sj-api .sj-choices";
  const SECRETS = "sitejson.credentials";

  /** @template {Element} E @param {string} selector @param {ParentNode} within @returns {E[]} */
  const all = (selector, within = document) => [...within.querySelectorAll(/** @type {any} */ (selector))];

  const recall = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };

  /** @param {string} language */
  const keep = (language) => {
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // Without storage the choice holds for this page only.
    }
  };

  /**
   * Open one of several folds and close the others, also where browsers know no `details[name]`.
   * @param {HTMLDetailsElement} chosen
   */
  const choose = (chosen) => {
    const choices = /** @type {any} */ (chosen.parentElement);
    const folds = [...choices.children];
    for (const fold of folds) fold.open = fold === chosen;
    const menu = choices.previousElementSibling?.querySelector(".sj-menu");
    if (menu) menu.selectedIndex = folds.indexOf(chosen);
  };

  /** @param {string} language */
  const chooseLanguage = (language) => {
    for (const fold of /** @type {HTMLDetailsElement[]} */ (all(`${CHOICES}[data-sync="language"] > details`))) {
      if (fold.dataset.choice === language) choose(fold);
    }
  };

  /** @param {Element} choice */
  const topOf = (choice) => choice.children[0].getBoundingClientRect().top;

  /** The choice whose title was clicked or has the focus. @param {Event} event @returns {HTMLDetailsElement | null} */
  const choiceOf = (event) => {
    const summary = /** @type {Element} */ (event.target).closest(`${CHOICES} > details > summary`);
    return /** @type {HTMLDetailsElement | null} */ (summary?.parentElement ?? null);
  };

  document.addEventListener("click", (event) => {
    const choice = choiceOf(event);
    if (!choice) return;
    // One of them is always open.
    event.preventDefault();
    const before = topOf(choice);
    choose(choice);
    if (choice.dataset.choice !== undefined) {
      keep(choice.dataset.choice);
      chooseLanguage(choice.dataset.choice);
    }
    // What was clicked stays under the pointer, even if folds above it have changed.
    scrollBy(0, topOf(choice) - before);
  });

  document.addEventListener("keydown", (event) => {
    const choice = choiceOf(event);
    if (!choice || event.altKey || event.ctrlKey || event.metaKey) return;
    const folds = /** @type {any[]} */ ([.../** @type {Element} */ (choice.parentElement).children]);
    const ahead = getComputedStyle(choice).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const here = folds.indexOf(choice);
    const there =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? folds.length - 1
          : /^Arrow(Left|Right)$/.test(event.key)
            ? (here + (event.key === ahead ? 1 : -1) + folds.length) % folds.length
            : -1;
    if (there < 0) return;
    event.preventDefault();
    const title = folds[there].children[0];
    title.focus();
    title.click();
  });

  addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue) chooseLanguage(event.newValue);
  });

  /** @param {string} text @returns {Promise<boolean>} */
  const copy = async (text) => {
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
      const shown = all(".sj-url, pre", /** @type {Element} */ (button.parentElement)).find(
        (code) => !code.closest("details:not([open])")
      );
      const isDone = await copy((shown?.textContent ?? "").trimEnd());
      announce(isDone ? button.dataset.copied : button.dataset.failed);
      if (!isDone) return;
      button.dataset.done = "";
      setTimeout(() => delete button.dataset.done, 1600);
    });
  }

  /** The place that an address names. @param {string} hash @param {Document} page */
  const placeOf = (hash, page = document) => {
    try {
      return page.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      // Not encoded well: it names no place.
      return null;
    }
  };

  /** Whether an address leads to a place of this page. @param {string} address */
  const isHere = (address) => address.startsWith(`${location.href.split("#")[0]}#`);

  /** What a page says about a schema, ready to stand elsewhere. @param {string} address */
  const membersOf = async (address) => {
    const { hash } = new URL(address);
    /** @type {Document} */
    let page = document;
    if (!isHere(address)) {
      const answer = await fetch(address);
      page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
    }
    const whole = hash ? placeOf(hash, page)?.closest("details") : page;
    const found = whole?.querySelector(".sj-api .sj-members");
    if (!found) throw new Error(address);
    const members = /** @type {Element} */ (found.cloneNode(true));
    for (const link of all("a[href]", members))
      link.setAttribute("href", new URL(/** @type {string} */ (link.getAttribute("href")), address).href);
    for (const element of all("[id]", members)) element.removeAttribute("id");
    for (const fold of all("details[name]", members))
      fold.setAttribute("name", `${fold.getAttribute("name")} ${address} ${++opened}`);
    return members;
  };
  let opened = 0;

  // What a page had no room for opens in place; from disk, where nothing can be loaded, the link leads there.
  document.addEventListener("click", async (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (
      /** @type {Element} */ (event.target).closest(".sj-api .sj-pointer > a")
    );
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !isPlain || (location.protocol === "file:" && !isHere(link.href))) return;
    event.preventDefault();
    const pointer = /** @type {HTMLElement} */ (link.parentElement);
    try {
      const members = await membersOf(link.href);
      const fold = document.createElement("details");
      fold.className = "sj-children";
      fold.open = true;
      const summary = document.createElement("summary");
      summary.textContent = pointer.dataset.label ?? "";
      const inside = document.createElement("div");
      inside.className = "sj-inside";
      inside.append(...members.childNodes);
      fold.append(summary, inside);
      pointer.replaceWith(fold);
      summary.focus();
    } catch {
      location.assign(link.href);
    }
  });
  // The playground comes when somebody asks for it, or a link does.
  for (const place of /** @type {any[]} */ (all(".sj-api sj-playground"))) {
    const button = place.querySelector("button");
    const load = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement(name), attributes, { onload: resolve, onerror: resolve });
        document.head.append(element);
      });
    const open = async () => {
      if (!customElements.get("sj-playground")) {
        await Promise.all([
          load("link", { rel: "stylesheet", href: place.dataset.style }),
          load("script", { src: place.dataset.script })
        ]);
      }
      place.open?.();
    };
    button.hidden = false;
    button.addEventListener("click", open);
    // Credentials that a reader keeps are seen on every operation; what they are is not looked at.
    const kept = place.querySelector("[data-kept]");
    const tell = () => {
      try {
        if (kept) kept.hidden = !(sessionStorage.getItem(SECRETS) ?? localStorage.getItem(SECRETS));
      } catch {
        // Without storage nothing is kept.
      }
    };
    tell();
    addEventListener("focus", tell, true);
    // On a page of many operations a link names the row.
    const row = place.closest(".sj-api-row");
    const [link, anchor = ""] = location.hash.split("&");
    if (link.startsWith("#try=") && anchor === encodeURIComponent(row?.querySelector("[id]").id ?? "")) {
      row?.setAttribute("open", "");
      open();
    }
  }

  // On small screens long examples begin with a few lines; the style sheet decides where.
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

  // Let the keyboard scroll what is too wide. What is in a closed fold has no size, and is not made
  // to have one: it is seen when it opens.
  const watch = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight)
        target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of all(".sj-api :is(pre, .sj-url span)")) watch.observe(box);

  const openTarget = () => {
    const target = placeOf(location.hash);
    if (!target?.closest(".sj-api")) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
      if (fold.parentElement?.matches(".sj-choices")) choose(fold);
      fold.open = true;
    }
    target.scrollIntoView();
  };
  // Many variants are chosen from a menu instead of rows of tabs.
  for (const menu of /** @type {any[]} */ (all(".sj-menu"))) {
    menu.hidden = false;
    menu.onchange = () => choose(menu.parentElement.nextElementSibling.children[menu.selectedIndex]);
  }
  chooseLanguage(recall());
  openTarget();
  addEventListener("hashchange", openTarget);
})();
