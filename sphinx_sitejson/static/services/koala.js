// @ts-check
"use strict";

/* Koala: calls before it is loaded are queued. */
sitejsonServices.services.koala = {
  load({ publicApiKey }, add) {
    const page = /** @type {any} */ (window);
    if (!page.ko) {
      page.ko = [];
      for (const name of ["identify", "track", "removeListeners", "on", "off", "qualify", "ready"]) {
        page.ko[name] = (/** @type {unknown[]} */ ...values) => {
          page.ko.push([name, ...values]);
          return page.ko;
        };
      }
    }
    add(`https://cdn.getkoala.com/v1/${publicApiKey}/sdk.js`);
  },
  track(event, data) {
    /** @type {any} */ (window).ko.track(event, data);
  }
};
