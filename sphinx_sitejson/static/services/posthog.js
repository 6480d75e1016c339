// @ts-check
"use strict";

/* PostHog: calls before it is loaded are queued. */
sitejsonServices.services.posthog = {
  load({ apiKey, apiHost }, add) {
    const page = /** @type {any} */ (window);
    const host = (apiHost || "https://us.i.posthog.com").replace(/\/+$/, "");
    const scripts = host.replace(/^(https:\/\/(?:us|eu))\.i\.posthog\.com$/, "$1-assets.i.posthog.com");
    if (!page.posthog) {
      const waiting = Object.assign(/** @type {any} */ ([]), { _i: [], __SV: 1, people: [] });
      for (const name of ["capture", "identify", "register", "reset", "opt_in_capturing", "opt_out_capturing"]) {
        waiting[name] = (/** @type {unknown[]} */ ...values) => waiting.push([name, ...values]);
      }
      page.posthog = waiting;
    }
    page.posthog._i?.push([apiKey, { api_host: host }, "posthog"]);
    add(`${scripts}/static/array.js`, { crossorigin: "anonymous" });
  },
  track(event, data) {
    /** @type {any} */ (window).posthog.capture(event, data);
  }
};
