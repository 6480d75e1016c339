// @ts-check
"use strict";

/* Amplitude: its script is generated for the project. */
sitejsonServices.services.amplitude = {
  load({ apiKey }, add) {
    add(`https://cdn.amplitude.com/script/${apiKey}.js`).addEventListener("load", () => {
      /** @type {any} */ (window).amplitude?.init(apiKey, { autocapture: true });
    });
  },
  track(event, data) {
    /** @type {any} */ (window).amplitude?.track?.(event, data);
  }
};
