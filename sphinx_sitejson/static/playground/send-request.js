// @ts-check
"use strict";

// Sending a request and showing what comes of it.

const MOST_KEPT = 20;
const LONGEST_KEPT = 60_000;

const ANSWERED_BY = "x-sitejson-answered-by";
/** Methods that change nothing, so that they can be sent a second time. */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The proxies that answers came through. @type {WeakMap<Response, string>} */
const ways = new WeakMap();
/** @param {Response} response */
const proxyOf = (response) => ways.get(response) ?? "";

/**
 * Fetch, but let no header that may be a key follow a redirect to another origin; browsers take away only
 * Authorization.
 * @param {string} url
 * @param {any} options
 * @returns {Promise<Response>}
 */
async function fetchWithinOrigin(url, options) {
  if (askedFor(options).headers.every((name) => ["authorization", "content-type"].includes(name)))
    return fetch(url, options);
  const response = await fetch(url, { ...options, redirect: "manual" });
  if (response.type !== "opaqueredirect") return response;
  // A page cannot read where a redirect leads, so it is followed once without the headers.
  const target = SAFE_METHODS.includes(options.method) ? (await fetch(url, { ...options, headers: [] })).url : "";
  if (!target || new URL(target).origin !== new URL(url).origin) throw Object.assign(new Error(), { kind: "redirect" });
  return fetch(target, { ...options, redirect: "error" });
}

/**
 * Send a request the way that this site has, and return its answer.
 * @param {BuiltRequest} request
 * @param {AbortSignal} signal
 * @param {any} data
 * @param {string} proxy
 * @returns {Promise<Response>}
 */
