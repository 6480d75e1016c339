// @ts-check
"use strict";

// Samples for a shell, with HTTPie.
// @language {"label": "HTTPie", "lexer": "bash", "spellings": ["http"], "uses": ["sample-parts", "samples/bash"]}

/** @param {string} name @param {string} separator @param {string} value */
const writeHttpieItem = (name, separator, value) =>
  quoteShell(`${name.replace(/[:=@;]/g, "\\$&")}${separator}${/^[=@:]/.test(value) ? "\\" : ""}${value}`);

/** @param {RequestBody | null} body @returns {string[]} */
function writeHttpieBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text")
    return [`--raw ${quoteShell(body.kind === "json" ? formatJson(body.value) : body.text)}`];
  if (body.kind === "file") return [quoteShell(`@${body.file}`)];
  // HTTPie groups the fields of one name.
  if (body.kind === "form" && !isUnique(body.fields)) return [`--raw ${quoteShell(encodeFormBody(body.fields))}`];
  if (needsHttpieBody(body)) return [`--raw ${quoteShell(multipartPieces(body).join(""))}`];
  const items =
    body.kind === "form"
      ? body.fields.map(([name, value]) => writeHttpieItem(name, "=", value))
      : body.parts.map((/** @type {FormPart} */ part) =>
          part.file
            ? writeHttpieItem(part.name, "@", `${part.file};type=${partMediaType(part)}`)
            : writeHttpieItem(part.name, "=", part.text ?? "")
        );
  return items.some((/** @type {string} */ item) => /^[$']*-/.test(item)) ? ["--", ...items] : items;
}

/** Whether parts need headers that HTTPie cannot send; bodies with files stay as they are. @param {any} body */
const needsHttpieBody = (body) =>
  body?.kind === "multipart" && !isPlainForm(body) && !body.parts.some((/** @type {FormPart} */ { file }) => file);

SAMPLES.httpie = (request) => {
  const { method, body } = request;
  const options = [
    ...(body?.kind === "form"
      ? isUnique(body.fields)
        ? ["--form"]
        : []
      : body?.kind === "multipart" && !needsHttpieBody(body)
        ? ["--multipart"]
        : []),
    "--follow",
    ...(request.basic?.scheme === "digest" ? ["--auth-type digest"] : []),
    ...(request.basic ? [`--auth ${quoteShell(userCredentials(request))}`] : []),
    `${method} ${quoteShell(request.url)}`
  ];
  const headers = [
    ...request.headers,
    ...cookieHeader(request),
    ...(body?.kind === "form" && !isUnique(body.fields) ? contentHeader(request) : contentHeaderUnlessForm(request)),
    ...(needsHttpieBody(body) ? [["Content-Type", typeWithBoundary(body)]] : [])
  ];
  return (
    "http " +
    [
      options.join(" "),
      ...headers.map(([name, value]) => writeHttpieItem(name, value ? ":" : ";", value)),
      ...writeHttpieBody(body)
    ].join(" \\\n  ")
  );
};
