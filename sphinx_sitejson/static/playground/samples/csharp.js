// @ts-check
"use strict";

// Samples for C#, with HttpClient.

/** @param {string} text */
const sharpQuoted = (text) => `"${escaped(text, ESCAPES, utf16)}"`;

/** @param {string} text @param {string} type */
const sharpText = (text, type) => `new StringContent(${text}, MediaTypeHeaderValue.Parse(${sharpQuoted(type)}))`;

/** @param {Exclude<RequestBody, { kind: "multipart" }>} body */
function sharpContent(body) {
  if (body.kind === "text") return sharpText(sharpQuoted(body.text), body.type);
  if (body.kind === "form")
    return (
      "new FormUrlEncodedContent(new[]\n{\n" +
      body.fields
        .map(([name, value]) => `    KeyValuePair.Create(${sharpQuoted(name)}, ${sharpQuoted(value)}),\n`)
        .join("") +
      "})"
    );
  if (body.kind === "file") return `new StreamContent(File.OpenRead(${sharpQuoted(body.file)}))`;
  const text = jsonText(body.value);
  const quotes = '"'.repeat(Math.max(3, ...(text.match(/"+/g) ?? []).map((run) => run.length + 1)));
  return sharpText(`${quotes}\n    ${indented(text, "    ")}\n    ${quotes}`, body.type);
}

/** @param {FormPart} part @param {number} index @returns {string[]} */
function sharpPart(part, index) {
  const variable = `part${index + 1}`;
  const content = part.file
    ? `new StreamContent(File.OpenRead(${sharpQuoted(part.file)}))`
    : `new StringContent(${sharpQuoted(part.text ?? "")})`;
  const headers = partHead(part).map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]);
  return [
    `var ${variable} = ${content};`,
    `${variable}.Headers.Clear();`,
    ...headers.map(
      ([name, value]) => `${variable}.Headers.TryAddWithoutValidation(${sharpQuoted(name)}, ${sharpQuoted(value)});`
    ),
    `form.Add(${variable});`
  ];
}

SAMPLES.csharp = (request) => {
  const { method, body } = request;
  const basic = basicText(request);
  const hasLetters = ![...request.headers, ...request.cookies].every(([, value]) => isAscii(value));
  const imports = [
    ...(body && body.kind !== "multipart" && body.kind !== "form" ? ["System.Net.Http.Headers"] : []),
    ...(basic || hasLetters ? ["System.Text"] : [])
  ];
  const isKnown = [...COMMON_METHODS, "TRACE"].includes(method);
  const kind = body?.type.split("/")[1];
  const lines = [
    ...(basic
      ? [
          `request.Headers.TryAddWithoutValidation("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(${sharpQuoted(basic)})));`
        ]
      : []),
    ...[...digestHeader(request), ...request.headers, ...cookieHeader(request)].map(
      ([name, value]) => `request.Headers.TryAddWithoutValidation(${sharpQuoted(name)}, ${sharpQuoted(value)});`
    ),
    ...(body?.kind === "multipart"
      ? [
          `var form = new ${kind === "form-data" ? "MultipartFormDataContent()" : `MultipartContent(${sharpQuoted(kind ?? "")})`};`,
          ...body.parts.flatMap(sharpPart),
          "request.Content = form;"
        ]
      : body
        ? [`request.Content = ${sharpContent(body)};`]
        : []),
    ...(body?.kind === "file"
      ? [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${sharpQuoted(body.type)});`]
      : [])
  ];
  const client = hasLetters
    ? "using var client = new HttpClient(new SocketsHttpHandler\n{\n    RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,\n});\n"
    : "using var client = new HttpClient();\n";
  return (
    `${imports.map((name) => `using ${name};\n`).join("")}${imports.length ? "\n" : ""}${client}` +
    `using var request = new HttpRequestMessage(${isKnown ? `HttpMethod.${capitalized(method)}` : `new HttpMethod(${sharpQuoted(method)})`}, ${sharpQuoted(request.url)});\n` +
    `${lines.map((line) => `${line}\n`).join("")}\nusing var response = await client.SendAsync(request);\nConsole.WriteLine(await response.Content.ReadAsStringAsync());\n`
  );
};
