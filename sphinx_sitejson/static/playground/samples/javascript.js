// @ts-check
"use strict";

// Samples for JavaScript in a browser, with fetch; Node.js shares most of it.
// @language {"label": "JavaScript", "lexer": "javascript", "spellings": ["js", "fetch"], "uses": ["sample-parts", "literals"]}

/** @param {string} text */
const quoteScript = (text) => quoteText(text, escapeUtf16).replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
/** @param {string} name */
const writeScriptKey = (name) =>
  name === "__proto__" ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteScript(name);
/** @param {any} value */
const writeScriptLiteral = (value) =>
  indentLines(writeLiteral(value, { text: quoteScript, key: writeScriptKey, indent: "  " }), "  ");
/** Whether JavaScript serializes a number unchanged. @param {string} text */
const keepsScriptNumber = (text) =>
  /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number.isSafeInteger(Number(text)) : isPlainDecimal(text);
/** Integer keys come first in JavaScript objects, whatever their order. @param {string[]} names */
const keepsScriptOrder = (names) => names.length < 2 || !names.some((name) => /^(0|[1-9]\d{0,9})$/.test(name));
/** @param {string} text */
const writeScriptTemplate = (text) =>
  `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${").replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--")}\``;
/** @param {any} value */
const writeScriptJson = (value) =>
  isLiteral(value, keepsScriptNumber, keepsScriptOrder)
    ? `JSON.stringify(${writeScriptLiteral(value)})`
    : writeScriptTemplate(formatJson(value));
/** @param {[string, string][]} pairs */
const writeScriptPairs = (pairs) =>
  isUnique(pairs) && keepsScriptOrder(pairs.map(([name]) => name))
    ? writeScriptLiteral(pairsToObject(pairs))
    : "[\n" + pairs.map(([name, value]) => `    [${quoteScript(name)}, ${quoteScript(value)}],\n`).join("") + "  ]";

/** Write code for the ByteString of a text, which headers require. @param {string} text */
const writeScriptBytes = (text) => `String.fromCharCode(...new TextEncoder().encode(${quoteScript(text)}))`;
/** @param {Pair} pair */
const writeScriptHeader = ([name, value]) =>
  `${writeScriptKey(name)}: ${isAscii(value) ? quoteScript(value) : writeScriptBytes(value)}`;
/** @param {string} text @param {boolean} inBrowser */
const writeScriptBasic = (text, inBrowser) =>
  "Authorization: `Basic ${" +
  (inBrowser
    ? `btoa(${isAscii(text) ? quoteScript(text) : writeScriptBytes(text)})`
    : `Buffer.from(${quoteScript(text)}).toString("base64")`) +
  "}`";

/** @param {any} body @param {(name: string, type: string) => string} readFile */
function writeFormCode(body, readFile) {
  if (!isPlainForm(body))
    return (
      "const body = new Blob([\n" +
      writePieces(body, quoteScript, (name) => readFile(name, ""))
        .map((code) => `  ${code},\n`)
        .join("") +
      "]);\n\n"
    );
  const value = (/** @type {FormPart} */ each) =>
    each.file ? `${readFile(each.file, partMediaType(each))}, ${quoteScript(each.file)}` : quoteScript(each.text ?? "");
  return (
    "const form = new FormData();\n" +
    body.parts
      .map((/** @type {FormPart} */ each) => `form.append(${quoteScript(each.name)}, ${value(each)});\n`)
      .join("") +
    "\n"
  );
}

/**
 * @param {BuiltRequest} request
 * @param {(name: string, type: string) => string} wholeFile
 * @param {(name: string, type: string) => string} filePart
 * @param {boolean} inBrowser
 * @param {string} kind
 */
function writeFetchCode(request, wholeFile, filePart, inBrowser, kind = "") {
  const { method, body } = request;
  const keepsCookies = inBrowser && request.cookies.length;
  const isByHand = body?.kind === "multipart" && !isPlainForm(body);
  const headers = [
    ...digestHeader(request),
    ...request.headers,
    ...(keepsCookies ? [] : cookieHeader(request)),
    ...contentHeaderUnlessForm(request)
  ];
  const basic = basicCredentials(request);
  const lines = [
    ...(basic ? [writeScriptBasic(basic, inBrowser)] : []),
    ...headers.map(writeScriptHeader),
    ...(isByHand ? [writeScriptHeader(["Content-Type", typeWithBoundary(body)])] : [])
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: ${quoteScript(method)}`]),
    ...(keepsCookies ? ['credentials: "include"'] : []),
    ...(lines.length ? ["headers: {\n" + lines.map((line) => `    ${line},\n`).join("") + "  }"] : []),
    ...(body
      ? [
          `body: ${
            body.kind === "json"
              ? writeScriptJson(body.value)
              : body.kind === "form"
                ? `new URLSearchParams(${writeScriptPairs(body.fields)})`
                : body.kind === "file"
                  ? wholeFile(body.file, "")
                  : body.kind === "text"
                    ? quoteScript(body.text)
                    : isByHand
                      ? "body"
                      : "form"
          }`
        ]
      : [])
  ];
  const form = body?.kind === "multipart" ? writeFormCode(body, filePart) : "";
  const more = options.length ? ", {\n" + options.map((option) => `  ${option},\n`).join("") + "}" : "";
  return `${form}const response${kind} = await fetch(${quoteScript(request.url)}${more});\n\nconsole.log(await response.text());\n`;
}

SAMPLES.javascript = (request) => {
  const file = () => "fileInput.files[0]";
  return `${hasFile(request) ? 'const fileInput = document.querySelector("input[type=file]");\n\n' : ""}${writeFetchCode(request, file, file, true)}`;
};
