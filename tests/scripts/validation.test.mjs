// Values are checked against schemas as OpenAPI 3.0 and 3.1 mean them.
import assert from "node:assert/strict";
import test from "node:test";
import { load, plain } from "./playground.mjs";

const {
  validate,
  validateResponse,
  initialValue,
  toPlainData,
  parseJson,
  resolveSchema,
  schemaTypes,
  findClosestVariant,
  schemaVariants,
  stringifyJson
} = load();

/** @param {any} schema @param {any} value @param {any} definitions @param {any} direction */
const rules = (schema, value, definitions = {}, direction = "request") =>
  plain(validate(schema, value, definitions, direction)).map(({ path, rule }) => [...path, rule].join("."));

test("parts that speak of one thing are both asked", () => {
  const schema = resolveSchema(
    {
      allOf: [
        { properties: { p: { items: { type: "string" } }, q: { enum: ["a", "b"] } }, additionalProperties: true },
        {
          properties: { p: { items: { enum: ["one"] } }, q: { enum: ["b"] } },
          additionalProperties: { type: "string" }
        }
      ]
    },
    {}
  );
  const [list, value] = ["p", "q"].map((name) => resolveSchema(schema.properties[name], {}));
  assert.deepEqual(plain(resolveSchema(list.items, {})), { type: "string", enum: ["one"] });
  assert.deepEqual(plain(value.enum), ["b"]);
  assert.deepEqual(plain(schema.additionalProperties), { type: "string" });
});

const TABLE = [
  [{ type: "integer" }, 1.5, ["type"]],
  [{ type: "number" }, 1, []],
  [{ type: ["string", "null"] }, null, []],
  [{ type: "string", nullable: true }, null, []],
  [{ type: "string" }, null, ["type"]],
  [{ enum: ["a", { b: 1 }] }, { b: 1 }, []],
  [{ enum: ["a"] }, "b", ["enum"]],
  [{ const: 1 }, 2, ["const"]],
  [{ minimum: 1 }, 1, []],
  [{ minimum: 1, exclusiveMinimum: true }, 1, ["above"]],
  [{ exclusiveMinimum: 1 }, 1, ["above"]],
  [{ maximum: 1, exclusiveMaximum: true }, 1, ["below"]],
  [{ exclusiveMaximum: 1 }, 0.5, []],
  [{ multipleOf: 0.1 }, 0.3, []],
  [{ multipleOf: 2 }, 3, ["multipleOf"]],
  [{ minLength: 2 }, "😀", ["minLength"]],
  [{ maxLength: 1 }, "😀", []],
  [{ pattern: "^a+$" }, "b", ["pattern"]],
  [{ pattern: "(" }, "b", []],
  [{ format: "date" }, "2030-13-01", ["format"]],
  [{ format: "date-time" }, "2030-01-01T10:00:00Z", []],
  [{ format: "uuid" }, "x", ["format"]],
  [{ format: "unknown" }, "x", []],
  [{ minItems: 1, items: { type: "string" } }, [], ["minItems"]],
  [{ items: { type: "string" } }, ["a", 1], ["1.type"]],
  [{ prefixItems: [{ type: "string" }], items: false }, ["a", 1], ["1.nothing"]],
  [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], ["uniqueItems"]],
  [{ required: ["a"], properties: { a: {} } }, {}, ["a.required"]],
  [{ required: ["a"], properties: { a: { readOnly: true } } }, {}, []],
  [{ additionalProperties: false, properties: { a: {} } }, { b: 1 }, ["b.additional"]],
  [{ additionalProperties: { type: "integer" } }, { b: "x" }, ["b.type"]],
  [{ patternProperties: { "^x-": { type: "string" } }, additionalProperties: false }, { "x-a": 1 }, ["x-a.type"]],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, ["maxProperties"]],
  [{ allOf: [{ required: ["a"] }, { required: ["b"] }] }, { a: 1 }, ["b.required"]],
  [{ anyOf: [{ type: "string" }, { type: "integer" }] }, true, ["anyOf"]],
  [{ oneOf: [{ type: "string" }, { type: "integer" }] }, 1, []],
  [{ not: { type: "string" } }, "a", ["not"]],
  [false, 1, ["nothing"]],
  [true, 1, []],
  [{ required: ["constructor"] }, {}, ["constructor.required"]],
  [{ properties: { a: { type: "string" } } }, JSON.parse('{"__proto__": {"a": 1}}'), []]
];

test("the rules", () => {
  for (const [schema, value, expected] of TABLE)
    assert.deepEqual(rules(schema, value), expected, JSON.stringify([schema, value]));
});