async function transmit(request, signal, data, proxy) {
  if (IS_SIMULATED_HERE) {
    await loadChunk("simulate");
    return SHARED.simulate(request, data);
  }
  const straight = fetchParts(request, "");
  // In a preview the proxy is for what a browser cannot do; what has an effect is sent only once.
  if (proxy && PREVIEW?.mode === "proxy" && SAFE_METHODS.includes(request.method) && !straight.left.length) {
    try {
      return await fetchWithinOrigin(straight.url, { ...straight.options, signal });
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
  const { url, options } = fetchParts(request, proxy);
  const response = await (proxy ? fetch : fetchWithinOrigin)(url, { ...options, signal });
  ways.set(response, proxy);
  return response;
}

/** Who gave an answer, if not the API itself. @param {Response} response @returns {HTMLElement[]} */
function answeredBy(response) {
  if (!IS_SIMULATED && !proxyOf(response)) return [];
  const who = response.headers.get(ANSWERED_BY);
  if (who === "mock" || who === "page")
    return [make("span.sj-chip.sj-p-simulated", { text: TEXTS.simulated, title: TEXTS.isSimulated })];
  return who === "proxy" && PREVIEW ? [make("span.sj-facts", { text: TEXTS.throughProxy })] : [];
}

/** The view of a playground, made once. @param {any} play */
const viewOf = (play) =>
  (play.view ??= SHARED.responseView(play.answer, play.data, {
    hasProxy: play.proxy() !== "",
    retry: () => play.send(),
    copyCurl: (/** @type {any} */ target) => play.copyCurl(target),
    copy: (/** @type {string} */ text, /** @type {any} */ target) => play.copied(text, target),
    toCredentials: () => {
      play.turn("request");
      play.credentials?.element.querySelector("input")?.focus();
    },
    follow: () => ({ data: play.data, base: play.base(), request: play.request(false), values: play.values() })
  }));

/** @param {any} play @param {AbortController} stop */
SHARED.send = async (/** @type {any} */ play, /** @type {AbortController} */ stop) => {
  const answer = viewOf(play);
  const request = play.request(false);
  const shown = play.request(true);
  const proxy = play.proxy();
  const { options } = fetchParts(request, proxy);
  // A browser would refuse only after it was asked, and tell nobody why.
  if (!IS_SIMULATED && !proxy && isDowngrade(new URL(request.url), location)) {
    play.turn("response");
    return void answer.failure("mixed", { values: [new URL(request.url).origin] });
  }
  const started = performance.now();
  const limit = play.extras.timeout();
  const timer = limit ? setTimeout(() => stop.abort("timeout"), limit * 1000) : 0;
  let policy = "";
  let found = /** @type {any} */ (undefined);
  const watch = (/** @type {SecurityPolicyViolationEvent} */ event) => {
    if (event.effectiveDirective === "connect-src") policy = event.effectiveDirective;
  };
  document.addEventListener("securitypolicyviolation", watch);
  try {
    let response = await transmit(request, stop.signal, play.data, proxy);
    const told = headOf(response, proxyOf(response));
    const question =
      told.status === 401 && request.basic?.scheme === "digest" ? told.headers.get("www-authenticate") : null;
    if (question) {
      await loadChunk("digest");
      const { pathname, search } = new URL(request.url);
      const header = await SHARED.digest?.(question, {
        ...request.basic,
        method: request.method,
        uri: pathname + search
      });
      if (header)
        response = await transmit(
          { ...request, basic: null, headers: [...request.headers, ["Authorization", header]] },
          stop.signal,
          play.data,
          proxy
        );
    }
    clearTimeout(timer);
    play.turn("response");
    found = await answer.show(response, {
      url: request.url,
      isDirect: !proxyOf(response),
      told: headOf(response, proxyOf(response)),
      // The page itself has answered: nothing was measured.
      started: IS_SIMULATED ? null : started,
      by: answeredBy(response),
      stop: () => stop.abort()
    });
  } catch (/** @type {any} */ error) {
    play.turn("response");
    if (error.kind === "redirect") answer.failure("redirect", { values: [new URL(request.url).origin] });
    else if (stop.signal.reason === "timeout") answer.failure("timeout", { values: [limit] });
    else if (stop.signal.aborted) answer.failure("stopped");
    else await tellFailure(answer, request, options, proxy, () => policy);
  }
  document.removeEventListener("securitypolicyviolation", watch);
  clearTimeout(timer);
  if (found) await keepAnswer(play, shown, found);
};

/**
 * @param {any} answer
 * @param {BuiltRequest} request
 * @param {any} options
 * @param {string} proxy
 * @param {() => string} policy
 */
async function tellFailure(answer, request, options, proxy, policy) {
  const { origin } = new URL(request.url);
  // The browser says that a policy forbids it, a moment after it refused.
  await new Promise((done) => setTimeout(done, 30));
  const kind = policy() ? "policy" : await failureOf(proxy || request.url, location, options);
  const isRead = ["blocked", "asked"].includes(kind);
  const link = ["unreachable", "dropped"].includes(kind) && request.method === "GET" ? new URL(request.url).origin : "";
  if (proxy && !["offline", "policy"].includes(kind)) answer.failure("proxy", { values: [origin] });
  else
    answer.failure(kind, {
      values: kind === "policy" ? [proxy ? new URL(proxy, location.href).origin : origin] : [origin, location.origin],
      code: isRead ? neededHeaders(location.origin, options) : "",
      link
    });
}

/**
 * The last requests of a tab, without secrets, and their answers.
 * @param {any} play
 * @param {BuiltRequest} request with placeholders
 * @param {any} answer
 */
async function keepAnswer(play, request, { blob, headers, text, url, redirect, ...rest }) {
  await loadChunk("secrets");
  if (!SHARED.linkText) return;
  const { text: state, hidden } = SHARED.linkText(play);
  const basic = Object.values(secrets.values)
    .filter((each) => each.password)
    .map((each) => base64(`${each.username ?? ""}:${each.password}`));
  // An API may say again what it was told.
  const clean = (/** @type {string} */ words) =>
    SHARED.withoutSecrets(words, [
      ...hidden,
      ...basic,
      ...Object.values(secrets.values).flatMap((each) => [each.token, each.password].filter(Boolean)),
      ...play.extras.secrets()
    ]);
  const entry = {
    ...rest,
    by: rest.by.map((/** @type {Element} */ { textContent }) => textContent).join(" "),
    at: Date.now(),
    method: request.method,
    url: clean(request.url),
    redirect: clean(redirect),
    page: location.href.split("#")[0],
    end: play.linkEnd,
    state,
    headers: [...headers].map(([name, value]) => [name, clean(value)]),
    text: clean(text.slice(0, LONGEST_KEPT))
  };
  remember("history", [entry, ...(recalled("history", "sessionStorage") ?? [])].slice(0, MOST_KEPT), "sessionStorage");
}

/** @param {any} play */
SHARED.showHistory = (/** @type {any} */ play) => {
  const { place } = play.answer;
  const children = [...place.childNodes];
  const here = location.href.split("#")[0];
  SHARED.history(place, {
    entries: () => recalled("history", "sessionStorage") ?? [],
    clear: () => remember("history", null, "sessionStorage"),
    back: () => place.replaceChildren(...children),
    show: (/** @type {any} */ entry) =>
      viewOf(play).draw({
        ...entry,
        by: entry.by ? [make("span.sj-chip", { text: entry.by })] : [],
        headers: new Map(entry.headers)
      }),
    again: (/** @type {any} */ entry) => {
      const { page, state, end = "" } = entry;
      if (page !== here || end !== play.linkEnd) return location.assign(`${page}#try=${state}${end}`);
      play.restore(SHARED.stateOf(state) ?? {}, false);
      play.update();
      play.send();
    }
  });
};
