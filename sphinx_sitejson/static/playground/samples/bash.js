// @ts-check
"use strict";

// Samples for a shell, with curl.

/** @param {string} text */
function shellQuoted(text) {
  const clean = text.replaceAll("\0", "\ufffd");
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(clean)) return clean;
  if (isPrintable(clean.replaceAll("\n", ""))) return `'${clean.replaceAll("'", "'\\''")}'`;
  return `$'${escaped(clean, { ...ESCAPES, '"': '"', "'": "\\'" }, (code) => code < 0x80 ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`)}'`;
}

/** @param {FormPart} part */
function curlPart({ name, text = "", file, type }) {
  const key = name.replaceAll("=", "%3D");
  const kind = type ? `;type=${type}` : "";
  if (file) return `--form ${shellQuoted(`${key}=@${file}${kind}`)}`;
  return /^[@<("]|;/.test(text) ? `--form-string ${shellQuoted(`${key}=${text}`)}` : `--form ${shellQuoted(`${key}=${text}${kind}`)}`;
}

SAMPLES.bash = (request) => {
  const { method, url, headers, body } = request;
  return "curl " + [
    method === "HEAD" ? "--head" : `--request ${shellQuoted(method)}`,
    `--url ${shellQuoted(url)}`,
    ...request.basic ? [`--user ${shellQuoted(userText(request))}`] : [],
    ...[...headers, ...contentButForms(request)].map(([name, value]) => "--header " + shellQuoted(value ? `${name}: ${value}` : `${name};`)),
    ...request.cookies.length ? [`--cookie ${shellQuoted(cookieText(request))}`] : [],
    ...body?.kind === "json" ? [`--data ${shellQuoted(jsonText(body.value))}`]
      : body?.kind === "form" ? body.fields.map(([name, value]) => `--data-urlencode ${shellQuoted(`${percent(name)}=${value}`)}`)
      : body?.kind === "multipart" ? body.parts.map(curlPart)
      : body?.kind === "text" ? [`${body.text.startsWith("@") ? "--data-raw" : "--data"} ${shellQuoted(body.text)}`]
      : body ? [`--data-binary ${shellQuoted(`@${body.file}`)}`] : [],
  ].join(" \\\n  ");
};
