// @ts-check
"use strict";

// Samples for a shell, with HTTPie.

/** @param {string} name @param {string} separator @param {string} value */
const httpItem = (name, separator, value) => shellQuoted(`${name.replace(/[:=@;]/g, "\\$&")}${separator}${/^[=@:]/.test(value) ? "\\" : ""}${value}`);

/** @param {RequestBody | null} body @returns {string[]} */
function httpBody(body) {
  if (!body) return [];
  if (body.kind === "json" || body.kind === "text") return [`--raw ${shellQuoted(body.kind === "json" ? jsonText(body.value) : body.text)}`];
  if (body.kind === "file") return [shellQuoted(`@${body.file}`)];
  const items = body.kind === "form" ? body.fields.map(([name, value]) => httpItem(name, "=", value))
    : body.parts.map((/** @type {FormPart} */ { name, text = "", file, type }) => file ? httpItem(name, "@", `${file}${type ? `;type=${type}` : ""}`) : httpItem(name, "=", text));
  return items.some((/** @type {string} */ item) => /^[$']*-/.test(item)) ? ["--", ...items] : items;
}

SAMPLES.httpie = (request) => {
  const { method, body } = request;
  const options = [
    ...body?.kind === "form" ? ["--form"] : body?.kind === "multipart" ? ["--multipart"] : [],
    ...request.basic ? [`--auth ${shellQuoted(userText(request))}`] : [],
    `${method} ${shellQuoted(request.url)}`,
  ];
  const headers = [...request.headers, ...cookieHeader(request), ...contentButForms(request)];
  return "http " + [options.join(" "), ...headers.map(([name, value]) => httpItem(name, value ? ":" : ";", value)), ...httpBody(body)].join(" \\\n  ");
};
