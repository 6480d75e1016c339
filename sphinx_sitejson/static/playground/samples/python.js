// @ts-check
"use strict";

// Samples for Python, with requests.

/** @param {string} text */
const pythonQuoted = (text) => betweenQuotes(text, (code) => code <= 0xff ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`);
/** @param {any} value */
const pythonLiteral = (value) => literal(value, { text: pythonQuoted, key: pythonQuoted, constants: { true: "True", false: "False", null: "None" }, indent: "    " }, 1);
/** Whether Python sends a number as it is written. @param {string} text */
const pythonKeeps = (text) => /^(0|-?[1-9]\d{0,3999}|-?(0|[1-9]\d{0,14})\.0)$/.test(text) || isPlainDecimal(text);
/** Told to send null, requests sends nothing. @param {any} value */
const isPythonLiteral = (value) => value !== null && isLiteral(value, pythonKeeps);
/** JSON as a text, whose numbers nobody changes. @param {any} value */
function pythonData(value) {
  const text = jsonText(value);
  return text.includes("\n") ? `data="""${text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"')}""".encode()` : `data=${pythonQuoted(text)}`;
}
/** @param {[string, string][]} pairs */
const pythonPairs = (pairs) => isUnique(pairs) ? pythonLiteral(objectOf(pairs))
  : "[\n" + pairs.map(([name, value]) => `        (${pythonQuoted(name)}, ${pythonQuoted(value)}),\n`).join("") + "    ]";

/** @param {FormPart} part */
function pythonPart({ name, text = "", file, type }) {
  const entry = file ? `${pythonQuoted(file)}, open(${pythonQuoted(file)}, "rb")` : `None, ${pythonQuoted(text)}`;
  const kind = type ? `, ${pythonQuoted(type)}` : "";
  return `        (${pythonQuoted(name)}, (${entry}${kind})),\n`;
}

SAMPLES.python = (request) => {
  const { method, body, cookies } = request;
  const isKnown = COMMON_METHODS.includes(method);
  const knowsType = body?.kind === "form" || (body?.kind === "json" && isPythonLiteral(body.value) && body.type === "application/json");
  const headers = [...request.headers, ...isUnique(cookies) ? [] : cookieHeader(request), ...knowsType ? [] : contentHeader(request)];
  const found = [
    ...isKnown ? [] : [pythonQuoted(method)],
    pythonQuoted(request.url),
    ...headers.length ? [`headers=${pythonLiteral(objectOf(headers))}`] : [],
    ...cookies.length && isUnique(cookies) ? [`cookies=${pythonLiteral(objectOf(cookies))}`] : [],
    ...request.basic ? [`auth=(${pythonQuoted(request.basic.username)}, ${pythonQuoted(request.basic.password)})`] : [],
    ...!body ? []
      : body.kind === "json" ? [isPythonLiteral(body.value) ? `json=${pythonLiteral(body.value)}` : pythonData(body.value)]
      : body.kind === "form" ? [`data=${pythonPairs(body.fields)}`]
      : body.kind === "multipart" ? [`files=[\n${body.parts.map(pythonPart).join("")}    ]`]
      : body.kind === "text" ? [`data=${pythonQuoted(body.text)}.encode()`]
      : [`data=open(${pythonQuoted(body.file)}, "rb")`],
  ];
  const call = isKnown ? `requests.${method.toLowerCase()}(` : "requests.request(";
  const all = found.length === 1 ? found[0] : "\n" + found.map((each) => `    ${each},\n`).join("");
  return `import requests\n\nresponse = ${call}${all})\nprint(response.text)\n`;
};
