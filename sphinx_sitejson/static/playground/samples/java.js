// @ts-check
"use strict";

// Samples for Java, with java.net.http.

/** @param {string} text */
const javaQuoted = (text) => `"${escaped(text, ESCAPES, (code) => code < 0x80 ? `\\${code.toString(8).padStart(3, "0")}` : utf16(code))}"`;
const JAVA_BODY = "HttpRequest.BodyPublishers.";

/** @param {string} text */
const javaLines = (text) => `${JAVA_BODY}ofString(\n            ${(text.match(/.*?\r\n|.+/gs) ?? []).map(javaQuoted).join(" +\n            ")})`;

/** @param {FormPart[]} parts */
function javaParts(parts) {
  const found = [];
  let text = "";
  for (const { name, text: own = "", file, type } of parts) {
    const shown = name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
    text += `--sample-boundary\r\nContent-Disposition: form-data; name="${shown}"`
      + (file ? `; filename="${file}"` : "") + (type ? `\r\nContent-Type: ${type}` : "") + "\r\n\r\n";
    if (file) {
      found.push(javaLines(text), `${JAVA_BODY}ofFile(Path.of(${javaQuoted(file)}))`);
      text = "\r\n";
    } else text += `${own}\r\n`;
  }
  return [...found, javaLines(`${text}--sample-boundary--\r\n`)].join(",\n        ");
}

/** @param {RequestBody | null} body */
function javaBody(body) {
  if (!body) return `${JAVA_BODY}noBody()`;
  if (body.kind === "multipart") return `${JAVA_BODY}concat(\n        ${javaParts(body.parts)})`;
  if (body.kind === "file") return `${JAVA_BODY}ofFile(Path.of(${javaQuoted(body.file)}))`;
  if (body.kind === "form") return `${JAVA_BODY}ofString(${javaQuoted(body.fields.map((/** @type {string[]} */ pair) => pair.map((each) => percent(each).replaceAll("%20", "+")).join("=")).join("&"))})`;
  if (body.kind === "text") return `${JAVA_BODY}ofString(${javaQuoted(body.text)})`;
  const text = jsonText(body.value).replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `${JAVA_BODY}ofString("""\n        ${indented(text, "        ")}""")`;
}

SAMPLES.java = (request) => {
  const { method, body } = request;
  const headers = [...basicHeader(request), ...request.headers, ...cookieHeader(request),
    ...body?.kind === "multipart" ? [["Content-Type", "multipart/form-data; boundary=sample-boundary"]] : contentHeader(request)];
  const publisher = javaBody(body);
  const calls = [
    `uri(URI.create(${javaQuoted(request.url)}))`,
    ...headers.map(([name, value]) => `header(${javaQuoted(name)}, ${javaQuoted(value)})`),
    ["GET", "DELETE"].includes(method) && !body ? `${method}()` : ["POST", "PUT"].includes(method) ? `${method}(${publisher})` : `method(${javaQuoted(method)}, ${publisher})`,
  ];
  const imports = ["net.URI", "net.http.HttpClient", "net.http.HttpRequest", "net.http.HttpResponse", ...hasFile(request) ? ["nio.file.Path"] : []];
  return imports.map((name) => `import java.${name};\n`).join("")
    + "\nHttpRequest request = HttpRequest.newBuilder()\n" + calls.map((call) => `    .${call}\n`).join("") + "    .build();\n\n"
    + "HttpResponse<String> response = HttpClient.newHttpClient()\n    .send(request, HttpResponse.BodyHandlers.ofString());\nSystem.out.println(response.body());\n";
};
