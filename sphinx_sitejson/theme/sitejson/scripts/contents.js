// @ts-check
"use strict";

/* Mark the section being read in the page's contents. */
(() => {
  const contents = document.querySelector("[data-contents]");
  const aside = contents?.parentElement;
  if (!contents || !aside) return;

  const sections = /** @type {HTMLAnchorElement[]} */ ([...contents.querySelectorAll('a[href^="#"]')])
    // The first of several top-level headings is the page itself, "#".
    .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1)) || "sj-content") }))
    .filter((section) => section.target && section.link.offsetParent !== null);
  if (sections.length === 0) return;

  /** @type {HTMLAnchorElement | undefined} */
  let marked;
  const mark = () => {
    const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) + 8;
    const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = sections.filter(({ target }) => target && target.getBoundingClientRect().top <= line);
    const jumped = isAtEnd && sections.find(({ link }) => link.hash === location.hash);
    const { link } = jumped || (isAtEnd ? sections.at(-1) : passed.at(-1)) || sections[0];
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    marked = link;
    const [entry, view] = [link.getBoundingClientRect(), aside.getBoundingClientRect()];
    if (entry.top < view.top + 40 || entry.bottom > view.bottom - 40)
      aside.scrollTop += entry.top - view.top - view.height / 2;
  };

  let isWaiting = false;
  const markSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark();
    });
  };
  addEventListener("scroll", markSoon, { passive: true });
  addEventListener("resize", markSoon);
  addEventListener("hashchange", markSoon);
  mark();
})();
