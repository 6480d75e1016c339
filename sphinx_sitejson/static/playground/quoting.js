// @ts-check
"use strict";

// What the languages of samples share. Pure.

/** How each language writes a request. @type {Record<string, (request: BuiltRequest) => string>} */
const SAMPLES = {};
/** What scripts that come later add to. @type {Record<string, any> & { SAMPLES: typeof SAMPLES }} */
const SHARED = { SAMPLES };
const ESCAPES = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const UNPRINTED = /(?! )[\p{C}\p{Z}]/u;

/** @param {number} code @param {number} length */
const hex = (code, length) => code.toString(16).padStart(length, "0");

/** @param {string} text @param {Record<string, string>} known @param {(code: number) => string} other */
const escaped = (text, known, other) =>
  [...text].map((char) => known[char] ?? (UNPRINTED.test(char) ? other(char.codePointAt(0) ?? 0) : char)).join("");

/** @param {string} text @param {(code: number) => string} other */
const betweenQuotes = (text, other) =>
  text.includes('"') && !text.includes("'")
    ? `'${escaped(text, { ...ESCAPES, '"': '"' }, other)}'`
    : `"${escaped(text, ESCAPES, other)}"`;

/** @param {number} code */
const utf16 = (code) =>
  code <= 0xffff
    ? `\\u${hex(code, 4)}`
    : `\\u${hex(0xd800 + ((code - 0x10000) >> 10), 4)}\\u${hex(0xdc00 + (code & 0x3ff), 4)}`;

/** @param {string} text */
const isPrintable = (text) => !UNPRINTED.test(text);

/** @param {any} value */
const jsonText = (value) => escaped(writeJson(value, "  "), { "\n": "\n" }, utf16);

// Decimals that JavaScript and Python write alike, if they write them so at all.
const PLAIN_DECIMAL =
  /^-?(?:(?:0(?=\.(?!0000))|[1-9]\d{0,15}(?=\.))\.\d*[1-9]|\d(?:\.\d*[1-9])?e(?:\+(?:2[1-9]|[3-9]\d|\d{3})|-(?:[1-9]\d|\d{3})))$/;

/** Whether a number stays as it is written when a program reads and writes it again. @param {string} text */
const isPlainDecimal = (text) => PLAIN_DECIMAL.test(text) && String(Number(text)) === text;

/**
 * Whether a language sends a value as the JSON that is meant.
 * @param {any} value
 * @param {(text: string) => boolean} keepsNumber
 * @param {(names: string[]) => boolean} keepsOrder
 * @returns {boolean}
 */
function isLiteral(value, keepsNumber, keepsOrder = () => true) {
  if (Array.isArray(value)) return value.every((each) => isLiteral(each, keepsNumber, keepsOrder));
  if (!isObject(value)) return !isNumber(value) || keepsNumber(String(value));
  return (
    !repeatedIn(value).size &&
    keepsOrder(pairsOf(value).map(([name]) => name)) &&
    pairsOf(value).every(([, member]) => isLiteral(member, keepsNumber, keepsOrder))
  );
}

/**
 * Write a value as code, containers over several lines.
 * @param {any} value
 * @param {{text: (text: string) => string, key: (text: string) => string, constants?: Record<string, string>, indent: string}} style
 * @returns {string}
 */
function literal(value, style, depth = 0) {
  if (typeof value === "string") return style.text(value);
  if (!isList(value)) return style.constants?.[value] ?? String(value);
  const [start, end] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, style, depth + 1))
    : pairsOf(value).map(([key, member]) => `${style.key(key)}: ${literal(member, style, depth + 1)}`);
  if (!entries.length) return start + end;
  return `${start}\n${entries.map((entry) => `${style.indent.repeat(depth + 1)}${entry}`).join(",\n")},\n${style.indent.repeat(depth)}${end}`;
}

/** Pairs as an object that keeps their order; of one name the last counts. @param {[string, string][]} pairs */
const objectOf = (pairs) => new Members([...new Map(pairs)]);
/** @param {BuiltRequest} request */
const cookieText = (request) => request.cookies.map((pair) => pair.join("=")).join("; ");
/** @param {BuiltRequest} request @returns {Pair[]} */
const cookieHeader = (request) => (request.cookies.length ? [["Cookie", cookieText(request)]] : []);
/** User name and password that a program has to encode into a header, or "". @param {BuiltRequest} request */
const basicText = ({ basic }) => (basic && basic.scheme !== "digest" ? `${basic.username}:${basic.password}` : "");
/**
 * What stands for a digest in languages that have no way to make one.
 * @param {BuiltRequest} request
 * @returns {Pair[]}
 */
