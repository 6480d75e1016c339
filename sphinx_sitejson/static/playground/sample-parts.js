// @ts-check
"use strict";

// Headers and multipart bodies for the sample languages other than curl. Pure.

/** @param {BuiltRequest} request @returns {Pair[]} */
const cookieHeader = (request) => (request.cookies.length ? [["Cookie", formatCookies(request)]] : []);
/** Return "username:password" for basic authentication, or "". @param {BuiltRequest} request */
const basicCredentials = ({ basic }) =>
  basic && basic.scheme !== "digest" ? `${basic.username}:${basic.password}` : "";
/**
 * A placeholder for languages without digest authentication.
 * @param {BuiltRequest} request
 * @returns {Pair[]}
 */
const digestHeader = ({ basic }) => (basic?.scheme === "digest" ? [["Authorization", "Digest <credentials>"]] : []);
/** The headers of a request other than those for its body. @param {BuiltRequest} request @returns {Pair[]} */
const plainHeaders = (request) => [...digestHeader(request), ...request.headers, ...cookieHeader(request)];
/** @param {[string, string][]} pairs */
const isUnique = (pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length;
/** @param {BuiltRequest} request */
const hasFile = (request) =>
  request.body?.kind === "file" || (request.body?.kind === "multipart" && request.body.parts.some((part) => part.file));
/** @param {string} text @param {string} by */
const indentLines = (text, by) => text.replaceAll("\n", `\n${by}`);
/** @param {string} word */
const capitalize = (word) => word[0] + word.slice(1).toLowerCase();
const COMMON_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/** @param {string} text */
const isAscii = (text) => !/[^\x00-\x7f]/.test(text);

const BOUNDARY = "sample-boundary";
/** @param {string} text */
const escapePartName = (text) => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
/** The media type of a part; files have a default. @param {FormPart} part */
const partMediaType = ({ file, type }) => type || (file ? "application/octet-stream" : "");
/** Whether every HTTP library can send a part: a text or a file without custom headers. @param {FormPart} part */
const isPlainPart = ({ name, file = "", type, headers = [] }) =>
  !headers.length && (!!file || !type) && !/["\\\r\n]/.test(name + file);
/** @param {any} body */
const isPlainForm = (body) => body.type === "multipart/form-data" && body.parts.every(isPlainPart);
/** @param {any} body */
const typeWithBoundary = (body) => `${body.type}; boundary=${BOUNDARY}`;
/** The headers of a request for languages in which samples write multipart bodies. @param {BuiltRequest} request */
const allHeaders = (request) => [
  ...plainHeaders(request),
  ...(request.body?.kind === "multipart" ? [["Content-Type", typeWithBoundary(request.body)]] : contentHeader(request))
];
/** List the header lines of a part, as browsers write them. @param {FormPart} part @returns {string[]} */
const partHeaderLines = (part) => [
  `Content-Disposition: form-data; name="${escapePartName(part.name)}"` +
    (part.file ? `; filename="${escapePartName(part.file)}"` : ""),
  ...(partMediaType(part) ? [`Content-Type: ${partMediaType(part)}`] : []),
  ...(part.headers ?? []).map((pair) => pair.join(": "))
];
/**
 * Split a multipart body into literal texts and the parts with files between them.
 * @param {any} body
 * @returns {(string | FormPart)[]}
 */
function multipartPieces(body) {
  const found = /** @type {(string | FormPart)[]} */ ([]);
  let text = "";
  for (const part of body.parts) {
    text += `--${BOUNDARY}\r\n${partHeaderLines(part)
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
 * Write the pieces of a multipart body as code.
 * @param {any} body
 * @param {(line: string) => string} write
 * @param {(name: string) => string} read
 * @returns {string[]}
 */
const writePieces = (body, write, read) =>
  multipartPieces(body).flatMap((piece) =>
    typeof piece === "string" ? splitLines(piece).map(write) : [read(piece.file ?? "")]
  );
/** @param {string} text @returns {string[]} */
const splitLines = (text) => text.match(/.*?\r\n|.+/gs) ?? [];
/** Encode a form as the build does. @param {Pair[]} fields */
const encodeFormBody = (fields) =>
  fields.map((pair) => pair.map((each) => percentEncode(each).replaceAll("%20", "+")).join("=")).join("&");
