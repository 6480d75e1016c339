// @ts-check
"use strict";

// Samples for a shell, with HTTPie.

/** @param {string} name @param {string} separator @param {string} value */
const httpItem = (name, separator, value) =>
  shellQuoted(`${name.replace(/[:=@;]/g, "\\$&")}${separator}${/^[=@:]/.test(value) ? "\\" : ""}${value}`);

/** @param {RequestBody | null} body @returns {string[]} */
function httpBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text")
    return [`--raw ${shellQuoted(body.kind === "json" ? jsonText(body.value) : body.text)}`];
  if (body.kind === "file") return [shellQuoted(`@${body.file}`)];
  // HTTPie puts the fields of one name together.
  if (body.kind === "form" && !isUnique(body.fields)) return [`--raw ${shellQuoted(encodedForm(body.fields))}`];
  if (isHttpByHand(body)) return [`--raw ${shellQuoted(formPieces(body).join(""))}`];
  const items =
    body.kind === "form"
      ? body.fields.map(([name, value]) => httpItem(name, "=", value))
      : body.parts.map((/** @type {FormPart} */ part) =>
          part.file
            ? httpItem(part.name, "@", `${part.file};type=${typeOfPart(part)}`)
            : httpItem(part.name, "=", part.text ?? "")
        );
  return items.some((/** @type {string} */ item) => /^[$']*-/.test(item)) ? ["--", ...items] : items;
}

/** Whether parts have what HTTPie has no words for; with a file among them nothing helps. @param {any} body */
const isHttpByHand = (body) =>
  body?.kind === "multipart" && !isPlainForm(body) && !body.parts.some((/** @type {FormPart} */ { file }) => file);

SAMPLES.httpie = (request) => {
  const { method, body } = request;
  const options = [
    ...(body?.kind === "form"
      ? isUnique(body.fields)
        ? ["--form"]
        : []
      : body?.kind === "multipart" && !isHttpByHand(body)
        ? ["--multipart"]
        : []),
    "--follow",
    ...(request.basic?.scheme === "digest" ? ["--auth-type digest"] : []),
    ...(request.basic ? [`--auth ${shellQuoted(userText(request))}`] : []),
    `${method} ${shellQuoted(request.url)}`
  ];
  const headers = [
    ...request.headers,
    ...cookieHeader(request),
    ...(body?.kind === "form" && !isUnique(body.fields) ? contentHeader(request) : contentButForms(request)),
    ...(isHttpByHand(body) ? [["Content-Type", writtenType(body)]] : [])
  ];
  return (
    "http " +
    [
      options.join(" "),
      ...headers.map(([name, value]) => httpItem(name, value ? ":" : ";", value)),
      ...httpBody(body)
    ].join(" \\\n  ")
  );
};
