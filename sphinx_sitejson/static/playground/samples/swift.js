// @ts-check
"use strict";

// Samples for Swift, with URLSession.
// @language {"label": "Swift", "lexer": "swift", "spellings": [], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteSwift = (text) =>
  `"${escapeText(text, ESCAPES, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\u{fffd}" : `\\u{${hex(code, 1)}}`))}"`;
/** @param {string} text */
function quoteSwiftLines(text) {
  if (!text.includes("\n") || !isPrintable(text.replaceAll("\n", ""))) return quoteSwift(text);
  const marks = "#".repeat(1 + Math.max(0, ...[...text.matchAll(/["\\](#*)/g)].map(([, run]) => run.length)));
  return `${marks}"""\n${text}\n"""${marks}`;
}
/** @param {string} name */
const writeSwiftFile = (name) => `try Data(contentsOf: URL(fileURLWithPath: ${quoteSwift(name)}))`;

/** @param {RequestBody | null} body @returns {string[]} */
function writeSwiftBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text")
    return [
      `request.httpBody = Data(${quoteSwiftLines(body.kind === "json" ? formatJson(body.value) : body.text)}.utf8)`
    ];
  if (body.kind === "form") return [`request.httpBody = Data(${quoteSwift(encodeFormBody(body.fields))}.utf8)`];
  if (body.kind === "file") return [`request.httpBody = ${writeSwiftFile(body.file)}`];
  return [
    "",
    "var body = Data()",
    ...writePieces(
      body,
      (line) => `body.append(Data(${quoteSwift(line)}.utf8))`,
      (file) => `body.append(${writeSwiftFile(file)})`
    ),
    "request.httpBody = body"
  ];
}

SAMPLES.swift = (request) => {
  const { body } = request;
  const basic = basicCredentials(request);
  const headers = allHeaders(request);
  const lines = [
    `var request = URLRequest(url: URL(string: ${quoteSwift(request.url)})!)`,
    `request.httpMethod = ${quoteSwift(request.method)}`,
    ...(basic
      ? [
          `request.setValue("Basic " + Data(${quoteSwift(basic)}.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")`
        ]
      : []),
    ...headers.map(
      ([name, value]) => `request.setValue(${quoteSwift(value)}, forHTTPHeaderField: ${quoteSwift(name)})`
    ),
    ...writeSwiftBody(body)
  ];
  return `import Foundation\n\n${lines.map((line) => `${line}\n`).join("")}\nlet (data, _) = try await URLSession.shared.data(for: request)\nprint(String(decoding: data, as: UTF8.self))\n`;
};
