// @ts-check
"use strict";

/* Segment: calls before it is loaded are queued. */
sitejsonServices.services.segment = {
  load({ key }, add) {
    const page = /** @type {any} */ (window);
    if (!page.analytics) {
      const waiting = Object.assign(/** @type {any} */ ([]), {
        invoked: true,
        SNIPPET_VERSION: "5.2.0",
        _writeKey: key
      });
      for (const name of ["track", "page", "identify", "reset", "group", "ready", "on", "once", "off"]) {
        waiting[name] = (/** @type {unknown[]} */ ...values) => {
          waiting.push([name, ...values]);
          return waiting;
        };
      }
      page.analytics = waiting;
    }
    page.analytics.page();
    add(`https://cdn.segment.com/analytics.js/v1/${key}/analytics.min.js`);
  },
  track(event, data) {
    /** @type {any} */ (window).analytics.track(event, data);
  }
};
