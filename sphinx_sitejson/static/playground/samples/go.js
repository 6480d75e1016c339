// @ts-check
"use strict";

// Samples for Go, with net/http.

/** @param {string} text */
const goQuoted = (text) =>
  `"${escaped(text, ESCAPES, (code) => (code >= 0xd800 && code <= 0xdfff ? "\\ufffd" : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`))}"`;
/** @param {string} text */
const goLines = (text) =>
  !text.includes("`") && isPrintable(text.replaceAll("\n", "")) ? `\`${text}\`` : goQuoted(text);
/** @param {string} text */
const goReadable = (text) => (text.includes('"') ? goLines(text) : goQuoted(text));
const GO_STOP = ["if err != nil {", "\tpanic(err)", "}"];

/** @param {FormPart} part */
const isGoField = (part) => isPlainPart(part) && !part.file;
/** @param {FormPart} part */
const isGoFile = (part) => isPlainPart(part) && typeOfPart(part) === "application/octet-stream";

/** @param {FormPart} part @param {number} index @returns {string[]} */
function goPart(part, index) {
  const { name, text = "", file = "" } = part;
  if (isGoField(part)) return [`form.WriteField(${goQuoted(name)}, ${goQuoted(text)})`];
  const place = `part${index + 1}`;
  return [
    ...(isGoFile(part)
      ? [`${place}, _ := form.CreateFormFile(${goQuoted(name)}, ${goQuoted(file)})`]
      : [
          `${place}, _ := form.CreatePart(textproto.MIMEHeader{`,
          ...partHead(part).map(
            (line) =>
              `\t${goQuoted(line.slice(0, line.indexOf(": ")))}: {${goReadable(line.slice(line.indexOf(": ") + 2))}},`
          ),
          "})"
        ]),
    ...(file
      ? [`file${index + 1}, err := os.ReadFile(${goQuoted(file)})`, ...GO_STOP, `${place}.Write(file${index + 1})`]
      : [`io.WriteString(${place}, ${goReadable(text)})`])
  ];
}

/** @param {RequestBody | null} body @returns {[string[], string[], string]} packages, lines, and what is read */
function goBody(body) {
  if (!body) return [[], [], "nil"];
  // The values of a form in Go are sorted by their names, so it is joined by hand.
  if (body.kind === "form")
    return [
      ["net/url", "strings"],
      [
        "form := strings.Join([]string{",
        ...body.fields.map(
          ([name, value]) => `\t${goQuoted(`${percent(name)}=`)} + url.QueryEscape(${goQuoted(value)}),`
        ),
        '}, "&")',
        ""
      ],
      "strings.NewReader(form)"
    ];
  if (body.kind === "file")
    return [
      ["bytes", "os"],
      [`file, err := os.ReadFile(${goQuoted(body.file)})`, ...GO_STOP, ""],
      "bytes.NewReader(file)"
    ];
  if (body.kind !== "multipart")
    return [
      ["strings"],
      [`body := strings.NewReader(${goLines(body.kind === "json" ? jsonText(body.value) : body.text)})`, ""],
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
    ["var body bytes.Buffer", "form := multipart.NewWriter(&body)", ...parts.flatMap(goPart), "form.Close()", ""],
    "&body"
  ];
}

SAMPLES.go = (request) => {
  const [packages, prepared, reader] = goBody(request.body);
  const { basic } = request;
  const lines = [
    ...prepared,
    `request, err := http.NewRequest(${goQuoted(request.method)}, ${goQuoted(request.url)}, ${reader})`,
    ...GO_STOP,
    ...(basic && basicText(request)
      ? [`request.SetBasicAuth(${goQuoted(basic.username)}, ${goQuoted(basic.password)})`]
      : []),
    ...[...digestHeader(request), ...request.headers, ...cookieHeader(request), ...contentHeader(request)].map(
      ([name, value]) => `request.Header.Set(${goQuoted(name)}, ${goQuoted(value)})`
    ),
    ...(request.body?.kind === "multipart"
      ? [
          `request.Header.Set("Content-Type", ${request.body.type === "multipart/form-data" ? "form.FormDataContentType()" : goQuoted(request.body.type + "; boundary=") + " + form.Boundary()"})`
        ]
      : []),
    "",
    "response, err := http.DefaultClient.Do(request)",
    ...GO_STOP,
    "defer response.Body.Close()",
    "",
    "text, err := io.ReadAll(response.Body)",
    ...GO_STOP,
    "fmt.Println(string(text))"
  ];
  const imports = [...new Set(["fmt", "io", "net/http", ...packages])].sort();
  return `package main\n\nimport (\n${imports.map((name) => `\t"${name}"\n`).join("")})\n\nfunc main() {\n${lines.map((line) => (line ? `\t${line}\n` : "\n")).join("")}}\n`;
};
