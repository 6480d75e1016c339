// @ts-check
"use strict";

// Samples for a shell, with curl.
// @language {"label": "cURL", "lexer": "bash", "spellings": ["curl", "shell", "sh", "zsh", "console", "cli"], "uses": []}

/** @param {string} text */
function quoteShell(text) {
  const clean = text.replaceAll("\0", "\ufffd");
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(clean)) return clean;
  if (isPrintable(clean.replaceAll("\n", ""))) return `'${clean.replaceAll("'", "'\\''")}'`;
  return `$'${escapeText(clean, { ...ESCAPES, '"': '"', "'": "\\'" }, (code) => (code < 0x80 ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`))}'`;
}

/** Quote a text for curl, which parses it after the shell. @param {string} text */
const quoteCurl = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** @param {FormPart} part */
function writeCurlPart({ name, text = "", file, type = "", headers = [] }) {
  const key = name.replaceAll("=", "%3D");
  const isPlain = /^[\w.+-]+\/[\w.+-]+$/.test(type);
  const more =
    (isPlain ? `;type=${type}` : type ? ";headers=" + quoteCurl(`Content-Type: ${type}`) : "") +
    headers.map((pair) => `;headers=${quoteCurl(pair.join(": "))}`).join("");
  if (file) return `--form ${quoteShell(`${key}=@${/[,;"]/.test(file) ? quoteCurl(file) : file}${more}`)}`;
  return more
    ? `--form ${quoteShell(`${key}=${quoteCurl(text)}${more}`)}`
    : `--form-string ${quoteShell(`${key}=${text}`)}`;
}

SAMPLES.bash = (request) => {
  const { method, url, headers, body } = request;
  return (
    "curl " +
    [
      method === "HEAD" ? "--head" : `--request ${quoteShell(method)}`,
      `--url ${quoteShell(url)}`,
      `--location${/[[\]{}]/.test(url) ? " --globoff" : ""}`,
      ...(request.basic
        ? [`${request.basic.scheme === "digest" ? "--digest " : ""}--user ${quoteShell(userCredentials(request))}`]
        : []),
      ...[
        ...headers,
        ...contentHeaderUnlessForm(request),
        ...(body?.kind === "multipart" && body.type !== "multipart/form-data" ? [["Content-Type", body.type]] : [])
      ].map(([name, value]) => "--header " + quoteShell(value ? `${name}: ${value}` : `${name};`)),
      ...(request.cookies.length ? [`--cookie ${quoteShell(formatCookies(request))}`] : []),
      ...(body?.kind === "json"
        ? [`--data ${quoteShell(formatJson(body.value))}`]
        : body?.kind === "form"
          ? body.fields.map(([name, value]) => `--data-urlencode ${quoteShell(`${percentEncode(name)}=${value}`)}`)
          : body?.kind === "multipart"
            ? body.parts.map(writeCurlPart)
            : body?.kind === "text"
              ? [`${body.text.startsWith("@") ? "--data-raw" : "--data"} ${quoteShell(body.text)}`]
              : body
                ? [`--data-binary ${quoteShell(`@${body.file}`)}`]
                : [])
    ].join(" \\\n  ")
  );
};
