// @ts-check
"use strict";

/* Pirsch. */
sitejsonServices.services.pirsch = {
  purpose: "analytics",
  load({ id }, add) {
    add("https://api.pirsch.io/pa.js", { id: "pianjs", "data-code": id });
  },
  track(event, data) {
    /** @type {any} */ (window).pirsch?.(event, { meta: data });
  },
};
