// @ts-check
"use strict";

// How requests are sent: directly, through a proxy, or not at all when the page simulates the API.
// The response header "x-sitejson-answered-by" names the provider, if it is not the API itself:
// "page" or "mock" for a simulated response, "proxy" for a response through a proxy.

/**
 * The settings of the preview server; null on published sites.
 * @type {{send: string, mode: string} | null}
 */
const PREVIEW = (() => {
  const { sitejsonPreview: preview } = /** @type {any} */ (globalThis);
  return typeof preview?.send === "string" && ["mock", "proxy"].includes(preview.mode) ? preview : null;
})();
const IS_SIMULATED_HERE = SIMULATE && PREVIEW?.mode !== "mock";
const IS_SIMULATED = IS_SIMULATED_HERE || PREVIEW?.mode === "mock";
/** The URL of the proxy, or "". */
const PROXY = IS_SIMULATED_HERE ? "" : PREVIEW ? new URL(PREVIEW.send, location.origin).href : SITE_PROXY;

/** Describe which host receives the credentials. @param {string} origin @param {string} proxy */
const describeRecipient = (origin, proxy) =>
  IS_SIMULATED ? TEXTS.isSimulated : formatText(proxy ? TEXTS.sentByProxy : TEXTS.sentTo, origin, proxy);
