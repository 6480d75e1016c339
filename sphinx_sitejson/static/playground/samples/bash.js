// @ts-check
"use strict";

// Samples for a shell, with curl.

/** @param {string} text */
function shellQuoted(text) {
  const clean = text.replaceAll("\0", "\ufffd");
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(clean)) return clean;
  if (isPrintable(clean.replaceAll("\n", ""))) return `'${clean.replaceAll("'", "'\\''")}'`;
  return `$'${escaped(clean, { ...ESCAPES, '"': '"', "'": "\\'" }, (code) => (code < 0x80 ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`))}'`;
}

/** For curl, which reads it after the shell. @param {string} text */
const curlQuoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** @param {FormPart} part */
function curlPart({ name, text = "", file, type = "", headers = [] }) {
  const key = name.replaceAll("=", "%3D");
  const isPlain = /^[\w.+-]+\/[\w.+-]+$/.test(type);
  const more =
    (isPlain ? `;type=${type}` : type ? ";headers=" + curlQuoted(`Content-Type: ${type}`) : "") +
    headers.map((pair) => `;headers=${curlQuoted(pair.join(": "))}`).join("");
  if (file) return `--form ${shellQuoted(`${key}=@${/[,;"]/.test(file) ? curlQuoted(file) : file}${more}`)}`;
  return more
    ? `--form ${shellQuoted(`${key}=${curlQuoted(text)}${more}`)}`
    : `--form-string ${shellQuoted(`${key}=${text}`)}`;
}

SAMPLES.bash = (request) => {
  const { method, url, headers, body } = request;
  return (
    "curl " +
    [
      method === "HEAD" ? "--head" : `--request ${shellQuoted(method)}`,
      `--url ${shellQuoted(url)}`,
      `--location${/[[\]{}]/.test(url) ? " --globoff" : ""}`,
      ...(request.basic
        ? [`${request.basic.scheme === "digest" ? "--digest " : ""}--user ${shellQuoted(userText(request))}`]
        : []),
      ...[
        ...headers,
        ...contentButForms(request),
        ...(body?.kind === "multipart" && body.type !== "multipart/form-data" ? [["Content-Type", body.type]] : [])
      ].map(([name, value]) => "--header " + shellQuoted(value ? `${name}: ${value}` : `${name};`)),
      ...(request.cookies.length ? [`--cookie ${shellQuoted(cookieText(request))}`] : []),
      ...(body?.kind === "json"
        ? [`--data ${shellQuoted(jsonText(body.value))}`]
        : body?.kind === "form"
          ? body.fields.map(([name, value]) => `--data-urlencode ${shellQuoted(`${percent(name)}=${value}`)}`)
          : body?.kind === "multipart"
            ? body.parts.map(curlPart)
            : body?.kind === "text"
              ? [`${body.text.startsWith("@") ? "--data-raw" : "--data"} ${shellQuoted(body.text)}`]
              : body
                ? [`--data-binary ${shellQuoted(`@${body.file}`)}`]
                : [])
    ].join(" \\\n  ")
  );
};
