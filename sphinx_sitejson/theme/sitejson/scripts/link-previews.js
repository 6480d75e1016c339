// @ts-check
"use strict";

/* The beginning of what a link leads to, beside the link: when the pointer rests on it, or the keyboard reaches it.
   Escape closes it, and it stays while the pointer is on it. Touch opens the link at once. From file://, where pages
   cannot be read, a page has its title and its description. */
(() => {
  const DELAY = 350;
  const GRACE = 250;
  // Cards say themselves what they lead to.
  const SELECTOR =
    ".sj-prose a[href]:not(.headerlink, .sj-tag, .sj-button, [class*='sjc-'], .sjc-title > a, .sd-stretched-link, [download])";
  const OMITTED =
    "script, style, link, template, iframe, object, video, audio, form, input, select, textarea, button, svg.sj-sprite, " +
    ".headerlink, .sj-visually-hidden, sj-playground";
  const BLOCKS = 5;

  /** @type {Map<string, Promise<Document | null>>} */
  const documents = new Map();
  /** @type {HTMLAnchorElement | null} */
  let shownFor = null;
  let timer = 0;

  const box = document.createElement("div");
  box.className = "sj-preview";
  box.popover = "manual";
  // Readers of the screen have the link itself; the same words once more would be in their way.
  box.setAttribute("aria-hidden", "true");

  const close = () => {
    clearTimeout(timer);
    shownFor = null;
    if (box.matches(":popover-open")) box.hidePopover();
  };

  /** @param {EventTarget | null} target @returns {HTMLAnchorElement | null} */
  const linkAt = (target) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.matches(SELECTOR) || link.querySelector("img, p, div, h2, h3")) return null;
    const isHere = link.pathname === location.pathname && link.search === location.search;
    const isPage =
      link.protocol === location.protocol && link.host === location.host && /(\/|\.html)$/.test(link.pathname);
    return isPage && (!isHere || link.hash.length > 1) ? link : null;
  };

  /** @param {HTMLAnchorElement} link @returns {Promise<Document | null>} */
  const read = (link) => {
    if (link.pathname === location.pathname) return Promise.resolve(document);
    const url = link.href.split("#")[0];
    let page = documents.get(url);
    if (!page) {
      page = fetch(url)
        .then((response) => (response.ok ? response.text() : ""))
        .then((text) => (text ? new DOMParser().parseFromString(text, "text/html") : null));
      // The next attempt asks again: the connection may have failed only once.
      page.catch(() => documents.delete(url));
      documents.set(url, page);
    }
    return page;
  };

  /** The blocks that describe the target of a link. @param {Document} page @param {string} id @returns {Element[]} */
  const findBlocks = (page, id) => {
    const main = page.querySelector("main .body, main, [role=main]");
    let target = id ? page.getElementById(id) : (main?.querySelector("section") ?? main);
    if (!target || !main?.contains(target)) return [];
    // An empty target stands before what it names.
    if (!target.textContent?.trim())
      target = /** @type {HTMLElement | null} */ (target.nextElementSibling) ?? target.parentElement;
    if (!target) return [];
    const row = target.closest("dt");
    if (row) return [row, row.nextElementSibling].filter((part) => part !== null);
    if (target.matches("section, main, .body"))
      return [...target.children].filter((part) => !part.matches("section, nav, .sj-tags")).slice(0, BLOCKS);
    if (!target.matches("h1, h2, h3, h4, h5, h6, .rubric")) return [target.closest("li, figure, p, details") ?? target];
    const blocks = [target];
    for (let next = target.nextElementSibling; next && blocks.length < BLOCKS; next = next.nextElementSibling) {
      if (next.matches("section, h1, h2, h3, h4, h5, h6, .rubric")) break;
      blocks.push(/** @type {HTMLElement} */ (next));
    }
    return blocks;
  };

  /** A copy without what works or has a name. @param {Element} block @param {string} url */
  const copy = (block, url) => {
    const copied = /** @type {Element} */ (document.importNode(block, true));
    for (const part of copied.querySelectorAll(OMITTED)) part.remove();
    for (const part of [copied, ...copied.querySelectorAll("*")]) {
      for (const name of ["id", "name", "tabindex", "role", "aria-haspopup"]) part.removeAttribute(name);
      const source = part.getAttribute("src");
      if (source) part.setAttribute("src", new URL(source, url).href);
      part.removeAttribute("srcset");
    }
    for (const link of copied.querySelectorAll("a, summary")) {
      const text = document.createElement("span");
      text.className = link.className;
      text.append(...link.childNodes);
      link.replaceWith(text);
    }
    return copied;
  };

  /** Title and description of a page, from a list that loads from disk too. @param {HTMLAnchorElement} link */
  const describe = async (link) => {
    await sitejson.loadScript("_static/sitejson-pages.js");
    const root = new URL(document.documentElement.dataset.content_root ?? "", location.href).pathname;
    const name = decodeURIComponent(link.pathname.slice(root.length)).replace(/(\/?index)?\.html$|\/$/, "");
    const pages = sitejson.pages?.pages ?? {};
    const page = pages[name] ?? pages[`${name}/index`.replace(/^\//, "")];
    if (!page || link.hash) return [];
    return [page[0], page[4]].map((text, number) => {
      const line = document.createElement(number ? "p" : "h2");
      line.textContent = text ?? "";
      return line;
    });
  };

  /** @param {HTMLAnchorElement} link */
  const contentOf = async (link) => {
    try {
      const page = await read(link);
      const id = decodeURIComponent(link.hash.slice(1));
      return page ? findBlocks(page, id).map((block) => copy(block, link.href)) : [];
    } catch {
      return describe(link);
    }
  };

  /** @param {HTMLAnchorElement} link @param {number | undefined} x */
  const place = (link, x) => {
    const rows = [...link.getClientRects()];
    const row = rows.find(({ left, right }) => x !== undefined && left <= x && x <= right) ?? rows[0];
    if (!row) return;
    const { width, height } = box.getBoundingClientRect();
    const fitsBelow = row.bottom + height + 8 < innerHeight || row.top < height + 8;
    const room = document.documentElement.clientWidth - width - 16;
    box.style.left = `${scrollX + Math.max(16, Math.min(row.left, room))}px`;
    box.style.top = `${scrollY + (fitsBelow ? row.bottom + 6 : row.top - height - 6)}px`;
  };

  /** @param {HTMLAnchorElement} link @param {number} [x] */
  const open = async (link, x) => {
    shownFor = link;
    const [content] = await Promise.all([contentOf(link), sitejson.loadStyle("_static/sitejson-previews.css")]);
    if (shownFor !== link) return;
    close();
    if (!content.some((part) => part.textContent?.trim())) return;
    shownFor = link;
    const body = document.createElement("div");
    body.className = "sj-prose";
    body.append(...content);
    box.replaceChildren(body);
    document.body.append(box);
    box.showPopover();
    place(link, x);
  };

  /** @param {HTMLAnchorElement} link @param {number} [x] */
  const openSoon = (link, x) => {
    clearTimeout(timer);
    if (link !== shownFor) timer = setTimeout(open, DELAY, link, x);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkAt(event.target);
    if (link) openSoon(link, event.clientX);
    else if (event.target instanceof Node && box.contains(event.target)) clearTimeout(timer);
    else if (shownFor !== document.activeElement || !shownFor) {
      clearTimeout(timer);
      timer = setTimeout(close, GRACE);
    }
  });
  document.addEventListener("focusin", ({ target }) => {
    const link = linkAt(target);
    if (link?.matches(":focus-visible")) openSoon(link);
    else close();
  });
  document.addEventListener("focusout", close);
  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Node && box.contains(event.target))) close();
  });
  // The link for which this script was loaded.
  const first = linkAt([...document.querySelectorAll("a:is(:hover, :focus-visible)")].pop() ?? null);
  if (first) openSoon(first);

  // In the capture phase: Sphinx's sphinx_highlight.js takes Escape away from the browser.
  addEventListener("keydown", ({ key }) => key === "Escape" && close(), true);
})();
