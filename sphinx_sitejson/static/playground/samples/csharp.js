// @ts-check
"use strict";

// Samples for C#, with HttpClient.
// @language {"label": "C#", "lexer": "csharp", "spellings": ["c#", "cs", "c-sharp", "dotnet", ".net"], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteCSharp = (text) => `"${escapeText(text, ESCAPES, escapeUtf16)}"`;

/** @param {string} text @param {string} type */
const writeCSharpText = (text, type) => `new StringContent(${text}, MediaTypeHeaderValue.Parse(${quoteCSharp(type)}))`;

/** @param {Exclude<RequestBody, { kind: "multipart" }>} body */
function writeCSharpContent(body) {
  if (body.kind === "text") return writeCSharpText(quoteCSharp(body.text), body.type);
  if (body.kind === "form")
    return (
      "new FormUrlEncodedContent(new[]\n{\n" +
      body.fields
        .map(([name, value]) => `    KeyValuePair.Create(${quoteCSharp(name)}, ${quoteCSharp(value)}),\n`)
        .join("") +
      "})"
    );
  if (body.kind === "file") return `new StreamContent(File.OpenRead(${quoteCSharp(body.file)}))`;
  const text = formatJson(body.value);
  const quotes = '"'.repeat(Math.max(3, ...(text.match(/"+/g) ?? []).map((run) => run.length + 1)));
  return writeCSharpText(`${quotes}\n    ${indentLines(text, "    ")}\n    ${quotes}`, body.type);
}

/** @param {FormPart} part @param {number} index @returns {string[]} */
function writeCSharpPart(part, index) {
  const variable = `part${index + 1}`;
  const content = part.file
    ? `new StreamContent(File.OpenRead(${quoteCSharp(part.file)}))`
    : `new StringContent(${quoteCSharp(part.text ?? "")})`;
  const headers = partHeaderLines(part).map((line) => [
    line.slice(0, line.indexOf(": ")),
    line.slice(line.indexOf(": ") + 2)
  ]);
  return [
    `var ${variable} = ${content};`,
    `${variable}.Headers.Clear();`,
    ...headers.map(
      ([name, value]) => `${variable}.Headers.TryAddWithoutValidation(${quoteCSharp(name)}, ${quoteCSharp(value)});`
    ),
    `form.Add(${variable});`
  ];
}

SAMPLES.csharp = (request) => {
  const { method, body } = request;
  const basic = basicCredentials(request);
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
          `request.Headers.TryAddWithoutValidation("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(${quoteCSharp(basic)})));`
        ]
      : []),
    ...plainHeaders(request).map(
      ([name, value]) => `request.Headers.TryAddWithoutValidation(${quoteCSharp(name)}, ${quoteCSharp(value)});`
    ),
    ...(body?.kind === "multipart"
      ? [
          `var form = new ${kind === "form-data" ? "MultipartFormDataContent()" : `MultipartContent(${quoteCSharp(kind ?? "")})`};`,
          ...body.parts.flatMap(writeCSharpPart),
          "request.Content = form;"
        ]
      : body
        ? [`request.Content = ${writeCSharpContent(body)};`]
        : []),
    ...(body?.kind === "file"
      ? [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${quoteCSharp(body.type)});`]
      : [])
  ];
  const client = hasLetters
    ? "using var client = new HttpClient(new SocketsHttpHandler\n{\n    RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,\n});\n"
    : "using var client = new HttpClient();\n";
  return (
    `${imports.map((name) => `using ${name};\n`).join("")}${imports.length ? "\n" : ""}${client}` +
    `using var request = new HttpRequestMessage(${isKnown ? `HttpMethod.${capitalize(method)}` : `new HttpMethod(${quoteCSharp(method)})`}, ${quoteCSharp(request.url)});\n` +
    `${lines.map((line) => `${line}\n`).join("")}\nusing var response = await client.SendAsync(request);\nConsole.WriteLine(await response.Content.ReadAsStringAsync());\n`
  );
};
