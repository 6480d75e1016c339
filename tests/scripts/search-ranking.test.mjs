import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { plain, scripts } from "./support.mjs";

const { createSearch, splitMatches, editDistance, foldText, findSentence, splitWords, findSymbols } = scripts(
  "search-words",
  "search-lookup",
  "search",
  "search-ranking"
);

/* Made by tests/publishing/search/sample_index.py, which a test keeps current. */
const FILES = JSON.parse(readFileSync(new URL("search-index.json", import.meta.url), "utf8"));

/** A search over the sample, and the files that it asked for. */
function site() {
  const asked = [];
  const load = async (name) => {
    asked.push(name);
    return FILES[`${name}.js`];
  };
  return { search: createSearch(FILES.root, { words: load, page: load }), asked };
}
const { search } = site();
const hits = async (query, options) => plain((await search(query, options)).hits);
const pick = async (key, query, options) => (await hits(query, options)).map((hit) => hit[key]);
const titles = (query, options) => pick("title", query, options);

test("a title comes before a heading, a heading before a name", async () => {
  const [first, second, third] = await titles("anchor");
  assert.deepEqual([first, second, third], ["Anchor a boat", "Drop the anchor", "lighthouse.anchor_light"]);
});

test("what is typed may be the beginning of a word", async () => {
  assert.equal((await titles("anch"))[0], "Anchor a boat");
  assert.deepEqual((await titles("keep")).toSorted(), ["Anchor a boat", "Code", "Welcome"]);
});

test("all words must be found, in any order and in any part of a page", async () => {
  assert.equal((await titles("boat anchor"))[0], "Anchor a boat");
  assert.deepEqual([...new Set(await pick("page", "anchor keeper"))].toSorted(), ["code", "index"]);
  assert.deepEqual(await titles("anchor qqqqqq"), []);
});

test("words are found in other forms, written or not", async () => {
  assert.equal((await titles("boats"))[0], "Anchor a boat");
  assert.equal((await titles("searching"))[0], "Welcome");
  assert.equal((await search("searching")).isCorrected, false);
});

test("words without meaning do not keep a page from being found, and numbers are found", async () => {
  assert.equal((await titles("how to anchor the boat"))[0], "Anchor a boat");
  assert.equal((await titles("404"))[0], "Error 404");
});

test("the whole name of a function beats everything that only has it inside", async () => {
  const [first] = await hits("flash");
  assert.deepEqual(
    [first.kind, first.title, first.anchor, first.label],
    ["object", "lighthouse.flash", "lighthouse.flash", "Python function"]
  );
  assert.equal((await titles("lighthouse.flash"))[0], "lighthouse.flash");
});

test("the name of a method with its module and class finds the method", async () => {
  assert.equal((await hits("beacon.Lamp.shine"))[0].anchor, "beacon.Lamp.shine");
  assert.equal((await hits("beacon.Lamp.shine()"))[0].anchor, "beacon.Lamp.shine");
});

test("parts of names, and names that signs hold together", async () => {
  assert.equal((await titles("HTTP server"))[0], "Code");
  assert.equal((await titles("anchor_light"))[0], "lighthouse.anchor_light");
  for (const query of ["--port", "site.json"]) assert.equal((await titles(query))[0], "Options", query);
});

test("operations are found by method, by path, by id and by parameter", async () => {
  assert.equal((await titles("GET /ships/{shipId}"))[0], "Read a ship");
  assert.equal((await titles("getShip"))[0], "Read a ship");
  const [field] = await hits("shipId");
  assert.deepEqual(
    [field.kind, field.anchor, field.pageTitle, field.label],
    ["field", "path-shipid", "Read a ship", "string"]
  );
  const [first] = await hits("post ship");
  assert.deepEqual(
    [first.kind, first.method, first.path, first.tab, first.trail[0]],
    ["operation", "POST", "/ships", "API", "Ships"]
  );
});

test("a value of an enum leads to its field", async () => {
  const [first] = await hits("tanker");
  assert.deepEqual([first.kind, first.title, first.sentence], ["field", "kind", "cargo ferry tanker"]);
});

test("a hit shows the sentence that has the words", async () => {
  const [first] = await hits("keeper ships");
  assert.equal(first.sentence, "A keeper searches for ships.");
  assert.equal((await hits("storm"))[0].sentence || (await hits("storm"))[0].title, "Much wind.");
});

test("the version that the reader sees decides, unless only another one has something", async () => {
  assert.deepEqual(await pick("page", "ropes", { version: "v2" }), ["v2/rope"]);
  assert.deepEqual(await pick("version", "knots", { version: "v2" }), ["v1"]);
});

