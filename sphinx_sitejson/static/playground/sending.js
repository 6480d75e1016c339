// @ts-check
"use strict";

// From a request to a call of fetch, and what can be told of its outcome; loaded when one is sent.

const PROXIED = "x-sitejson-";
// What a proxy says of itself; what the API said under these names has a prefix.
const OWN_OF_PROXY =
  /^(cache-control|connection|content-disposition|content-security-policy|cross-origin-resource-policy|date|keep-alive|referrer-policy|server|vary|x-content-type-options|x-sitejson-(status|answered-by))$/;
const OWN_OF_PAGE = /^x-sitejson-answered-by$/;

/**
 * A body in parts, written by hand: a part that is no file gets no file name, and may have headers.
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
function sentBody(body) {
  if (body.kind === "json") return body.raw ?? writeJson(body.value);
  if (body.kind === "form") return new URLSearchParams(body.fields).toString();
  if (body.kind === "multipart") return multipartBlob(body.parts, body.type);
  return body.kind === "text" ? body.text : body.blob;
}

/**
 * What fetch is called with, and the names of what a browser does not send.
 * @param {BuiltRequest} request
 * @param {string} proxy
 * @returns {{url: string, options: any, left: string[]}}
 */
function fetchParts(request, proxy = "") {
  const { method, url, headers, cookies, body, basic } = request;
  const all = [
    ...(basic && basic.scheme !== "digest"
      ? [["Authorization", `Basic ${base64(`${basic.username}:${basic.password}`)}`]]
      : []),
    ...headers
  ];
  const found = /** @type {[string, string][]} */ (
    all
      .filter(([name]) => isSent(name, proxy))
      .map(([name, value]) => [FORBIDDEN.test(name) ? `${PROXIED}header-${name}` : name, bytesOf(value)])
  );
  if (cookies.length && proxy)
    found.push([`${PROXIED}cookie`, bytesOf(cookies.map((/** @type {string[]} */ pair) => pair.join("=")).join("; "))]);
  const sent = ["GET", "HEAD"].includes(method) ? null : body;
  const content = sent ? sentBody(sent) : undefined;
  if (sent && !found.some(([name]) => name.toLowerCase() === "content-type"))
    found.push(["Content-Type", content instanceof Blob && sent.kind === "multipart" ? content.type : sent.type]);
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
    left: notSent(request, proxy)
  };
}

/** Headers that any page may send without asking first. */
const SIMPLE_HEADERS = /^(accept|accept-language|content-language)$/i;
const SIMPLE_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * What a browser asks a server for before it sends a request, and "" if it does not ask.
 * @param {any} options
 * @returns {{method: string, headers: string[]}}
 */
function askedFor({ method, headers = [] }) {
  const asked = headers
    .filter(
      (/** @type {string[]} */ [name, value]) =>
        !SIMPLE_HEADERS.test(name) && !(/^content-type$/i.test(name) && SIMPLE_TYPES.test(value))
    )
    .map((/** @type {string[]} */ [name]) => name.toLowerCase());
  return {
    method: ["GET", "HEAD", "POST"].includes(method) ? "" : method,
    headers: [...new Set(/** @type {string[]} */ (asked))].sort()
  };
}

/**
 * The headers that an API has to send, so that a page may read its answers.
 * @param {string} origin
 * @param {any} options
 */
function neededHeaders(origin, options) {
  const { method, headers } = askedFor(options);
  return [
    `Access-Control-Allow-Origin: ${origin === "null" ? "*" : origin}`,
    ...(method ? [`Access-Control-Allow-Methods: ${method}`] : []),
    ...(headers.length ? [`Access-Control-Allow-Headers: ${headers.join(", ")}`] : [])
  ].join("\n");
}

/** Whether somebody answers; an answer that cannot be read says so, too. @param {string} url @param {string} mode */
const answers = (url, mode) =>
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
 * Why nothing came back, as far as a browser lets a page know. What is asked to find out changes nothing there, and
 * carries no credentials.
 * @param {string} url
 * @param {{protocol: string}} page
 * @param {any} options what fetch was called with
 * @returns {Promise<"offline" | "mixed" | "blocked" | "asked" | "dropped" | "unreachable">}
 */
async function failureOf(url, page, options) {
  const { origin, pathname } = new URL(url);
  if (globalThis.navigator?.onLine === false) return "offline";
  if (isDowngrade(new URL(url), page)) return "mixed";
  const { method, headers } = askedFor(options);
  const isAsking = method !== "" || headers.length > 0;
  // A page may read there: then it was the question before the request that failed, or the connection.
  const place = `${origin}${pathname}`;
  if (await answers(place, "cors")) return isAsking ? "asked" : "dropped";
  if (await answers(place, "no-cors")) return "blocked";
  return (await answers(`${origin}/`, "no-cors")) ? "dropped" : "unreachable";
}

/**
 * Status and headers of an answer; the proxy hands on under other names what a browser would act on.
 * @param {Response} response
 * @param {string} proxy
 * @returns {{status: number, words: string, headers: Map<string, string>, isRefused: boolean}}
 */
function headOf(response, proxy) {
  const own = response.headers.get(`${PROXIED}status`);
  const headers = new Map(
    [...response.headers]
      .filter(([name]) => !(proxy ? OWN_OF_PROXY : OWN_OF_PAGE).test(name))
      .map(([name, value]) => [name.replace(`${PROXIED}header-`, ""), value])
  );
  return {
    status: proxy && own ? Number(own) : response.status,
    words: proxy && own && Number(own) !== response.status ? "" : response.statusText,
    headers,
    isRefused: proxy !== "" && !own
  };
}
