// @ts-check
"use strict";

// Samples for PowerShell, with Invoke-RestMethod.
// @language {"label": "PowerShell", "lexer": "powershell", "spellings": ["pwsh", "ps1"], "uses": ["sample-parts"]}

const POWERSHELL_ESCAPES = {
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
/** A lone surrogate is not a character. @param {number} code */
const escapePowerShell = (code) => (code >= 0xd800 && code <= 0xdfff ? "`u{fffd}" : "`u{" + hex(code, 1) + "}");
/** @param {string} text */
const quotePowerShell = (text) =>
  isPrintable(text)
    ? "'" + text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&") + "'"
    : '"' + escapeText(text, POWERSHELL_ESCAPES, escapePowerShell) + '"';

/** Write a hash table; repeated names become an array. @param {[string, string][]} pairs */
function writePowerShellTable(pairs) {
  const values = new Map();
  for (const [name, code] of pairs) values.set(name, [...(values.get(name) ?? []), code]);
  const list = (/** @type {string[]} */ codes) =>
    codes[1] === undefined ? codes[0] : "@(" + codes.map((code) => `(${code})`).join(", ") + ")";
  return (
    "@{\n" +
    [...values].map(([name, codes]) => `        ${quotePowerShell(name)} = ${list(codes)}\n`).join("") +
    "    }"
  );
}

/** @param {[string, string][]} pairs */
const writePowerShellPairs = (pairs) =>
  writePowerShellTable(pairs.map(([name, value]) => [name, quotePowerShell(value)]));

/** @param {RequestBody} body @returns {[string, string]} */
function writePowerShellBody(body) {
  if (body.kind === "json") return ["Body", `@'\n${formatJson(body.value)}\n'@`];
  if (body.kind === "text") return ["Body", quotePowerShell(body.text)];
  if (body.kind === "file") return ["InFile", quotePowerShell(body.file)];
  if (body.kind === "multipart" && !isPlainForm(body)) {
    const codes = multipartPieces(body).map((piece) =>
      typeof piece === "string"
        ? `[Text.Encoding]::UTF8.GetBytes(${quotePowerShell(piece)})`
        : `[IO.File]::ReadAllBytes((Resolve-Path ${quotePowerShell(piece.file ?? "")}))`
    );
    return ["Body", `[byte[]](${codes.join(" +\n        ")})`];
  }
  if (body.kind === "multipart")
    return [
      "Form",
      writePowerShellTable(
        body.parts.map((/** @type {FormPart} */ { name, text = "", file }) => [
          name,
          file ? `Get-Item ${quotePowerShell(file)}` : quotePowerShell(text)
        ])
      )
    ];
  return [
    "Body",
    isUnique(body.fields)
      ? writePowerShellPairs(body.fields)
      : "(" +
        body.fields
          .map(
            ([name, value]) =>
              `(${quotePowerShell(percentEncode(name) + "=")} + [uri]::EscapeDataString(${quotePowerShell(value)}))`
          )
          .join(", ") +
        ") -join '&'"
  ];
}

SAMPLES.powershell = (request) => {
  const { method, body } = request;
  const basic = basicCredentials(request);
  const headers = /** @type {Pair[]} */ ([
    ...(basic
      ? [
          [
            "Authorization",
            `'Basic ' + [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes(${quotePowerShell(basic)}))`
          ]
        ]
      : []),
    ...plainHeaders(request).map(([name, value]) => [name, quotePowerShell(value)])
  ]);
  const found = /** @type {Pair[]} */ ([
    [[...COMMON_METHODS, "TRACE"].includes(method) ? "Method" : "CustomMethod", quotePowerShell(method)],
    ["Uri", quotePowerShell(request.url)],
    ...(headers.length ? [["Headers", writePowerShellTable(headers)]] : []),
    ...(body && body.kind !== "multipart"
      ? [["ContentType", quotePowerShell(body.type)]]
      : body && !isPlainForm(body)
        ? [["ContentType", quotePowerShell(typeWithBoundary(body))]]
        : []),
    ...(body ? [writePowerShellBody(body)] : [])
  ]);
  return (
    "$parameters = @{\n" +
    found.map(([name, value]) => `    ${name} = ${value}\n`).join("") +
    "}\nInvoke-RestMethod @parameters\n"
  );
};
