// @ts-check
"use strict";

// Sending a request and showing what comes of it.

const MOST_KEPT = 20;
const LONGEST_KEPT = 60_000;

/** The view of a playground, made once. @param {any} play */
const viewOf = (play) => play.view ??= SHARED.responseView(play.answer, play.data, {
  hasProxy: play.proxy() !== "",
  retry: () => play.send(),
  copyCurl: (/** @type {any} */ target) => play.copyCurl(target),
  copy: (/** @type {string} */ text, /** @type {any} */ target) => play.copied(text, target),
  toCredentials: () => { play.turn("request"); play.credentials?.element.querySelector("input")?.focus(); },
  follow: () => ({ data: play.data, base: play.base(), request: play.request(false), values: play.values() }),
});

/** @param {any} play @param {AbortController} stop */
SHARED.send = async (/** @type {any} */ play, /** @type {AbortController} */ stop) => {
  const answer = viewOf(play);
  const request = play.request(false);
  const shown = play.request(true);
  const proxy = play.proxy();
  const { url, options } = fetchParts(request, proxy);
  const started = performance.now();
  const limit = play.extras.timeout();
  const timer = limit ? setTimeout(() => stop.abort("timeout"), limit * 1000) : 0;
  let policy = "";
  let found = /** @type {any} */ (undefined);
  const watch = (/** @type {SecurityPolicyViolationEvent} */ event) => { if (event.effectiveDirective === "connect-src") policy = event.effectiveDirective; };
  document.addEventListener("securitypolicyviolation", watch);
  try {
    const call = { url, options: { ...options, signal: stop.signal }, request, data: play.data };
    let { response, by } = await carry(call);
    const question = response.status === 401 && request.basic?.scheme === "digest" ? headOf(response, proxy).headers.get("www-authenticate") : null;
    if (question) {
      await loadChunk("digest");
      const { pathname, search } = new URL(request.url);
      const header = await SHARED.digest?.(question, { ...request.basic, method: request.method, uri: pathname + search });
      if (header) ({ response, by } = await carry({ ...call, options: { ...call.options, headers: [...options.headers, ["Authorization", header]] } }));
    }
    clearTimeout(timer);
    play.turn("response");
    found = await answer.show(response, { url: request.url, isDirect: !proxy, told: headOf(response, proxy), started, by, stop: () => stop.abort() });
  } catch {
    play.turn("response");
    if (stop.signal.reason === "timeout") answer.failure("timeout", { values: [limit] });
    else if (stop.signal.aborted) answer.failure("stopped");
    else await tellFailure(answer, request, options, proxy, () => policy);
  }
  document.removeEventListener("securitypolicyviolation", watch);
  clearTimeout(timer);
  if (found) await keepAnswer(play, shown, found);
};

/** @param {any} answer @param {BuiltRequest} request @param {any} options @param {string} proxy @param {() => string} policy */
async function tellFailure(answer, request, options, proxy, policy) {
  const { origin } = new URL(request.url);
  // The browser says that a policy forbids it, a moment after it refused.
  await new Promise((done) => setTimeout(done, 30));
  const kind = policy() ? "policy" : await failureOf(proxy || request.url, location, options);
  const isRead = ["blocked", "asked"].includes(kind);
  const link = ["unreachable", "dropped"].includes(kind) && request.method === "GET" ? new URL(request.url).origin : "";
  if (proxy && !["offline", "policy"].includes(kind)) answer.failure("proxy", { values: [origin] });
  else answer.failure(kind, { values: kind === "policy" ? [proxy ? new URL(proxy, location.href).origin : origin] : [origin, location.origin], code: isRead ? neededHeaders(location.origin, options) : "", link });
}

/** The last requests of a tab, without secrets, and their answers. @param {any} play @param {BuiltRequest} request with placeholders @param {any} answer */
async function keepAnswer(play, request, { blob, headers, text, url, redirect, ...rest }) {
  await loadChunk("secrets");
  if (!SHARED.linkText) return;
  const { text: state, hidden } = SHARED.linkText(play);
  const basic = Object.values(secrets.values).filter((each) => each.password).map((each) => base64(`${each.username ?? ""}:${each.password}`));
  // An API may say again what it was told.
  const clean = (/** @type {string} */ words) => SHARED.withoutSecrets(words, [...hidden, ...basic, ...Object.values(secrets.values).flatMap((each) => [each.token, each.password].filter(Boolean)), ...play.extras.secrets()]);
  const entry = { ...rest, at: Date.now(), method: request.method, url: clean(request.url), redirect: clean(redirect), page: location.href.split("#")[0], state, headers: [...headers].map(([name, value]) => [name, clean(value)]), text: clean(text.slice(0, LONGEST_KEPT)) };
  remember("history", [entry, ...recalled("history", "sessionStorage") ?? []].slice(0, MOST_KEPT), "sessionStorage");
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
    show: (/** @type {any} */ entry) => viewOf(play).draw({ ...entry, headers: new Map(entry.headers) }),
    again: (/** @type {any} */ entry) => {
      if (entry.page !== here) return location.assign(`${entry.page}#try=${entry.state}`);
      play.restore(SHARED.stateOf(entry.state) ?? {}, false);
      play.update();
      play.send();
    },
  });
};
