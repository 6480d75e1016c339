// @ts-check
"use strict";

// Samples for Java, with java.net.http.
// @language {"label": "Java", "lexer": "java", "spellings": [], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteJava = (text) =>
  `"${escapeText(text, ESCAPES, (code) => (code < 0x80 ? `\\${code.toString(8).padStart(3, "0")}` : escapeUtf16(code)))}"`;
const JAVA_BODY = "HttpRequest.BodyPublishers.";

/** @param {any} body */
const writeJavaParts = (body) =>
  multipartPieces(body)
    .map((piece) =>
      typeof piece === "string"
        ? `${JAVA_BODY}ofString(\n            ${splitLines(piece).map(quoteJava).join(" +\n            ")})`
        : `${JAVA_BODY}ofFile(Path.of(${quoteJava(piece.file ?? "")}))`
    )
    .join(",\n        ");

/** @param {RequestBody | null} body */
function writeJavaBody(body) {
  if (!body) return `${JAVA_BODY}noBody()`;
  if (body.kind === "multipart") return `${JAVA_BODY}concat(\n        ${writeJavaParts(body)})`;
  if (body.kind === "file") return `${JAVA_BODY}ofFile(Path.of(${quoteJava(body.file)}))`;
  if (body.kind === "form") return `${JAVA_BODY}ofString(${quoteJava(encodeFormBody(body.fields))})`;
  if (body.kind === "text") return `${JAVA_BODY}ofString(${quoteJava(body.text)})`;
  const text = formatJson(body.value).replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `${JAVA_BODY}ofString("""\n        ${indentLines(text, "        ")}""")`;
}

SAMPLES.java = (request) => {
  const { method, body } = request;
  const headers = allHeaders(request);
  const basic = basicCredentials(request);
  const publisher = writeJavaBody(body);
  const calls = [
    `uri(URI.create(${quoteJava(request.url)}))`,
    ...(basic
      ? [
          `header("Authorization", "Basic " + Base64.getEncoder().encodeToString(${quoteJava(basic)}.getBytes(StandardCharsets.UTF_8)))`
        ]
      : []),
    ...headers.map(([name, value]) => `header(${quoteJava(name)}, ${quoteJava(value)})`),
    ["GET", "DELETE"].includes(method) && !body
      ? `${method}()`
      : ["POST", "PUT"].includes(method)
        ? `${method}(${publisher})`
        : `method(${quoteJava(method)}, ${publisher})`
  ];
  const imports = [
    "net.URI",
    "net.http.HttpClient",
    "net.http.HttpRequest",
    "net.http.HttpResponse",
    ...(basic ? ["nio.charset.StandardCharsets"] : []),
    ...(hasFile(request) ? ["nio.file.Path"] : []),
    ...(basic ? ["util.Base64"] : [])
  ];
  return (
    imports.map((name) => `import java.${name};\n`).join("") +
    "\nHttpRequest request = HttpRequest.newBuilder()\n" +
    calls.map((call) => `    .${call}\n`).join("") +
    "    .build();\n\n" +
    "HttpClient client = HttpClient.newBuilder()\n    .followRedirects(HttpClient.Redirect.NORMAL)\n    .build();\nHttpResponse<String> response = client\n    .send(request, HttpResponse.BodyHandlers.ofString());\nSystem.out.println(response.body());\n"
  );
};
