import assert from "node:assert/strict";
import test from "node:test";

import { plain, scripts } from "./support.mjs";

const { makeSearch, markedPieces, distance, fold } = scripts("search-ranking");

const SITE = {
  tabs: ["", "Guide", "API"],
  trails: [[], ["Start"], ["Ships"]],
  versions: ["", "v2", "v1"],
  pages: {
    index: ["Welcome", 1, 1],
    anchor: ["Anchor a boat", 1, 1, 0, "How to keep a boat in its place."],
    "api/read-ship": ["Read a ship", 2, 2, 0, "", "GET", "/ships/{shipId}"],
    "api/add-ship": ["Register a ship", 2, 2, 0, "", "POST", "/ships"],
    "api/ship": ["Ship", 2],
    "v1/rope": ["Ropes", 1, 1, 2],
    "v2/rope": ["Ropes", 1, 1, 1],
    code: ["Code", 1, 1],
    404: ["Error 404", 1, 1],
    "ja/guide": ["検索ページの使い方", 1, 1],
  },
};
const DOCS = ["index", "anchor", "api/read-ship", "api/add-ship", "api/ship", "v1/rope", "v2/rope", "code", "404", "ja/guide", "hidden"];
const at = (name) => DOCS.indexOf(name);
const INDEX = {
  docnames: DOCS,
  titles: DOCS.map(() => ""),
  alltitles: {
    "Anchor a boat": [[at("anchor"), null]],
    "Drop the anchor": [[at("index"), "drop"]],
    Authorization: [[at("api/read-ship"), "auth"], [at("api/add-ship"), "auth"], [at("api/ship"), "a"], [at("code"), "a"], [at("index"), "a"]],
    Secret: [[at("hidden"), "secret"]],
  },
  objnames: { 0: ["py", "function", "Python function"], 1: ["openapi", "op", "OpenAPI operation"], 2: ["openapi", "schema", "OpenAPI schema"], 3: ["cpp", "templateParam", "C++ thing"] },
  objects: {
    "": [[at("api/read-ship"), 1, 1, "", "Read a ship"], [at("api/ship"), 2, 1, "", "Ship"], [at("code"), 3, 1, "-", "list&lt;T&gt;"], [at("hidden"), 2, 1, "", "Hidden thing"]],
    lighthouse: [[at("code"), 0, 1, "", "flash"], [at("code"), 0, 1, "", "anchor_light"]],
  },
  titleterms: { anchor: [at("anchor"), at("index")], boat: at("anchor"), constructor: at("code"), 検索: at("ja/guide") },
  terms: { keeper: [at("index"), at("code")], search: at("index"), ship: at("index"), rope: [at("v1/rope"), at("v2/rope")], ページ: at("ja/guide"), 使い方: at("ja/guide"), "": 0 },
  indexentries: { "storm": [[at("index"), "storm", true]], "flash()": [[at("code"), "lighthouse.flash", false]] },
};
const ENGLISH = {
  stem: (word) => word.replace(/(ing|s|e)$/, ""),
  stopWords: new Set(["a", "the", "of"]),
  split: (query) => query.split(/[^\p{L}\p{N}_]+/u),
};
const search = makeSearch(INDEX, SITE, ENGLISH);
const titles = (query, options) => plain(search(query, options).hits.map((hit) => hit.title));

test("a title comes before a heading, a heading before a name, a name before text", () => {
  assert.deepEqual(titles("anchor"), ["Anchor a boat", "Drop the anchor", "lighthouse.anchor_light"]);
  assert.equal(titles("keeper").length, 2);
});

test("what is typed may be the beginning of a word", () => {
  assert.equal(titles("anch")[0], "Anchor a boat");
  assert.deepEqual(titles("kee"), ["Welcome", "Code"]);
});

test("all words must be found, in any order and in any part of a page", () => {
  assert.equal(titles("boat anchor")[0], "Anchor a boat");
  assert.deepEqual(titles("anchor keeper"), ["Drop the anchor", "lighthouse.anchor_light"]);
  assert.deepEqual(titles("anchor unheardof"), []);
});

test("words are found in other forms", () => {
  assert.equal(titles("boats")[0], "Anchor a boat");
  assert.equal(titles("searching")[0], "Welcome");
});

test("words without meaning and numbers do not keep a page from being found", () => {
  assert.equal(titles("the anchor of the boat")[0], "Anchor a boat");
  assert.equal(titles("404")[0], "Error 404");
});

test("the whole name of a function beats everything that only has it inside", () => {
  const [first] = search("flash").hits;
  assert.deepEqual([first.kind, first.title, first.anchor, first.label], ["object", "lighthouse.flash", "lighthouse.flash", "Python function"]);
  assert.equal(titles("lighthouse.flash")[0], "lighthouse.flash");
});

test("names of code are shown as they are written, and lead where Sphinx leads", () => {
  const [first] = search("list<T>").hits;
  assert.deepEqual([first.title, first.anchor], ["list<T>", "templateParam-list<T>"]);
});

