// @ts-check
"use strict";

// Send the parameters of the redirect to the page that started the sign-in, which verifies the state.
const parameters = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
history.replaceState(null, "", location.pathname);
if (parameters.has("state")) {
  const channel = new BroadcastChannel("sitejson.sign-in");
  channel.postMessage(Object.fromEntries(parameters));
  channel.close();
  setTimeout(close, 200);
}
