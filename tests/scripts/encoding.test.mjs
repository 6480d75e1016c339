// The table of styles that the samples' tests keep to holds in the page, too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { load, plain } from "./playground.mjs";

const {
  buildRequest,
  cookiePairs,
  encodeContent,
  encodeHeader,
  encodePath,
  encodeQuery,
  formPairs,
  getMember,
  percentEncode,
  toPlainData,
  parseJson
} = load();
const TREE = parseJson(readFileSync(new URL("../http_messages/encoding_cases.json", import.meta.url), "utf8"));
const CASES = TREE.map((entry) => ({ ...toPlainData(entry), value: getMember(entry, "value") }));

/** @param {any} createLabeled */
function encode({ parameter: name, value, in: place, style, explode, allowReserved = false, mediaType }) {
  if (mediaType) {
    const text = place === "header" ? encodeContent(value) : percentEncode(encodeContent(value));
    return place === "query" ? `${name}=${text}` : text;
  }
  if (place === "header") return encodeHeader(value, explode);
  if (place === "cookie")
    return cookiePairs(name, value, style, explode)
      .map((pair) => pair.join("="))
      .join("; ");
  return (place === "path" ? encodePath : encodeQuery)(name, value, style, explode, allowReserved);
}

for (const entry of CASES) {
  test(entry.name, () => assert.equal(encode(entry), entry.expected));
}

test("every case is written the same way as part of a whole request", () => {
  const none = { headers: [], query: [], cookies: [], basic: null };
  for (const entry of CASES) {
    const { parameter: name, in: place, style, explode, allowReserved: reserved, mediaType: type } = entry;
    const data = {
      method: "GET",
      path: place === "path" ? `/p/{${name}}/e` : "/p",
      parameters: [{ name, in: place, style, explode, reserved, type }]
    };
    const request = buildRequest(data, {
      base: "https://a.example/v1/",
      values: new Map([[`${place}:${name}`, entry.value]]),
      credentials: none
    });
    if (place === "query")
      assert.equal(request.url, `https://a.example/v1/p${entry.expected && `?${entry.expected}`}`, entry.name);
    else if (place === "path" && entry.expected)
      assert.equal(request.url, `https://a.example/v1/p/${entry.expected}/e`, entry.name);
  }
});

test("fields of a form are not encoded yet", () => {
  assert.deepEqual(plain(formPairs("c", [1, 2])), [
    ["c", "1"],
    ["c", "2"]
  ]);
  assert.deepEqual(plain(formPairs("c", [1, 2], "pipeDelimited", false)), [["c", "1|2"]]);
  assert.deepEqual(plain(formPairs("c", { a: 1 })), [["c", '{"a":1}']]);
  assert.deepEqual(plain(formPairs("c", { a: [1] }, "deepObject")), [["c[a][]", "1"]]);
  assert.deepEqual(plain(formPairs("c", [])), []);
  assert.deepEqual(plain(formPairs("c", { a: 1, b: null, d: [2] }, "form")), Object.entries({ a: "1", d: "[2]" }));
  assert.deepEqual(plain(formPairs("c", { a: 1, b: 2 }, "", true)), Object.entries({ a: "1", b: "2" }));
  assert.deepEqual(plain(formPairs("c", { a: 1, b: 2 }, "form", false)), [["c", "a,1,b,2"]]);
  assert.deepEqual(plain(formPairs("c", [1, 2], "pipeDelimited")), [["c", "1|2"]]);
  assert.deepEqual(plain(formPairs("c", "", "")), [["c", ""]]);
});

test("half a character and a letter that folds to another do no harm", () => {
  assert.equal(percentEncode("\ud800"), "%3F");
  assert.equal(percentEncode("\u017f"), "%C5%BF");
});