test("references, those that lead in a circle and those that are left out", () => {
  const definitions = {
    Node: { type: "object", required: ["name"], properties: { name: { type: "string" }, next: { $ref: "Node" } } }
  };
  assert.deepEqual(
    rules({ $ref: "Node" }, { name: "a", next: { next: { name: 1 } } }, definitions),
    ["next.name.required", "next.next.name.type"].sort()
  );
  assert.deepEqual(rules({ $ref: "Missing" }, { any: 1 }, definitions), []);
  assert.deepEqual(rules({ $ref: "toString" }, 1, definitions), []);
  assert.deepEqual(rules({ $ref: "Loop" }, 1, { Loop: { $ref: "Loop" } }), []);
});

test("what a request may leave out, a response must have", () => {
  const schema = { required: ["a", "b"], properties: { a: { readOnly: true }, b: { writeOnly: true } } };
  assert.deepEqual(rules(schema, {}, {}, "request"), ["b.required"]);
  assert.deepEqual(rules(schema, {}, {}, "response"), ["a.required"]);
});

test("a discriminator says which shape is meant", () => {
  const definitions = { Cat: { required: ["purrs"] }, Dog: { required: ["barks"] } };
  const schema = {
    oneOf: [{ $ref: "Cat" }, { $ref: "Dog" }],
    discriminator: { propertyName: "kind", mapping: { hound: "Dog" } }
  };
  assert.deepEqual(rules(schema, { kind: "hound" }, definitions), ["barks.required"]);
  assert.deepEqual(rules(schema, { kind: "Cat" }, definitions), ["purrs.required"]);
  const variants = schemaVariants(schema, definitions);
  assert.deepEqual(
    plain(variants.map((each) => [each.title, each.properties.kind.const])),
    Object.entries({ Cat: "Cat", Dog: "hound" })
  );
  assert.equal(findClosestVariant(variants, { kind: "hound", barks: 1 }, definitions), 1);
});

test("parts are merged, types are guessed, first values are what is fixed", () => {
  const merged = resolveSchema(
    { allOf: [{ properties: { a: {} }, required: ["a"] }, { $ref: "B" }], title: "T" },
    { B: { properties: { b: {} }, required: ["b"] } }
  );
  assert.deepEqual(plain([Object.keys(merged.properties).sort(), [...merged.required].sort(), merged.title]), [
    ["a", "b"],
    ["a", "b"],
    "T"
  ]);
  assert.deepEqual(plain(schemaTypes({ properties: {} })), ["object"]);
  const schema = {
    type: "object",
    required: ["kind", "size", "deep"],
    properties: {
      kind: { const: "x" },
      size: { type: "integer" },
      deep: { type: "object", required: ["n"], properties: { n: { default: 2 } } }
    }
  };
  assert.equal(stringifyJson(initialValue(schema, {})), '{"kind":"x","deep":{"n":2}}');
  assert.equal(
    initialValue({ $ref: "Loop" }, { Loop: { type: "object", required: ["a"], properties: { a: { $ref: "Loop" } } } })
      ?.b,
    undefined
  );
});

const digits = (text) => parseJson(text);
const open = (schema, text, definitions = {}, kind = "json") => {
  const { problems, isComplete } = validateResponse(schema, text, definitions, kind);
  return plain([problems.map(({ path, rule }) => [...path, rule].join(".")), isComplete]);
};

test("limits hold to the last digit", () => {
  const table = [
    ['{"maximum":9007199254740992}', "9007199254740993", ["maximum"]],
    ['{"maximum":9007199254740993}', "9007199254740993", []],
    ['{"exclusiveMaximum":9007199254740993}', "9007199254740992", []],
    ['{"exclusiveMinimum":9007199254740992}', "9007199254740993", []],
    ['{"minimum":9007199254740993,"exclusiveMinimum":true}', "9007199254740993", ["above"]],
    ['{"minimum":0.1000000000000000055}', "0.1", ["minimum"]],
    ['{"maximum":1E400}', "1E400", []],
    ['{"maximum":1e308}', "1E400", ["maximum"]],
    ['{"multipleOf":2}', "9007199254740993", ["multipleOf"]],
    ['{"multipleOf":0.01}', "123456789012345678.91", []],
    ['{"const":9007199254740993}', "9007199254740992", ["const"]],
    ['{"enum":[9007199254740993,1.10]}', "1.1", []],
    ['{"type":"integer"}', "1.0", []],
    ['{"type":"integer"}', "1e3", []],
    ['{"type":"integer"}', "9007199254740993.5", ["type"]],
    ['{"uniqueItems":true}', "[9007199254740992,9007199254740993]", []],
    ['{"uniqueItems":true}', "[1,1.0]", ["uniqueItems"]],
    ['{"minItems":2,"maxProperties":1}', "[1]", ["minItems"]],
    [
      '{"properties":{"10":{"type":"string"}},"additionalProperties":false}',
      '{"10":1,"2":1}',
      ["10.type", "2.additional"]
    ]
  ];
  for (const [schema, text, expected] of table)
    assert.deepEqual(rules(toPlainData(parseJson(schema)), digits(text)), expected, schema);
});

