// @ts-check
"use strict";

// Getting tokens: OAuth 2.0 with PKCE, client credentials, device flow; addresses by discovery.

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/**
 * A URL that may get a secret: http or https only, and no less protected than the page.
 * @param {string} url
 * @param {string} base
 * @param {{protocol: string}} page
 * @returns {URL}
 */
function askable(url, base, page = location) {
  // A server whose address the reader has to complete is no base.
  const found = new URL(url, /^\w+:/.test(base) ? base : undefined);
  if (!/^https?:$/.test(found.protocol)) throw new Error(url);
  if (isDowngrade(found, page)) throw new Error(fill(TEXTS.plainHttp, found.origin));
  return found;
}

/** The origins that a flow sends something to, in order. @param {any} flow @param {string} base @returns {string[]} */
const flowOrigins = (flow, base) => [
  ...new Set(
    [flow.authorize, flow.device, flow.kind === "implicit" ? "" : flow.token]
      .filter(Boolean)
      .map((url) => askable(url, base).origin)
  )
];

/**
 * @param {URL | string} url
 * @param {Record<string, string | undefined>} fields
 * @param {Record<string, string>} headers
 */
async function askJson(url, fields, headers = {}) {
  const given = Object.entries(fields).filter(([, value]) => value);
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body: new URLSearchParams(/** @type {any} */ (given)),
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
    referrerPolicy: "no-referrer"
  });
  const found = await answer.json();
  if (!answer.ok || found.error)
    throw Object.assign(new Error(found.error_description || found.error || String(answer.status)), {
      code: found.error
    });
  return found;
}

/** The flows that a server says it has. @param {string} url @param {string[]} scopes @returns {Promise<any[]>} */
async function discoveredFlows(url, scopes) {
  const found = await (await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" })).json();
  const shared = {
    token: found.token_endpoint,
    scopes: [
      ...new Set(
        ["openid", ...scopes].filter((each) => !found.scopes_supported || found.scopes_supported.includes(each))
      )
    ]
  };
  return [
    ...(found.authorization_endpoint
      ? [{ ...shared, kind: "authorizationCode", authorize: found.authorization_endpoint }]
      : []),
    ...(found.device_authorization_endpoint
      ? [{ ...shared, kind: "deviceAuthorization", device: found.device_authorization_endpoint }]
      : []),
    ...(found.grant_types_supported?.includes("client_credentials") ? [{ ...shared, kind: "clientCredentials" }] : [])
  ];
}

/**
 * Wait until somebody signed in and the page they were sent back to says so.
 * @param {string} state
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, string>>}
 */
function signedIn(state, signal) {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel("sitejson.sign-in");
    const end = () => channel.close();
    signal.addEventListener("abort", () => {
      end();
      reject(new DOMException("", "AbortError"));
    });
    channel.onmessage = ({ data }) => {
      // Answers to other tabs, and those nobody asked for, do not concern this one.
      if (!isObject(data) || data.state !== state) return;
      end();
      if (data.error) reject(new Error(data.error_description || data.error));
      else resolve(data);
    };
  });
}

/**
 * Get a token.
 * @param {any} flow
 * @param {{clientId: string, clientSecret?: string, username?: string, password?: string, scopes: string[]}} client
 * @param {{base: string, callback: string, signal: AbortSignal, show: (url: string, code: string) => void, open?: (url: string) => any, wait?: (ms: number) => Promise<void>}} means
 * @returns {Promise<string>}
 */
async function tokenFor(
  flow,
  client,
  {
    base,
    callback,
    signal,
    show,
    open = (url) => window.open(url, "_blank", "popup,width=520,height=680"),
    wait = (ms) => new Promise((done) => setTimeout(done, ms))
  }
) {
  const scope = client.scopes.join(" ");
  const id = { client_id: client.clientId };
  const basic = /** @type {Record<string, string>} */ (
    client.clientSecret
      ? {
          Authorization: `Basic ${btoa(`${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`)}`
        }
      : {}
  );
  const token = (/** @type {Record<string, string | undefined>} */ fields) =>
    askJson(askable(flow.token, base), { ...(client.clientSecret ? {} : id), ...fields }, basic);

  if (flow.kind === "clientCredentials") return (await token({ grant_type: "client_credentials", scope })).access_token;
  if (flow.kind === "password")
    return (await token({ grant_type: "password", username: client.username, password: client.password, scope }))
      .access_token;
  if (flow.kind === "deviceAuthorization") {
    const device = await askJson(askable(flow.device, base), { ...id, scope });
    show(askable(device.verification_uri, base).href, device.user_code);
    for (let pause = (device.interval ?? 5) * 1000; ;) {
      await wait(pause);
      signal.throwIfAborted();
      try {
        return (
          await token({
            ...id,
            grant_type: "urn:ietf:params:oauth:grant-type:device_code",
            device_code: device.device_code
          })
        ).access_token;
      } catch (/** @type {any} */ error) {
        if (error.code === "slow_down") pause += 5000;
        else if (error.code !== "authorization_pending") throw error;
      }
    }
  }

  const isCode = flow.kind === "authorizationCode";
  const [state, verifier] = [randomText(), randomText()];
  const url = askable(flow.authorize, base);
  const asked = {
    response_type: isCode ? "code" : "token",
    ...id,
    redirect_uri: callback,
    scope,
    state,
    ...(isCode && {
      code_challenge: base64url(
        new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)))
      ),
      code_challenge_method: "S256"
    })
  };
  for (const [name, value] of Object.entries(asked)) if (value) url.searchParams.set(name, value);
  const answer = signedIn(state, signal);
  open(url.href);
  const { code, access_token: direct } = await answer;
  return isCode
    ? (await token({ ...id, grant_type: "authorization_code", code, redirect_uri: callback, code_verifier: verifier }))
        .access_token
    : direct;
}
