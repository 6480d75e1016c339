// @ts-check
"use strict";

// Serialize parameters by the styles of OpenAPI, which are based on RFC 6570.

const ALLOWED_IN_QUERY = ":/?@!$'()*,;=";
const ALLOWED_IN_PATH = ":@!$&'()*+,;=";
/** @type {Record<string, string>} */
const DELIMITERS = { spaceDelimited: "%20", pipeDelimited: "%7C" };
const MAX_DEPTH = 20;

/**
 * Percent-encode a text. If some characters are allowed, existing percent-encoded triplets are preserved as well.
 * @param {string} text
 * @param {string} allowed
 */
function percentEncode(text, allowed = "") {
  return text
    .replace(/\p{Cs}/gu, "?")
    .replace(/%[\dA-Fa-f]{2}|[^A-Za-z0-9_.~-]/gu, (part) =>
      allowed && (part[2] || allowed.includes(part))
        ? part
        : encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    );
}

/** Decode a percent-encoded text; one that is not encoded is unchanged. @param {string} text */
function decodePercent(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {any} value */
const isNullish = (value) => value === null || value === undefined;

/** Serialize a parameter with `content` instead of a schema. @param {any} value @returns {string} */
const encodeContent = (value) => (typeof value === "string" ? value : stringifyJson(value));

/** Serialize a single value; nested objects and arrays become JSON. @param {any} value @returns {string} */
const encodePrimitive = (value) => (isNullish(value) ? "" : encodeContent(value));

/** @param {any} value @returns {any[]} */
const definedItems = (value) => (Array.isArray(value) ? value.filter((entry) => !isNullish(entry)) : [value]);

/** @param {any} value @returns {[string, any][]} */
const definedMembers = (value) => objectEntries(value).filter(([, member]) => !isNullish(member));

/** @param {any} value */
const isEmptyContainer = (value) =>
  Array.isArray(value) ? !value.length : isObject(value) && !objectEntries(value).length;

/**
 * List the items of an array, or the names and values of an object.
 * @param {any} value
 * @param {boolean} explode
 * @param {(value: any) => string} encode
 * @returns {string[]}
 */
const flattenValue = (value, explode, encode) =>
  !isObject(value)
    ? definedItems(value).map(encode)
    : definedMembers(value).flatMap(([key, member]) =>
        explode ? [`${encode(key)}=${encode(member)}`] : [encode(key), encode(member)]
      );

/** @param {any} value @param {boolean} explode @param {string} separator @param {string} allowed */
const joinValues = (value, explode, separator, allowed) =>
  flattenValue(value, explode, (entry) => percentEncode(encodePrimitive(entry), allowed)).join(separator);

/** @param {string} name @param {any} value @param {string} allowed @returns {[string, string][]} */
const explodePairs = (name, value, allowed) =>
  isObject(value)
    ? definedMembers(value).map(([key, member]) => [
        percentEncode(key),
        percentEncode(encodePrimitive(member), allowed)
      ])
    : definedItems(value).map((entry) => [percentEncode(name), percentEncode(encodePrimitive(entry), allowed)]);

/**
 * Expand a value into pairs `name[key]`, encoded unless `allowed` is null.
 * @param {string} prefix
 * @param {any} value
 * @param {string | null} allowed
 * @returns {[string, string][]}
 */
function expandDeepObject(prefix, value, allowed, depth = 0) {
  const inside = (/** @type {string} */ key) =>
    allowed === null ? `${prefix}[${key}]` : `${prefix}%5B${percentEncode(key)}%5D`;
  if (depth < MAX_DEPTH && Array.isArray(value)) {
    return definedItems(value).flatMap((entry, index) =>
      expandDeepObject(inside(isContainer(entry) ? String(index) : ""), entry, allowed, depth + 1)
    );
  }
  if (depth < MAX_DEPTH && isObject(value))
    return definedMembers(value).flatMap(([key, member]) => expandDeepObject(inside(key), member, allowed, depth + 1));
  return [[prefix, allowed === null ? encodePrimitive(value) : percentEncode(encodePrimitive(value), allowed)]];
}

/** @param {string} name @param {any} value @param {string} style @param {boolean} explode @param {boolean} reserved */
function encodePath(name, value, style, explode, reserved) {
  const allowed = reserved ? ALLOWED_IN_PATH : "";
  if (style === "matrix") {
    if (!explode && isEmptyContainer(value)) return "";
    const pairs = explode
      ? explodePairs(name, value, allowed)
      : [[percentEncode(name), joinValues(value, false, ",", allowed)]];
    return pairs.map(([key, text]) => (text ? `;${key}=${text}` : `;${key}`)).join("");
  }
  if (style === "label")
    return isEmptyContainer(value) ? "" : `.${joinValues(value, explode, explode ? "." : ",", allowed)}`;
  return joinValues(value, explode, ",", allowed);
}

/** @param {string} name @param {any} value @param {string} style @param {boolean} explode @param {boolean} reserved */
function encodeQuery(name, value, style, explode, reserved) {
  const allowed = reserved ? ALLOWED_IN_QUERY : "";
  const isDeep = style === "deepObject" && isContainer(value);
  const pairs = isDeep
    ? expandDeepObject(percentEncode(name), value, allowed)
    : explode
      ? explodePairs(name, value, allowed)
      : isEmptyContainer(value)
        ? []
        : [[percentEncode(name), joinValues(value, false, DELIMITERS[style] ?? ",", allowed)]];
  return pairs.map(([key, text]) => `${key}=${text}`).join("&");
}

/** @param {any} value @param {boolean} explode */
const encodeHeader = (value, explode) => flattenValue(value, explode, encodePrimitive).join(",");

/**
 * Serialize a parameter as cookies.
 * @param {string} name
 * @param {any} value
 * @param {string} style
 * @param {boolean} explode
 * @returns {[string, string][]}
 */
function cookiePairs(name, value, style, explode) {
  const encode = (/** @type {any} */ entry) =>
    style === "cookie" ? encodePrimitive(entry) : percentEncode(encodePrimitive(entry));
  if (!explode) return isEmptyContainer(value) ? [] : [[name, flattenValue(value, false, encode).join(",")]];
  return isObject(value)
    ? definedMembers(value).map(([key, member]) => [key, encode(member)])
    : definedItems(value).map((entry) => [name, encode(entry)]);
}

/**
 * Serialize a property as form fields that are not yet encoded. An object becomes JSON unless the document defines its
 * style.
 * @param {string} name
 * @param {any} value
 * @param {string} style
 * @param {boolean} [explode]
 * @returns {[string, string][]}
 */
function formPairs(name, value, style = "", explode = undefined) {
  if (style === "deepObject" && isContainer(value)) return expandDeepObject(name, value, null);
  if (isObject(value) && !style && explode === undefined) return [[name, stringifyJson(value)]];
  if (explode ?? (!style || style === "form"))
    return isObject(value)
      ? definedMembers(value).map(([key, member]) => [key, encodePrimitive(member)])
      : definedItems(value).map((entry) => [name, encodePrimitive(entry)]);
  const entries = flattenValue(value, false, encodePrimitive);
  return entries.length ? [[name, entries.join({ spaceDelimited: " ", pipeDelimited: "|" }[style] ?? ",")]] : [];
}

/**
 * Encode form fields; fields with the third value true preserve reserved characters (`allowReserved`).
 * @param {[string, string, boolean?][]} fields
 */
const encodeForm = (fields) =>
  fields
    .map(
      ([name, value, isReserved]) =>
        `${percentEncode(name)}=${percentEncode(value, isReserved ? ALLOWED_IN_QUERY : "")}`
    )
    .join("&");

/** Convert a text to a ByteString of its UTF-8 bytes, which fetch accepts as a header value. @param {string} text */
const toByteString = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
/** @param {string} text */
const encodeBase64 = (text) => btoa(toByteString(text));
