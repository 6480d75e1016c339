// @ts-check
"use strict";

// Samples for Python, with requests.
// @language {"label": "Python", "lexer": "python", "spellings": ["py", "python3", "requests"], "uses": ["sample-parts", "literals"]}

/** @param {string} text */
const quotePython = (text) =>
  quoteText(text, (code) =>
    code <= 0xff ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
  );
/** @param {any} value */
const writePythonLiteral = (value) =>
  writeLiteral(
    value,
    {
      text: quotePython,
      key: quotePython,
      constants: { true: "True", false: "False", null: "None" },
      indent: "    "
    },
    1
  );
/** Whether Python serializes a number unchanged. @param {string} text */
const keepsPythonNumber = (text) => /^(0|-?[1-9]\d{0,3999}|-?(0|[1-9]\d{0,14})\.0)$/.test(text) || isPlainDecimal(text);
/** `json=None` sends no body. @param {any} value */
const isPythonLiteral = (value) => value !== null && isLiteral(value, keepsPythonNumber);
/** Write JSON as a string, which preserves its numbers. @param {any} value */
function writePythonData(value) {
  const text = formatJson(value);
  return text.includes("\n")
    ? `data="""${text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"')}""".encode()`
    : `data=${quotePython(text)}`;
}
/** @param {[string, string][]} pairs */
const writePythonPairs = (pairs) =>
  isUnique(pairs)
    ? writePythonLiteral(pairsToObject(pairs))
    : "[\n" +
      pairs.map(([name, value]) => `        (${quotePython(name)}, ${quotePython(value)}),\n`).join("") +
      "    ]";

/**
 * Write headers; values that are not ASCII are encoded as UTF-8 explicitly.
 * @param {Pair[]} pairs
 * @param {string} indent
 */
const writePythonHeaders = (pairs, indent = "    ") =>
  "{\n" +
  objectEntries(pairsToObject(pairs))
    .map(
      ([name, value]) =>
        `${indent}    ${quotePython(name)}: ${quotePython(value)}${isAscii(value) ? "" : ".encode()"},\n`
    )
    .join("") +
  indent +
  "}";

/** @param {FormPart} part */
function writePythonPart(part) {
  const { name, text = "", file, headers = [] } = part;
  const entry = file ? `${quotePython(file)}, open(${quotePython(file)}, "rb")` : `None, ${quotePython(text)}`;
  const type = partMediaType(part);
  const kind = headers.length
    ? `, ${type ? quotePython(type) : "None"}, ${writePythonHeaders(headers, "        ")}`
    : type
      ? `, ${quotePython(type)}`
      : "";
  return `        (${quotePython(name)}, (${entry}${kind})),\n`;
}

/** requests supports only multipart/form-data. @param {RequestBody | null} body */
const needsPythonBody = (body) => body?.kind === "multipart" && body.type !== "multipart/form-data";

SAMPLES.python = (request) => {
  const { method, body, cookies } = request;
  const isKnown = COMMON_METHODS.includes(method);
  const knowsType =
    body?.kind === "form" || (body?.kind === "json" && isPythonLiteral(body.value) && body.type === "application/json");
  const headers = [
    ...request.headers,
    ...(isUnique(cookies) ? [] : cookieHeader(request)),
    ...(knowsType ? [] : contentHeader(request)),
    ...(needsPythonBody(body) ? [/** @type {Pair} */ (["Content-Type", typeWithBoundary(body)])] : [])
  ];
  const found = [
    ...(isKnown ? [] : [quotePython(method)]),
    quotePython(request.url),
    ...(headers.length ? [`headers=${writePythonHeaders(headers)}`] : []),
    ...(cookies.length && isUnique(cookies) ? [`cookies=${writePythonLiteral(pairsToObject(cookies))}`] : []),
    ...(request.basic
      ? [
          `auth=${request.basic.scheme === "digest" ? "HTTPDigestAuth" : ""}(${[request.basic.username, request.basic.password].map((each) => quotePython(each) + (isAscii(each) ? "" : ".encode()")).join(", ")})`
        ]
      : []),
    ...(!body
      ? []
      : body.kind === "json"
        ? [isPythonLiteral(body.value) ? `json=${writePythonLiteral(body.value)}` : writePythonData(body.value)]
        : body.kind === "form"
          ? [`data=${writePythonPairs(body.fields)}`]
          : needsPythonBody(body)
            ? [
                'data=b"".join([\n' +
                  writePieces(
                    body,
                    (line) => quotePython(line) + ".encode()",
                    (file) => `open(${quotePython(file)}, "rb").read()`
                  )
                    .map((code) => `        ${code},\n`)
                    .join("") +
                  "    ])"
              ]
            : body.kind === "multipart"
              ? [`files=[\n${body.parts.map(writePythonPart).join("")}    ]`]
              : body.kind === "text"
                ? [`data=${quotePython(body.text)}.encode()`]
                : [`data=open(${quotePython(body.file)}, "rb")`])
  ];
  const call = isKnown ? `requests.${method.toLowerCase()}(` : "requests.request(";
  const all = found.length === 1 ? found[0] : "\n" + found.map((each) => `    ${each},\n`).join("");
  return `import requests\n${request.basic?.scheme === "digest" ? "from requests.auth import HTTPDigestAuth\n" : ""}\nresponse = ${call}${all})\nprint(response.text)\n`;
};
