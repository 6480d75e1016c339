// @ts-check
"use strict";

// How a request travels: straight to the API, through a proxy, or nowhere, since the page answers.
// An answer says in the header "x-sitejson-answered-by" who gave it, if not the API itself:
// "page" or "mock" for a simulated one, "proxy" for one that came through a proxy.

const ANSWERED_BY = "x-sitejson-answered-by";
/** Methods that change nothing, so that they can be sent a second time. */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** What the server of a preview says of itself; published sites have none. @type {{send: string, mode: string} | null} */
const PREVIEW = (() => {
  const { sitejsonPreview: found } = /** @type {any} */ (globalThis);
  return typeof found?.send === "string" && ["mock", "proxy"].includes(found.mode) ? found : null;
})();
const IS_SIMULATED_HERE = SIMULATE && PREVIEW?.mode !== "mock";
const IS_SIMULATED = IS_SIMULATED_HERE || PREVIEW?.mode === "mock";
/** The address that requests go through, or "". */
const PROXY = IS_SIMULATED_HERE ? "" : PREVIEW ? new URL(PREVIEW.send, location.origin).href : SITE_PROXY;

/** The proxies that answers came through. @type {WeakMap<Response, string>} */
const ways = new WeakMap();
/** @param {Response} response */
const proxyOf = (response) => ways.get(response) ?? "";

/** Send a request the way that this site has, and return its answer. @param {BuiltRequest} request @param {AbortSignal} signal @param {any} data @returns {Promise<Response>} */
async function transmit(request, signal, data) {
  if (IS_SIMULATED_HERE) {
    await loadChunk("simulate");
    return SHARED.simulate(request, data);
  }
  const straight = fetchParts(request, "");
  // In a preview the proxy is for what a browser cannot do; what has an effect is sent only once.
  if (PREVIEW?.mode === "proxy" && SAFE_METHODS.includes(request.method) && !straight.left.length) {
    try {
      return await fetch(straight.url, { ...straight.options, signal });
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
  const { url, options } = fetchParts(request, PROXY);
  const response = await fetch(url, { ...options, signal });
  ways.set(response, PROXY);
  return response;
}

/** Who gave an answer, if not the API itself. @param {Response} response @returns {HTMLElement[]} */
function answeredBy(response) {
  if (!IS_SIMULATED && !proxyOf(response)) return [];
  const who = response.headers.get(ANSWERED_BY);
  if (who === "mock" || who === "page") return [make("span.sj-chip.sj-p-simulated", { text: TEXTS.simulated, title: TEXTS.isSimulated })];
  return who === "proxy" && PREVIEW ? [make("span.sj-facts", { text: TEXTS.throughProxy })] : [];
}

/** A word before anything is sent. @returns {HTMLElement[]} */
const simulationNote = () => IS_SIMULATED ? [make("p.sj-notice.sj-p-simulated", { text: TEXTS.isSimulated })] : [];

/** Where credentials go. @param {string} origin */
const sentText = (origin) => IS_SIMULATED ? TEXTS.notNeeded : fill(PROXY ? TEXTS.sentByProxy : TEXTS.sentTo, origin, PROXY);
