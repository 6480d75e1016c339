// @ts-check
"use strict";

/* Pirsch: the values of events are strings. */
sitejsonServices.services.pirsch = {
  load({ id }, add) {
    add("https://api.pirsch.io/pa.js", { id: "pianjs", "data-code": id });
  },
  track(event, data) {
    const meta = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
    /** @type {any} */ (window).pirsch?.(event, { meta })?.catch(() => {});
  }
};
