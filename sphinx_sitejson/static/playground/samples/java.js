// @ts-check
"use strict";

// Samples for Java, with java.net.http.

/** @param {string} text */
const javaQuoted = (text) =>
  `"${escaped(text, ESCAPES, (code) => (code < 0x80 ? `\\${code.toString(8).padStart(3, "0")}` : utf16(code)))}"`;
const JAVA_BODY = "HttpRequest.BodyPublishers.";

/** @param {any} body */
const javaParts = (body) =>
  formPieces(body)
    .map((piece) =>
      typeof piece === "string"
        ? `${JAVA_BODY}ofString(\n            ${linesOf(piece).map(javaQuoted).join(" +\n            ")})`
        : `${JAVA_BODY}ofFile(Path.of(${javaQuoted(piece.file ?? "")}))`
    )
    .join(",\n        ");

/** @param {RequestBody | null} body */
function javaBody(body) {
  if (!body) return `${JAVA_BODY}noBody()`;
  if (body.kind === "multipart") return `${JAVA_BODY}concat(\n        ${javaParts(body)})`;
  if (body.kind === "file") return `${JAVA_BODY}ofFile(Path.of(${javaQuoted(body.file)}))`;
  if (body.kind === "form") return `${JAVA_BODY}ofString(${javaQuoted(encodedForm(body.fields))})`;
  if (body.kind === "text") return `${JAVA_BODY}ofString(${javaQuoted(body.text)})`;
  const text = jsonText(body.value).replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `${JAVA_BODY}ofString("""\n        ${indented(text, "        ")}""")`;
}

SAMPLES.java = (request) => {
  const { method, body } = request;
  const headers = [
    ...digestHeader(request),
    ...request.headers,
    ...cookieHeader(request),
    ...(body?.kind === "multipart" ? [["Content-Type", writtenType(body)]] : contentHeader(request))
  ];
  const basic = basicText(request);
  const publisher = javaBody(body);
  const calls = [
    `uri(URI.create(${javaQuoted(request.url)}))`,
    ...(basic
      ? [
          `header("Authorization", "Basic " + Base64.getEncoder().encodeToString(${javaQuoted(basic)}.getBytes(StandardCharsets.UTF_8)))`
        ]
      : []),
    ...headers.map(([name, value]) => `header(${javaQuoted(name)}, ${javaQuoted(value)})`),
    ["GET", "DELETE"].includes(method) && !body
      ? `${method}()`
      : ["POST", "PUT"].includes(method)
        ? `${method}(${publisher})`
        : `method(${javaQuoted(method)}, ${publisher})`
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
