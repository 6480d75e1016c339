// @ts-check
"use strict";

// Samples for PHP, with its curl extension.
// @language {"label": "PHP", "lexer": "php", "spellings": [], "uses": ["sample-parts"]}

/** @param {string} text */
const quotePhp = (text) =>
  isPrintable(text)
    ? `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
    : `"${escapeText(text, { ...ESCAPES, $: "\\$" }, (code) => (code < 0x80 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 1)}}`))}"`;
/** @param {string[]} lines */
const writePhpList = (lines) => "[\n" + lines.map((line) => `        ${line},\n`).join("") + "    ]";

/** @param {RequestBody} body */
function writePhpBody(body) {
  if (body.kind === "json") return `<<<'BODY'\n    ${indentLines(formatJson(body.value), "    ")}\n    BODY`;
  if (body.kind === "form") {
    return isUnique(body.fields)
      ? "http_build_query(" +
          writePhpList(body.fields.map(([name, value]) => `${quotePhp(name)} => ${quotePhp(value)}`)) +
          ")"
      : "implode('&', " +
          writePhpList(
            body.fields.map(([name, value]) => `${quotePhp(percentEncode(name) + "=")} . urlencode(${quotePhp(value)})`)
          ) +
          ")";
  }
  if (body.kind === "text") return quotePhp(body.text);
  if (body.kind === "file") return `file_get_contents(${quotePhp(body.file)})`;
  if (needsPhpBody(body))
    return `implode(${writePhpList(writePieces(body, quotePhp, (file) => `file_get_contents(${quotePhp(file)})`))})`;
  return writePhpList(
    body.parts.map(
      (/** @type {FormPart} */ part) =>
        `${quotePhp(part.name)} => ` +
        (part.file
          ? `new CURLFile(${quotePhp(part.file)}, ${quotePhp(partMediaType(part))})`
          : quotePhp(part.text ?? ""))
    )
  );
}

/** CURLOPT_POSTFIELDS takes every name once, and no headers of parts. @param {any} body */
const needsPhpBody = (body) =>
  body?.kind === "multipart" &&
  !(
    isPlainForm(body) && new Set(body.parts.map((/** @type {FormPart} */ { name }) => name)).size === body.parts.length
  );

SAMPLES.php = (request) => {
  const { method, body } = request;
  const headers = [
    ...request.headers,
    ...contentHeaderUnlessForm(request),
    ...(needsPhpBody(body) ? [["Content-Type", typeWithBoundary(body)]] : [])
  ];
  const options = [
    ["RETURNTRANSFER", "true"],
    ["FOLLOWLOCATION", "true"],
    ...(method === "HEAD"
      ? [["NOBODY", "true"]]
      : method !== "GET" || body
        ? [["CUSTOMREQUEST", quotePhp(method)]]
        : []),
    ...(request.basic?.scheme === "digest" ? [["HTTPAUTH", "CURLAUTH_DIGEST"]] : []),
    ...(request.basic ? [["USERPWD", quotePhp(userCredentials(request))]] : []),
    ...(headers.length
      ? [
          [
            "HTTPHEADER",
            writePhpList(headers.map(([name, value]) => quotePhp(value ? `${name}: ${value}` : `${name};`)))
          ]
        ]
      : []),
    ...(request.cookies.length ? [["COOKIE", quotePhp(formatCookies(request))]] : []),
    ...(body ? [["POSTFIELDS", writePhpBody(body)]] : [])
  ];
  const lines = options.map(([name, value]) => `    CURLOPT_${name} => ${value},\n`).join("");
  return `<?php\n\n$curl = curl_init(${quotePhp(request.url)});\ncurl_setopt_array($curl, [\n${lines}]);\n\n$response = curl_exec($curl);\necho $response;\n`;
};
