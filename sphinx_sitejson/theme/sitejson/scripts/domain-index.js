// @ts-check
"use strict";

/* Collapse the groups of a long index: Sphinx's script reads this option when the page is ready. */
if (typeof DOCUMENTATION_OPTIONS !== "undefined") DOCUMENTATION_OPTIONS.COLLAPSE_INDEX = true;
