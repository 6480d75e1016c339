// A link carries no secret, at whatever depth it stands, and tells what it left out.
import assert from "node:assert/strict";
import test from "node:test";
import { load, plain, words } from "./playground.mjs";

const { isSecretName, parseJson, stripInputSecrets, containsSecret, stringifyJson } = load();

/** What a link has of a body, and what not. @param {any} schema @param {any} value @param {any} more */
function shared(schema, value, { definitions = {}, kind = "json", ...more } = {}) {
  const data = { definitions, bodies: [{ type: "t", kind, schema }], ...more };
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const { body, omitted } = stripInputSecrets(data, {}, { type: "t", value: parseJson(text) });
  return [body.value === undefined ? "" : stringifyJson(body.value), plain(omitted).map((path) => path.join("."))];
}

const SECRET = words(`
  password Password PASSWORD user_password userPassword new-password passwordConfirmation passwd passphrase passcode pwd pass db_pass
  secret clientSecret client_secret CLIENT-SECRET secretKey sharedSecrets token accessToken access_token X-Auth-Token refreshtoken tokens idToken csrf-token
  apiKey api_key api-key apikey APIKey X-API-Key x_apikey accessKey aws_access_key_id privateKey private_key PRIVATE-KEY sshKeys signing_key encryptionKey masterkey subscription-key
  credential credentials userCredentials authorization Authorization Proxy-Authorization auth oauth2 basicAuth bearer jwt cookie set-cookie sessionId session_id session sid
  cardNumber card_number creditCard credit-card-number ccNumber cvv cvv2 cvc card_cvc csc pin pinCode pin_code otp totp one_time_code verificationCode recovery_codes securityCode
  ssn socialSecurityNumber iban accountNumber routing_number connectionString mnemonic seedPhrase signature x-hub-signature contraseña passwort
`);
const OPEN = words(`
  id name title description email username user_id author authors authority compass passport passenger pinned shipping spin opinion keyboard key keys monkey turkey publicKey primary_key
  sort_key partitionKey idempotency-key object_key accessible tokyo discard cardinal cardholder company
  coauthor certification sessions pageSize limit offset amount number account code zip_code country_code status_code
`);

test("names that stand for secrets, however they are written", () => {
  for (const name of SECRET) assert.equal(isSecretName(name), true, name);
  for (const name of OPEN) assert.equal(isSecretName(name), false, name);
});

test("a number of tokens is none, a number that is a secret stays one", () => {
  for (const name of ["tokens_used", "max_tokens", "totalTokens", "tokenCount", "sessionId"])
    assert.equal(isSecretName(name, "", true), false, name);
  for (const name of ["pin", "cvv", "otp", "cardNumber", "password", "ssn"])
    assert.equal(isSecretName(name, "", true), true, name);
  assert.deepEqual(
    shared({}, { tokens_used: 5, max_tokens: 7, pin: 1234, token: "t", has_password: true, password: null }),
    ['{"tokens_used":5,"max_tokens":7,"has_password":true,"password":null}', ["pin", "token"]]
  );
});

test("a name is read together with what it belongs to", () => {
  assert.deepEqual(shared({}, { card: { number: "4242", holder: "A" }, api: { key: "k" }, line: { number: "5" } }), [
    '{"card":{"holder":"A"},"api":{},"line":{"number":"5"}}',
    ["card.number", "api.key"]
  ]);
  assert.deepEqual(
    shared(
      {},
      {
        env: [
          { name: "DB_PASSWORD", value: "x" },
          { name: "MODE", value: "y" }
        ]
      }
    ),
    ['{"env":[{"name":"DB_PASSWORD"},{"name":"MODE","value":"y"}]}', ["env.0.value"]]
  );
  assert.deepEqual(
    shared(
      {},
      {
        headers: Object.entries({ "X-Api-Key": "x", Accept: "y" })
      }
    ),
    ["{}", ["headers"]]
  );
});

