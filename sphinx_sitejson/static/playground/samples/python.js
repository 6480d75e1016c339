// @ts-check
"use strict";

// Samples for Python, with requests.

/** @param {string} text */
const pythonQuoted = (text) =>
  betweenQuotes(text, (code) =>
    code <= 0xff ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
  );
/** @param {any} value */
const pythonLiteral = (value) =>
  literal(
    value,
    {
      text: pythonQuoted,
      key: pythonQuoted,
      constants: { true: "True", false: "False", null: "None" },
      indent: "    "
    },
    1
  );
/** Whether Python sends a number as it is written. @param {string} text */
const pythonKeeps = (text) => /^(0|-?[1-9]\d{0,3999}|-?(0|[1-9]\d{0,14})\.0)$/.test(text) || isPlainDecimal(text);
/** Told to send null, requests sends nothing. @param {any} value */
const isPythonLiteral = (value) => value !== null && isLiteral(value, pythonKeeps);
/** JSON as a text, whose numbers nobody changes. @param {any} value */
function pythonData(value) {
  const text = jsonText(value);
  return text.includes("\n")
    ? `data="""${text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"')}""".encode()`
    : `data=${pythonQuoted(text)}`;
}
/** @param {[string, string][]} pairs */
const pythonPairs = (pairs) =>
  isUnique(pairs)
    ? pythonLiteral(objectOf(pairs))
    : "[\n" +
      pairs.map(([name, value]) => `        (${pythonQuoted(name)}, ${pythonQuoted(value)}),\n`).join("") +
      "    ]";

/** What is not ASCII is sent as UTF-8, which requests has to be told. @param {Pair[]} pairs @param {string} indent */
const pythonHeaders = (pairs, indent = "    ") =>
  "{\n" +
  pairsOf(objectOf(pairs))
    .map(
      ([name, value]) =>
        `${indent}    ${pythonQuoted(name)}: ${pythonQuoted(value)}${isAscii(value) ? "" : ".encode()"},\n`
    )
    .join("") +
  indent +
  "}";

/** @param {FormPart} part */
function pythonPart(part) {
  const { name, text = "", file, headers = [] } = part;
  const entry = file ? `${pythonQuoted(file)}, open(${pythonQuoted(file)}, "rb")` : `None, ${pythonQuoted(text)}`;
  const type = typeOfPart(part);
  const kind = headers.length
    ? `, ${type ? pythonQuoted(type) : "None"}, ${pythonHeaders(headers, "        ")}`
    : type
      ? `, ${pythonQuoted(type)}`
      : "";
  return `        (${pythonQuoted(name)}, (${entry}${kind})),\n`;
}

/** Only one kind of parts is known to requests. @param {RequestBody | null} body */
const isPythonByHand = (body) => body?.kind === "multipart" && body.type !== "multipart/form-data";

SAMPLES.python = (request) => {
  const { method, body, cookies } = request;
  const isKnown = COMMON_METHODS.includes(method);
  const knowsType =
    body?.kind === "form" || (body?.kind === "json" && isPythonLiteral(body.value) && body.type === "application/json");
  const headers = [
    ...request.headers,
    ...(isUnique(cookies) ? [] : cookieHeader(request)),
    ...(knowsType ? [] : contentHeader(request)),
    ...(isPythonByHand(body) ? [/** @type {Pair} */ (["Content-Type", writtenType(body)])] : [])
  ];
  const found = [
    ...(isKnown ? [] : [pythonQuoted(method)]),
    pythonQuoted(request.url),
    ...(headers.length ? [`headers=${pythonHeaders(headers)}`] : []),
    ...(cookies.length && isUnique(cookies) ? [`cookies=${pythonLiteral(objectOf(cookies))}`] : []),
    ...(request.basic
      ? [
          `auth=${request.basic.scheme === "digest" ? "HTTPDigestAuth" : ""}(${[request.basic.username, request.basic.password].map((each) => pythonQuoted(each) + (isAscii(each) ? "" : ".encode()")).join(", ")})`
        ]
      : []),
    ...(!body
      ? []
      : body.kind === "json"
        ? [isPythonLiteral(body.value) ? `json=${pythonLiteral(body.value)}` : pythonData(body.value)]
        : body.kind === "form"
          ? [`data=${pythonPairs(body.fields)}`]
          : isPythonByHand(body)
            ? [
                'data=b"".join([\n' +
                  pieceCodes(
                    body,
                    (line) => pythonQuoted(line) + ".encode()",
                    (file) => `open(${pythonQuoted(file)}, "rb").read()`
                  )
                    .map((code) => `        ${code},\n`)
                    .join("") +
                  "    ])"
              ]
            : body.kind === "multipart"
              ? [`files=[\n${body.parts.map(pythonPart).join("")}    ]`]
              : body.kind === "text"
                ? [`data=${pythonQuoted(body.text)}.encode()`]
                : [`data=open(${pythonQuoted(body.file)}, "rb")`])
  ];
  const call = isKnown ? `requests.${method.toLowerCase()}(` : "requests.request(";
  const all = found.length === 1 ? found[0] : "\n" + found.map((each) => `    ${each},\n`).join("");
  return `import requests\n${request.basic?.scheme === "digest" ? "from requests.auth import HTTPDigestAuth\n" : ""}\nresponse = ${call}${all})\nprint(response.text)\n`;
};
