// @ts-check
"use strict";

// Hands what a sign-in brought back to the page that began it, which checks that it asked.
const given = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
history.replaceState(null, "", location.pathname);
if (given.has("state")) {
  const channel = new BroadcastChannel("sitejson.sign-in");
  channel.postMessage(Object.fromEntries(given));
  channel.close();
  setTimeout(close, 200);
}
