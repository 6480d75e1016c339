// @ts-check
"use strict";

/* Fonts cannot be preloaded from a folder, so optional ones would be late: they are swapped in. */
if (location.protocol === "file:" && [...document.fonts].some(({ display }) => display === "optional"))
  sitejson.loadStyle("_static/sitejson-fonts.css").catch(() => {});
