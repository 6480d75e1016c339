// @ts-check
"use strict";

/* LogRocket. */
sitejsonServices.services.logrocket = {
  load({ appId }, add) {
    add("https://cdn.logr-in.com/LogRocket.min.js", { crossorigin: "anonymous" }).addEventListener("load", () => {
      /** @type {any} */ (window).LogRocket?.init(appId);
    });
  },
  track(event, data) {
    /** @type {any} */ (window).LogRocket?.track(event, data);
  }
};
