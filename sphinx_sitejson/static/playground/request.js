// @ts-check
"use strict";

// From what the reader typed to a request that says nothing of how it is sent. Pure.

const TOKEN = /^[\w!#$%&'*+.^`|~][\w!#$%&'*+.^`|~-]*$/;
const NOT_IN_URLS = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu;
const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/gu;
/** @type {Record<string, string>} */
const STYLES = { path: "simple", query: "form", header: "simple", cookie: "form" };
const FORMS = ["json", "form", "multipart"];
const SET_ELSEWHERE = ["accept", "content-type", "authorization"];

/**
 * @typedef {{headers: [string, string][], query: [string, string][], cookies: [string, string][], basic: {username: string, password: string, scheme?: string} | null}} Credentials
 */

/** @param {Parameter} parameter */
const keyOf = (parameter) => `${parameter.in}:${parameter.name}`;

/** The address of a server. @param {any} server @param {Record<string, string>} chosen */
function serverUrl(server, chosen = {}) {
  return (server.variables ?? []).reduce(
    (/** @type {string} */ url, /** @type {any} */ { name, default: usual, enum: all = [] }) =>
      url.replaceAll(`{${name}}`, (Object.hasOwn(chosen, name) && chosen[name]) || (usual ?? all[0] ?? `{${name}}`)),
    server.url
  );
}

/** Whether only the reader can complete an address. @param {string} url */
const isOpen = (url) => /\{[^{}/]+\}/.test(url);

/** Whether a text is an address that a request can be sent to. @param {string} text */
function isWebAddress(text) {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/**
 * Whether a URL gives up the encryption that a page has; a browser's own machine needs none.
 * @param {URL} url
 * @param {{protocol: string}} page
 */
const isDowngrade = ({ protocol, hostname }, page) =>
  page.protocol === "https:" && protocol === "http:" && !/^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * What a request carries for some schemes: what was typed, or placeholders.
 * @param {any[]} schemes
 * @param {Record<string, any> | null} secrets
 * @returns {Credentials}
 */
function credentialsOf(schemes, secrets) {
  const found = /** @type {Credentials} */ ({ headers: [], query: [], cookies: [], basic: null });
  for (const scheme of schemes) {
    const typed = secrets?.[scheme.name] ?? {};
    const value = (/** @type {string} */ placeholder) =>
      secrets ? (typed.token ?? "") : `${scheme.prefix ?? ""}<${placeholder}>`;
    if (scheme.kind === "basic" || scheme.kind === "digest") {
      const way = scheme.kind === "digest" ? { scheme: "digest" } : {};
      const [username, password] = [scheme.username || "username", scheme.password || "password"];
      if (!secrets) found.basic = { username: `<${username}>`, password: `<${password}>`, ...way };
      else if (typed.username || typed.password)
        found.basic = { username: typed.username ?? "", password: typed.password ?? "", ...way };
    } else if (scheme.kind === "key") {
      const text = value("api-key");
      const place = scheme.in === "query" ? found.query : scheme.in === "cookie" ? found.cookies : found.headers;
      if (text && text !== scheme.prefix && scheme.parameter) place.push([scheme.parameter, text]);
    } else if (scheme.kind !== "other") {
      const text = value(scheme.kind === "http" ? "credentials" : "token");
      const word = scheme.kind === "http" ? scheme.scheme : "Bearer";
      const isWhole = text.toLowerCase().startsWith(`${word} `.toLowerCase());
      const sent = isWhole ? text : `${word} ${text}`;
      // Two schemes may ask for the same token; a header is sent once.
      if (text && text !== scheme.prefix && !found.headers.some(([, known]) => known === sent))
        found.headers.push(["Authorization", sent]);
    }
  }
  return found;
}

/** @param {Parameter} parameter @param {any} value */
function queryPart(parameter, value) {
  if (parameter.in === "querystring") {
    if (!/urlencoded/.test(parameter.type ?? "") || !isObject(value)) return percent(encodeContent(value));
    return membersOf(value)
      .flatMap(([name, member]) => formPairs(name, member))
      .map(([name, text]) => `${percent(name)}=${percent(text)}`)
      .join("&");
  }
  if (parameter.type) return `${percent(parameter.name)}=${percent(encodeContent(value))}`;
  return encodeQuery(
    parameter.name,
    value,
    parameter.style ?? "form",
    isExploded(parameter),
    parameter.reserved ?? false
  );
}

/** @param {Parameter} parameter @returns {boolean} */
const isExploded = (parameter) =>
  parameter.explode ?? ["form", "cookie"].includes(parameter.style ?? STYLES[parameter.in]);

/** @param {Parameter} parameter @param {any} value */
const pathPart = (parameter, value) =>
  parameter.type
    ? percent(encodeContent(value))
    : encodePath(
        parameter.name,
        value,
        parameter.style ?? "simple",
        isExploded(parameter),
        parameter.reserved ?? false
      );

/**
 * Whether a browser takes a parameter of the path for a step in it, and sends the request elsewhere.
 * @param {Parameter} parameter
 * @param {any} value
 */
const isStep = (parameter, value) => parameter.in === "path" && /^(\.|%2e){1,2}$/i.test(pathPart(parameter, value));

/** Leave out what no header may be called, and bring values on one line. @param {Pair[]} pairs @returns {Pair[]} */
const validPairs = (pairs) =>
  pairs.filter(([name]) => TOKEN.test(name)).map(([name, value]) => [name, value.replace(UNPRINTABLE, " ").trim()]);

/**
 *  Build a request.
 * @param {any} data
 * @param {{base: string, values: Map<string, any>, credentials: Credentials, body?: RequestBody | null, extra?: {query: Pair[], headers: Pair[], cookies: Pair[]}}} state what a reader adds is `extra`
 * @returns {BuiltRequest}
 */
function buildRequest(data, { base, values, credentials, body, extra = { query: [], headers: [], cookies: [] } }) {
  const filled = /** @type {Parameter[]} */ (data.parameters ?? [])
    .map((each) => /** @type {[Parameter, any]} */ ([each, values.get(keyOf(each))]))
    .filter(([, value]) => value !== undefined);
  const at = (/** @type {string} */ place) => filled.filter(([each]) => each.in === place);
  const texts = new Map(at("path").map(([each, value]) => [each.name, pathPart(each, value)]));
  // A fragment tells operations of one path apart, and is never sent.
  const path = data.path
    .split("#", 1)[0]
    .replace(
      /\{([^{}/]+)\}/g,
      (/** @type {string} */ _, /** @type {string} */ name) => texts.get(name) || percent(name)
    );
  let root = base.trim().replace(/\/+$/, "");
  if (root && !root.includes("://") && !root.startsWith("{")) root = `/${root.replace(/^\/+/, "")}`;
  const encoded = (/** @type {string} */ text) => text.replace(NOT_IN_URLS, (char) => percent(char));
  // What the reader has to fill in stays readable.
  const address =
    root
      .split(/(\{[\p{L}\p{N}_. -]+\})/u)
      .map((part, index) => (index % 2 ? part : encoded(part)))
      .join("") + encoded(path.startsWith("/") ? path : `/${path}`);
  const query = [
    ...filled.filter(([each]) => each.in.startsWith("query")).map(([each, value]) => queryPart(each, value)),
    ...extra.query.map(([name, value]) => `${percent(name)}=${/^<.*>$/.test(value) ? value : percent(value)}`),
    // A placeholder stays readable; a real key is encoded.
    ...credentials.query.map(([name, value]) => `${percent(name)}=${/^<.*>$/.test(value) ? value : percent(value)}`)
  ]
    .filter(Boolean)
    .join("&");
  return {
    method: data.method.replace(/[^\w-]/g, "").replace(/^[-_]+/, "") || "GET",
    url: query ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address,
    headers: validPairs([
      ...credentials.headers,
      ...at("header")
        .filter(([each]) => !SET_ELSEWHERE.includes(each.name.toLowerCase()))
        .map(
          ([each, value]) =>
            /** @type {Pair} */ ([each.name, each.type ? encodeContent(value) : encodeHeader(value, isExploded(each))])
        ),
      ...extra.headers
    ]),
    cookies: validPairs([
      ...extra.cookies,
      ...credentials.cookies,
      ...at("cookie").flatMap(
        /** @returns {Pair[]} */ ([each, value]) =>
          each.type
            ? [[each.name, percent(encodeContent(value))]]
            : cookiePairs(each.name, value, each.style ?? "form", isExploded(each))
      )
    ]),
    basic: credentials.basic,
    body: body ?? null
  };
}

/**
 * The body of a request.
 * @param {any} media one of the page's forms of a body
 * @param {any} value
 * @param {Map<string, File[]>} files
 * @param {boolean} isSample whether files that nobody chose have a name all the same
 * @param {(name: string) => Pair[]} headersOf those of a part
 * @returns {RequestBody | null}
 */
function buildBody(media, value, files, isSample = false, headersOf = () => []) {
  const { type, kind } = media;
  if (kind === "binary" && !isObject(value)) {
    const [file] = files.get("") ?? [];
    return file
      ? { kind: "file", file: file.name, blob: file, type: media.pattern ? partType(media.pattern, file.type) : type }
      : isSample
        ? { kind: "file", file: media.file, type }
        : null;
  }
  if (kind === "multipart")
    return {
      kind,
      type: /^multipart\/[a-z0-9.+_-]+$/.exec(type.split(";")[0].trim().toLowerCase())?.[0] ?? "multipart/form-data",
      parts: multipartParts(media, value, files, isSample, headersOf)
    };
  if (value === undefined || (value === "" && kind !== "json")) return null;
  if (kind === "json") return { kind, type, value };
  if (kind === "form" && isObject(value)) {
    const fields = membersOf(value).flatMap(([name, member]) => formFields(name, member, partOf(media, name)));
    if (fields.some(([, , isReserved]) => isReserved)) return { kind: "text", type, text: formText(fields) };
    return { kind, type, fields: fields.map(([name, text]) => /** @type {Pair} */ ([name, text])) };
  }
  return { kind: "text", type, text: typeof value === "string" ? value : writeJson(value, "  ") };
}

/** What the document says of how a property is sent. @param {any} media @param {string} name */
const partOf = (media, name) => (media.parts && Object.hasOwn(media.parts, name) && media.parts[name]) || {};
/** Whether a property is written as a parameter is. @param {any} part */
const isStyled = ({ style, explode, reserved }) => !!style || explode !== undefined || !!reserved;

/** @param {string} name @param {any} value @param {any} part @returns {[string, string, boolean][]} */
function formFields(name, value, part) {
  const { style, explode, reserved = false, type = "" } = part;
  const isDocument = isList(value) && !isStyled(part) && /[/+](json|yaml)\b/.test(type);
  const pairs = isDocument
    ? /** @type {Pair[]} */ ([[name, writeJson(value)]])
    : formPairs(name, value, style, explode);
  return pairs.map(([key, text]) => [key, text, reserved]);
}

/**
 * The type of a part: that of the file, if the document allows it, else the first that it names.
 * @param {string} types
 * @param {string} own
 */
function partType(types, own = "") {
  const all = types.match(/(?:[^,"]|"[^"]*")+/g)?.map((each) => each.trim()) ?? [];
  const bare = own.split(";")[0].trim().toLowerCase();
  const isIn = (/** @type {string} */ each) => {
    const wanted = each.split(";")[0].trim();
    return wanted === bare || wanted === "*/*" || (wanted.endsWith("/*") && bare.startsWith(wanted.slice(0, -1)));
  };
  const fitting = bare ? all.find(isIn) : undefined;
  if (fitting !== undefined) return fitting.includes("*") ? own : fitting;
  const first = all.find((each) => !each.includes("*"));
  return first ?? (own || SENT_FOR_PATTERN[all[0] ?? ""] || "");
}
/** @type {Record<string, string>} */
const SENT_FOR_PATTERN = {
  "*/*": "application/json",
  "application/*": "application/json",
  "image/*": "image/png",
  "audio/*": "audio/mpeg",
  "video/*": "video/mp4",
  "text/*": "text/plain"
};

/**
 * @param {any} media
 * @param {any} value
 * @param {Map<string, File[]>} files
 * @param {boolean} isSample
 * @param {(name: string) => Pair[]} headersOf
 * @returns {FormPart[]}
 */
function multipartParts(media, value, files, isSample, headersOf) {
  const names = new Set([...(isObject(value) ? pairsOf(value).map(([name]) => name) : []), ...files.keys()]);
  return [...names].flatMap(
    /** @returns {FormPart[]} */ (name) => {
      const part = partOf(media, name);
      const { type = "", file = "" } = part;
      const headers = validPairs(headersOf(name)).filter(([each]) => !/^content-(type|disposition)$/i.test(each));
      const more = headers.length ? { headers } : {};
      if (file) {
        const chosen = files.get(name) ?? [];
        if (!chosen.length) return isSample ? [{ name, file, type: partType(type), ...more }] : [];
        return chosen.map((each) => ({ name, file: each.name, type: partType(type, each.type), blob: each, ...more }));
      }
      const member = isObject(value) ? memberOf(value, name) : undefined;
      if (isNothing(member)) return [];
      if (isStyled(part))
        return formPairs(name, member, part.style, part.explode).map(([key, text]) => ({ name: key, text, ...more }));
      return entriesOf(member).map((entry) => ({
        name,
        text: primitive(entry),
        type: partType(type) || (isList(entry) ? "application/json" : ""),
        ...more
      }));
    }
  );
}

// Browsers set these themselves, whatever a page asks for.
const FORBIDDEN =
  /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;
// Those that the proxy sets in the name of the page.
const SET_BY_PROXY = /^(accept-charset|accept-encoding|date|dnt|origin|referer|user-agent)$/i;
const FORBIDDEN_METHODS = ["CONNECT", "TRACE", "TRACK"];

/** Whether a browser, or the proxy in its place, sends a header. @param {string} name @param {string} proxy */
const isSent = (name, proxy) => !FORBIDDEN.test(name) || (proxy !== "" && SET_BY_PROXY.test(name));

/**
 * The names of what a browser does not send of a request.
 * @param {BuiltRequest} request
 * @param {string} proxy
 * @returns {string[]}
 */
const notSent = ({ method, headers, cookies, body }, proxy = "") => [
  ...headers.map(([name]) => name).filter((name) => !isSent(name, proxy)),
  ...(cookies.length && !proxy ? ["Cookie"] : []),
  ...(body && ["GET", "HEAD"].includes(method) ? ["body"] : []),
  ...(FORBIDDEN_METHODS.includes(method) ? [method] : [])
];
