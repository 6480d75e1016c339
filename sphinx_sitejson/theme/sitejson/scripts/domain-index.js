// @ts-check
"use strict";

/* The groups of a long index are closed at first: Sphinx's own script asks for this when the page is ready. */
if (typeof DOCUMENTATION_OPTIONS !== "undefined") DOCUMENTATION_OPTIONS.COLLAPSE_INDEX = true;
