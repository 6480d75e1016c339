// @ts-check
"use strict";

// How parameters are written into a request: the styles of OpenAPI, over RFC 6570.

const KEPT_IN_QUERY = ":/?@!$'()*,;=";
const KEPT_IN_PATH = ":@!$&'()*+,;=";
/** @type {Record<string, string>} */
const DELIMITERS = { spaceDelimited: "%20", pipeDelimited: "%7C" };
const DEEPEST = 20;

/**
 * Percent-encode a text; with characters that stay, what is encoded already stays too.
 * @param {string} text
 * @param {string} kept
 */
function percent(text, kept = "") {
  return text
    .replace(/\p{Cs}/gu, "?")
    .replace(/%[\dA-Fa-f]{2}|[^A-Za-z0-9_.~-]/gu, (part) =>
      kept && (part[2] || kept.includes(part))
        ? part
        : encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    );
}

/** @param {any} value */
const isNothing = (value) => value === null || value === undefined;

/** A parameter that is a document of its own. @param {any} value @returns {string} */
const encodeContent = (value) => (typeof value === "string" ? value : writeJson(value));

/** Write one value; what has no style here becomes JSON. @param {any} value @returns {string} */
const primitive = (value) => (isNothing(value) ? "" : encodeContent(value));

/** @param {any} value @returns {any[]} */
const entriesOf = (value) => (Array.isArray(value) ? value.filter((entry) => !isNothing(entry)) : [value]);

/** @param {any} value @returns {[string, any][]} */
const membersOf = (value) => pairsOf(value).filter(([, member]) => !isNothing(member));

/** @param {any} value */
const isEmptyList = (value) => (Array.isArray(value) ? !value.length : isObject(value) && !pairsOf(value).length);

/**
 * The entries of an array, or names and values of an object.
 * @param {any} value
 * @param {boolean} explode
 * @param {(value: any) => string} write
 * @returns {string[]}
 */
const flat = (value, explode, write) =>
  !isObject(value)
    ? entriesOf(value).map(write)
    : membersOf(value).flatMap(([key, member]) =>
        explode ? [`${write(key)}=${write(member)}`] : [write(key), write(member)]
      );

/** @param {any} value @param {boolean} explode @param {string} separator @param {string} kept */
const joined = (value, explode, separator, kept) =>
  flat(value, explode, (entry) => percent(primitive(entry), kept)).join(separator);

/** @param {string} name @param {any} value @param {string} kept @returns {[string, string][]} */
const explodedPairs = (name, value, kept) =>
  isObject(value)
    ? membersOf(value).map(([key, member]) => [percent(key), percent(primitive(member), kept)])
    : entriesOf(value).map((entry) => [percent(name), percent(primitive(entry), kept)]);

/**
 * Pairs `name[key]`, encoded unless `kept` is null.
 * @param {string} prefix
 * @param {any} value
 * @param {string | null} kept
 * @returns {[string, string][]}
 */
function deepPairs(prefix, value, kept, depth = 0) {
  const inside = (/** @type {string} */ key) =>
    kept === null ? `${prefix}[${key}]` : `${prefix}%5B${percent(key)}%5D`;
  if (depth < DEEPEST && Array.isArray(value)) {
    return entriesOf(value).flatMap((entry, index) =>
      deepPairs(inside(isList(entry) ? String(index) : ""), entry, kept, depth + 1)
    );
  }
  if (depth < DEEPEST && isObject(value))
    return membersOf(value).flatMap(([key, member]) => deepPairs(inside(key), member, kept, depth + 1));
  return [[prefix, kept === null ? primitive(value) : percent(primitive(value), kept)]];
}

/** @param {string} name @param {any} value @param {string} style @param {boolean} explode @param {boolean} reserved */
function encodePath(name, value, style, explode, reserved) {
  const kept = reserved ? KEPT_IN_PATH : "";
  if (style === "matrix") {
    if (!explode && isEmptyList(value)) return "";
    const pairs = explode ? explodedPairs(name, value, kept) : [[percent(name), joined(value, false, ",", kept)]];
    return pairs.map(([key, text]) => (text ? `;${key}=${text}` : `;${key}`)).join("");
  }
  if (style === "label") return isEmptyList(value) ? "" : `.${joined(value, explode, explode ? "." : ",", kept)}`;
  return joined(value, explode, ",", kept);
}

/** @param {string} name @param {any} value @param {string} style @param {boolean} explode @param {boolean} reserved */
function encodeQuery(name, value, style, explode, reserved) {
  const kept = reserved ? KEPT_IN_QUERY : "";
  const isDeep = style === "deepObject" && isList(value);
  const pairs = isDeep
    ? deepPairs(percent(name), value, kept)
    : explode
      ? explodedPairs(name, value, kept)
      : isEmptyList(value)
        ? []
        : [[percent(name), joined(value, false, DELIMITERS[style] ?? ",", kept)]];
  return pairs.map(([key, text]) => `${key}=${text}`).join("&");
}

/** @param {any} value @param {boolean} explode */
const encodeHeader = (value, explode) => flat(value, explode, primitive).join(",");

/**
 * The cookies that a parameter makes.
 * @param {string} name
 * @param {any} value
 * @param {string} style
 * @param {boolean} explode
 * @returns {[string, string][]}
 */
function cookiePairs(name, value, style, explode) {
  const write = (/** @type {any} */ entry) => (style === "cookie" ? primitive(entry) : percent(primitive(entry)));
  if (!explode) return isEmptyList(value) ? [] : [[name, flat(value, false, write).join(",")]];
  return isObject(value)
    ? membersOf(value).map(([key, member]) => [key, write(member)])
    : entriesOf(value).map((entry) => [name, write(entry)]);
}

/**
 * The fields of a form that a property makes, not yet encoded; an object is JSON unless the document says how it is
 * written.
 * @param {string} name
 * @param {any} value
 * @param {string} style
 * @param {boolean} [explode]
 * @returns {[string, string][]}
 */
function formPairs(name, value, style = "", explode = undefined) {
  if (style === "deepObject" && isList(value)) return deepPairs(name, value, null);
  if (isObject(value) && !style && explode === undefined) return [[name, writeJson(value)]];
  if (explode ?? (!style || style === "form"))
    return isObject(value)
      ? membersOf(value).map(([key, member]) => [key, primitive(member)])
      : entriesOf(value).map((entry) => [name, primitive(entry)]);
  const entries = flat(value, false, primitive);
  return entries.length ? [[name, entries.join({ spaceDelimited: " ", pipeDelimited: "|" }[style] ?? ",")]] : [];
}

/**
 * The text of a form; of fields that are marked, reserved characters stay.
 * @param {[string, string, boolean?][]} fields
 */
const formText = (fields) =>
  fields
    .map(([name, value, isReserved]) => `${percent(name)}=${percent(value, isReserved ? KEPT_IN_QUERY : "")}`)
    .join("&");

/** The bytes of a text in UTF-8, each as a character: what headers are made of. @param {string} text */
const bytesOf = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
/** @param {string} text */
const base64 = (text) => btoa(bytesOf(text));
