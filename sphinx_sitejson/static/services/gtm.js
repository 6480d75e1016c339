// @ts-check
"use strict";

/* Google Tag Manager. */
sitejsonServices.services.gtm = {
  load({ tagId }, add) {
    const page = /** @type {any} */ (window);
    page.dataLayer ??= [];
    page.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
    add(`https://www.googletagmanager.com/gtm.js?id=${tagId}`);
  },
  track(event, data) {
    /** @type {any} */ (window).dataLayer.push({ event, ...data });
  }
};
