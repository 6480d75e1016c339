// @ts-check
"use strict";

// Convert a request to a call of fetch, and diagnose failures; loaded with the first request.

const PROXY_PREFIX = "x-sitejson-";
// Headers of the proxy itself; those of the API with these names have a prefix.
const PROXY_HEADERS =
  /^(cache-control|connection|content-disposition|content-security-policy|cross-origin-resource-policy|date|keep-alive|referrer-policy|server|vary|x-content-type-options|x-sitejson-(status|answered-by))$/;
const PAGE_HEADERS = /^x-sitejson-answered-by$/;

/**
 * Serialize a multipart body. FormData would give every typed part a file name, and allows no headers.
 * @param {FormPart[]} parts
 * @param {string} type
 */
function multipartBlob(parts, type = "multipart/form-data") {
  const boundary = `sitejson-${[...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16)).join("")}`;
  const quoted = (/** @type {string} */ text) => text.replace(/\r\n?|\n/g, "%0D%0A").replaceAll('"', "%22");
  const oneLine = (/** @type {string} */ text) => text.replace(/[\r\n]/g, " ");
  return new Blob(
    [
      ...parts.flatMap(({ name, text, file, type, blob, headers = [] }) => [
        `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`,
        file ? `; filename="${quoted(file)}"\r\n` : "\r\n",
        type || file ? `Content-Type: ${oneLine(type || "application/octet-stream")}\r\n` : "",
        ...headers.map((/** @type {string[]} */ pair) => `${oneLine(pair.join(": "))}\r\n`),
        "\r\n",
        blob ?? text ?? "",
        "\r\n"
      ]),
      `--${boundary}--\r\n`
    ],
    { type: `${type}; boundary=${boundary}` }
  );
}

/** @param {RequestBody} body */
function encodeBody(body) {
  if (body.kind === "json") return body.raw ?? stringifyJson(body.value);
  if (body.kind === "form") return new URLSearchParams(body.fields).toString();
  if (body.kind === "multipart") return multipartBlob(body.parts, body.type);
  return body.kind === "text" ? body.text : body.blob;
}

/**
 * Build the arguments of fetch, and list what the browser will not send.
 * @param {BuiltRequest} request
 * @param {string} proxy
 * @returns {{url: string, options: any, omitted: string[]}}
 */
function buildFetch(request, proxy = "") {
  const { method, url, headers, cookies, body, basic } = request;
  const all = [
    ...(basic && basic.scheme !== "digest"
      ? [["Authorization", `Basic ${encodeBase64(`${basic.username}:${basic.password}`)}`]]
      : []),
    ...headers
  ];
  const found = /** @type {[string, string][]} */ (
    all
      .filter(([name]) => canSend(name, proxy))
      .map(([name, value]) => [
        FORBIDDEN_HEADERS.test(name) ? `${PROXY_PREFIX}header-${name}` : name,
        toByteString(value)
      ])
  );
  if (cookies.length && proxy)
    found.push([
      `${PROXY_PREFIX}cookie`,
      toByteString(cookies.map((/** @type {string[]} */ pair) => pair.join("=")).join("; "))
    ]);
  const sentBody = ["GET", "HEAD"].includes(method) ? null : body;
  const content = sentBody ? encodeBody(sentBody) : undefined;
  if (sentBody && !found.some(([name]) => name.toLowerCase() === "content-type"))
    found.push([
      "Content-Type",
      content instanceof Blob && sentBody.kind === "multipart" ? content.type : sentBody.type
    ]);
  return {
    url: proxy ? `${proxy}${proxy.includes("?") ? "&" : "?"}url=${encodeURIComponent(url)}` : url,
    options: {
      method,
      headers: found,
      body: content,
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer"
    },
    omitted: listUnsent(request, proxy)
  };
}

/** CORS-safelisted request headers, which need no preflight. */
const SIMPLE_HEADERS = /^(accept|accept-language|content-language)$/i;
const SIMPLE_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Return the method and headers that need a CORS preflight; "" for a safelisted method.
 * @param {any} options
 * @returns {{method: string, headers: string[]}}
 */
function preflightNeeds({ method, headers = [] }) {
  const headersToAllow = headers
    .filter(
      (/** @type {string[]} */ [name, value]) =>
        !SIMPLE_HEADERS.test(name) && !(/^content-type$/i.test(name) && SIMPLE_TYPES.test(value))
    )
    .map((/** @type {string[]} */ [name]) => name.toLowerCase());
  return {
    method: ["GET", "HEAD", "POST"].includes(method) ? "" : method,
    headers: [...new Set(/** @type {string[]} */ (headersToAllow))].sort()
  };
}

/**
 * Format the CORS headers that an API must send so that the page can read its responses.
 * @param {string} origin
 * @param {any} options
 */
function requiredCorsHeaders(origin, options) {
  const { method, headers } = preflightNeeds(options);
  return [
    `Access-Control-Allow-Origin: ${origin === "null" ? "*" : origin}`,
    ...(method ? [`Access-Control-Allow-Methods: ${method}`] : []),
    ...(headers.length ? [`Access-Control-Allow-Headers: ${headers.join(", ")}`] : [])
  ].join("\n");
}

/** Whether a server responds; an opaque response counts. @param {string} url @param {string} mode */
const isReachable = (url, mode) =>
  fetch(url, {
    mode: /** @type {any} */ (mode),
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(5000)
  }).then(
    () => true,
    () => false
  );

/**
 * Find out why fetch failed, as far as a browser lets a page know, by up to three GET requests without credentials.
 * @param {string} url
 * @param {any} options the options of the failed fetch
 * @returns {Promise<"blocked" | "asked" | "dropped" | "unreachable">}
 */
async function diagnoseFailure(url, options) {
  const { origin, pathname } = new URL(url);
  const { method, headers } = preflightNeeds(options);
  const hasPreflight = method !== "" || headers.length > 0;
  // The page can read responses of this server: the preflight failed, or the connection.
  const target = `${origin}${pathname}`;
  if (await isReachable(target, "cors")) return hasPreflight ? "asked" : "dropped";
  if (await isReachable(target, "no-cors")) return "blocked";
  return (await isReachable(`${origin}/`, "no-cors")) ? "dropped" : "unreachable";
}

/**
 * Read status and headers of a response. The proxy prefixes the headers that a browser would act on.
 * @param {Response} response
 * @param {string} proxy
 * @returns {{status: number, reason: string, headers: Map<string, string>, isRefused: boolean}}
 */
function readHead(response, proxy) {
  const proxyStatus = response.headers.get(`${PROXY_PREFIX}status`);
  const headers = new Map(
    [...response.headers]
      .filter(([name]) => !(proxy ? PROXY_HEADERS : PAGE_HEADERS).test(name))
      .map(([name, value]) => [name.replace(`${PROXY_PREFIX}header-`, ""), value])
  );
  return {
    status: proxy && proxyStatus ? Number(proxyStatus) : response.status,
    reason: proxy && proxyStatus && Number(proxyStatus) !== response.status ? "" : response.statusText,
    headers,
    isRefused: proxy !== "" && !proxyStatus
  };
}
