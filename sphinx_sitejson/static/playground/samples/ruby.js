// @ts-check
"use strict";

// Samples for Ruby, with net/http.

/** @param {string} text */
const rubyQuoted = (text) =>
  `"${escaped(text, { ...ESCAPES, "#": "\\#" }, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\u{fffd}" : `\\u{${hex(code, 1)}}`))}"`;

/** @param {RequestBody | null} body @returns {string[]} */
function rubyBody(body) {
  if (!body) return [];
  if (body.kind === "json")
    return [
      "request.body = <<~'JSON'.chomp",
      ...jsonText(body.value)
        .split("\n")
        .map((line) => `  ${line}`),
      "JSON"
    ];
  if (body.kind === "text") return [`request.body = ${rubyQuoted(body.text)}`];
  if (body.kind === "file") return [`request.body = File.binread(${rubyQuoted(body.file)})`];
  if (body.kind === "form")
    return [
      "request.set_form([",
      ...body.fields.map(([name, value]) => `  [${rubyQuoted(name)}, ${rubyQuoted(value)}],`),
      "])"
    ];
  if (!isPlainForm(body))
    return [
      "request.body = [",
      ...pieceCodes(body, rubyQuoted, (file) => `File.binread(${rubyQuoted(file)})`).map((code) => `  ${code},`),
      "].map(&:b).join"
    ];
  return [
    "request.set_form([",
    ...body.parts.map(
      (/** @type {FormPart} */ part) =>
        `  [${rubyQuoted(part.name)}, ` +
        (part.file
          ? `File.open(${rubyQuoted(part.file)}), { content_type: ${rubyQuoted(typeOfPart(part))} }`
          : rubyQuoted(part.text ?? "")) +
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
        ? `Net::HTTP::${capitalized(method)}.new(uri)`
        : `Net::HTTPGenericRequest.new(${rubyQuoted(method)}, ${!!body}, true, uri)`),
    ...(basic && basicText(request)
      ? [`request.basic_auth(${rubyQuoted(basic.username)}, ${rubyQuoted(basic.password)})`]
      : []),
    ...[
      ...digestHeader(request),
      ...request.headers,
      ...cookieHeader(request),
      ...contentButForms(request),
      ...(body?.kind === "multipart" && !isPlainForm(body) ? [["Content-Type", writtenType(body)]] : [])
    ].map(([name, value]) => `request[${rubyQuoted(name)}] = ${rubyQuoted(value)}`),
    ...rubyBody(body)
  ];
  return (
    `require "net/http"\n\nuri = URI(${rubyQuoted(request.url)})\n${lines.map((line) => `${line}\n`).join("")}\n` +
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|\n  http.request(request)\nend\nputs response.body\n'
  );
};
