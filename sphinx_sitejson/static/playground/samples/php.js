// @ts-check
"use strict";

// Samples for PHP, with its curl extension.

/** @param {string} text */
const phpQuoted = (text) => isPrintable(text) ? `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
  : `"${escaped(text, { ...ESCAPES, $: "\\$" }, (code) => code < 0x80 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 1)}}`)}"`;
/** @param {string[]} lines */
const phpList = (lines) => "[\n" + lines.map((line) => `        ${line},\n`).join("") + "    ]";

/** @param {RequestBody} body */
function phpBody(body) {
  if (body.kind === "json") return `<<<'BODY'\n    ${indented(jsonText(body.value), "    ")}\n    BODY`;
  if (body.kind === "form") {
    return isUnique(body.fields) ? "http_build_query(" + phpList(body.fields.map(([name, value]) => `${phpQuoted(name)} => ${phpQuoted(value)}`)) + ")"
      : "implode('&', " + phpList(body.fields.map(([name, value]) => `${phpQuoted(percent(name) + "=")} . urlencode(${phpQuoted(value)})`)) + ")";
  }
  if (body.kind === "text") return phpQuoted(body.text);
  if (body.kind === "file") return `file_get_contents(${phpQuoted(body.file)})`;
  const names = body.parts.map((/** @type {FormPart} */ part) => part.name);
  return phpList(body.parts.map((/** @type {FormPart} */ { name, text = "", file, type }, /** @type {number} */ index) => {
    const count = names.slice(0, index).filter((/** @type {string} */ each) => each === name).length;
    const key = phpQuoted(names.indexOf(name) === names.lastIndexOf(name) ? name : `${name}[${count}]`);
    const kind = type ? `, ${phpQuoted(type)}` : "";
    return `${key} => ` + (file ? `new CURLFile(${phpQuoted(file)}${kind})` : type ? `new CURLStringFile(${phpQuoted(text)}, ''${kind})` : phpQuoted(text));
  }));
}

SAMPLES.php = (request) => {
  const { method, body } = request;
  const headers = [...request.headers, ...contentButForms(request)];
  const options = [
    ["RETURNTRANSFER", "true"],
    ...method === "HEAD" ? [["NOBODY", "true"]] : method !== "GET" || body ? [["CUSTOMREQUEST", phpQuoted(method)]] : [],
    ...request.basic ? [["USERPWD", phpQuoted(userText(request))]] : [],
    ...headers.length ? [["HTTPHEADER", phpList(headers.map(([name, value]) => phpQuoted(value ? `${name}: ${value}` : `${name};`)))]] : [],
    ...request.cookies.length ? [["COOKIE", phpQuoted(cookieText(request))]] : [],
    ...body ? [["POSTFIELDS", phpBody(body)]] : [],
  ];
  const lines = options.map(([name, value]) => `    CURLOPT_${name} => ${value},\n`).join("");
  return `<?php\n\n$curl = curl_init(${phpQuoted(request.url)});\ncurl_setopt_array($curl, [\n${lines}]);\n\n$response = curl_exec($curl);\necho $response;\n`;
};
