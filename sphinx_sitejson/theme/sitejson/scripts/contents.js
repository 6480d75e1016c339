// @ts-check
"use strict";

/* List the headings that are shown in the table of contents, and mark the current section. */
(() => {
  const entries = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('.sj-contents a[href^="#"]')])
    // The first of several top-level headings links to the page itself, "#".
    .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1)) || "sj-content") }));

  const contents = document.querySelector("[data-contents]");
  const aside = contents?.parentElement;
  const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".sj-contents-menu"));
  /** The entries beside the text, once they are shown; smaller screens have a menu. @type {typeof entries} */
  let sections = [];

  /** Return whether a heading is in a tab or view that is not selected; accordions are opened by its entry. @param {Element} target */
  const isUnselected = (target) =>
    target.closest("[hidden]") || (!target.checkVisibility() && !target.closest("details:not([open])"));

  const listHeadings = () => {
    if (sections.length === 0 && !menu?.open) return;
    for (const { link, target } of entries) link.hidden = Boolean(target && isUnselected(target));
  };

  /** @type {HTMLAnchorElement | undefined} */
  let current;
  const markCurrent = () => {
    if (!aside || sections.length === 0) return;
    const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) + 8;
    const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    // Headings in closed accordions have no location.
    const shown = sections.filter(({ target }) => target?.checkVisibility());
    const passed = shown.filter(({ target }) => Number(target?.getBoundingClientRect().top) <= line);
    // A link to a section that is too near to the end for the top, unless the reader has scrolled on since.
    const jumped = isAtEnd && shown.find(({ link }, at) => at >= passed.length - 1 && link.hash === location.hash);
    const { link } = jumped || (isAtEnd ? shown.at(-1) : passed.at(-1)) || sections[0];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    current = link;
    const [entry, view] = [link.getBoundingClientRect(), aside.getBoundingClientRect()];
    if (entry.top < view.top + 40 || entry.bottom > view.bottom - 40)
      aside.scrollTop += entry.top - view.top - view.height / 2;
  };

  let isWaiting = false;
  const scheduleMark = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      markCurrent();
    });
  };
  addEventListener("scroll", scheduleMark, { passive: true });
  addEventListener("resize", scheduleMark);
  addEventListener("hashchange", scheduleMark);
  const observer = new MutationObserver(() => {
    listHeadings();
    scheduleMark();
  });
  const article = document.getElementById("sj-content");
  if (article) observer.observe(article, { attributeFilter: ["hidden"], attributes: true, subtree: true });
  menu?.addEventListener("toggle", listHeadings);
  // The observer is called once the page is laid out, and before it is painted.
  const shown = new ResizeObserver(() => {
    shown.disconnect();
    sections = entries.filter(
      ({ link, target }) => target && contents?.contains(link) && (link.hidden || link.offsetParent !== null)
    );
    listHeadings();
    markCurrent();
  });
  if (aside) shown.observe(aside);
})();
