// @ts-check
"use strict";

// Lossless JSON: numbers keep their digits, members their order, repeated keys are preserved. Pure.
// A value is a string, true, false, null, an array, a JsonNumber or a JsonObject;
// plain objects and numbers are accepted as well.

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
/** @type {Record<string, boolean | null>} */
const LITERALS = { t: true, f: false, n: null };
// Strings with these characters are decoded by JSON.parse; others are copied.
const NEEDS_DECODING = /[\\\x00-\x1f]/;
const MAX_JSON_DEPTH = 1000;

/** A number with its original digits; `valueOf` returns the nearest double. */
class JsonNumber {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }

  valueOf() {
    return Number(this.text);
  }
}

/** An object with its original order and repeated keys. */
class JsonObject {
  /** @param {[string, any][]} pairs */
  constructor(pairs) {
    this.pairs = pairs;
  }
}

/** @param {any} value @returns {boolean} */
const isNumber = (value) => value instanceof JsonNumber || typeof value === "number";

/** @param {any} value @returns {boolean} */
const isObject = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof JsonNumber);

/** @param {any} value @returns {boolean} */
const isContainer = (value) => Array.isArray(value) || isObject(value);

/** @param {any} value @returns {[string, any][]} */
const objectEntries = (value) => (value instanceof JsonObject ? value.pairs : Object.entries(value));

/** Get a member of an object: of repeated keys, the last. @param {any} value @param {string} name */
const getMember = (value, name) => objectEntries(value).findLast(([key]) => key === name)?.[1];

/** Find the repeated keys of an object. @param {any} value @returns {Set<string>} */
function findRepeatedKeys(value) {
  const known = new Set();
  return new Set(
    value instanceof JsonObject
      ? value.pairs.map(([key]) => key).filter((key) => known.has(key) || !known.add(key))
      : []
  );
}

/** Find the repeated keys of a value at any depth. @param {any} value @returns {string[]} */
const findAllRepeatedKeys = (value) =>
  !isContainer(value)
    ? []
    : [
        ...new Set([
          ...findRepeatedKeys(value),
          ...(Array.isArray(value) ? value : objectEntries(value).map(([, member]) => member)).flatMap(
            findAllRepeatedKeys
          )
        ])
      ];

/** Parse a JSON number; undefined if the text is none. @param {string} text */
function parseNumber(text) {
  NUMBER.lastIndex = 0;
  return NUMBER.exec(text)?.[0] === text ? new JsonNumber(text) : undefined;
}

/**
 * Parse JSON; throws SyntaxError, or RangeError for values that are nested too deeply.
 * @param {string} text
 * @returns {any}
 */
function parseJson(text) {
  let at = 0;
  const fail = () => {
    throw Object.assign(new SyntaxError(`No JSON at ${at}`), { at: Math.max(at, 0) });
  };
  const skipSpace = () => {
    for (
      let code = text.charCodeAt(at);
      code === 32 || code === 10 || code === 13 || code === 9;
      code = text.charCodeAt(at)
    )
      at += 1;
    return text[at];
  };
  const isNext = (/** @type {string} */ char) => skipSpace() === char && at++ >= 0;
  const readString = () => {
    if (skipSpace() !== '"') fail();
    const start = at;
    for (let isOpen = true; isOpen;) {
      at = text.indexOf('"', at + 1);
      if (at < 0) {
        at = start;
        fail();
      }
      let slashes = at;
      while (text[slashes - 1] === "\\") slashes -= 1;
      isOpen = (at - slashes) % 2 === 1;
    }
    at += 1;
    const content = text.slice(start + 1, at - 1);
    if (!NEEDS_DECODING.test(content)) return content;
    try {
      return JSON.parse(`"${content}"`);
    } catch {
      at = start;
      return fail();
    }
  };
  /** @param {() => any} readItem @param {string} end */
  const readAll = (readItem, end) => {
    const found = /** @type {any[]} */ ([]);
    at += 1;
    if (isNext(end)) return found;
    do found.push(readItem());
    while (isNext(","));
    return isNext(end) ? found : fail();
  };
  const readPair = (/** @type {number} */ depth) => {
    const key = readString();
    return [key, isNext(":") ? readValue(depth) : fail()];
  };
  /** @param {number} depth @returns {any} */
  const readValue = (depth) => {
    const char = skipSpace();
    if (depth > MAX_JSON_DEPTH) throw new RangeError("Too deep to be read");
    if (char === '"') return readString();
    if (char === "[") return readAll(() => readValue(depth + 1), "]");
    if (char === "{") return new JsonObject(readAll(() => readPair(depth + 1), "}"));
    const token = LITERALS[char] === undefined ? NUMBER : LITERAL;
    token.lastIndex = at;
    const found = token.exec(text)?.[0] ?? fail();
    at += found.length;
    return token === LITERAL ? LITERALS[char] : new JsonNumber(found);
  };
  const found = readValue(0);
  return skipSpace() === undefined ? found : fail();
}

/**
 * Serialize a value; with an indent, over several lines.
 * @param {any} value
 * @param {string} indent
 * @returns {string}
 */
function stringifyJson(value, indent = "", line = "\n") {
  if (value === null || typeof value !== "object" || value instanceof JsonNumber)
    return isNumber(value) ? String(value) : (JSON.stringify(value) ?? "null");
  const inner = line + indent;
  const colon = indent ? ": " : ":";
  const entries = Array.isArray(value)
    ? value.map((each) => stringifyJson(each, indent, inner))
    : objectEntries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => JSON.stringify(key) + colon + stringifyJson(member, indent, inner));
  const [start, end] = Array.isArray(value) ? "[]" : "{}";
  if (!entries.length || !indent) return start + entries.join(",") + end;
  return start + inner + entries.join(`,${inner}`) + line + end;
}

/** Convert JsonObject to plain objects, for data that is accessed by name. @param {any} value @returns {any} */
const toPlainData = (value) =>
  Array.isArray(value)
    ? value.map(toPlainData)
    : isObject(value)
      ? Object.fromEntries(objectEntries(value).map(([key, member]) => [key, toPlainData(member)]))
      : value;

/**
 * Parse the data of an operation in the page; samples and examples stay lossless.
 * @param {string} text
 * @returns {any}
 */
function parsePageData(text) {
  const tree = parseJson(text);
  const data = { definitions: {}, ...toPlainData(tree) };
  const preserveDigits = (/** @type {string} */ list, /** @type {string} */ name) =>
    (getMember(tree, list) ?? []).forEach((/** @type {any} */ each, /** @type {number} */ index) => {
      const value = getMember(each, name);
      if (value !== undefined) data[list][index][name] = value;
    });
  preserveDigits("parameters", "sample");
  preserveDigits("bodies", "examples");
  return data;
}
