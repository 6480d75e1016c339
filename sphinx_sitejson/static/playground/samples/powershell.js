// @ts-check
"use strict";

// Samples for PowerShell, with Invoke-RestMethod.

const POWER_ESCAPES = {
  "`": "``",
  $: "`$",
  "\n": "`n",
  "\r": "`r",
  "\t": "`t",
  "\0": "`0",
  '"': '`"',
  "\u201c": "`\u201c",
  "\u201d": "`\u201d",
  "\u201e": "`\u201e"
};
/** Half a pair of code units is no character. @param {number} code */
const powerCode = (code) => (code >= 0xd800 && code <= 0xdfff ? "`u{fffd}" : "`u{" + hex(code, 1) + "}");
/** @param {string} text */
const powerQuoted = (text) =>
  isPrintable(text)
    ? "'" + text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&") + "'"
    : '"' + escaped(text, POWER_ESCAPES, powerCode) + '"';

/** A table of names and code; the values of a name that comes again are a list. @param {[string, string][]} pairs */
function powerTable(pairs) {
  const values = new Map();
  for (const [name, code] of pairs) values.set(name, [...(values.get(name) ?? []), code]);
  const list = (/** @type {string[]} */ codes) =>
    codes[1] === undefined ? codes[0] : "@(" + codes.map((code) => `(${code})`).join(", ") + ")";
  return (
    "@{\n" + [...values].map(([name, codes]) => `        ${powerQuoted(name)} = ${list(codes)}\n`).join("") + "    }"
  );
}

/** @param {[string, string][]} pairs */
const powerPairs = (pairs) => powerTable(pairs.map(([name, value]) => [name, powerQuoted(value)]));

/** @param {RequestBody} body @returns {[string, string]} */
function powerBody(body) {
  if (body.kind === "json") return ["Body", `@'\n${jsonText(body.value)}\n'@`];
  if (body.kind === "text") return ["Body", powerQuoted(body.text)];
  if (body.kind === "file") return ["InFile", powerQuoted(body.file)];
  if (body.kind === "multipart" && !isPlainForm(body)) {
    const codes = formPieces(body).map((piece) =>
      typeof piece === "string"
        ? `[Text.Encoding]::UTF8.GetBytes(${powerQuoted(piece)})`
        : `[IO.File]::ReadAllBytes((Resolve-Path ${powerQuoted(piece.file ?? "")}))`
    );
    return ["Body", `[byte[]](${codes.join(" +\n        ")})`];
  }
  if (body.kind === "multipart")
    return [
      "Form",
      powerTable(
        body.parts.map((/** @type {FormPart} */ { name, text = "", file }) => [
          name,
          file ? `Get-Item ${powerQuoted(file)}` : powerQuoted(text)
        ])
      )
    ];
  return [
    "Body",
    isUnique(body.fields)
      ? powerPairs(body.fields)
      : "(" +
        body.fields
          .map(
            ([name, value]) => `(${powerQuoted(percent(name) + "=")} + [uri]::EscapeDataString(${powerQuoted(value)}))`
          )
          .join(", ") +
        ") -join '&'"
  ];
}

SAMPLES.powershell = (request) => {
  const { method, body } = request;
  const basic = basicText(request);
  const headers = /** @type {Pair[]} */ ([
    ...(basic
      ? [
          [
            "Authorization",
            `'Basic ' + [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes(${powerQuoted(basic)}))`
          ]
        ]
      : []),
    ...[...digestHeader(request), ...request.headers, ...cookieHeader(request)].map(([name, value]) => [
      name,
      powerQuoted(value)
    ])
  ]);
  const found = /** @type {Pair[]} */ ([
    [[...COMMON_METHODS, "TRACE"].includes(method) ? "Method" : "CustomMethod", powerQuoted(method)],
    ["Uri", powerQuoted(request.url)],
    ...(headers.length ? [["Headers", powerTable(headers)]] : []),
    ...(body && body.kind !== "multipart"
      ? [["ContentType", powerQuoted(body.type)]]
      : body && !isPlainForm(body)
        ? [["ContentType", powerQuoted(writtenType(body))]]
        : []),
    ...(body ? [powerBody(body)] : [])
  ]);
  return (
    "$parameters = @{\n" +
    found.map(([name, value]) => `    ${name} = ${value}\n`).join("") +
    "}\nInvoke-RestMethod @parameters\n"
  );
};
