// @ts-check
"use strict";

/* A click on the link of a heading also copies its URL; without a pointer that hovers, a tap on the heading shows it.
   Safari reports taps on text only to elements inside the body. */
document.querySelector("main")?.addEventListener("click", ({ target }) => {
  const found = /** @type {any} */ (target).closest("a.headerlink, :has(> a.headerlink)");
  if (found?.href) void sitejson.copyText(found.href);
  else if (matchMedia("(hover: none)").matches) found?.querySelector("a.headerlink").focus();
});
