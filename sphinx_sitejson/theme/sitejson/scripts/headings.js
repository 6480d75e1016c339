// @ts-check
"use strict";

/* A click on the link of a heading also copies its URL. */
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a.headerlink");
  if (link instanceof HTMLAnchorElement) void sitejson.copyText(link.href);
});
