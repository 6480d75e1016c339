// @ts-check
"use strict";

// From a request to a call of fetch, and what can be told of its outcome.

// Browsers set these themselves, whatever a page asks for.
const FORBIDDEN = /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;
// Those that the proxy sets in the name of the page.
const SET_BY_PROXY = /^(accept-charset|accept-encoding|date|dnt|origin|referer|user-agent)$/i;
const PROXIED = "x-sitejson-";
const FORBIDDEN_METHODS = ["CONNECT", "TRACE", "TRACK"];

/** The bytes of a text in UTF-8, each as a character: what headers are made of. @param {string} text */
const bytesOf = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
/** @param {string} text */
const base64 = (text) => btoa(bytesOf(text));

/** A body in parts, written by hand: a part that is no file gets no file name, and may have headers. @param {FormPart[]} parts @param {string} type */
function multipartBlob(parts, type = "multipart/form-data") {
  const boundary = `sitejson-${[...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16)).join("")}`;
  const quoted = (/** @type {string} */ text) => text.replace(/\r\n?|\n/g, "%0D%0A").replaceAll('"', "%22");
  const oneLine = (/** @type {string} */ text) => text.replace(/[\r\n]/g, " ");
  return new Blob([...parts.flatMap(({ name, text, file, type, blob, headers = [] }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`,
    file ? `; filename="${quoted(file)}"\r\n` : "\r\n",
    type || file ? `Content-Type: ${oneLine(type || "application/octet-stream")}\r\n` : "",
    ...headers.map((/** @type {string[]} */ pair) => `${oneLine(pair.join(": "))}\r\n`),
    "\r\n", blob ?? text ?? "", "\r\n",
  ]), `--${boundary}--\r\n`], { type: `${type}; boundary=${boundary}` });
}

/** @param {RequestBody} body */
function sentBody(body) {
  if (body.kind === "json") return body.raw ?? writeJson(body.value);
  if (body.kind === "form") return new URLSearchParams(body.fields).toString();
  if (body.kind === "multipart") return multipartBlob(body.parts, body.type);
  return body.kind === "text" ? body.text : body.blob;
}

/** What fetch is called with, and the names of what a browser does not send. @param {BuiltRequest} request @param {string} proxy @returns {{url: string, options: any, left: string[]}} */
function fetchParts({ method, url, headers, cookies, body, basic }, proxy = "") {
  const found = /** @type {[string, string][]} */ ([]);
  const left = [];
  const all = [...basic && basic.scheme !== "digest" ? [["Authorization", `Basic ${base64(`${basic.username}:${basic.password}`)}`]] : [], ...headers];
  for (const [name, value] of all) {
    if (!FORBIDDEN.test(name)) found.push([name, bytesOf(value)]);
    else if (proxy && SET_BY_PROXY.test(name)) found.push([`${PROXIED}header-${name}`, bytesOf(value)]);
    else left.push(name);
  }
  if (cookies.length && proxy) found.push([`${PROXIED}cookie`, bytesOf(cookies.map((/** @type {string[]} */ pair) => pair.join("=")).join("; "))]);
  else if (cookies.length) left.push("Cookie");
  const sent = ["GET", "HEAD"].includes(method) ? null : body;
  if (body && !sent) left.push("body");
  if (FORBIDDEN_METHODS.includes(method)) left.push(method);
  const content = sent ? sentBody(sent) : undefined;
  if (sent && !found.some(([name]) => name.toLowerCase() === "content-type")) found.push(["Content-Type", content instanceof Blob && sent.kind === "multipart" ? content.type : sent.type]);
  return {
    url: proxy ? `${proxy}${proxy.includes("?") ? "&" : "?"}url=${encodeURIComponent(url)}` : url,
    options: { method, headers: found, body: content, credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" },
    left,
  };
}

/** What takes the place of the network, if a script that came later sets it: `SHARED.answerer` gets the call and returns an answer and who gave it, or nothing. @param {{url: string, options: any, request: BuiltRequest, data: any}} call @returns {Promise<{response: Response, by: string}>} */
async function carry(call) {
  const own = await SHARED.answerer?.(call);
  if (own) return own;
  const response = await fetch(call.url, call.options);
  return { response, by: response.headers.get(ANSWERED_BY) ?? "" };
}
/** Names who answered, if it was not the API itself. */
const ANSWERED_BY = "x-sitejson-answered-by";

/** Headers that any page may send without asking first. */
const SIMPLE_HEADERS = /^(accept|accept-language|content-language)$/i;
const SIMPLE_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/** What a browser asks a server for before it sends a request, and "" if it does not ask. @param {any} options @returns {{method: string, headers: string[]}} */
function askedFor({ method, headers = [] }) {
  const asked = headers.filter((/** @type {string[]} */ [name, value]) => !SIMPLE_HEADERS.test(name) && !(/^content-type$/i.test(name) && SIMPLE_TYPES.test(value))).map((/** @type {string[]} */ [name]) => name.toLowerCase());
  return { method: ["GET", "HEAD", "POST"].includes(method) ? "" : method, headers: [...new Set(/** @type {string[]} */ (asked))].sort() };
}

/** The headers that an API has to send, so that a page may read its answers. @param {string} origin @param {any} options */
function neededHeaders(origin, options) {
  const { method, headers } = askedFor(options);
  return [`Access-Control-Allow-Origin: ${origin === "null" ? "*" : origin}`, ...method ? [`Access-Control-Allow-Methods: ${method}`] : [], ...headers.length ? [`Access-Control-Allow-Headers: ${headers.join(", ")}`] : []].join("\n");
}

/** Whether somebody answers; an answer that cannot be read says so, too. @param {string} url @param {string} mode */
const answers = (url, mode) => fetch(url, { mode: /** @type {any} */ (mode), credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(5000) }).then(() => true, () => false);

/** Why nothing came back, as far as a browser lets a page know. What is asked to find out changes nothing there, and carries no credentials. @param {string} url @param {{protocol: string}} page @param {any} options what fetch was called with @returns {Promise<"offline" | "mixed" | "blocked" | "asked" | "dropped" | "unreachable">} */
async function failureOf(url, page, options) {
  const { protocol, hostname, origin, pathname } = new URL(url);
  if (globalThis.navigator?.onLine === false) return "offline";
  if (page.protocol === "https:" && protocol === "http:" && !/^(localhost|127\.|\[::1\])/.test(hostname)) return "mixed";
  const { method, headers } = askedFor(options);
  const isAsking = method !== "" || headers.length > 0;
  // A page may read there: then it was the question before the request that failed, or the connection.
  const place = `${origin}${pathname}`;
  if (await answers(place, "cors")) return isAsking ? "asked" : "dropped";
  if (await answers(place, "no-cors")) return "blocked";
  return await answers(`${origin}/`, "no-cors") ? "dropped" : "unreachable";
}

/** Status and headers of an answer; the proxy hands on under other names what a browser would act on. @param {Response} response @param {string} proxy @returns {{status: number, words: string, headers: Map<string, string>, isRefused: boolean}} */
function headOf(response, proxy) {
  const own = response.headers.get(`${PROXIED}status`);
  const headers = new Map([...response.headers].filter(([name]) => name !== `${PROXIED}status`).map(([name, value]) => [name.replace(`${PROXIED}header-`, ""), value]));
  return { status: proxy && own ? Number(own) : response.status, words: proxy && own && Number(own) !== response.status ? "" : response.statusText, headers, isRefused: proxy !== "" && !own };
}

/** @param {string} type */
const essenceOf = (type) => type.split(";")[0].trim().toLowerCase();

/** The encoding of a text: by its first bytes, its type, or what it says itself. @param {Uint8Array} bytes @param {string} type @returns {string} */
function charsetOf(bytes, type) {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  const [, named = ""] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? [];
  const start = named || !/xml|html/.test(type) ? "" : String.fromCharCode(...bytes.slice(0, 1024));
  const [, own = ""] = /<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)|<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.filter((each, index) => !index || each) ?? [];
  try {
    return new TextDecoder(named || own || "utf-8").encoding;
  } catch {
    return "utf-8";
  }
}

/** @param {string} kind */
const isMedia = (kind) => ["image", "audio", "video"].includes(kind);

/** How an answer is shown. @param {string} type @returns {"json" | "stream" | "image" | "audio" | "video" | "text" | "binary" | ""} */
function kindOfAnswer(type) {
  const bare = essenceOf(type);
  if (/event-stream|ndjson|jsonl|json-?lines|json-seq/.test(bare)) return "stream";
  if (/[/+]json$/.test(bare)) return "json";
  const family = /** @type {any} */ (bare.split("/")[0]);
  if (isMedia(family)) return family;
  return family === "text" || /xml|yaml|javascript|graphql|urlencoded|sql|x-sh/.test(bare) ? "text" : bare ? "binary" : "";
}

/** The documented answer of a status and the schema of its body. @param {any} data @param {number} status @param {string} type @returns {{key: string, id: string, schema: any, links: any} | null} */
function documentedAnswer(data, status, type) {
  const all = data.responses ?? {};
  const key = [String(status), `${String(status)[0]}XX`, `${String(status)[0]}xx`, "default"].find((each) => Object.hasOwn(all, each));
  if (key === undefined) return null;
  const [id, schemas, links] = all[key];
  const bare = essenceOf(type);
  const names = Object.keys(schemas);
  const name = [bare, `${bare.split("/")[0]}/*`, "*/*"].map((each) => names.find((own) => essenceOf(own) === each)).find(Boolean);
  return { key, id, schema: name === undefined ? undefined : schemas[name], links };
}

/** What a downloaded answer is called: never a path. @param {string} disposition @param {string} url @param {string} type */
function downloadName(disposition, url, type) {
  const [, coded] = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:\\.|[^"])*)"|([^;]+))/i.exec(disposition) ?? [];
  let name = quoted?.replace(/\\(.)/g, "$1") ?? bare?.trim() ?? "";
  try {
    name = coded ? decodeURIComponent(coded.trim()) : name || decodeURIComponent(new URL(url).pathname.split("/").filter(Boolean).pop() ?? "");
  } catch {
    // A name that is not encoded well is not used.
  }
  const clean = name.replace(/[\p{C}<>:"|?*]/gu, "").split(/[\\/]/).pop()?.replace(/^\.+/, "") || "response";
  const [, kind = ""] = essenceOf(type).split("/");
  const ending = /json/.test(kind) ? "json" : { plain: "txt", jpeg: "jpg", mpeg: "mp3", "octet-stream": "bin" }[kind] ?? kind.replace(/^x-|\W.*/g, "");
  return /\.\w{1,8}$/.test(clean) || !ending ? clean : `${clean}.${ending}`;
}

/** @param {number} bytes */
const sizeText = (bytes) => bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
