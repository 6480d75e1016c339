// @ts-check
"use strict";

// Samples for PHP, with its curl extension.

/** @param {string} text */
const phpQuoted = (text) =>
  isPrintable(text)
    ? `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
    : `"${escaped(text, { ...ESCAPES, $: "\\$" }, (code) => (code < 0x80 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 1)}}`))}"`;
/** @param {string[]} lines */
const phpList = (lines) => "[\n" + lines.map((line) => `        ${line},\n`).join("") + "    ]";

/** @param {RequestBody} body */
function phpBody(body) {
  if (body.kind === "json") return `<<<'BODY'\n    ${indented(jsonText(body.value), "    ")}\n    BODY`;
  if (body.kind === "form") {
    return isUnique(body.fields)
      ? "http_build_query(" +
          phpList(body.fields.map(([name, value]) => `${phpQuoted(name)} => ${phpQuoted(value)}`)) +
          ")"
      : "implode('&', " +
          phpList(
            body.fields.map(([name, value]) => `${phpQuoted(percent(name) + "=")} . urlencode(${phpQuoted(value)})`)
          ) +
          ")";
  }
  if (body.kind === "text") return phpQuoted(body.text);
  if (body.kind === "file") return `file_get_contents(${phpQuoted(body.file)})`;
  if (isPhpByHand(body))
    return `implode(${phpList(pieceCodes(body, phpQuoted, (file) => `file_get_contents(${phpQuoted(file)})`))})`;
  return phpList(
    body.parts.map(
      (/** @type {FormPart} */ part) =>
        `${phpQuoted(part.name)} => ` +
        (part.file
          ? `new CURLFile(${phpQuoted(part.file)}, ${phpQuoted(typeOfPart(part))})`
          : phpQuoted(part.text ?? ""))
    )
  );
}

/** An array of PHP has every name once, and no headers of parts. @param {any} body */
const isPhpByHand = (body) =>
  body?.kind === "multipart" &&
  !(
    isPlainForm(body) && new Set(body.parts.map((/** @type {FormPart} */ { name }) => name)).size === body.parts.length
  );

SAMPLES.php = (request) => {
  const { method, body } = request;
  const headers = [
    ...request.headers,
    ...contentButForms(request),
    ...(isPhpByHand(body) ? [["Content-Type", writtenType(body)]] : [])
  ];
  const options = [
    ["RETURNTRANSFER", "true"],
    ["FOLLOWLOCATION", "true"],
    ...(method === "HEAD"
      ? [["NOBODY", "true"]]
      : method !== "GET" || body
        ? [["CUSTOMREQUEST", phpQuoted(method)]]
        : []),
    ...(request.basic?.scheme === "digest" ? [["HTTPAUTH", "CURLAUTH_DIGEST"]] : []),
    ...(request.basic ? [["USERPWD", phpQuoted(userText(request))]] : []),
    ...(headers.length
      ? [["HTTPHEADER", phpList(headers.map(([name, value]) => phpQuoted(value ? `${name}: ${value}` : `${name};`)))]]
      : []),
    ...(request.cookies.length ? [["COOKIE", phpQuoted(cookieText(request))]] : []),
    ...(body ? [["POSTFIELDS", phpBody(body)]] : [])
  ];
  const lines = options.map(([name, value]) => `    CURLOPT_${name} => ${value},\n`).join("");
  return `<?php\n\n$curl = curl_init(${phpQuoted(request.url)});\ncurl_setopt_array($curl, [\n${lines}]);\n\n$response = curl_exec($curl);\necho $response;\n`;
};
