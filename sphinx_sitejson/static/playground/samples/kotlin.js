// @ts-check
"use strict";

// Samples for Kotlin, with java.net.http.
// @language {"label": "Kotlin", "lexer": "kotlin", "spellings": ["kt"], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteKotlin = (text) => `"${escapeText(text, { ...ESCAPES, $: "\\$" }, escapeUtf16)}"`;
/** @param {string} text */
const quoteKotlinRaw = (text) =>
  !isPrintable(text.replaceAll("\n", "")) || text.includes('"""') || text.endsWith('"')
    ? quoteKotlin(text)
    : `"""${text.replaceAll("$", () => "${'$'}")}"""`;
const KOTLIN_BODY = "HttpRequest.BodyPublishers.";

/** @param {RequestBody | null} body */
function writeKotlinBody(body) {
  if (!body) return `${KOTLIN_BODY}noBody()`;
  if (body.kind === "json") return `${KOTLIN_BODY}ofString(${quoteKotlinRaw(formatJson(body.value))})`;
  if (body.kind === "text") return `${KOTLIN_BODY}ofString(${quoteKotlin(body.text)})`;
  if (body.kind === "form") return `${KOTLIN_BODY}ofString(${quoteKotlin(encodeFormBody(body.fields))})`;
  if (body.kind === "file") return `${KOTLIN_BODY}ofFile(Path.of(${quoteKotlin(body.file)}))`;
  const codes = multipartPieces(body).map((piece) =>
    typeof piece === "string"
      ? `(${splitLines(piece).map(quoteKotlin).join(" +\n                ")}).toByteArray()`
      : `Path.of(${quoteKotlin(piece.file ?? "")}).toFile().readBytes()`
  );
  return `${KOTLIN_BODY}ofByteArray(\n            ${codes.join(" +\n            ")})`;
}

SAMPLES.kotlin = (request) => {
  const { method, body } = request;
  const basic = basicCredentials(request);
  const headers = allHeaders(request);
  const calls = [
    `uri(URI.create(${quoteKotlin(request.url)}))`,
    ...(basic
      ? [`header("Authorization", "Basic " + Base64.getEncoder().encodeToString(${quoteKotlin(basic)}.toByteArray()))`]
      : []),
    ...headers.map(([name, value]) => `header(${quoteKotlin(name)}, ${quoteKotlin(value)})`),
    `method(${quoteKotlin(method)}, ${writeKotlinBody(body)})`
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
