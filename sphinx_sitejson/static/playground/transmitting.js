// @ts-check
"use strict";

// How a request travels: straight to the API, through a proxy, or nowhere, since the page answers.
// An answer says in the header "x-sitejson-answered-by" who gave it, if not the API itself:
// "page" or "mock" for a simulated one, "proxy" for one that came through a proxy.

/**
 * What the server of a preview says of itself; published sites have none.
 * @type {{send: string, mode: string} | null}
 */
const PREVIEW = (() => {
  const { sitejsonPreview: found } = /** @type {any} */ (globalThis);
  return typeof found?.send === "string" && ["mock", "proxy"].includes(found.mode) ? found : null;
})();
const IS_SIMULATED_HERE = SIMULATE && PREVIEW?.mode !== "mock";
const IS_SIMULATED = IS_SIMULATED_HERE || PREVIEW?.mode === "mock";
/** The address that requests go through, or "". */
const PROXY = IS_SIMULATED_HERE ? "" : PREVIEW ? new URL(PREVIEW.send, location.origin).href : SITE_PROXY;

/** A word before anything is sent. @returns {HTMLElement[]} */
const simulationNote = () => (IS_SIMULATED ? [make("p.sj-notice.sj-p-simulated", { text: TEXTS.isSimulated })] : []);

/** Where credentials go. @param {string} origin @param {string} proxy */
const sentText = (origin, proxy) =>
  IS_SIMULATED ? TEXTS.notNeeded : fill(proxy ? TEXTS.sentByProxy : TEXTS.sentTo, origin, proxy);
