// @ts-check
"use strict";

/* Intercom, a chat. */
sitejsonServices.services.intercom = {
  purpose: "chat",
  load({ id }, add) {
    const page = /** @type {any} */ (window);
    page.intercomSettings = { app_id: id };
    page.Intercom ??= function () {
      (page.Intercom.q ??= []).push(arguments);
    };
    page.Intercom("boot", page.intercomSettings);
    add(`https://widget.intercom.io/widget/${id}`);
  },
};
