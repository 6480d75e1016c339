// @ts-check
"use strict";

/* Google Analytics 4. */
sitejsonServices.services.ga4 = {
  load({ measurementId }, add) {
    const page = /** @type {any} */ (window);
    page.dataLayer ??= [];
    page.gtag ??= function () {
      page.dataLayer.push(arguments);
    };
    page.gtag("js", new Date());
    page.gtag("config", measurementId);
    add(`https://www.googletagmanager.com/gtag/js?id=${measurementId}`);
  },
  track(event, data) {
    /** @type {any} */ (window).gtag("event", event, data);
  }
};