test("operations are found by method, by path and by parameter", () => {
  assert.deepEqual(titles("GET ships"), ["Read a ship"]);
  assert.equal(titles("shipId")[0], "Read a ship");
  const [first] = search("post ship").hits;
  assert.deepEqual([first.kind, first.method, first.path, first.tab, first.trail[0]], ["operation", "POST", "/ships", "API", "Ships"]);
});

test("an operation and a schema are one hit each", () => {
  const hits = search("ship").hits.filter((hit) => hit.page === "api/ship" || hit.page === "api/read-ship");
  assert.deepEqual(plain(hits.map((hit) => hit.kind)).sort(), ["operation", "schema"]);
});

test("pages that are not in the list are not found, nor are their headings and names", () => {
  assert.deepEqual(titles("secret"), []);
  assert.deepEqual(titles("hidden thing"), []);
});

test("the version that the reader sees decides, unless only another one has something", () => {
  assert.deepEqual(plain(search("ropes", { version: "v2" }).hits.map((hit) => hit.page)), ["v2/rope"]);
  const only = makeSearch({ ...INDEX, docnames: DOCS.map((name) => (name === "v2/rope" ? "gone" : name)) }, SITE, ENGLISH);
  assert.deepEqual(plain(only("ropes", { version: "v2" }).hits.map((hit) => hit.version)), ["v1"]);
});

test("a slip of the finger is forgiven, and said", () => {
  const found = search("anhcor");
  assert.equal(found.isCorrected, true);
  assert.equal(found.hits[0].title, "Anchor a boat");
  assert.equal(search("anchor").isCorrected, false);
});

test("a heading that every page has does not crowd out the rest", () => {
  assert.equal(titles("authorization").length, 4);
});

test("entries of the index are found, those of names only once", () => {
  assert.deepEqual(titles("storm"), ["storm"]);
  assert.equal(titles("flash").length, 1);
});

test("words that objects have from birth are no words of the index", () => {
  assert.deepEqual(titles("tostring"), []);
  assert.deepEqual(titles("hasOwnProperty"), []);
});

test("words written without spaces are taken apart", () => {
  assert.deepEqual(titles("検索"), ["検索ページの使い方"]);
  assert.deepEqual(titles("検索使い方"), ["検索ページの使い方"]);
  assert.equal(search("検索ページ").isCorrected, false);
});

test("nothing is found for nothing, and nothing breaks", () => {
  for (const query of ["", "   ", "(", "[a", "\\", "*", "%", "<script>", "a".repeat(500)]) assert.ok(Array.isArray(plain(search(query).hits)), query);
  assert.deepEqual(titles("   "), []);
});

test("as many hits as asked for, and the count of all", () => {
  const found = search("ship", { most: 1 });
  assert.equal(found.hits.length, 1);
  assert.ok(found.count > 1);
});

test("matched words are marked, short ones only where a word begins", () => {
  const pieces = (text, words) => plain(markedPieces(text, words));
  assert.deepEqual(pieces("Read a ship", ["ship"]), ["Read a ", "ship", ""]);
  assert.deepEqual(pieces("Über Schiffe", ["uber"]), ["", "Über", " Schiffe"]);
  assert.deepEqual(pieces("banana a", ["a"]), ["banana ", "a", ""]);
  assert.deepEqual(pieces("a+b (c)", ["(c", "a+"]), ["", "a+", "b ", "(c", ")"]);
  assert.deepEqual(pieces("none", []), ["none"]);
});

test("the distance of words counts letters that are added, lost, changed or swapped", () => {
  assert.equal(distance("anchor", "anchor", 2), 0);
  assert.equal(distance("anhcor", "anchor", 2), 1);
  assert.equal(distance("ancor", "anchor", 2), 1);
  assert.equal(distance("boat", "ship", 2), 3);
});

test("letters keep their number when accents go", () => {
  for (const text of ["Überblick", "한국어", "がぎぐ", "Ελληνικά", "naïve"]) assert.equal(fold(text).length, text.length, text);
});

test("thousands of pages are no reason to wait", () => {
  const names = Array.from({ length: 5000 }, (_, number) => `page-${number}`);
  const large = {
    ...INDEX,
    docnames: names,
    objects: {},
    indexentries: {},
    alltitles: Object.fromEntries(names.flatMap((name, doc) => [0, 1, 2, 3].map((part) => [`Heading ${part} of ${name}`, [[doc, `part-${part}`]]]))),
    terms: Object.fromEntries(names.map((name, doc) => [`word${doc}`, [doc, (doc + 1) % 5000]])),
    titleterms: {},
  };
  const find = makeSearch(large, { ...SITE, pages: Object.fromEntries(names.map((name) => [name, [name, 1, 1]])) }, ENGLISH);
  assert.equal(find("page-4321 heading").hits.length, 4);
  assert.equal(find("word4321").hits.length, 2);
});
