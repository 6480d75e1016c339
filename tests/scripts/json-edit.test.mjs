// A text is changed where its value changes, and nowhere else.
import assert from "node:assert/strict";
import test from "node:test";

import { load } from "./playground.mjs";

const { editJson, findJsonError, parseJson, stringifyJson, JsonObject, JsonNumber, objectEntries, isObject } = load();

const CASES = [
  ["a number", '{ "a":1.10,\n   "b" : [1e3] }', '{"a":1.10,"b":[2]}', '{ "a":1.10,\n   "b" : [2] }'],
  ["a member that goes", '{"a": 1,  "b": 2,   "c": 3}', '{"a":1,"c":3}', '{"a": 1,  "c": 3}'],
  ["the first that goes", '{"a": 1,  "b": 2}', '{"b":2}', '{"b": 2}'],
  ["all that go", '{"a": 1}', "{}", "{}"],
  ["a member that comes", '{"a": 1, "b": 2}', '{"a":1,"b":2,"c":""}', '{"a": 1, "b": 2, "c": ""}'],
  [
    "one beside one",
    '{\n  "a": 1\n}',
    '{"a":1,"b":{"c":[1]}}',
    '{\n  "a": 1,\n  "b": {\n    "c": [\n      1\n    ]\n  }\n}'
  ],
  ["one in nothing", '{\n  "a": {}\n}', '{"a":{"b":1}}', '{\n  "a": {\n    "b": 1\n  }\n}'],
  ["names that come twice", '{"a":1, "b":2, "a":3}', '{"a":1,"b":2,"a":4}', '{"a":1, "b":2, "a":4}'],
  ["one of them goes", '{"a":1, "b":2, "a":3}', '{"a":1,"b":2}', '{"a":1, "b":2}'],
  ["an entry in the middle goes", "[ 1.0,2 , 3.00 ]", "[1.0,3.00]", "[ 1.0,3.00 ]"],
  ["an entry comes", "[1, 2]", "[1,2,3]", "[1, 2, 3]"],
  ["an order of its own", '{"b": 1, "a": 2}', '{"a":2,"b":5}', '{"b": 5, "a": 2}'],
  ["a value of another kind", '{"a": "x\\u0041"}', '{"a":null}', '{"a": null}'],
  ["nothing at all", ' {"\\u0061": -0} ', '{"a":-0}', ' {"\\u0061": -0} '],
  ["no JSON before", "{", '{"a":1}', '{\n  "a": 1\n}']
];
for (const [name, text, value, expected] of CASES) {
  test(`editing: ${name}`, () => assert.equal(editJson(text, parseJson(value)), expected));
}

test("what is edited says what was meant", () => {
  const texts = [
    '{"a":[{"b":1,"b":2},[],{}],"c":"\\"}{"}',
    "[[],[[1]],{}]",
    '{\n\t"x": {"y": [1, 2, 3]},\n\t"z": ""\n}',
    "7",
    "null"
  ];
  // Members that stand elsewhere are the same; only their order is that of the text.
  const canonical = (value) =>
    Array.isArray(value)
      ? `[${value.map(canonical)}]`
      : isObject(value)
        ? `{${objectEntries(value)
            .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
            .sort()}}`
        : stringifyJson(value);
  for (const one of texts)
    for (const other of texts) {
      assert.equal(
        canonical(parseJson(editJson(one, parseJson(other)))),
        canonical(parseJson(other)),
        `${one} -> ${other}`
      );
    }
});

test("a fault has a place", () => {
  for (const [text, line, column] of [
    ['{"a": }', 1, 7],
    ["{\n  'a': 1}", 2, 3],
    ['{"a": "x', 1, 7],
    ['["\\x"]', 1, 2],
    ["[1,\r\n2,]", 2, 3],
    ["", 1, 1],
    ["1 2", 1, 3]
  ]) {
    const { line: l, column: c } = findJsonError(text);
    assert.deepEqual([l, c], [line, column], text);
  }
  assert.equal(findJsonError('{"a": 1}'), null);
});
