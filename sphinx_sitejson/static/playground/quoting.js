// @ts-check
"use strict";

// Helpers that all sample languages share, curl included. Pure.

/** The generators of the sample languages. @type {Record<string, (request: BuiltRequest) => string>} */
const SAMPLES = {};
/** The namespace for scripts that are loaded later. @type {Record<string, any> & { SAMPLES: typeof SAMPLES }} */
const SHARED = { SAMPLES };
const ESCAPES = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const NOT_PRINTABLE = /(?! )[\p{C}\p{Z}]/u;

/** @param {number} code @param {number} length */
const hex = (code, length) => code.toString(16).padStart(length, "0");

// Characters that no language escapes; the others are looked up one by one.
const NEEDS_LOOKUP = /[^ !%&(-[\]^_a-~]/gu;

/** @param {string} text @param {Record<string, string>} known @param {(code: number) => string} other */
const escapeText = (text, known, other) =>
  text.replace(NEEDS_LOOKUP, (char) => known[char] ?? (isPrintable(char) ? char : other(char.codePointAt(0) ?? 0)));

/** @param {number} code */
const escapeUtf16 = (code) =>
  code <= 0xffff
    ? `\\u${hex(code, 4)}`
    : `\\u${hex(0xd800 + ((code - 0x10000) >> 10), 4)}\\u${hex(0xdc00 + (code & 0x3ff), 4)}`;

/** @param {string} text */
const isPrintable = (text) => !/[^ -~]/.test(text) || !NOT_PRINTABLE.test(text);

/** @param {any} value */
function formatJson(value) {
  const text = stringifyJson(value, "  ");
  return /[^\n -~]/.test(text) ? escapeText(text, { "\n": "\n" }, escapeUtf16) : text;
}

/** @param {BuiltRequest} request */
const formatCookies = (request) => request.cookies.map((pair) => pair.join("=")).join("; ");
/** @param {BuiltRequest} request @returns {Pair[]} */
const contentHeader = ({ body, headers }) =>
  body && body.kind !== "multipart" && !headers.some(([name]) => name.toLowerCase() === "content-type")
    ? [["Content-Type", body.type]]
    : [];
/** @param {BuiltRequest} request @returns {Pair[]} */
const contentHeaderUnlessForm = (request) => (request.body?.kind === "form" ? [] : contentHeader(request));
/** @param {BuiltRequest} request */
const userCredentials = ({ basic }) => (basic ? `${basic.username}:${basic.password}` : "");
