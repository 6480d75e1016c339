// @ts-check
"use strict";

/** Functions that the theme's scripts share. Everything here works without storage and from file://. */
var sitejson = /** @type {Sitejson} */ ({
  /**
   * Read a stored value, or "".
   * @param {string} name
   * @param {"localStorage" | "sessionStorage"} storage
   */
  readStorage(name, storage = "localStorage") {
    try {
      return window[storage].getItem(`sitejson.${name}`) ?? "";
    } catch {
      return "";
    }
  },

  /**
   * Store a value for later pages.
   * @param {string} name
   * @param {string} value
   * @param {"localStorage" | "sessionStorage"} storage
   */
  writeStorage(name, value, storage = "localStorage") {
    try {
      window[storage].setItem(`sitejson.${name}`, value);
    } catch {
      // Without storage the value lasts for this page only.
    }
  },

  /** Announce a result to screen readers. @param {"copied" | "notCopied"} what */
  announce(what) {
    const announcer = document.getElementById("sj-announcer");
    if (announcer) announcer.textContent = announcer.dataset[what] ?? "";
  },

  /** Copy a text to the clipboard; return whether it worked. @param {string} text @returns {Promise<boolean>} */
  async copyText(text) {
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
