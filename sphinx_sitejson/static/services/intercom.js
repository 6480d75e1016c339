// @ts-check
"use strict";

/* Intercom, a chat: its script starts it from the settings. */
sitejsonServices.services.intercom = {
  load({ id }, add) {
    const page = /** @type {any} */ (window);
    page.intercomSettings = { api_base: "https://api-iam.intercom.io", app_id: id };
    page.Intercom ??= Object.assign(
      function () {
        page.Intercom.q.push(arguments);
      },
      { q: [] }
    );
    add(`https://widget.intercom.io/widget/${id}`);
  }
};
