// @ts-check
"use strict";

/* A click on a heading's link also copies the address. */
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a.headerlink");
  if (link instanceof HTMLAnchorElement) void sitejson.copy(link.href);
});
