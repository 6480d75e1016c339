// @ts-check
"use strict";

// Send requests, show their responses and record them in the history.

const MAX_HISTORY_ENTRIES = 20;
const MAX_HISTORY_TEXT = 60_000;

const ANSWERED_BY = "x-sitejson-answered-by";
/** Safe methods (RFC 9110, section 9.2.1), which can be sent twice. */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The proxies of responses. @type {WeakMap<Response, string>} */
const responseProxies = new WeakMap();
/** @param {Response} response */
const getProxy = (response) => responseProxies.get(response) ?? "";

/**
 * Fetch, without forwarding a header that may be a key to another origin: browsers remove only Authorization.
 * @param {string} url
 * @param {any} options
 * @returns {Promise<Response>}
 */
async function fetchWithinOrigin(url, options) {
  if (preflightNeeds(options).headers.every((name) => ["authorization", "content-type"].includes(name)))
    return fetch(url, options);
  const response = await fetch(url, { ...options, redirect: "manual" });
  if (response.type !== "opaqueredirect") return response;
  // A page cannot read the target of a redirect, so it is followed once without the headers.
  const target = SAFE_METHODS.includes(options.method) ? (await fetch(url, { ...options, headers: [] })).url : "";
  if (!target || new URL(target).origin !== new URL(url).origin) throw Object.assign(new Error(), { kind: "redirect" });
  return fetch(target, { ...options, redirect: "error" });
}

/**
 * Send a request directly, through the proxy, or to the simulation.
 * @param {BuiltRequest} request
 * @param {AbortSignal} signal
 * @param {any} data
 * @param {string} proxy
 * @returns {Promise<Response>}
 */