const digestHeader = ({ basic }) => (basic?.scheme === "digest" ? [["Authorization", "Digest <credentials>"]] : []);
/** @param {BuiltRequest} request @returns {Pair[]} */
const contentHeader = ({ body, headers }) =>
  body && body.kind !== "multipart" && !headers.some(([name]) => name.toLowerCase() === "content-type")
    ? [["Content-Type", body.type]]
    : [];
/** @param {BuiltRequest} request @returns {Pair[]} */
const contentButForms = (request) => (request.body?.kind === "form" ? [] : contentHeader(request));
/** @param {[string, string][]} pairs */
const isUnique = (pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length;
/** @param {BuiltRequest} request */
const hasFile = (request) =>
  request.body?.kind === "file" || (request.body?.kind === "multipart" && request.body.parts.some((part) => part.file));
/** @param {string} text @param {string} by */
const indented = (text, by) => text.replaceAll("\n", `\n${by}`);
/** @param {string} word */
const capitalized = (word) => word[0] + word.slice(1).toLowerCase();
/** @param {BuiltRequest} request */
const userText = ({ basic }) => (basic ? `${basic.username}:${basic.password}` : "");
const COMMON_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/** @param {string} text */
const isAscii = (text) => !/[^\x00-\x7f]/.test(text);

const BOUNDARY = "sample-boundary";
/** @param {string} text */
const inPartQuotes = (text) => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
/** The media type of a part; a file has one in any case. @param {FormPart} part */
const typeOfPart = ({ file, type }) => type || (file ? "application/octet-stream" : "");
/** Whether a part is a text, or a file, as every tool knows how to send it. @param {FormPart} part */
const isPlainPart = ({ name, file = "", type, headers = [] }) =>
  !headers.length && (!!file || !type) && !/["\\\r\n]/.test(name + file);
/** @param {any} body */
const isPlainForm = (body) => body.type === "multipart/form-data" && body.parts.every(isPlainPart);
/** @param {any} body */
const writtenType = (body) => `${body.type}; boundary=${BOUNDARY}`;
/** The lines before the content of a part, as browsers write them. @param {FormPart} part @returns {string[]} */
const partHead = (part) => [
  `Content-Disposition: form-data; name="${inPartQuotes(part.name)}"` +
    (part.file ? `; filename="${inPartQuotes(part.file)}"` : ""),
  ...(typeOfPart(part) ? [`Content-Type: ${typeOfPart(part)}`] : []),
  ...(part.headers ?? []).map((pair) => pair.join(": "))
];
/**
 * A body in parts, written by hand: texts, and between them the parts whose files are sent.
 * @param {any} body
 * @returns {(string | FormPart)[]}
 */
function formPieces(body) {
  const found = /** @type {(string | FormPart)[]} */ ([]);
  let text = "";
  for (const part of body.parts) {
    text += `--${BOUNDARY}\r\n${partHead(part)
      .map((line) => `${line}\r\n`)
      .join("")}\r\n`;
    if (part.file) {
      found.push(text, part);
      text = "\r\n";
    } else text += `${part.text ?? ""}\r\n`;
  }
  return [...found, `${text}--${BOUNDARY}--\r\n`];
}
/**
 * Its lines as code, and what reads the files.
 * @param {any} body
 * @param {(line: string) => string} write
 * @param {(name: string) => string} read
 * @returns {string[]}
 */
const pieceCodes = (body, write, read) =>
  formPieces(body).flatMap((piece) =>
    typeof piece === "string" ? linesOf(piece).map(write) : [read(piece.file ?? "")]
  );
/** @param {string} text @returns {string[]} */
const linesOf = (text) => text.match(/.*?\r\n|.+/gs) ?? [];
/** As the build encodes forms. @param {Pair[]} fields */
const encodedForm = (fields) =>
  fields.map((pair) => pair.map((each) => percent(each).replaceAll("%20", "+")).join("=")).join("&");
