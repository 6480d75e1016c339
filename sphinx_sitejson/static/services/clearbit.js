// @ts-check
"use strict";

/* Clearbit: takes no events. */
sitejsonServices.services.clearbit = {
  load({ publicApiKey }, add) {
    add(`https://tag.clearbitscripts.com/v1/${publicApiKey}/tags.js`, {
      referrerpolicy: "strict-origin-when-cross-origin"
    });
  }
};