async function sendRequest(request, signal, data, proxy) {
  if (IS_SIMULATED_HERE) {
    await loadChunk("simulate");
    return SHARED.simulate(request, data);
  }
  const direct = buildFetch(request, "");
  // In a preview the proxy is used only for what a browser cannot send; unsafe methods are sent only once.
  if (proxy && PREVIEW?.mode === "proxy" && SAFE_METHODS.includes(request.method) && !direct.omitted.length) {
    try {
      return await fetchWithinOrigin(direct.url, { ...direct.options, signal });
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
  const { url, options } = buildFetch(request, proxy);
  const response = await (proxy ? fetch : fetchWithinOrigin)(url, { ...options, signal });
  responseProxies.set(response, proxy);
  return response;
}

/**
 * Render the provider of a response, if it is not the API itself.
 * @param {Response} response
 * @returns {HTMLElement[]}
 */
function renderProvider(response) {
  if (!IS_SIMULATED && !getProxy(response)) return [];
  const provider = response.headers.get(ANSWERED_BY);
  if (provider === "mock" || provider === "page")
    return [createElement("span.sj-chip.sj-p-simulated", { text: TEXTS.simulated, title: TEXTS.isSimulated })];
  return provider === "proxy" && PREVIEW ? [createElement("span.sj-facts", { text: TEXTS.throughProxy })] : [];
}

/** Get the response view of a playground, created once. @param {any} playground */
const getResponseView = (playground) =>
  (playground.view ??= SHARED.createResponseView(playground.responsePane, playground.data, {
    hasProxy: playground.proxy() !== "",
    retry: () => playground.send(),
    copyCurl: (/** @type {any} */ target) => playground.copyCurl(target),
    copy: (/** @type {string} */ text, /** @type {any} */ target) => playground.copyText(text, target),
    toCredentials: () => {
      playground.showSide("request");
      playground.credentials?.element.querySelector("input")?.focus();
    },
    linkContext: () => ({
      data: playground.data,
      base: playground.base(),
      request: playground.request(false),
      values: playground.values()
    })
  }));

/** @param {any} playground @param {AbortController} stop */
SHARED.send = async (/** @type {any} */ playground, /** @type {AbortController} */ stop) => {
  const view = getResponseView(playground);
  const request = playground.request(false);
  const sampleRequest = playground.request(true);
  const proxy = playground.proxy();
  const { options } = buildFetch(request, proxy);
  // A browser would block the request without a reason that the page can read.
  if (!IS_SIMULATED && !proxy && isDowngrade(new URL(request.url), location)) {
    playground.showSide("response");
    return void view.showFailure("mixed", { values: [new URL(request.url).origin] });
  }
  const started = performance.now();
  const limit = playground.extras.timeout();
  const timer = limit ? setTimeout(() => stop.abort("timeout"), limit * 1000) : 0;
  let policy = "";
  let result = /** @type {any} */ (undefined);
  const recordViolation = (/** @type {SecurityPolicyViolationEvent} */ event) => {
    if (event.effectiveDirective === "connect-src") policy = event.effectiveDirective;
  };
  document.addEventListener("securitypolicyviolation", recordViolation);
  try {
    let response = await sendRequest(request, stop.signal, playground.data, proxy);
    const head = readHead(response, getProxy(response));
    const challenge =
      head.status === 401 && request.basic?.scheme === "digest" ? head.headers.get("www-authenticate") : null;
    if (challenge) {
      await loadChunk("digest");
      const { pathname, search } = new URL(request.url);
      const header = await SHARED.digest?.(challenge, {
        ...request.basic,
        method: request.method,
        uri: pathname + search
      });
      if (header)
        response = await sendRequest(
          { ...request, basic: null, headers: [...request.headers, ["Authorization", header]] },
          stop.signal,
          playground.data,
          proxy
        );
    }
    clearTimeout(timer);
    playground.showSide("response");
    result = await view.show(response, {
      url: request.url,
      isDirect: !getProxy(response),
      head: readHead(response, getProxy(response)),
      // The page itself has responded: nothing was measured.
      started: IS_SIMULATED ? null : started,
      provider: renderProvider(response),
      stop: () => stop.abort()
    });
  } catch (/** @type {any} */ error) {
    playground.showSide("response");
    if (error.kind === "redirect") view.showFailure("redirect", { values: [new URL(request.url).origin] });
    else if (stop.signal.reason === "timeout") view.showFailure("timeout", { values: [limit] });
    else if (stop.signal.aborted) view.showFailure("stopped");
    else await reportFailure(view, request, options, proxy, () => policy);
  }
  document.removeEventListener("securitypolicyviolation", recordViolation);
  clearTimeout(timer);
  if (result) await saveToHistory(playground, sampleRequest, result);
};

/**
 * @param {any} view
 * @param {BuiltRequest} request
 * @param {any} options
 * @param {string} proxy
 * @param {() => string} policy
 */
async function reportFailure(view, request, options, proxy, policy) {
  const { origin } = new URL(request.url);
  // The event of the content security policy comes after the rejection.
  await new Promise((resolve) => setTimeout(resolve, 30));
  if (policy()) view.showFailure("policy", { values: [proxy ? new URL(proxy, location.href).origin : origin] });
  else if (globalThis.navigator?.onLine === false) view.showFailure("offline", { values: [origin] });
  else if (proxy) view.showFailure("proxy", { values: [origin] });
  else {
    const values = [origin, location.origin];
    view.showFailure("unknown", {
      values,
      // What was sent is not sent again, and nothing else without being asked for.
      diagnose: async () => {
        const kind = await diagnoseFailure(request.url, options);
        const isCorsError = ["blocked", "asked"].includes(kind);
        view.showFailure(kind, {
          values,
          code: isCorsError ? requiredCorsHeaders(location.origin, options) : "",
          link: !isCorsError && request.method === "GET" ? origin : ""
        });
      }
    });
  }
}

/**
 * Store a request and its response in the history of the tab, without secrets.
 * @param {any} playground
 * @param {BuiltRequest} request with placeholders
 * @param {any} view
 */
async function saveToHistory(playground, request, { blob, headers, text, url, redirect, ...rest }) {
  await loadChunk("secrets");
  if (!SHARED.encodeLink) return;
  const { text: state, hidden } = SHARED.encodeLink(playground);
  const basic = Object.values(credentialStore.values)
    .filter((each) => each.password)
    .map((each) => encodeBase64(`${each.username ?? ""}:${each.password}`));
  // An API may echo credentials.
  const redact = (/** @type {string} */ source) =>
    SHARED.redactText(source, [
      ...hidden,
      ...basic,
      ...Object.values(credentialStore.values).flatMap((each) => [each.token, each.password].filter(Boolean)),
      ...playground.extras.secrets()
    ]);
  const entry = {
    ...rest,
    provider: rest.provider.map((/** @type {Element} */ { textContent }) => textContent).join(" "),
    at: Date.now(),
    method: request.method,
    url: redact(request.url),
    redirect: redact(redirect),
    page: location.href.split("#")[0],
    end: playground.linkSuffix,
    state,
    headers: [...headers].map(([name, value]) => [name, redact(value)]),
    text: redact(text.slice(0, MAX_HISTORY_TEXT))
  };
  writeStorage(
    "history",
    [entry, ...(readStorage("history", "sessionStorage") ?? [])].slice(0, MAX_HISTORY_ENTRIES),
    "sessionStorage"
  );
}

/** @param {any} playground */
SHARED.showHistory = (/** @type {any} */ playground) => {
  const { container } = playground.responsePane;
  const children = [...container.childNodes];
  const pageUrl = location.href.split("#")[0];
  SHARED.renderHistory(container, {
    entries: () => readStorage("history", "sessionStorage") ?? [],
    clear: () => writeStorage("history", null, "sessionStorage"),
    back: () => container.replaceChildren(...children),
    show: (/** @type {any} */ entry) =>
      getResponseView(playground).render({
        ...entry,
        provider: entry.provider ? [createElement("span.sj-chip", { text: entry.provider })] : [],
        headers: new Map(entry.headers)
      }),
    resend: (/** @type {any} */ entry) => {
      const { page, state, end = "" } = entry;
      if (page !== pageUrl || end !== playground.linkSuffix) return location.assign(`${page}#try=${state}${end}`);
      playground.restore(SHARED.decodeState(state) ?? {}, false);
      playground.update();
      playground.send();
    }
  });
};
