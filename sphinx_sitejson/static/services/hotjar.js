// @ts-check
"use strict";

/* Hotjar: events have a name only. */
sitejsonServices.services.hotjar = {
  load({ hjid, hjsv }, add) {
    const page = /** @type {any} */ (window);
    page.hj ??= function () {
      (page.hj.q ??= []).push(arguments);
    };
    page._hjSettings = { hjid: Number(hjid), hjsv: Number(hjsv) };
    add(`https://static.hotjar.com/c/hotjar-${hjid}.js?sv=${hjsv}`);
  },
  track(event, data) {
    /** @type {any} */ (window).hj("event", `${event}_${data.helpful === false ? "no" : "yes"}`);
  }
};
