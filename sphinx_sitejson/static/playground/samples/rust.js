// @ts-check
"use strict";

// Samples for Rust, with the blocking client of reqwest.

/** @param {string} text */
const rustQuoted = (text) =>
  `"${escaped(text, ESCAPES, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\u{fffd}" : `\\u{${hex(code, 1)}}`))}"`;
/** @param {string} text */
function rustRaw(text) {
  if (!isPrintable(text.replaceAll("\n", ""))) return rustQuoted(text);
  const marks = "#".repeat(1 + Math.max(0, ...[...text.matchAll(/"(#*)/g)].map(([, run]) => run.length)));
  return `r${marks}"${text}"${marks}`;
}

/** @param {RequestBody | null} body @returns {string[]} */
function rustBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text")
    return [`body(${rustRaw(body.kind === "json" ? jsonText(body.value) : body.text)})`];
  if (body.kind === "form")
    return [
      "form(&[" + body.fields.map(([name, value]) => `(${rustQuoted(name)}, ${rustQuoted(value)})`).join(", ") + "])"
    ];
  return [body.kind === "file" ? `body(std::fs::read(${rustQuoted(body.file)})?)` : "body(body)"];
}

SAMPLES.rust = (request) => {
  const { method, body, basic } = request;
  const isKnown = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].includes(method);
  const headers = [
    ...digestHeader(request),
    ...request.headers,
    ...cookieHeader(request),
    ...(body?.kind === "multipart" ? [["Content-Type", writtenType(body)]] : contentButForms(request))
  ];
  const calls = [
    isKnown
      ? `${method.toLowerCase()}(${rustQuoted(request.url)})`
      : `request("${method}".parse()?, ${rustQuoted(request.url)})`,
    ...(basic && basicText(request)
      ? [`basic_auth(${rustQuoted(basic.username)}, Some(${rustQuoted(basic.password)}))`]
      : []),
    ...headers.map(
      ([name, value]) => `header(${rustQuoted(name)}, ${rustQuoted(value)}${isAscii(value) ? "" : ".as_bytes()"})`
    ),
    ...rustBody(body)
  ];
  const prepared =
    body?.kind === "multipart"
      ? [
          "let mut body = Vec::new();",
          ...pieceCodes(
            body,
            (line) => `body.extend(${rustQuoted(line)}.bytes());`,
            (file) => `body.extend(std::fs::read(${rustQuoted(file)})?);`
          ),
          ""
        ]
      : [];
  return (
    "use reqwest::blocking::Client;\n\nfn main() -> Result<(), Box<dyn std::error::Error>> {\n" +
    prepared.map((line) => (line ? `    ${line}\n` : "\n")).join("") +
    "    let response = Client::new()\n" +
    calls.map((call) => `        .${call}\n`).join("") +
    '        .send()?;\n    println!("{}", response.text()?);\n    Ok(())\n}\n'
  );
};
