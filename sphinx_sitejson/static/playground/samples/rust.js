// @ts-check
"use strict";

// Samples for Rust, with the blocking client of reqwest.
// @language {"label": "Rust", "lexer": "rust", "spellings": ["rs"], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteRust = (text) =>
  `"${escapeText(text, ESCAPES, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\u{fffd}" : `\\u{${hex(code, 1)}}`))}"`;
/** @param {string} text */
function quoteRustRaw(text) {
  if (!isPrintable(text.replaceAll("\n", ""))) return quoteRust(text);
  const marks = "#".repeat(1 + Math.max(0, ...[...text.matchAll(/"(#*)/g)].map(([, run]) => run.length)));
  return `r${marks}"${text}"${marks}`;
}

/** @param {RequestBody | null} body @returns {string[]} */
function writeRustBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text")
    return [`body(${quoteRustRaw(body.kind === "json" ? formatJson(body.value) : body.text)})`];
  if (body.kind === "form")
    return [
      "form(&[" + body.fields.map(([name, value]) => `(${quoteRust(name)}, ${quoteRust(value)})`).join(", ") + "])"
    ];
  return [body.kind === "file" ? `body(std::fs::read(${quoteRust(body.file)})?)` : "body(body)"];
}

SAMPLES.rust = (request) => {
  const { method, body, basic } = request;
  const isKnown = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].includes(method);
  const headers = [
    ...plainHeaders(request),
    ...(body?.kind === "multipart" ? [["Content-Type", typeWithBoundary(body)]] : contentHeaderUnlessForm(request))
  ];
  const calls = [
    isKnown
      ? `${method.toLowerCase()}(${quoteRust(request.url)})`
      : `request("${method}".parse()?, ${quoteRust(request.url)})`,
    ...(basic && basicCredentials(request)
      ? [`basic_auth(${quoteRust(basic.username)}, Some(${quoteRust(basic.password)}))`]
      : []),
    ...headers.map(
      ([name, value]) => `header(${quoteRust(name)}, ${quoteRust(value)}${isAscii(value) ? "" : ".as_bytes()"})`
    ),
    ...writeRustBody(body)
  ];
  const prepared =
    body?.kind === "multipart"
      ? [
          "let mut body = Vec::new();",
          ...writePieces(
            body,
            (line) => `body.extend(${quoteRust(line)}.bytes());`,
            (file) => `body.extend(std::fs::read(${quoteRust(file)})?);`
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
