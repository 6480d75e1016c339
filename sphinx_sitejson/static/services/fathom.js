// @ts-check
"use strict";

/* Fathom. */
sitejsonServices.services.fathom = {
  load({ siteId }, add) {
    add("https://cdn.usefathom.com/script.js", { "data-site": siteId });
  },
  track(event, data) {
    /** @type {any} */ (window).fathom?.trackEvent(`${event}: ${data.helpful ?? ""}`);
  }
};
