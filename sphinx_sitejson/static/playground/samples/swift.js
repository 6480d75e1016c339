// @ts-check
"use strict";

// Samples for Swift, with URLSession.

/** @param {string} text */
const swiftQuoted = (text) =>
  `"${escaped(text, ESCAPES, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\u{fffd}" : `\\u{${hex(code, 1)}}`))}"`;
/** @param {string} text */
function swiftLines(text) {
  if (!text.includes("\n") || !isPrintable(text.replaceAll("\n", ""))) return swiftQuoted(text);
  const marks = "#".repeat(1 + Math.max(0, ...[...text.matchAll(/["\\](#*)/g)].map(([, run]) => run.length)));
  return `${marks}"""\n${text}\n"""${marks}`;
}
/** @param {string} name */
const swiftFile = (name) => `try Data(contentsOf: URL(fileURLWithPath: ${swiftQuoted(name)}))`;

/** @param {RequestBody | null} body @returns {string[]} */
function swiftBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text")
    return [`request.httpBody = Data(${swiftLines(body.kind === "json" ? jsonText(body.value) : body.text)}.utf8)`];
  if (body.kind === "form") return [`request.httpBody = Data(${swiftQuoted(encodedForm(body.fields))}.utf8)`];
  if (body.kind === "file") return [`request.httpBody = ${swiftFile(body.file)}`];
  return [
    "",
    "var body = Data()",
    ...pieceCodes(
      body,
      (line) => `body.append(Data(${swiftQuoted(line)}.utf8))`,
      (file) => `body.append(${swiftFile(file)})`
    ),
    "request.httpBody = body"
  ];
}

SAMPLES.swift = (request) => {
  const { body } = request;
  const basic = basicText(request);
  const headers = [
    ...digestHeader(request),
    ...request.headers,
    ...cookieHeader(request),
    ...(body?.kind === "multipart" ? [["Content-Type", writtenType(body)]] : contentHeader(request))
  ];
  const lines = [
    `var request = URLRequest(url: URL(string: ${swiftQuoted(request.url)})!)`,
    `request.httpMethod = ${swiftQuoted(request.method)}`,
    ...(basic
      ? [
          `request.setValue("Basic " + Data(${swiftQuoted(basic)}.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")`
        ]
      : []),
    ...headers.map(
      ([name, value]) => `request.setValue(${swiftQuoted(value)}, forHTTPHeaderField: ${swiftQuoted(name)})`
    ),
    ...swiftBody(body)
  ];
  return `import Foundation\n\n${lines.map((line) => `${line}\n`).join("")}\nlet (data, _) = try await URLSession.shared.data(for: request)\nprint(String(decoding: data, as: UTF8.self))\n`;
};
