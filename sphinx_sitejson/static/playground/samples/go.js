// @ts-check
"use strict";

// Samples for Go, with net/http.

/** @param {string} text */
const goQuoted = (text) => `"${escaped(text, ESCAPES, (code) => code >= 0xd800 && code <= 0xdfff ? "\\ufffd" : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`)}"`;
/** @param {string} text */
const goLines = (text) => !text.includes("`") && isPrintable(text.replaceAll("\n", "")) ? `\`${text}\`` : goQuoted(text);
/** @param {string} text */
const goReadable = (text) => text.includes('"') ? goLines(text) : goQuoted(text);
const GO_STOP = ["if err != nil {", "\tpanic(err)", "}"];

/** @param {FormPart} part @param {number} index @returns {string[]} */
function goPart({ name, text = "", file = "", type }, index) {
  if (!file && !type) return [`form.WriteField(${goQuoted(name)}, ${goQuoted(text)})`];
  const place = `part${index + 1}`;
  const shown = name.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replace(/[\n\r]/g, " ");
  const disposition = `form-data; name="${shown}"` + (file ? `; filename="${file}"` : "");
  return [
    ...type ? [
      `${place}, _ := form.CreatePart(textproto.MIMEHeader{`,
      `\t"Content-Disposition": {${goReadable(disposition)}},`,
      `\t"Content-Type":        {${goQuoted(type)}},`,
      "})",
    ] : [`${place}, _ := form.CreateFormFile(${goQuoted(name)}, ${goQuoted(file)})`],
    ...file ? [`file${index + 1}, err := os.ReadFile(${goQuoted(file)})`, ...GO_STOP, `${place}.Write(file${index + 1})`] : [`io.WriteString(${place}, ${goReadable(text)})`],
  ];
}

/** @param {RequestBody | null} body @returns {[string[], string[], string]} packages, lines, and what is read */
function goBody(body) {
  if (!body) return [[], [], "nil"];
  if (body.kind === "form") return [["net/url", "strings"], ["form := url.Values{}", ...body.fields.map(([name, value]) => `form.Add(${goQuoted(name)}, ${goQuoted(value)})`), ""], "strings.NewReader(form.Encode())"];
  if (body.kind === "file") return [["os"], [`file, err := os.Open(${goQuoted(body.file)})`, ...GO_STOP, "defer file.Close()", ""], "file"];
  if (body.kind !== "multipart") return [["strings"], [`body := strings.NewReader(${goLines(body.kind === "json" ? jsonText(body.value) : body.text)})`, ""], "body"];
  const { parts } = body;
  return [
    ["bytes", "mime/multipart", ...parts.some((/** @type {FormPart} */ part) => part.file) ? ["os"] : [], ...parts.some((/** @type {any} */ part) => part.type) ? ["net/textproto"] : []],
    ["var body bytes.Buffer", "form := multipart.NewWriter(&body)", ...parts.flatMap(goPart), "form.Close()", ""],
    "&body",
  ];
}

SAMPLES.go = (request) => {
  const [packages, prepared, reader] = goBody(request.body);
  const { basic } = request;
  const lines = [
    ...prepared,
    `request, err := http.NewRequest(${goQuoted(request.method)}, ${goQuoted(request.url)}, ${reader})`,
    ...GO_STOP,
    ...basic ? [`request.SetBasicAuth(${goQuoted(basic.username)}, ${goQuoted(basic.password)})`] : [],
    ...[...request.headers, ...cookieHeader(request), ...contentHeader(request)].map(([name, value]) => `request.Header.Set(${goQuoted(name)}, ${goQuoted(value)})`),
    ...request.body?.kind === "multipart" ? ['request.Header.Set("Content-Type", form.FormDataContentType())'] : [],
    "", "response, err := http.DefaultClient.Do(request)", ...GO_STOP, "defer response.Body.Close()",
    "", "text, err := io.ReadAll(response.Body)", ...GO_STOP, "fmt.Println(string(text))",
  ];
  const imports = [...new Set(["fmt", "io", "net/http", ...packages])].sort();
  return `package main\n\nimport (\n${imports.map((name) => `\t"${name}"\n`).join("")})\n\nfunc main() {\n${lines.map((line) => line ? `\t${line}\n` : "\n").join("")}}\n`;
};
