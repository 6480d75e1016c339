// @ts-check
"use strict";

/* Plausible: calls before it is loaded are queued. */
sitejsonServices.services.plausible = {
  load({ domain, server }, add) {
    const page = /** @type {any} */ (window);
    page.plausible ??= function () {
      (page.plausible.q ??= []).push(arguments);
    };
    add(`https://${server || "plausible.io"}/js/script.js`, { "data-domain": domain });
  },
  track(event, data) {
    /** @type {any} */ (window).plausible(event, { props: data });
  }
};
