// @ts-check
"use strict";

// Samples for C#, with HttpClient.

/** @param {string} text */
const sharpQuoted = (text) => `"${escaped(text, ESCAPES, utf16)}"`;

/** @param {string} text @param {string} type */
const sharpText = (text, type) => `new StringContent(${text}, Encoding.UTF8, ${sharpQuoted(type.split(";")[0].trim())})`;

/** @param {Exclude<RequestBody, { kind: "multipart" }>} body */
function sharpContent(body) {
  if (body.kind === "text") return sharpText(sharpQuoted(body.text), body.type);
  if (body.kind === "form") return "new FormUrlEncodedContent(new[]\n{\n" + body.fields.map(([name, value]) => `    KeyValuePair.Create(${sharpQuoted(name)}, ${sharpQuoted(value)}),\n`).join("") + "})";
  if (body.kind === "file") return `new StreamContent(File.OpenRead(${sharpQuoted(body.file)}))`;
  const text = jsonText(body.value);
  const quotes = '"'.repeat(Math.max(3, ...(text.match(/"+/g) ?? []).map((run) => run.length + 1)));
  return sharpText(`${quotes}\n    ${indented(text, "    ")}\n    ${quotes}`, body.type);
}

/** @param {FormPart} part @param {number} index @returns {string[]} */
function sharpPart({ name, text = "", file, type }, index) {
  const content = file ? `new StreamContent(File.OpenRead(${sharpQuoted(file)}))` : `new StringContent(${sharpQuoted(text)})`;
  const more = sharpQuoted(name) + (file ? `, ${sharpQuoted(file)}` : "");
  if (!type) return [`form.Add(${content}, ${more});`];
  const part = `part${index + 1}`;
  return [`var ${part} = ${content};`, `${part}.Headers.ContentType = new MediaTypeHeaderValue(${sharpQuoted(type)});`, `form.Add(${part}, ${more});`];
}

SAMPLES.csharp = (request) => {
  const { method, body } = request;
  const imports = [...body?.kind === "multipart" || body?.kind === "file" ? ["System.Net.Http.Headers"] : [], ...body?.kind === "json" || body?.kind === "text" ? ["System.Text"] : []];
  const isKnown = [...COMMON_METHODS, "TRACE"].includes(method);
  const lines = [
    ...[...basicHeader(request), ...request.headers, ...cookieHeader(request)].map(([name, value]) => `request.Headers.TryAddWithoutValidation(${sharpQuoted(name)}, ${sharpQuoted(value)});`),
    ...body?.kind === "multipart" ? ["var form = new MultipartFormDataContent();", ...body.parts.flatMap(sharpPart), "request.Content = form;"] : body ? [`request.Content = ${sharpContent(body)};`] : [],
    ...body?.kind === "file" ? [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${sharpQuoted(body.type)});`] : [],
  ];
  return `${imports.map((name) => `using ${name};\n`).join("")}${imports.length ? "\n" : ""}using var client = new HttpClient();\n`
    + `using var request = new HttpRequestMessage(${isKnown ? `HttpMethod.${capitalized(method)}` : `new HttpMethod(${sharpQuoted(method)})`}, ${sharpQuoted(request.url)});\n`
    + `${lines.map((line) => `${line}\n`).join("")}\nusing var response = await client.SendAsync(request);\nConsole.WriteLine(await response.Content.ReadAsStringAsync());\n`;
};
