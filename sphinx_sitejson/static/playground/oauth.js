// @ts-check
"use strict";

// Request tokens: OAuth 2.0 with PKCE, client credentials and device flow; endpoints by discovery.

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const randomToken = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Resolve a URL that receives a secret: http or https only, and https if the page uses it.
 * @param {string} url
 * @param {string} base
 * @param {{protocol: string}} page
 * @returns {URL}
 */
function requireSecureUrl(url, base, page = location) {
  // The URL of a server with open variables is not a base.
  const found = new URL(url, /^\w+:/.test(base) ? base : undefined);
  if (!/^https?:$/.test(found.protocol)) throw new Error(url);
  if (isDowngrade(found, page)) throw new Error(formatText(TEXTS.plainHttp, found.origin));
  return found;
}

/** List the origins that a flow sends data to, in order. @param {any} flow @param {string} base @returns {string[]} */
const flowOrigins = (flow, base) => [
  ...new Set(
    [flow.authorize, flow.device, flow.kind === "implicit" ? "" : flow.token]
      .filter(Boolean)
      .map((url) => requireSecureUrl(url, base).origin)
  )
];

/**
 * @param {URL | string} url
 * @param {Record<string, string | undefined>} fields
 * @param {Record<string, string>} headers
 */
async function postForm(url, fields, headers = {}) {
  const entries = Object.entries(fields).filter(([, value]) => value);
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: new URLSearchParams(/** @type {any} */ (entries)),
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
    referrerPolicy: "no-referrer"
  });
  const found = await response.json();
  if (!response.ok || found.error)
    throw Object.assign(new Error(found.error_description || found.error || String(response.status)), {
      code: found.error
    });
  return found;
}

/**
 * Load the flows that a server announces (OpenID Connect Discovery, RFC 8414).
 * @param {string} url
 * @param {string[]} scopes
 * @returns {Promise<any[]>}
 */
async function discoverFlows(url, scopes) {
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
 * Wait for the message of the redirect page after the sign-in.
 * @param {string} state
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, string>>}
 */
function waitForRedirect(state, signal) {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel("sitejson.sign-in");
    const end = () => channel.close();
    signal.addEventListener("abort", () => {
      end();
      reject(new DOMException("", "AbortError"));
    });
    channel.onmessage = ({ data }) => {
      // Messages for other tabs, and unsolicited ones, are ignored.
      if (!isObject(data) || data.state !== state) return;
      end();
      if (data.error) reject(new Error(data.error_description || data.error));
      else resolve(data);
    };
  });
}

/**
 * Request a token.
 * @param {any} flow
 * @param {{clientId: string, clientSecret?: string, username?: string, password?: string, scopes: string[]}} client
 * @param {{base: string, callback: string, signal: AbortSignal, show: (url: string, code: string) => void, open?: (url: string) => any, delay?: (ms: number) => Promise<void>}} means
 * @returns {Promise<string>}
 */
async function requestToken(
  flow,
  client,
  {
    base,
    callback,
    signal,
    show,
    open = (url) => window.open(url, "_blank", "popup,width=520,height=680"),
    delay = (ms) => new Promise((done) => setTimeout(done, ms))
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
    postForm(requireSecureUrl(flow.token, base), { ...(client.clientSecret ? {} : id), ...fields }, basic);

  if (flow.kind === "clientCredentials") return (await token({ grant_type: "client_credentials", scope })).access_token;
  if (flow.kind === "password")
    return (await token({ grant_type: "password", username: client.username, password: client.password, scope }))
      .access_token;
  if (flow.kind === "deviceAuthorization") {
    const device = await postForm(requireSecureUrl(flow.device, base), { ...id, scope });
    show(requireSecureUrl(device.verification_uri, base).href, device.user_code);
    for (let pause = (device.interval ?? 5) * 1000; ;) {
      await delay(pause);
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
  const [state, verifier] = [randomToken(), randomToken()];
  const url = requireSecureUrl(flow.authorize, base);
  const parameters = {
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
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  const response = waitForRedirect(state, signal);
  open(url.href);
  const { code, access_token: implicitToken } = await response;
  return isCode
    ? (await token({ ...id, grant_type: "authorization_code", code, redirect_uri: callback, code_verifier: verifier }))
        .access_token
    : implicitToken;
}
