// @ts-check
"use strict";

/* Mark the current section in the table of contents. */
(() => {
  const contents = document.querySelector("[data-contents]");
  const aside = contents?.parentElement;
  if (!contents || !aside) return;

  const sections = /** @type {HTMLAnchorElement[]} */ ([...contents.querySelectorAll('a[href^="#"]')])
    // The first of several top-level headings links to the page itself, "#".
    .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1)) || "sj-content") }))
    .filter((section) => section.target && section.link.offsetParent !== null);
  if (sections.length === 0) return;

  /** @type {HTMLAnchorElement | undefined} */
  let current;
  const markCurrent = () => {
    const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) + 8;
    const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    // Headings in tabs that are not selected have no location.
    const passed = sections.filter(
      ({ target }) => target?.checkVisibility() && target.getBoundingClientRect().top <= line
    );
    const jumped = isAtEnd && sections.find(({ link }) => link.hash === location.hash);
    const { link } = jumped || (isAtEnd ? sections.at(-1) : passed.at(-1)) || sections[0];
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
  markCurrent();
})();