test("a tab or a kind can be chosen, and says how many pages it would leave", async () => {
  const found = await search("ship");
  assert.deepEqual(plain([...found.tabs]).toSorted(), [
    ["API", 3],
    ["Guide", 1]
  ]);
  assert.deepEqual(plain([...found.kinds]).toSorted(), [
    ["operation", 2],
    ["page", 1],
    ["schema", 1]
  ]);
  assert.deepEqual(await pick("title", "ship", { kind: "schema" }), ["Ship"]);
  assert.deepEqual(await pick("page", "ship", { tab: "Guide" }), ["index"]);
});

test("a slip of the finger is forgiven, and said", async () => {
  const found = await search("anhcor");
  assert.equal(found.isCorrected, true);
  assert.equal(found.hits[0].title, "Anchor a boat");
  assert.equal((await search("anchor")).isCorrected, false);
});

test("a heading that every page has does not crowd out the rest", async () => {
  assert.equal((await titles("authorization")).length, 3);
});

test("words that objects have from birth are no words of the index", async () => {
  assert.equal((await titles("constructor"))[0], "Options");
  for (const query of ["tostring", "hasOwnProperty", "__proto__"]) assert.deepEqual(await titles(query), [], query);
});

test("words written without spaces are taken apart", async () => {
  assert.deepEqual(await titles("検索"), ["検索ページの使い方"]);
  assert.deepEqual(await titles("検索ページ"), ["検索ページの使い方"]);
  assert.equal((await search("検索ページ")).isCorrected, false);
});

test("accents do not matter", async () => {
  assert.equal((await titles("uberblick"))[0], "Überblick");
  assert.equal((await titles("naive"))[0], "Überblick");
});

test("nothing is found for nothing, and nothing breaks", async () => {
  for (const query of ["", "   ", "(", "[a", "\\", "*", "%", "<script>", "a".repeat(500), "\ud800", "🙂"])
    assert.ok(Array.isArray(await hits(query)), query);
  assert.deepEqual(await titles("   "), []);
});

test("a place far down a long page is found, with its text", async () => {
  const [first] = await hits("needle7");
  assert.equal(first.anchor, "p7");
  assert.match(first.sentence, /needle7/);
});

test("only the files that a query needs are loaded", async () => {
  const { search: fresh, asked } = site();
  await fresh("ropes");
  assert.equal(new Set(asked).size, asked.length);
  assert.equal(asked.length, 3);
  assert.deepEqual(plain((await fresh.firstPages()).map((page) => page.n)), ["index", "anchor"]);
});

test("as many pages as asked for, and the count of all", async () => {
  const found = await search("ship", { limit: 1 });
  assert.equal(new Set(found.hits.map((hit) => hit.page)).size, 1);
  assert.ok(found.count > 1);
});

test("the count is that of the hits if all pages are shown", async () => {
  const found = await search("lighthouse", { limit: 100 });
  assert.ok(new Set(found.hits.map((hit) => hit.page)).size < found.hits.length);
  assert.equal(found.count, found.hits.length);
});

test("matched words are marked, short ones only where a word begins", () => {
  const pieces = (text, words) => plain(splitMatches(text, words));
  assert.deepEqual(pieces("Read a ship", ["ship"]), ["Read a ", "ship", ""]);
  assert.deepEqual(pieces("Über Schiffe", ["uber"]), ["", "Über", " Schiffe"]);
  assert.deepEqual(pieces("banana a", ["a"]), ["banana ", "a", ""]);
  assert.deepEqual(pieces("a+b (c)", ["(c", "a+"]), ["", "a+", "b ", "(c", ")"]);
  assert.deepEqual(pieces("none", []), ["none"]);
});

test("long sentences are shortened around the words", () => {
  const text = `${"before ".repeat(60)}needle ${"after ".repeat(60)}`;
  const short = findSentence(text, ["needle"]);
  assert.ok(short.length < 200 && short.includes("needle") && short.startsWith("… ") && short.endsWith(" …"), short);
});

test("the distance of words counts letters that are added, lost, changed or swapped", () => {
  assert.equal(editDistance("anchor", "anchor", 2), 0);
  assert.equal(editDistance("anhcor", "anchor", 2), 1);
  assert.equal(editDistance("ancor", "anchor", 2), 1);
  assert.equal(editDistance("boat", "ship", 2), 3);
});

test("queries are cut as texts were", () => {
  assert.deepEqual(plain(splitWords("Read a ship, __init__ snake_case")), ["read", "a", "ship", "init", "snake_case"]);
  assert.deepEqual(plain(splitWords("検索する API検索")), ["検索", "索す", "する", "api"]);
  assert.deepEqual(plain(findSymbols("use --port of site.json and a-b")), ["--port", "site.json", "a-b"]);
  for (const text of ["Überblick", "한국어", "がぎぐ", "Ελληνικά", "naïve"])
    assert.equal(foldText(text).length, text.length, text);
});
