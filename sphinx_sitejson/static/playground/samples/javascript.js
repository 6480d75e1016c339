// @ts-check
"use strict";

// Samples for JavaScript in a browser, with fetch; Node.js shares most of it.

/** @param {string} text */
const scriptQuoted = (text) => betweenQuotes(text, utf16).replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
/** @param {string} name */
const scriptKey = (name) => name === "__proto__" ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/.test(name) ? name : scriptQuoted(name);
/** @param {any} value */
const scriptLiteral = (value) => indented(literal(value, { text: scriptQuoted, key: scriptKey, indent: "  " }), "  ");
/** Whether JavaScript sends a number as it is written. @param {string} text */
const scriptKeeps = (text) => /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number.isSafeInteger(Number(text)) : isPlainDecimal(text);
/** Numbers come first in an object, whatever its order. @param {string[]} names */
const scriptOrders = (names) => names.length < 2 || !names.some((name) => /^(0|[1-9]\d{0,9})$/.test(name));
/** @param {string} text */
const scriptTemplate = (text) => `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${").replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--")}\``;
/** @param {any} value */
const scriptJson = (value) => isLiteral(value, scriptKeeps, scriptOrders) ? `JSON.stringify(${scriptLiteral(value)})` : scriptTemplate(jsonText(value));
/** @param {[string, string][]} pairs */
const scriptPairs = (pairs) => isUnique(pairs) && scriptOrders(pairs.map(([name]) => name)) ? scriptLiteral(objectOf(pairs))
  : "[\n" + pairs.map(([name, value]) => `    [${scriptQuoted(name)}, ${scriptQuoted(value)}],\n`).join("") + "  ]";

/** @param {FormPart} part @param {(name: string) => string} readFile */
function formPart({ name, text = "", file, type }, readFile) {
  const value = file ? `${readFile(scriptQuoted(file))}, ${scriptQuoted(file)}`
    : type ? `new Blob([${scriptQuoted(text)}], { type: ${scriptQuoted(type)} })` : scriptQuoted(text);
  return `form.append(${scriptQuoted(name)}, ${value});\n`;
}

/** @param {BuiltRequest} request @param {(name: string) => string} wholeFile @param {(name: string) => string} filePart @param {boolean} inBrowser */
function fetchCode(request, wholeFile, filePart, inBrowser) {
  const { method, body } = request;
  const keepsCookies = inBrowser && request.cookies.length;
  const headers = [...basicHeader(request), ...request.headers, ...keepsCookies ? [] : cookieHeader(request), ...contentButForms(request)];
  const options = [
    ...method === "GET" ? [] : [`method: ${scriptQuoted(method)}`],
    ...keepsCookies ? ['credentials: "include"'] : [],
    ...headers.length ? [`headers: ${scriptLiteral(objectOf(headers))}`] : [],
    ...body ? [`body: ${body.kind === "json" ? scriptJson(body.value)
      : body.kind === "form" ? `new URLSearchParams(${scriptPairs(body.fields)})`
      : body.kind === "file" ? wholeFile(scriptQuoted(body.file))
      : body.kind === "text" ? scriptQuoted(body.text) : "form"}`] : [],
  ];
  const form = body?.kind === "multipart" ? `const form = new FormData();\n${body.parts.map((/** @type {FormPart} */ part) => formPart(part, filePart)).join("")}\n` : "";
  const more = options.length ? ", {\n" + options.map((option) => `  ${option},\n`).join("") + "}" : "";
  return `${form}const response = await fetch(${scriptQuoted(request.url)}${more});\n\nconsole.log(await response.text());\n`;
}

SAMPLES.javascript = (request) => {
  const file = () => "fileInput.files[0]";
  return `${hasFile(request) ? 'const fileInput = document.querySelector("input[type=file]");\n\n' : ""}${fetchCode(request, file, file, true)}`;
};
