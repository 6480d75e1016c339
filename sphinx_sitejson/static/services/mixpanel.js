// @ts-check
"use strict";

/* Mixpanel: calls before it is loaded are queued. */
sitejsonServices.services.mixpanel = {
  load({ projectToken }, add) {
    const page = /** @type {any} */ (window);
    if (!page.mixpanel) {
      const waiting = Object.assign(/** @type {any} */ ([]), { _i: [], __SV: 1.2 });
      waiting.init = (/** @type {string} */ token, /** @type {object} */ config) => {
        for (const name of ["track", "identify", "register", "reset", "track_pageview"]) {
          waiting[name] = (/** @type {unknown[]} */ ...values) => waiting.push([name, ...values]);
        }
        waiting.people = [];
        waiting._i.push([token, config, "mixpanel"]);
      };
      page.mixpanel = waiting;
    }
    page.mixpanel.init(projectToken, { track_pageview: true, persistence: "localStorage" });
    add("https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js");
  },
  track(event, data) {
    /** @type {any} */ (window).mixpanel.track(event, data);
  }
};
