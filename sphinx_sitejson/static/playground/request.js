// @ts-check
"use strict";

// Build a request, independent of how it is sent, from the inputs. Pure.

const HEADER_NAME = /^[\w!#$%&'*+.^`|~][\w!#$%&'*+.^`|~-]*$/;
const NOT_IN_URLS = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu;
const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/gu;
/** @type {Record<string, string>} */
const STYLES = { path: "simple", query: "form", header: "simple", cookie: "form" };
const FIELD_KINDS = ["json", "form", "multipart"];
const MANAGED_HEADERS = ["accept", "content-type", "authorization"];

/**
 * @typedef {{headers: [string, string][], query: [string, string][], cookies: [string, string][], basic: {username: string, password: string, scheme?: string} | null}} Credentials
 */

/** @param {Parameter} parameter */
const parameterKey = (parameter) => `${parameter.in}:${parameter.name}`;

/**
 * Collect the credentials of some security schemes: the entered values, or placeholders.
 * @param {any[]} schemes
 * @param {Record<string, any> | null} secrets
 * @returns {Credentials}
 */
function collectCredentials(schemes, secrets) {
  const found = /** @type {Credentials} */ ({ headers: [], query: [], cookies: [], basic: null });
  for (const scheme of schemes) {
    const entered = secrets?.[scheme.name] ?? {};
    const value = (/** @type {string} */ placeholder) =>
      secrets ? (entered.token ?? "") : `${scheme.prefix ?? ""}<${placeholder}>`;
    if (scheme.kind === "basic" || scheme.kind === "digest") {
      const digestOption = scheme.kind === "digest" ? { scheme: "digest" } : {};
      const [username, password] = [scheme.username || "username", scheme.password || "password"];
      if (!secrets) found.basic = { username: `<${username}>`, password: `<${password}>`, ...digestOption };
      else if (entered.username || entered.password)
        found.basic = { username: entered.username ?? "", password: entered.password ?? "", ...digestOption };
    } else if (scheme.kind === "key") {
      const text = value("api-key");
      const pairs = scheme.in === "query" ? found.query : scheme.in === "cookie" ? found.cookies : found.headers;
      if (text && text !== scheme.prefix && scheme.parameter) pairs.push([scheme.parameter, text]);
    } else if (scheme.kind !== "other") {
      const text = value(scheme.kind === "http" ? "credentials" : "token");
      const schemeName = scheme.kind === "http" ? scheme.scheme : "Bearer";
      const hasScheme = text.toLowerCase().startsWith(`${schemeName} `.toLowerCase());
      const headerValue = hasScheme ? text : `${schemeName} ${text}`;
      // Two schemes may use the same token; the header is sent once.
      if (text && text !== scheme.prefix && !found.headers.some(([, known]) => known === headerValue))
        found.headers.push(["Authorization", headerValue]);
    }
  }
  return found;
}

/** @param {Parameter} parameter @param {any} value */
function encodeQueryParameter(parameter, value) {
  if (parameter.in === "querystring") {
    if (!/urlencoded/.test(parameter.type ?? "") || !isObject(value)) return percentEncode(encodeContent(value));
    return definedMembers(value)
      .flatMap(([name, member]) => formPairs(name, member))
      .map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`)
      .join("&");
  }
  if (parameter.type) return `${percentEncode(parameter.name)}=${percentEncode(encodeContent(value))}`;
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
const encodePathParameter = (parameter, value) =>
  parameter.type
    ? percentEncode(encodeContent(value))
    : encodePath(
        parameter.name,
        value,
        parameter.style ?? "simple",
        isExploded(parameter),
        parameter.reserved ?? false
      );

/**
 * Whether a path parameter is a dot segment (RFC 3986, section 3.3), which browsers resolve to another path.
 * @param {Parameter} parameter
 * @param {any} value
 */
const isDotSegment = (parameter, value) =>
  parameter.in === "path" && /^(\.|%2e){1,2}$/i.test(encodePathParameter(parameter, value));

/** Remove headers with invalid names, and put values on one line. @param {Pair[]} pairs @returns {Pair[]} */
const sanitizeHeaders = (pairs) =>
  pairs
    .filter(([name]) => HEADER_NAME.test(name))
    .map(([name, value]) => [name, value.replace(UNPRINTABLE, " ").trim()]);

/**
 *  Build a request.
 * @param {any} data
 * @param {{base: string, values: Map<string, any>, credentials: Credentials, body?: RequestBody | null, extra?: {query: Pair[], headers: Pair[], cookies: Pair[]}}} state `extra` has undocumented parameters
 * @returns {BuiltRequest}
 */
function buildRequest(data, { base, values, credentials, body, extra = { query: [], headers: [], cookies: [] } }) {
  const present = /** @type {Parameter[]} */ (data.parameters ?? [])
    .map((each) => /** @type {[Parameter, any]} */ ([each, values.get(parameterKey(each))]))
    .filter(([, value]) => value !== undefined);
  const parametersIn = (/** @type {string} */ location) => present.filter(([each]) => each.in === location);
  const texts = new Map(parametersIn("path").map(([each, value]) => [each.name, encodePathParameter(each, value)]));
  // A fragment distinguishes operations with the same path, and is never sent.
  const path = data.path
    .split("#", 1)[0]
    .replace(
      /\{([^{}/]+)\}/g,
      (/** @type {string} */ _, /** @type {string} */ name) => texts.get(name) || percentEncode(name)
    );
  let root = base.trim().replace(/\/+$/, "");
  if (root && !root.includes("://") && !root.startsWith("{")) root = `/${root.replace(/^\/+/, "")}`;
  const encoded = (/** @type {string} */ text) => text.replace(NOT_IN_URLS, (char) => percentEncode(char));
  // Variables that the reader has to replace stay readable.
  const address =
    root
      .split(/(\{[\p{L}\p{N}_. -]+\})/u)
      .map((part, index) => (index % 2 ? part : encoded(part)))
      .join("") + encoded(path.startsWith("/") ? path : `/${path}`);
  const query = [
    ...present
      .filter(([each]) => each.in.startsWith("query"))
      .map(([each, value]) => encodeQueryParameter(each, value)),
    ...extra.query.map(
      ([name, value]) => `${percentEncode(name)}=${/^<.*>$/.test(value) ? value : percentEncode(value)}`
    ),
    // A placeholder stays readable; a real key is encoded.
    ...credentials.query.map(
      ([name, value]) => `${percentEncode(name)}=${/^<.*>$/.test(value) ? value : percentEncode(value)}`
    )
  ]
    .filter(Boolean)
    .join("&");
  return {
    method: data.method.replace(/[^\w-]/g, "").replace(/^[-_]+/, "") || "GET",
    url: query ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address,
    headers: sanitizeHeaders([
      ...credentials.headers,
      ...parametersIn("header")
        .filter(([each]) => !MANAGED_HEADERS.includes(each.name.toLowerCase()))
        .map(
          ([each, value]) =>
            /** @type {Pair} */ ([each.name, each.type ? encodeContent(value) : encodeHeader(value, isExploded(each))])
        ),
      ...extra.headers
    ]),
    cookies: sanitizeHeaders([
      ...extra.cookies,
      ...credentials.cookies,
      ...parametersIn("cookie").flatMap(
        /** @returns {Pair[]} */ ([each, value]) =>
          each.type
            ? [[each.name, percentEncode(encodeContent(value))]]
            : cookiePairs(each.name, value, each.style ?? "form", isExploded(each))
      )
    ]),
    basic: credentials.basic,
    body: body ?? null
  };
}

/**
 * Build the body of a request.
 * @param {any} media a media type of the operation
 * @param {any} value
 * @param {Map<string, File[]>} files
 * @param {boolean} isSample whether missing files get a placeholder name
 * @param {(name: string) => Pair[]} headersOf returns the headers of a part
 * @returns {RequestBody | null}
 */
function buildBody(media, value, files, isSample = false, headersOf = () => []) {
  const { type, kind } = media;
  if (kind === "binary") {
    const [file] = files.get("") ?? [];
    return file
      ? {
          kind: "file",
          file: file.name,
          blob: file,
          type: media.pattern ? choosePartType(media.pattern, file.type) : type
        }
      : isSample
        ? { kind: "file", file: media.file, type }
        : null;
  }
  if (kind === "multipart")
    return {
      kind,
      type: /^multipart\/[a-z0-9.+_-]+$/.exec(type.split(";")[0].trim().toLowerCase())?.[0] ?? "multipart/form-data",
      parts: buildParts(media, value, files, isSample, headersOf)
    };
  if (value === undefined || (value === "" && kind !== "json")) return null;
  if (kind === "json") return { kind, type, value };
  if (kind === "form" && isObject(value)) {
    const fields = definedMembers(value).flatMap(([name, member]) =>
      encodeFormField(name, member, findPart(media, name))
    );
    if (fields.some(([, , isReserved]) => isReserved)) return { kind: "text", type, text: encodeForm(fields) };
    return { kind, type, fields: fields.map(([name, text]) => /** @type {Pair} */ ([name, text])) };
  }
  return { kind: "text", type, text: typeof value === "string" ? value : stringifyJson(value, "  ") };
}

/** Find the encoding of a property. @param {any} media @param {string} name */
const findPart = (media, name) => (media.parts && Object.hasOwn(media.parts, name) && media.parts[name]) || {};
/** Whether a property is serialized by a parameter style. @param {any} part */
const hasStyle = ({ style, explode, reserved }) => !!style || explode !== undefined || !!reserved;

/** @param {string} name @param {any} value @param {any} part @returns {[string, string, boolean][]} */
function encodeFormField(name, value, part) {
  const { style, explode, reserved = false, type = "" } = part;
  const isDocument = isContainer(value) && !hasStyle(part) && /[/+](json|yaml)\b/.test(type);
  const pairs = isDocument
    ? /** @type {Pair[]} */ ([[name, stringifyJson(value)]])
    : formPairs(name, value, style, explode);
  return pairs.map(([key, text]) => [key, text, reserved]);
}

/**
 * Choose the media type of a part: that of the file, if the document allows it, or the first documented one.
 * @param {string} types
 * @param {string} fileType
 */
function choosePartType(types, fileType = "") {
  const all = types.match(/(?:[^,"]|"[^"]*")+/g)?.map((each) => each.trim()) ?? [];
  const essence = fileType.split(";")[0].trim().toLowerCase();
  const isInRange = (/** @type {string} */ each) => {
    const range = each.split(";")[0].trim();
    return range === essence || range === "*/*" || (range.endsWith("/*") && essence.startsWith(range.slice(0, -1)));
  };
  const match = essence ? all.find(isInRange) : undefined;
  if (match !== undefined) return match.includes("*") ? fileType : match;
  const first = all.find((each) => !each.includes("*"));
  return first ?? (fileType || TYPE_FOR_RANGE[all[0] ?? ""] || "");
}
/** @type {Record<string, string>} */
const TYPE_FOR_RANGE = {
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
function buildParts(media, value, files, isSample, headersOf) {
  const names = new Set([...(isObject(value) ? objectEntries(value).map(([name]) => name) : []), ...files.keys()]);
  return [...names].flatMap(
    /** @returns {FormPart[]} */ (name) => {
      const part = findPart(media, name);
      const { type = "", file = "" } = part;
      const headers = sanitizeHeaders(headersOf(name)).filter(([each]) => !/^content-(type|disposition)$/i.test(each));
      const extraHeaders = headers.length ? { headers } : {};
      if (file) {
        const selected = files.get(name) ?? [];
        if (!selected.length) return isSample ? [{ name, file, type: choosePartType(type), ...extraHeaders }] : [];
        return selected.map((each) => ({
          name,
          file: each.name,
          type: choosePartType(type, each.type),
          blob: each,
          ...extraHeaders
        }));
      }
      const member = isObject(value) ? getMember(value, name) : undefined;
      if (isNullish(member)) return [];
      if (hasStyle(part))
        return formPairs(name, member, part.style, part.explode).map(([key, text]) => ({
          name: key,
          text,
          ...extraHeaders
        }));
      return definedItems(member).map((entry) => ({
        name,
        text: encodePrimitive(entry),
        type: choosePartType(type) || (isContainer(entry) ? "application/json" : ""),
        ...extraHeaders
      }));
    }
  );
}

// Forbidden request headers of the Fetch standard.
const FORBIDDEN_HEADERS =
  /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;
// Forbidden headers that the proxy can set for the page.
const SET_BY_PROXY = /^(accept-charset|accept-encoding|date|dnt|origin|referer|user-agent)$/i;
const FORBIDDEN_METHODS = ["CONNECT", "TRACE", "TRACK"];

/** Whether the browser or the proxy can send a header. @param {string} name @param {string} proxy */
const canSend = (name, proxy) => !FORBIDDEN_HEADERS.test(name) || (proxy !== "" && SET_BY_PROXY.test(name));

/**
 * List the parts of a request that a browser does not send.
 * @param {BuiltRequest} request
 * @param {string} proxy
 * @returns {string[]}
 */
const listUnsent = ({ method, headers, cookies, body }, proxy = "") => [
  ...headers.map(([name]) => name).filter((name) => !canSend(name, proxy)),
  ...(cookies.length && !proxy ? ["Cookie"] : []),
  ...(body && ["GET", "HEAD"].includes(method) ? ["body"] : []),
  ...(FORBIDDEN_METHODS.includes(method) ? [method] : [])
];
