// @ts-check
"use strict";

/* Front Chat. */
sitejsonServices.services.frontchat = {
  load({ id }, add) {
    add("https://chat-assets.frontapp.com/v1/chat.bundle.js").addEventListener("load", () => {
      /** @type {any} */ (window).FrontChat?.("init", { chatId: id, useDefaultLauncher: true });
    });
  }
};
