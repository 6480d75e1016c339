// @ts-check
"use strict";

// Values as literals of Python and JavaScript. Pure.

/** @param {string} text @param {(code: number) => string} other */
const quoteText = (text, other) =>
  text.includes('"') && !text.includes("'")
    ? `'${escapeText(text, { ...ESCAPES, '"': '"' }, other)}'`
    : `"${escapeText(text, ESCAPES, other)}"`;

// Decimals that JavaScript and Python print alike, if they print them in this form.
const PLAIN_DECIMAL =
  /^-?(?:(?:0(?=\.(?!0000))|[1-9]\d{0,15}(?=\.))\.\d*[1-9]|\d(?:\.\d*[1-9])?e(?:\+(?:2[1-9]|[3-9]\d|\d{3})|-(?:[1-9]\d|\d{3})))$/;

/** Whether a number survives a round trip through a double unchanged. @param {string} text */
const isPlainDecimal = (text) => PLAIN_DECIMAL.test(text) && String(Number(text)) === text;

/**
 * Whether a literal of the language serializes to exactly this JSON.
 * @param {any} value
 * @param {(text: string) => boolean} keepsNumber
 * @param {(names: string[]) => boolean} keepsOrder
 * @returns {boolean}
 */
function isLiteral(value, keepsNumber, keepsOrder = () => true) {
  if (Array.isArray(value)) return value.every((each) => isLiteral(each, keepsNumber, keepsOrder));
  if (!isObject(value)) return !isNumber(value) || keepsNumber(String(value));
  return (
    !findRepeatedKeys(value).size &&
    keepsOrder(objectEntries(value).map(([name]) => name)) &&
    objectEntries(value).every(([, member]) => isLiteral(member, keepsNumber, keepsOrder))
  );
}

/**
 * Write a value as a literal, objects and arrays over several lines.
 * @param {any} value
 * @param {{text: (text: string) => string, key: (text: string) => string, constants?: Record<string, string>, indent: string}} style
 * @returns {string}
 */
function writeLiteral(value, style, depth = 0) {
  if (typeof value === "string") return style.text(value);
  if (!isContainer(value)) return style.constants?.[value] ?? String(value);
  const [start, end] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value)
    ? value.map((each) => writeLiteral(each, style, depth + 1))
    : objectEntries(value).map(([key, member]) => `${style.key(key)}: ${writeLiteral(member, style, depth + 1)}`);
  if (!entries.length) return start + end;
  return `${start}\n${entries.map((entry) => `${style.indent.repeat(depth + 1)}${entry}`).join(",\n")},\n${style.indent.repeat(depth)}${end}`;
}

/** Convert pairs to an object in their order; of repeated names the last wins. @param {[string, string][]} pairs */
const pairsToObject = (pairs) => new JsonObject([...new Map(pairs)]);
