// @ts-check
"use strict";

// Samples for JavaScript in a browser, with fetch; Node.js shares most of it.

/** @param {string} text */
const scriptQuoted = (text) => betweenQuotes(text, utf16).replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
/** @param {string} name */
const scriptKey = (name) =>
  name === "__proto__" ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/.test(name) ? name : scriptQuoted(name);
/** @param {any} value */
const scriptLiteral = (value) => indented(literal(value, { text: scriptQuoted, key: scriptKey, indent: "  " }), "  ");
/** Whether JavaScript sends a number as it is written. @param {string} text */
const scriptKeeps = (text) =>
  /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number.isSafeInteger(Number(text)) : isPlainDecimal(text);
/** Numbers come first in an object, whatever its order. @param {string[]} names */
const scriptOrders = (names) => names.length < 2 || !names.some((name) => /^(0|[1-9]\d{0,9})$/.test(name));
/** @param {string} text */
const scriptTemplate = (text) =>
  `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${").replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--")}\``;
/** @param {any} value */
const scriptJson = (value) =>
  isLiteral(value, scriptKeeps, scriptOrders)
    ? `JSON.stringify(${scriptLiteral(value)})`
    : scriptTemplate(jsonText(value));
/** @param {[string, string][]} pairs */
const scriptPairs = (pairs) =>
  isUnique(pairs) && scriptOrders(pairs.map(([name]) => name))
    ? scriptLiteral(objectOf(pairs))
    : "[\n" + pairs.map(([name, value]) => `    [${scriptQuoted(name)}, ${scriptQuoted(value)}],\n`).join("") + "  ]";

/** The bytes of a text, each as a character: what headers are made of. @param {string} text */
const scriptBytes = (text) => `String.fromCharCode(...new TextEncoder().encode(${scriptQuoted(text)}))`;
/** @param {Pair} pair */
const scriptHeader = ([name, value]) =>
  `${scriptKey(name)}: ${isAscii(value) ? scriptQuoted(value) : scriptBytes(value)}`;
/** @param {string} text @param {boolean} inBrowser */
const scriptBasic = (text, inBrowser) =>
  "Authorization: `Basic ${" +
  (inBrowser
    ? `btoa(${isAscii(text) ? scriptQuoted(text) : scriptBytes(text)})`
    : `Buffer.from(${scriptQuoted(text)}).toString("base64")`) +
  "}`";

/** @param {any} body @param {(name: string, type: string) => string} readFile */
function formCode(body, readFile) {
  if (!isPlainForm(body))
    return (
      "const body = new Blob([\n" +
      pieceCodes(body, scriptQuoted, (name) => readFile(name, ""))
        .map((code) => `  ${code},\n`)
        .join("") +
      "]);\n\n"
    );
  const value = (/** @type {FormPart} */ each) =>
    each.file ? `${readFile(each.file, typeOfPart(each))}, ${scriptQuoted(each.file)}` : scriptQuoted(each.text ?? "");
  return (
    "const form = new FormData();\n" +
    body.parts
      .map((/** @type {FormPart} */ each) => `form.append(${scriptQuoted(each.name)}, ${value(each)});\n`)
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
function fetchCode(request, wholeFile, filePart, inBrowser, kind = "") {
  const { method, body } = request;
  const keepsCookies = inBrowser && request.cookies.length;
  const isByHand = body?.kind === "multipart" && !isPlainForm(body);
  const headers = [
    ...digestHeader(request),
    ...request.headers,
    ...(keepsCookies ? [] : cookieHeader(request)),
    ...contentButForms(request)
  ];
  const basic = basicText(request);
  const lines = [
    ...(basic ? [scriptBasic(basic, inBrowser)] : []),
    ...headers.map(scriptHeader),
    ...(isByHand ? [scriptHeader(["Content-Type", writtenType(body)])] : [])
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: ${scriptQuoted(method)}`]),
    ...(keepsCookies ? ['credentials: "include"'] : []),
    ...(lines.length ? ["headers: {\n" + lines.map((line) => `    ${line},\n`).join("") + "  }"] : []),
    ...(body
      ? [
          `body: ${
            body.kind === "json"
              ? scriptJson(body.value)
              : body.kind === "form"
                ? `new URLSearchParams(${scriptPairs(body.fields)})`
                : body.kind === "file"
                  ? wholeFile(body.file, "")
                  : body.kind === "text"
                    ? scriptQuoted(body.text)
                    : isByHand
                      ? "body"
                      : "form"
          }`
        ]
      : [])
  ];
  const form = body?.kind === "multipart" ? formCode(body, filePart) : "";
  const more = options.length ? ", {\n" + options.map((option) => `  ${option},\n`).join("") + "}" : "";
  return `${form}const response${kind} = await fetch(${scriptQuoted(request.url)}${more});\n\nconsole.log(await response.text());\n`;
}

SAMPLES.javascript = (request) => {
  const file = () => "fileInput.files[0]";
  return `${hasFile(request) ? 'const fileInput = document.querySelector("input[type=file]");\n\n' : ""}${fetchCode(request, file, file, true)}`;
};
