// @ts-check
"use strict";

// Samples for Ruby, with net/http.
// @language {"label": "Ruby", "lexer": "ruby", "spellings": ["rb"], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteRuby = (text) =>
  `"${escapeText(text, { ...ESCAPES, "#": "\\#" }, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\u{fffd}" : `\\u{${hex(code, 1)}}`))}"`;

/** @param {RequestBody | null} body @returns {string[]} */
function writeRubyBody(body) {
  if (!body) return [];
  if (body.kind === "json")
    return [
      "request.body = <<~'JSON'.chomp",
      ...formatJson(body.value)
        .split("\n")
        .map((line) => `  ${line}`),
      "JSON"
    ];
  if (body.kind === "text") return [`request.body = ${quoteRuby(body.text)}`];
  if (body.kind === "file") return [`request.body = File.binread(${quoteRuby(body.file)})`];
  if (body.kind === "form")
    return [
      "request.set_form([",
      ...body.fields.map(([name, value]) => `  [${quoteRuby(name)}, ${quoteRuby(value)}],`),
      "])"
    ];
  if (!isPlainForm(body))
    return [
      "request.body = [",
      ...writePieces(body, quoteRuby, (file) => `File.binread(${quoteRuby(file)})`).map((code) => `  ${code},`),
      "].map(&:b).join"
    ];
  return [
    "request.set_form([",
    ...body.parts.map(
      (/** @type {FormPart} */ part) =>
        `  [${quoteRuby(part.name)}, ` +
        (part.file
          ? `File.open(${quoteRuby(part.file)}), { content_type: ${quoteRuby(partMediaType(part))} }`
          : quoteRuby(part.text ?? "")) +
        "],"
    ),
    '], "multipart/form-data")'
  ];
}

SAMPLES.ruby = (request) => {
  const { method, basic, body } = request;
  const isKnown = [...COMMON_METHODS, "TRACE"].includes(method);
  const lines = [
    "request = " +
      (isKnown
        ? `Net::HTTP::${capitalize(method)}.new(uri)`
        : `Net::HTTPGenericRequest.new(${quoteRuby(method)}, ${!!body}, true, uri)`),
    ...(basic && basicCredentials(request)
      ? [`request.basic_auth(${quoteRuby(basic.username)}, ${quoteRuby(basic.password)})`]
      : []),
    ...[
      ...plainHeaders(request),
      ...contentHeaderUnlessForm(request),
      ...(body?.kind === "multipart" && !isPlainForm(body) ? [["Content-Type", typeWithBoundary(body)]] : [])
    ].map(([name, value]) => `request[${quoteRuby(name)}] = ${quoteRuby(value)}`),
    ...writeRubyBody(body)
  ];
  return (
    `require "net/http"\n\nuri = URI(${quoteRuby(request.url)})\n${lines.map((line) => `${line}\n`).join("")}\n` +
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|\n  http.request(request)\nend\nputs response.body\n'
  );
};