const MARKS = [
  { format: "password" },
  { writeOnly: true },
  { type: "string", format: "password" },
  { $ref: "Mark" },
  { allOf: [{ type: "string" }, { $ref: "Mark" }] },
  { oneOf: [{ type: "integer" }, { format: "password" }] },
  { anyOf: [{ anyOf: [{ writeOnly: true }] }] }
];
const PLACES = [
  [(mark) => ({ properties: { a: mark } }), '{"a":"s3"}', "a"],
  [
    (mark) => ({ properties: { a: { properties: { b: { properties: { c: mark } } } } } }),
    '{"a":{"b":{"c":"s3","d":1}}}',
    "a.b.c"
  ],
  [(mark) => ({ items: mark }), '["s3","s3"]', ""],
  [(mark) => ({ items: { properties: { a: mark } } }), '[{"b":1},{"a":"s3"}]', "1.a"],
  [(mark) => ({ prefixItems: [{}, mark] }), '["x","s3"]', ""],
  [(mark) => ({ additionalProperties: mark }), '{"any":"s3"}', "any"],
  [(mark) => ({ additionalProperties: { items: { properties: { a: mark } } } }), '{"any":[{"a":"s3"}]}', "any.0.a"],
  [(mark) => ({ patternProperties: { "^x": mark } }), '{"xa":"s3","b":1}', "xa"],
  [(mark) => ({ patternProperties: { "(": mark } }), '{"xa":"s3"}', "xa"],
  [(mark) => ({ oneOf: [{ properties: { b: {} } }, { properties: { a: mark } }] }), '{"a":"s3"}', "a"],
  [(mark) => ({ anyOf: [{ $ref: "Open" }, { type: "string" }], properties: { x: mark } }), '{"x":"s3"}', "x"],
  [(mark) => ({ allOf: [{ allOf: [{ properties: { a: mark } }] }] }), '{"a":"s3"}', "a"],
  [
    (mark) => ({ $ref: "Node", properties: { next: { $ref: "Node", properties: { a: mark } } } }),
    '{"next":{"a":"s3"}}',
    "next.a"
  ],
  [(mark) => mark, '"s3"', ""],
  [(mark) => mark, '{"a":"s3"}', ""],
  [(mark) => mark, "12345", ""]
];

test("what a document marks is left out, by every mark in every place", () => {
  const definitions = { Mark: { format: "password" }, Open: {}, Node: { properties: { next: { $ref: "Node" } } } };
  for (const mark of MARKS) {
    for (const [schema, value, place] of PLACES) {
      const [text, omitted] = shared(schema(mark), value, { definitions });
      assert.ok(!text.includes("s3") && !text.includes("12345"), JSON.stringify([schema(mark), text]));
      assert.deepEqual(omitted, [place], JSON.stringify(schema(mark)));
    }
  }
});

test("where the page does not know what is meant, nothing is carried", () => {
  assert.deepEqual(
    shared(
      { properties: { a: { $ref: "Missing" }, b: { type: "object", cut: true }, c: { type: "string", cut: true } } },
      { a: "x", b: { d: "y" }, c: "z" }
    ),
    ['{"c":"z"}', ["a", "b"]]
  );
  assert.deepEqual(shared({ $ref: "toString" }, { a: 1 }), ["", [""]]);
});

test("texts that show a secret are left out", () => {
  const secret = [
    "Bearer abcdef123",
    "Basic dXNlcjpwYXNz",
    "eyJhbGciOi.eyJzdWIi.sig",
    "-----BEGIN RSA PRIVATE KEY-----\nMII",
    "https://user:pw@host/x",
    "postgres://u:p@db/x",
    "4111 1111 1111 1111",
    "sk_live_abcdef",
    "ghp_abcdefghij",
    '{"password": "x"}',
    "{'api_key': 'x'",
    "password=hunter2",
    "https://a.example/?access_token=x",
    "<password>x</password>",
    "token: x"
  ];
  for (const text of secret) assert.equal(containsSecret(text), true, text);
  for (const text of [
    "Basic",
    "hello",
    "a: b",
    "https://a.example/path?q=1",
    "2024-01-01T10:00:00Z",
    "12:30",
    "user@example.com",
    "x".repeat(30_000),
    "a=b&c=d"
  ])
    assert.equal(containsSecret(text), false, text);
  assert.deepEqual(shared({}, { note: "password: x", other: "fine" }), ['{"other":"fine"}', ["note"]]);
});

