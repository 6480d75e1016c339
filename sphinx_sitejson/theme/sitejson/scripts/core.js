// @ts-check
"use strict";

/** What the theme's scripts share. Everything here works without storage and from file://. */
var sitejson = /** @type {Sitejson} */ ({
  /**
   * A value kept from an earlier page, or "".
   * @param {string} name
   * @param {"localStorage" | "sessionStorage"} storage
   */
  recall(name, storage = "localStorage") {
    try {
      return window[storage].getItem(`sitejson.${name}`) ?? "";
    } catch {
      return "";
    }
  },

  /**
   * Keep a value for later pages.
   * @param {string} name
   * @param {string} value
   * @param {"localStorage" | "sessionStorage"} storage
   */
  keep(name, value, storage = "localStorage") {
    try {
      window[storage].setItem(`sitejson.${name}`, value);
    } catch {
      // Without storage the choice holds for this page only.
    }
  },

  /** Tell readers of the screen what happened. @param {"copied" | "notCopied"} what */
  announce(what) {
    const announcer = document.getElementById("sj-announcer");
    if (announcer) announcer.textContent = announcer.dataset[what] ?? "";
  },

  /** Copy a text and say whether it worked. @param {string} text @returns {Promise<boolean>} */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      sitejson.announce("copied");
      return true;
    } catch {
      sitejson.announce("notCopied");
      return false;
    }
  }
});
