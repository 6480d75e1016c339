// @ts-check
"use strict";

/* Heap: calls before it is loaded are queued. */
sitejsonServices.services.heap = {
  load({ appId }, add) {
    const page = /** @type {any} */ (window);
    if (!page.heap) {
      page.heapReadyCb ??= [];
      page.heap = Object.assign([], { envId: appId, clientConfig: { shouldFetchServerConfig: false } });
      for (const name of ["track", "identify", "addEventProperties", "addUserProperties"]) {
        page.heap[name] = (/** @type {unknown[]} */ ...values) =>
          page.heapReadyCb.push({ name, fn: () => page.heap[name](...values) });
      }
    }
    add(`https://cdn.us.heap-api.com/config/${appId}/heap_config.js`);
  },
  track(event, data) {
    /** @type {any} */ (window).heap.track(event, data);
  }
};