test("parameters in every place, and those of security schemes", () => {
  const names = ["X-Auth-Token", "limit", "sid9", "key", "q", "filter", "pin", "Authorization", "cursor"];
  const places = {
    limit: "query",
    "X-Auth-Token": "header",
    sid9: "cookie",
    key: "query",
    q: "query",
    filter: "query",
    pin: "path",
    Authorization: "header",
    cursor: "query"
  };
  const data = {
    definitions: {},
    security: [
      [{ kind: "key", in: "cookie", parameter: "SID9" }],
      [{ kind: "key", in: "query", parameter: "cursor" }],
      []
    ],
    parameters: names.map((name) => ({
      name,
      in: places[name],
      schema: name === "q" ? { format: "password" } : undefined
    }))
  };
  const values = Object.fromEntries(
    names.map((name) => [`${places[name]}:${name}`, name === "filter" ? { a: 1, apiKey: "x" } : "v"])
  );
  const { values: kept, omitted } = stripInputSecrets(data, values, null);
  assert.equal(stringifyJson(kept), '{"query:limit":"v","query:filter":{"a":1}}');
  assert.deepEqual(
    plain(omitted).map((path) => path.join(".")),
    ["X-Auth-Token", "sid9", "key", "q", "filter.apiKey", "pin", "Authorization", "cursor"]
  );
});

test("forms and parts are walked like JSON, texts and files are not carried", () => {
  for (const kind of ["json", "form", "multipart"])
    assert.deepEqual(shared({}, { a: "1", password: "x" }, { kind }), ['{"a":"1"}', ["password"]], kind);
  for (const kind of ["text", "xml", "binary", "json lines", "events"])
    assert.deepEqual(shared({}, '"anything"', { kind }), ["", ["t"]], kind);
});

test("numbers, order and repeated keys are carried as they are written", () => {
  const text = '{"10":1.10,"2":9007199254740993,"a":1E400,"a":[-0]}';
  assert.deepEqual(shared({}, text), [text, []]);
  assert.deepEqual(shared({}, '{"a":1,"password":"x","password":"y"}'), ['{"a":1}', ["password", "password"]]);
});

test("what a link brings is taken the same way, and nothing else of it", () => {
  const data = {
    definitions: {},
    parameters: [{ name: "id", in: "path" }],
    bodies: [{ type: "application/json", kind: "json", schema: { properties: { a: { writeOnly: true } } } }]
  };
  const forged = parseJson(
    '{"path:id":"7","__proto__":{"polluted":1},"query:none":"x","server":"http://evil.example"}'
  );
  const { values, body, omitted } = stripInputSecrets(data, forged, {
    type: "application/json",
    value: parseJson('{"a":"x","__proto__":{"polluted":1},"b":2}')
  });
  assert.equal(stringifyJson(values), '{"path:id":"7"}');
  assert.equal(stringifyJson(body.value), '{"__proto__":{"polluted":1},"b":2}');
  assert.deepEqual(plain(omitted), [["a"]]);
  assert.equal({}.polluted, undefined);
  assert.equal(stripInputSecrets(data, forged, { type: "text/html", value: "x" }).body, undefined);
});

test("what is kept of an answer says no secret again", () => {
  const { redactText } = load();
  assert.equal(
    redactText('{"a": "s\\"3", "b": "s%223", "c": "x"}', ['s"3', "", "x"]),
    '{"a": "•••", "b": "•••", "c": "x"}'
  );
  assert.equal(redactText("tok token token-long", ["token", { deep: ["token-long"] }]), "tok ••• •••");
});
