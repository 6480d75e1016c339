// @ts-check
"use strict";

// JSON that loses nothing: numbers keep their digits, members their order, repeated keys stay. Pure.
// A value is a text, true, false, null, a list, Digits for a number, or Members for an object;
// plain objects and numbers of the language are understood too.

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** @type {Record<string, boolean | null>} */
const WORDS = { t: true, f: false, n: null };
// What a text does not stand for itself with; the reader of the browser knows the rest.
const ESCAPED = /[\\\x00-\x1f]/;
const DEEPEST_JSON = 1000;

/** A number as it is written. Where a rough number will do, it counts as one. */
class Digits {
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

/** An object as it is written. */
class Members {
  /** @param {[string, any][]} pairs */
  constructor(pairs) {
    this.pairs = pairs;
  }
}

/** @param {any} value @returns {boolean} */
const isNumber = (value) => value instanceof Digits || typeof value === "number";

/** @param {any} value @returns {boolean} */
const isObject = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits);

/** @param {any} value @returns {boolean} */
const isList = (value) => Array.isArray(value) || isObject(value);

/** @param {any} value @returns {[string, any][]} */
const pairsOf = (value) => (value instanceof Members ? value.pairs : Object.entries(value));

/** A member of an object: of several with one name, the last counts. @param {any} value @param {string} name */
const memberOf = (value, name) => pairsOf(value).findLast(([key]) => key === name)?.[1];

/** The names that come more than once. @param {any} value @returns {Set<string>} */
function repeatedIn(value) {
  const seen = new Set();
  return new Set(
    value instanceof Members ? value.pairs.map(([key]) => key).filter((key) => seen.has(key) || !seen.add(key)) : []
  );
}

/** The same of a whole value. @param {any} value @returns {string[]} */
const allRepeated = (value) =>
  !isList(value)
    ? []
    : [
        ...new Set([
          ...repeatedIn(value),
          ...(Array.isArray(value) ? value : pairsOf(value).map(([, member]) => member)).flatMap(allRepeated)
        ])
      ];

/** The number that a text is, if it is one as JSON writes it. @param {string} text */
function digitsOf(text) {
  NUMBER.lastIndex = 0;
  return NUMBER.exec(text)?.[0] === text ? new Digits(text) : undefined;
}

/** Read JSON; raises SyntaxError, or RangeError where values nest too deeply. @param {string} text @returns {any} */
function readJson(text) {
  let at = 0;
  const stop = () => {
    throw Object.assign(new SyntaxError(`No JSON at ${at}`), { at: Math.max(at, 0) });
  };
  const skip = () => {
    for (
      let code = text.charCodeAt(at);
      code === 32 || code === 10 || code === 13 || code === 9;
      code = text.charCodeAt(at)
    )
      at += 1;
    return text[at];
  };
  const isNext = (/** @type {string} */ sign) => skip() === sign && at++ >= 0;
  const readString = () => {
    if (skip() !== '"') stop();
    const start = at;
    for (let isOpen = true; isOpen;) {
      at = text.indexOf('"', at + 1);
      if (at < 0) {
        at = start;
        stop();
      }
      let slashes = at;
      while (text[slashes - 1] === "\\") slashes -= 1;
      isOpen = (at - slashes) % 2 === 1;
    }
    at += 1;
    const inside = text.slice(start + 1, at - 1);
    if (!ESCAPED.test(inside)) return inside;
    try {
      return JSON.parse(`"${inside}"`);
    } catch {
      at = start;
      return stop();
    }
  };
  /** @param {() => any} readOne @param {string} end */
  const readAll = (readOne, end) => {
    const found = /** @type {any[]} */ ([]);
    at += 1;
    if (isNext(end)) return found;
    do found.push(readOne());
    while (isNext(","));
    return isNext(end) ? found : stop();
  };
  const readPair = (/** @type {number} */ depth) => {
    const key = readString();
    return [key, isNext(":") ? readValue(depth) : stop()];
  };
  /** @param {number} depth @returns {any} */
  const readValue = (depth) => {
    const sign = skip();
    if (depth > DEEPEST_JSON) throw new RangeError("Too deep to be read");
    if (sign === '"') return readString();
    if (sign === "[") return readAll(() => readValue(depth + 1), "]");
    if (sign === "{") return new Members(readAll(() => readPair(depth + 1), "}"));
    const token = WORDS[sign] === undefined ? NUMBER : WORD;
    token.lastIndex = at;
    const found = token.exec(text)?.[0] ?? stop();
    at += found.length;
    return token === WORD ? WORDS[sign] : new Digits(found);
  };
  const found = readValue(0);
  return skip() === undefined ? found : stop();
}

/**
 * Write JSON, over several lines if they have an indent.
 * @param {any} value
 * @param {string} indent
 * @returns {string}
 */
function writeJson(value, indent = "", line = "\n") {
  if (value === null || typeof value !== "object" || value instanceof Digits)
    return isNumber(value) ? String(value) : (JSON.stringify(value) ?? "null");
  const inner = line + indent;
  const colon = indent ? ": " : ":";
  const entries = Array.isArray(value)
    ? value.map((each) => writeJson(each, indent, inner))
    : pairsOf(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => JSON.stringify(key) + colon + writeJson(member, indent, inner));
  const [start, end] = Array.isArray(value) ? "[]" : "{}";
  if (!entries.length || !indent) return start + entries.join(",") + end;
  return start + inner + entries.join(`,${inner}`) + line + end;
}

/** A value with objects of the language, for data that is read by name. @param {any} value @returns {any} */
const plainData = (value) =>
  Array.isArray(value)
    ? value.map(plainData)
    : isObject(value)
      ? Object.fromEntries(pairsOf(value).map(([key, member]) => [key, plainData(member)]))
      : value;

/** What a page says of its request; values in it stay as they are written. @param {string} text @returns {any} */
function readPageData(text) {
  const tree = readJson(text);
  const data = { definitions: {}, ...plainData(tree) };
  const keep = (/** @type {string} */ list, /** @type {string} */ name) =>
    (memberOf(tree, list) ?? []).forEach((/** @type {any} */ each, /** @type {number} */ index) => {
      const value = memberOf(each, name);
      if (value !== undefined) data[list][index][name] = value;
    });
  keep("parameters", "sample");
  keep("bodies", "examples");
  return data;
}
