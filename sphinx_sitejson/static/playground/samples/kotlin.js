// @ts-check
"use strict";

// Samples for Kotlin, with java.net.http.

/** @param {string} text */
const kotlinQuoted = (text) => `"${escaped(text, { ...ESCAPES, $: "\\$" }, utf16)}"`;
/** @param {string} text */
const kotlinRaw = (text) =>
  !isPrintable(text.replaceAll("\n", "")) || text.includes('"""') || text.endsWith('"')
    ? kotlinQuoted(text)
    : `"""${text.replaceAll("$", () => "${'$'}")}"""`;
const KOTLIN_BODY = "HttpRequest.BodyPublishers.";

/** @param {RequestBody | null} body */
function kotlinBody(body) {
  if (!body) return `${KOTLIN_BODY}noBody()`;
  if (body.kind === "json") return `${KOTLIN_BODY}ofString(${kotlinRaw(jsonText(body.value))})`;
  if (body.kind === "text") return `${KOTLIN_BODY}ofString(${kotlinQuoted(body.text)})`;
  if (body.kind === "form") return `${KOTLIN_BODY}ofString(${kotlinQuoted(encodedForm(body.fields))})`;
  if (body.kind === "file") return `${KOTLIN_BODY}ofFile(Path.of(${kotlinQuoted(body.file)}))`;
  const codes = formPieces(body).map((piece) =>
    typeof piece === "string"
      ? `(${linesOf(piece).map(kotlinQuoted).join(" +\n                ")}).toByteArray()`
      : `Path.of(${kotlinQuoted(piece.file ?? "")}).toFile().readBytes()`
  );
  return `${KOTLIN_BODY}ofByteArray(\n            ${codes.join(" +\n            ")})`;
}

SAMPLES.kotlin = (request) => {
  const { method, body } = request;
  const basic = basicText(request);
  const headers = [
    ...digestHeader(request),
    ...request.headers,
    ...cookieHeader(request),
    ...(body?.kind === "multipart" ? [["Content-Type", writtenType(body)]] : contentHeader(request))
  ];
  const calls = [
    `uri(URI.create(${kotlinQuoted(request.url)}))`,
    ...(basic
      ? [`header("Authorization", "Basic " + Base64.getEncoder().encodeToString(${kotlinQuoted(basic)}.toByteArray()))`]
      : []),
    ...headers.map(([name, value]) => `header(${kotlinQuoted(name)}, ${kotlinQuoted(value)})`),
    `method(${kotlinQuoted(method)}, ${kotlinBody(body)})`
  ];
  const imports = [
    "net.URI",
    "net.http.HttpClient",
    "net.http.HttpRequest",
    "net.http.HttpResponse",
    ...(hasFile(request) ? ["nio.file.Path"] : []),
    ...(basic ? ["util.Base64"] : [])
  ];
  return (
    imports.map((name) => `import java.${name}\n`).join("") +
    "\nfun main() {\n    val request = HttpRequest.newBuilder()\n" +
    calls.map((call) => `        .${call}\n`).join("") +
    "        .build()\n\n" +
    "    val client = HttpClient.newBuilder()\n        .followRedirects(HttpClient.Redirect.NORMAL)\n        .build()\n    val response = client.send(request, HttpResponse.BodyHandlers.ofString())\n    println(response.body())\n}\n"
  );
};
