// @ts-check
"use strict";

/* Heap: calls made before it is there wait in a list. */
sitejsonServices.services.heap = {
  purpose: "analytics",
  load({ appId }, add) {
    const page = /** @type {any} */ (window);
    if (!page.heap) {
      page.heap = Object.assign([], { appid: appId, envId: appId, config: {} });
      for (const name of ["track", "identify", "addEventProperties", "addUserProperties"]) {
        page.heap[name] = (/** @type {unknown[]} */ ...values) => page.heap.push([name, ...values]);
      }
    }
    add(`https://cdn.heapanalytics.com/js/heap-${appId}.js`);
  },
  track(event, data) {
    /** @type {any} */ (window).heap.track(event, data);
  },
};