test("what was not checked is never said to fit", () => {
  const definitions = { Known: { type: "integer" } };
  for (const schema of [
    { $ref: "Missing" },
    { partial: true },
    { properties: { a: { cut: true } } },
    { items: { $ref: "Missing" } },
    { anyOf: [{ type: "string" }, { $ref: "Missing" }] },
    { oneOf: [{ type: "object" }, { required: ["a"] }] },
    { not: { $ref: "Missing", type: "string" } },
    { properties: { a: { allOf: [{ partial: true }] } } },
    { properties: { a: { patternProperties: { "(": { type: "string" } } } } }
  ]) {
    const text = schema.items ? "[1]" : '{"a":{"b":1}}';
    assert.deepEqual(open(schema, text, definitions), [[], false], JSON.stringify(schema));
  }
  assert.deepEqual(open({ type: "string", pattern: "(" }, '"a"'), [[], false]);
  assert.deepEqual(open({ type: "string", pattern: "^a" }, `"a${"b".repeat(3000)}"`), [[], false]);
  assert.deepEqual(open({ type: "object" }, '{"a":1,"a":2}'), [[], false]);
  assert.deepEqual(open({ type: "string" }, '"\ufffd"'), [[], false]);
  assert.deepEqual(open({}, "[".repeat(5000)), [[], false]);
  assert.deepEqual(open({ multipleOf: 7 }, "1e99999999999999999999"), [[], false]);
  let deep = { type: "integer" };
  for (let level = 0; level < 80; level += 1) deep = { items: deep };
  assert.deepEqual(open(deep, `${"[".repeat(80)}"x"${"]".repeat(80)}`), [[], false]);
});

test("what was checked in full fits", () => {
  const definitions = { Known: { type: "integer" }, Cat: { required: ["purrs"] }, Dog: { required: ["barks"] } };
  for (const [schema, text] of [
    [{ $ref: "Known" }, "1"],
    [{ anyOf: [{ type: "integer" }, { $ref: "Missing" }] }, "1"],
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }, "1"],
    [{ not: { type: "string" } }, "1"],
    [{ type: ["string", "null"] }, "null"],
    [{ type: "string", nullable: true, enum: ["a"] }, "null"],
    [{ format: "own" }, '"a"'],
    [
      { oneOf: [{ $ref: "Cat" }, { $ref: "Dog" }], discriminator: { propertyName: "kind" } },
      '{"kind":"Dog","barks":true,"purrs":1}'
    ]
  ])
    assert.deepEqual(open(schema, text, definitions), [[], true], JSON.stringify(schema));
  assert.deepEqual(open({ type: "integer" }, "{"), [["json"], true]);
});

test("streams are checked value by value", () => {
  const schema = { type: "object", required: ["n"] };
  assert.deepEqual(open(schema, 'event: a\ndata: {"n": 1}\n\n: note\n\ndata: {"n":\ndata: 2}\n\n', {}, "stream"), [
    [],
    true
  ]);
  assert.deepEqual(open(schema, 'data: {"n": 1}\r\n\r\ndata: 42\r\n\r\n', {}, "stream"), [["1.type"], true]);
  assert.deepEqual(open(schema, 'data: {"n": 1}\n\ndata: [DONE]\n\n', {}, "stream"), [[], false]);
  assert.deepEqual(open(schema, '{"n": 1}\n{"n"\n{}\n', {}, "stream"), [["1.json", "2.n.required"], true]);
  assert.deepEqual(open(schema, '\x1e{"n": 1}\n\x1e"x"\n', {}, "stream"), [["1.type"], true]);
});

test("variants that contain each other are checked within a budget", () => {
  const variants = ["a", "b", "c"].map((name) => ({
    type: "object",
    properties: { c: { $ref: "T" }, n: { type: "integer" } },
    required: [name]
  }));
  const check = (/** @type {string} */ text, kind = "json") =>
    plain(validateResponse({ $ref: "T" }, text, { T: { anyOf: variants } }, kind));
  const chain = (/** @type {number} */ depth) => '{"c":'.repeat(depth) + "{}" + "}".repeat(depth);
  assert.deepEqual(check(chain(2)).problems, [{ path: [], rule: "anyOf", limit: "" }]);
  assert.deepEqual(check('{"a": 1, "c": {"b": 2}}'), { problems: [], isComplete: true });
  for (const depth of [14, 1000]) assert.deepEqual(check(chain(depth)), { problems: [], isComplete: false });
  // The entries of a stream share the budget.
  assert.equal(check(`${chain(14)}\n`.repeat(1000), "stream").isComplete, false);
  const references = Array(200).fill({ $ref: "T" });
  assert.equal(findClosestVariant(references, JSON.parse(chain(14)), { T: { anyOf: variants } }), 0);
});
