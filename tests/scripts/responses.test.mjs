// What answers are read as, where they lead, and how two of them differ.
import assert from "node:assert/strict";
import test from "node:test";
import { load, plain } from "./playground.mjs";

const {
  detectCharset,
  diffLines,
  evaluateExpression,
  findLineStarts,
  findMatches,
  findOperation,
  indentMarkup,
  JsonRows,
  parseJson,
  preflightNeeds,
  requiredCorsHeaders
} = load();

test("the encoding is what the first bytes, the type or the text itself say", () => {
  const bytes = (...codes) => Uint8Array.from(codes);
  const text = (words) => new TextEncoder().encode(words);
  assert.equal(detectCharset(bytes(0xef, 0xbb, 0xbf), "text/plain; charset=latin1"), "utf-8");
  assert.equal(detectCharset(bytes(0xff, 0xfe), ""), "utf-16le");
  assert.equal(detectCharset(bytes(0xfe, 0xff), ""), "utf-16be");
  assert.equal(detectCharset(bytes(), 'text/plain; charset="ISO-8859-1"'), "windows-1252");
  assert.equal(detectCharset(bytes(), "text/plain; charset=shift_jis"), "shift_jis");
  assert.equal(detectCharset(text('<?xml version="1.0" encoding="koi8-r"?>'), "application/xml"), "koi8-r");
  assert.equal(detectCharset(text('<meta charset="windows-1251">'), "text/html"), "windows-1251");
  assert.equal(detectCharset(text('<?xml encoding="koi8-r"?>'), "application/xml; charset=utf-8"), "utf-8");
  assert.equal(detectCharset(text('{"charset=": "koi8-r"}'), "application/json"), "utf-8");
  assert.equal(detectCharset(bytes(), "text/plain; charset=nonsense"), "utf-8");
});

test("a browser asks before methods and headers that are not usual", () => {
  assert.deepEqual(
    plain(
      preflightNeeds({
        method: "POST",
        headers: Object.entries({ "Content-Type": "text/plain", Accept: "a/b" })
      })
    ),
    { method: "", headers: [] }
  );
  assert.deepEqual(
    plain(
      preflightNeeds({
        method: "PUT",
        headers: Object.entries({ "X-B": "1", "Content-Type": "application/json", "x-b": "2" })
      })
    ),
    { method: "PUT", headers: ["content-type", "x-b"] }
  );
  assert.equal(
    requiredCorsHeaders("https://docs.example", { method: "DELETE", headers: [["Authorization", "x"]] }),
    "Access-Control-Allow-Origin: https://docs.example\nAccess-Control-Allow-Methods: DELETE\nAccess-Control-Allow-Headers: authorization"
  );
  assert.equal(requiredCorsHeaders("null", { method: "GET" }), "Access-Control-Allow-Origin: *");
});

test("failures are told apart by what still answers", async () => {
  const world = (answering) =>
    load({
      AbortSignal,
      fetch: async (url, { mode }) => {
        if (!answering(String(url), mode)) throw new TypeError("no");
      }
    }).diagnoseFailure;
  const simple = { method: "GET", headers: [] };
  const asking = { method: "PUT", headers: [] };
  const url = "https://api.example/ships";
  assert.equal(await world(() => false)(url, simple), "unreachable");
  assert.equal(await world((place) => place.endsWith("example/"))(url, simple), "dropped");
  assert.equal(await world((_, mode) => mode === "no-cors")(url, asking), "blocked");
  assert.equal(await world(() => true)(url, asking), "asked");
  assert.equal(await world(() => true)(url, simple), "dropped");
  assert.equal(await world(() => false)("http://localhost:1/", simple), "unreachable");
  const asked = [];
  await world((place, mode) => void asked.push([place, mode]))(`${url}?key=secret`, simple);
  assert.deepEqual(asked, [
    [url, "cors"],
    [url, "no-cors"],
    ["https://api.example/", "no-cors"]
  ]);
});

const OPERATIONS = [
  ["GET", "/ships", "a.html"],
  ["GET", "/ships/{id}", "b.html"],
  ["GET", "/ships/mine", "c.html"],
  ["DELETE", "/ships/{id}", "d.html"],
  ["GET", "/files/{name}.{ending}", "e.html"]
];
test("an address belongs to the operation whose path says most of it", () => {
  const at = (address, from = "https://a.example/v1/ships") =>
    findOperation(address, from, "https://a.example/v1/", OPERATIONS);
  assert.deepEqual(plain(at("/v1/ships/7?x=a%20b")), {
    method: "GET",
    path: "/ships/{id}",
    page: "b.html",
    values: { "path:id": "7", "query:x": "a b" }
  });
  assert.equal(at("ships/mine", "https://a.example/v1/").page, "c.html");
  assert.deepEqual(plain(at("https://a.example/v1/files/a%2Fb.tar").values), {
    "path:name": "a/b",
    "path:ending": "tar"
  });
  for (const other of ["https://b.example/v1/ships", "/v2/ships", "/v11/ships", "/v1/none", "http://["])
    assert.equal(at(other), null, other);
});

test("no path of a document takes long to compare", () => {
  const path = `/${[..."abcdefghij"].map((name) => `{${name}}`).join("")}!`;
  const at = (text) => findOperation(`/${text}`, "https://a.example/", "https://a.example", [["GET", path, "a.html"]]);
  assert.equal(at("a".repeat(2000)), null);
  assert.equal(
    findOperation("/a-b-c", "https://a.example/", "https://a.example", [["GET", "/{x}-{y}-{z}", "b"]]).page,
    "b"
  );
});

