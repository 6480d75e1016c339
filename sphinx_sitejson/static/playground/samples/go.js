// @ts-check
"use strict";

// Samples for Go, with net/http.
// @language {"label": "Go", "lexer": "go", "spellings": ["golang"], "uses": ["sample-parts"]}

/** @param {string} text */
const quoteGo = (text) =>
  `"${escapeText(text, ESCAPES, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\ufffd" : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`))}"`;
/** @param {string} text */
const quoteGoLines = (text) =>
  !text.includes("`") && isPrintable(text.replaceAll("\n", "")) ? `\`${text}\`` : quoteGo(text);
/** @param {string} text */
const quoteGoReadable = (text) => (text.includes('"') ? quoteGoLines(text) : quoteGo(text));
const GO_PANIC = ["if err != nil {", "\tpanic(err)", "}"];

/** @param {FormPart} part */
const isGoField = (part) => isPlainPart(part) && !part.file;
/** @param {FormPart} part */
const isGoFile = (part) => isPlainPart(part) && partMediaType(part) === "application/octet-stream";

/** @param {FormPart} part @param {number} index @returns {string[]} */
function writeGoPart(part, index) {
  const { name, text = "", file = "" } = part;
  if (isGoField(part)) return [`form.WriteField(${quoteGo(name)}, ${quoteGo(text)})`];
  const place = `part${index + 1}`;
  return [
    ...(isGoFile(part)
      ? [`${place}, _ := form.CreateFormFile(${quoteGo(name)}, ${quoteGo(file)})`]
      : [
          `${place}, _ := form.CreatePart(textproto.MIMEHeader{`,
          ...partHeaderLines(part).map(
            (line) =>
              `\t${quoteGo(line.slice(0, line.indexOf(": ")))}: {${quoteGoReadable(line.slice(line.indexOf(": ") + 2))}},`
          ),
          "})"
        ]),
    ...(file
      ? [`file${index + 1}, err := os.ReadFile(${quoteGo(file)})`, ...GO_PANIC, `${place}.Write(file${index + 1})`]
      : [`io.WriteString(${place}, ${quoteGoReadable(text)})`])
  ];
}

/**
 * @param {RequestBody | null} body
 * @returns {[string[], string[], string]} packages, lines, and the expression of the reader
 */
function writeGoBody(body) {
  if (!body) return [[], [], "nil"];
  // `url.Values.Encode` sorts by name, so the form is joined here.
  if (body.kind === "form")
    return [
      ["net/url", "strings"],
      [
        "form := strings.Join([]string{",
        ...body.fields.map(
          ([name, value]) => `\t${quoteGo(`${percentEncode(name)}=`)} + url.QueryEscape(${quoteGo(value)}),`
        ),
        '}, "&")',
        ""
      ],
      "strings.NewReader(form)"
    ];
  if (body.kind === "file")
    return [
      ["bytes", "os"],
      [`file, err := os.ReadFile(${quoteGo(body.file)})`, ...GO_PANIC, ""],
      "bytes.NewReader(file)"
    ];
  if (body.kind !== "multipart")
    return [
      ["strings"],
      [`body := strings.NewReader(${quoteGoLines(body.kind === "json" ? formatJson(body.value) : body.text)})`, ""],
      "body"
    ];
  const { parts } = body;
  return [
    [
      "bytes",
      "mime/multipart",
      ...(parts.some((part) => part.file) ? ["os"] : []),
      ...(parts.some((part) => !isGoField(part) && !isGoFile(part)) ? ["net/textproto"] : [])
    ],
    ["var body bytes.Buffer", "form := multipart.NewWriter(&body)", ...parts.flatMap(writeGoPart), "form.Close()", ""],
    "&body"
  ];
}

SAMPLES.go = (request) => {
  const [packages, prepared, reader] = writeGoBody(request.body);
  const { basic } = request;
  const lines = [
    ...prepared,
    `request, err := http.NewRequest(${quoteGo(request.method)}, ${quoteGo(request.url)}, ${reader})`,
    ...GO_PANIC,
    ...(basic && basicCredentials(request)
      ? [`request.SetBasicAuth(${quoteGo(basic.username)}, ${quoteGo(basic.password)})`]
      : []),
    ...[...plainHeaders(request), ...contentHeader(request)].map(
      ([name, value]) => `request.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`
    ),
    ...(request.body?.kind === "multipart"
      ? [
          `request.Header.Set("Content-Type", ${request.body.type === "multipart/form-data" ? "form.FormDataContentType()" : quoteGo(request.body.type + "; boundary=") + " + form.Boundary()"})`
        ]
      : []),
    "",
    "response, err := http.DefaultClient.Do(request)",
    ...GO_PANIC,
    "defer response.Body.Close()",
    "",
    "text, err := io.ReadAll(response.Body)",
    ...GO_PANIC,
    "fmt.Println(string(text))"
  ];
  const imports = [...new Set(["fmt", "io", "net/http", ...packages])].sort();
  return `package main\n\nimport (\n${imports.map((name) => `\t"${name}"\n`).join("")})\n\nfunc main() {\n${lines.map((line) => (line ? `\t${line}\n` : "\n")).join("")}}\n`;
};
