// JSON is read and written without losing anything of it.
import assert from "node:assert/strict";
import test from "node:test";
import { load, plain, words } from "./playground.mjs";

const {
  findAllRepeatedKeys,
  isLiteral,
  parseNumber,
  getMember,
  parseJson,
  parsePageData,
  stringifyJson,
  writeLiteral
} = load();

const NUMBERS = "9007199254740993 -9223372036854775809 1E400 1e-400 1.10 1.0 1e3 -0 -0.0 0.1000000000000000055";
const EXACT = [...words(NUMBERS), "3".repeat(400), `0.${"7".repeat(400)}`];

test("numbers keep every digit, wherever they stand", () => {
  for (const text of EXACT) {
    assert.equal(stringifyJson(parseJson(text)), text);
    assert.equal(stringifyJson(parseJson(`{"a":[${text},{"b":${text}}]}`)), `{"a":[${text},{"b":${text}}]}`);
  }
});

test("members keep their order and their number", () => {
  const text = '{"10":1,"2":2,"b":3,"10":4,"__proto__":{"constructor":5},"a":6}';
  const tree = parseJson(text);
  assert.equal(stringifyJson(tree), text);
  assert.equal(String(getMember(tree, "10")), "4");
  assert.equal(getMember(tree, "toString"), undefined);
  assert.deepEqual(plain(findAllRepeatedKeys(parseJson('[{"a":1,"a":2},{"b":{"c":1,"c":2,"c":3}},{"a":1,"b":2}]'))), [
    "a",
    "c"
  ]);
  assert.equal({}.constructor, Object);
});

test("over several lines it is what the browser writes", () => {
  const nested = { a: [1, "x\n\u2028\ud800", null, true, { b: false }], c: "" };
  for (const value of [{}, [], [[]], { a: {} }, nested, "x", 1.5, null]) {
    assert.equal(stringifyJson(parseJson(JSON.stringify(value)), "  "), JSON.stringify(value, null, 2));
    assert.equal(stringifyJson(value, "  "), JSON.stringify(value, null, 2));
    assert.equal(stringifyJson(value), JSON.stringify(value));
  }
});

const HARD = words(`
  { } [ [1,] [,1] {,} {"a"} {"a":} {"a":1,} {a:1} {'a':1} 01 -01 +1 1. .5 1.e3 1e 1e+ --1 0x10 1_000 NaN
  Infinity - tru truex nullnull " "a undefined [1]] {"a":1}} /**/1 0 -0 0.5e-3 {"":{"":""}} true false null
`);
HARD.push(
  "",
  " ",
  "1 2",
  "[1 2]",
  '"\\"',
  '"\\x"',
  '"\\u12"',
  '"\n"',
  '"\t"',
  "\u00a01",
  "\ufeff1",
  '"a" "b"',
  ' \t\r\n{ "a" : [ 1 , "b\\u0041\\/\\\\" ] } \n',
  '"\\\\"',
  '"\\\\\\""',
  '"\\ud83d\\ude00"'
);

test("it reads what JSON is, and nothing else", () => {
  for (const text of HARD) {
    let expected;
    try {
      expected = JSON.stringify(JSON.parse(text));
    } catch {
      assert.throws(() => parseJson(text), { name: "SyntaxError" }, text);
      continue;
    }
    assert.equal(JSON.stringify(JSON.parse(stringifyJson(parseJson(text)))), expected, text);
  }
});

test("a number is one as JSON writes it", () => {
  for (const text of [...EXACT, "0", "12"]) assert.equal(parseNumber(text)?.text, text);
  for (const text of ["", "- 1", ..."0x10 007 +5 .5 5. 1e Infinity NaN 1,5 1_000 12px １２".split(" ")])
    assert.equal(parseNumber(text), undefined, text);
});

test("what nests too deeply, and what is very long, ends well", () => {
  assert.throws(() => parseJson("[".repeat(100_000)), { name: "RangeError" });
  assert.throws(() => parseJson('{"a":'.repeat(100_000)), { name: "RangeError" });
  const long = `"${'\\\\\\"x'.repeat(100_000)}"`;
  assert.equal(parseJson(long), JSON.parse(long));
  assert.equal(parseJson(`[${"9".repeat(1_000_000)}]`)[0].text.length, 1_000_000);
});

test("the deepest body that is read can be written as code", () => {
  const style = { text: JSON.stringify, key: JSON.stringify, indent: " " };
  for (const [begin, end] of [
    ["[", "]"],
    ['{"a":', "}"]
  ]) {
    const tree = parseJson(`${begin.repeat(999)}"x"${end.repeat(999)}`);
    assert.ok(isLiteral(tree, () => true));
    const code = writeLiteral(tree, style);
    assert.equal(code.split(end).length, 1000);
    assert.deepEqual(stringifyJson(parseJson(code.replaceAll(/,\n\s*(?=[\]}])/g, ""))), stringifyJson(tree));
  }
});

test("the data of a page is read by name, its values stay as they are written", () => {
  const data = parsePageData(
    '{"method":"GET","parameters":[{"name":"a","sample":{"2":1.10,"1":2}},{"name":"b"}],"bodies":[{"examples":[["x",{"b":1,"a":1E400}]],"schema":{"maximum":9007199254740993}}],"__proto__":{"x":1}}'
  );
  assert.equal(stringifyJson(data.parameters[0].sample), '{"2":1.10,"1":2}');
  assert.equal(stringifyJson(data.bodies[0].examples[0][1]), '{"b":1,"a":1E400}');
  assert.equal(String(data.bodies[0].schema.maximum), "9007199254740993");
  assert.deepEqual(plain(data.definitions), {});
  assert.equal(data.parameters[1].sample, undefined);
  assert.equal({}.x, undefined);
});