test("expressions of links", () => {
  const response = {
    code: 201,
    headers: new Map([["location", "/x"]]),
    text: '{"id": 9007199254740993, "a/b": [{"c": "d"}]}'
  };
  const context = {
    response,
    request: {
      url: "https://a.example/",
      method: "POST",
      headers: [["X-A", "1"]],
      body: { kind: "json", value: parseJson('{"n": 1.10}') }
    },
    values: new Map([["path:id", "p"]])
  };
  const value = (expression) => {
    const found = evaluateExpression(expression, context);
    return found === undefined ? undefined : String(found);
  };
  assert.equal(value("$response.body#/id"), "9007199254740993");
  assert.equal(value("$response.body#/a~1b/0/c"), "d");
  assert.equal(value("$response.header.Location"), "/x");
  assert.equal(value("$request.header.x-a"), "1");
  assert.equal(value("$request.body#/n"), "1.10");
  assert.equal(value("$request.path.id"), "p");
  assert.equal(value("$statusCode"), "201");
  assert.equal(value("id-{$response.body#/id}"), "id-9007199254740993");
  assert.equal(value("plain"), "plain");
  assert.equal(value("$response.body#/none/0"), undefined);
});

test("lines that differ", () => {
  assert.deepEqual(plain(diffLines(["a", "b", "c"], ["a", "x", "c", "d"])), [
    [" ", "a"],
    ["-", "b"],
    ["+", "x"],
    [" ", "c"],
    ["+", "d"]
  ]);
  assert.deepEqual(plain(diffLines(["a"], ["a"])), [[" ", "a"]]);
  assert.deepEqual(plain(diffLines([], ["a"])), [["+", "a"]]);
});

function treeOf(text) {
  const tree = new JsonRows(text);
  for (const _ of tree.read()) {
    /* to its end */
  }
  return tree;
}

/** @param {string} text @param {number[]} open */
function rowsOf(text, open) {
  const tree = treeOf(text);
  return tree
    .visibleRows(new Set(open))
    .map((row) =>
      row % 2
        ? "end"
        : text.slice(tree.key[row >> 1] < 0 ? tree.start[row >> 1] : tree.key[row >> 1], tree.end[row >> 1])
    );
}

test("rows of JSON are what is open", () => {
  const text = '{"a": [1, {"b": "\\"]"}], "c": {}, "d": -1.5e3, "a": null}';
  assert.deepEqual(plain(rowsOf(text, [])), [text]);
  assert.deepEqual(plain(rowsOf(text, [0])), [
    text,
    '"a": [1, {"b": "\\"]"}]',
    '"c": {}',
    '"d": -1.5e3',
    '"a": null',
    "end"
  ]);
  assert.deepEqual(plain(rowsOf(text, [0, 1])), [
    text,
    '"a": [1, {"b": "\\"]"}]',
    "1",
    '{"b": "\\"]"}',
    "end",
    '"c": {}',
    '"d": -1.5e3',
    '"a": null',
    "end"
  ]);
  assert.deepEqual(plain(rowsOf(" 7 ", [])), ["7"]);
  assert.deepEqual(plain(rowsOf("[]", [0])), ["[]"]);
  for (const wrong of ["", "{", "[1,]", '{"a" 1}', "[1 2]", "nul", '"x', "1 2", "{]"])
    assert.throws(() => rowsOf(wrong, [0]), { name: "SyntaxError" }, wrong);
});

test("a value is found by its place", () => {
  const text = '{"a": [1, 22], "b": 3}';
  const tree = treeOf(text);
  for (const [sought, expected] of [
    ["22", "22"],
    ['"b"', "3"],
    ["3", "3"]
  ])
    assert.equal(
      text.slice(tree.start[tree.indexAt(text.indexOf(sought))], tree.end[tree.indexAt(text.indexOf(sought))]),
      expected
    );
});

test("lines and places", () => {
  assert.deepEqual(plain(findLineStarts("a\n\nb")), [0, 2, 3]);
  assert.equal(findLineStarts("x".repeat(1500)).length, 3);
  assert.deepEqual(plain(findMatches("aAbA", "a")), [0, 1, 3]);
  assert.deepEqual(plain(findMatches("aAbA", "")), []);
});

test("markup has a line for each tag, and its text stays", () => {
  const lines = (text, isHtml = false) =>
    plain(
      indentMarkup(text, isHtml).map(
        ({ depth, pieces }) => "  ".repeat(depth) + pieces.map((piece) => piece.text).join("")
      )
    );
  assert.deepEqual(lines('<?xml version="1.0"?><a b="1>2"><c>x</c><d/><!-- e --></a>'), [
    '<?xml version="1.0"?>',
    '<a b="1>2">',
    "  <c>x</c>",
    "  <d/>",
    "  <!-- e -->",
    "</a>"
  ]);
  assert.deepEqual(lines("<p>a<br>b</p><script>if (a<b) x();</script>", true), [
    "<p>",
    "  a",
    "  <br>",
    "  b",
    "</p>",
    "<script>if (a<b) x();</script>"
  ]);
  assert.deepEqual(lines("a < b"), ["a ", "<", " b"]);
  assert.deepEqual(lines("<a><![CDATA[<x>]]></a>"), ["<a>", "  <![CDATA[<x>]]>", "</a>"]);
  assert.deepEqual(lines("</a></b>"), ["</a>", "</b>"]);
});
