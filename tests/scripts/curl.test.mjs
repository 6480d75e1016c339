// A curl command is read as a shell reads it, and fills in what the operation asks for; the rest is named.
import assert from "node:assert/strict";
import test from "node:test";
import { load, plain } from "./playground.mjs";

const { splitBash, splitCmd, parseCurl, matchCurl, stringifyJson } = load();

const words = (/** @type {string} */ text) => plain(splitBash(text));

test("words and quotes of bash", () => {
  assert.deepEqual(words(`curl 'a b'"c d"e\\ f`), ["curl", "a bc de f"]);
  assert.deepEqual(words(`-d 'it'\\''s' "say \\"hi\\" \\$x \\n"`), ["-d", "it's", 'say "hi" $x \\n']);
  assert.deepEqual(words(`$'a\\nb\\t\\x41\\u00e9\\U0001F600\\'\\101'`), ["a\nb\tAé😀'A"]);
  assert.deepEqual(words("curl \\\n  -X \\\r\n POST"), ["curl", "-X", "POST"]);
  assert.deepEqual(words(`"two \\\nlines" ''`), ["two lines", ""]);
  assert.deepEqual(words("$HOME ${a}"), ["$HOME", "${a}"]);
  for (const open of ["'a", '"a', "$'a", 'x "b\\"']) assert.equal(splitBash(open), null, open);
});

test("words and quotes of cmd", () => {
  const chrome =
    'curl ^"https://a.example/x?b=1^&c=2^" ^\r\n  -H ^"accept: */*^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":1^}^"';
  assert.deepEqual(plain(splitCmd(chrome)), [
    "curl",
    "https://a.example/x?b=1&c=2",
    "-H",
    "accept: */*",
    "--data-raw",
    '{"a":1}'
  ]);
  assert.equal(parseCurl(chrome).data, '{"a":1}');
  assert.deepEqual(plain(splitCmd('curl "a^b" ^\n -d "say ""hi"""')), ["curl", "a^b", "-d", 'say "hi"']);
  assert.deepEqual(plain(splitCmd('-d ^"one^\n\ntwo^"')), ["-d", "one\ntwo"]);
  assert.equal(splitCmd('curl "a'), null);
});

test("what is no command of curl", () => {
  for (const text of ["", "wget https://a.example", "curl 'open", "{}"]) assert.equal(parseCurl(text), null, text);
  assert.equal(parseCurl("$ /usr/bin/curl.exe a.example").url, "a.example");
});

test("options, together and apart", () => {
  const found = parseCurl(
    "curl -sSLXPUT -H'A: b' -H 'Empty;' -HC:d --user ada:pw:x -b 'a=1; b=2=3' -A me -e https://r.example --oauth2-bearer t https://a.example"
  );
  assert.equal(found.method, "PUT");
  assert.equal(found.user, "ada:pw:x");
  assert.deepEqual(plain(found.cookies), Object.entries({ a: "1", b: "2=3" }));
  assert.deepEqual(plain(found.headers), [
    ["A", "b"],
    ["Empty", ""],
    ["C", "d"],
    ["User-Agent", "me"],
    ["Referer", "https://r.example"],
    ["Authorization", "Bearer t"]
  ]);
  assert.deepEqual(plain(found.omitted), []);
});

test("the method follows from what is sent", () => {
  const method = (/** @type {string} */ more) => parseCurl(`curl a.example ${more}`).method;
  assert.deepEqual(["", "-d a", "-F a=b", "-I", "-T f", "-G -d a=1", "--json {}", "-X PATCH -d a"].map(method), [
    "GET",
    "POST",
    "POST",
    "HEAD",
    "PUT",
    "GET",
    "POST",
    "PATCH"
  ]);
});

test("data in its forms", () => {
  const found = parseCurl("curl a.example -d a=1 --data-urlencode 'b=x y&z' --data-urlencode '=p q' --data-raw @c");
  assert.equal(found.data, "a=1&b=x%20y%26z&p%20q&@c");
  assert.equal(parseCurl("curl -G a.example -d a=1 --url-query b=2").query, "&b=2&a=1");
  assert.equal(parseCurl(`curl --json '{"a"' --json ':1}' a.example`).data, '{"a":1}');
  assert.equal(parseCurl("curl a.example --data-binary @f.bin").file, "f.bin");
  assert.deepEqual(
    plain(
      parseCurl(`curl a.example -F 'a="x;\\"y";type=text/plain' -F f=@b.png;type=image/png --form-string c=@d`).parts
    ),
    [
      { name: "a", text: 'x;"y' },
      { name: "f", text: "b.png", file: "b.png" },
      { name: "c", text: "@d" }
    ]
  );
});

test("what a form cannot hold is named", () => {
  const { omitted } = parseCurl(
    "curl -k -o out --resolve a:1:2 -H Accept: -b jar.txt --data-urlencode a@f --weird a.example b.example -F x | jq ."
  );
  assert.deepEqual(plain(omitted), [
    "| jq .",
    "-k",
    "-o out",
    "--resolve a:1:2",
    "-H Accept:",
    "-b jar.txt",
    "--data-urlencode a@f",
    "--weird",
    "b.example",
    "x"
  ]);
});

const text = { type: "string" };
const DATA = {
  method: "POST",
  path: "/ships/{id}/colors/{rgb}",
  servers: [
    { url: "https://{region}.example.com/v1", variables: [{ name: "region", default: "eu" }] },
    { url: "/local" }
  ],
  definitions: { Size: { type: "integer" } },
  accept: ["application/json", "text/csv"],
  security: [
    [{ name: "b", kind: "bearer" }],
    [{ name: "u", kind: "basic" }],
    [
      { name: "h", kind: "key", in: "header", parameter: "X-Key" },
      { name: "q", kind: "key", in: "query", parameter: "key" },
      { name: "c", kind: "key", in: "cookie", parameter: "sid" }
    ]
  ],
  parameters: [
    { name: "id", in: "path", schema: text },
    { name: "rgb", in: "path", schema: { type: "array", items: { $ref: "Size" } } },
    { name: "size", in: "query", schema: { $ref: "Size" } },
    { name: "all", in: "query", schema: { type: "boolean" } },
    { name: "tag", in: "query", schema: { type: "array", items: text } },
    { name: "ids", in: "query", style: "spaceDelimited", explode: false, schema: { type: "array", items: text } },
    { name: "page", in: "query", schema: { type: "object", properties: { from: { $ref: "Size" } } } },
    {
      name: "filter",
      in: "query",
      style: "deepObject",
      schema: {
        type: "object",
        properties: {
          kind: text,
          sizes: { type: "array", items: { $ref: "Size" } },
          in: { type: "object", properties: { a: text } }
        }
      }
    },
    { name: "fits", in: "query", type: "application/json", schema: { type: "object" } },
    { name: "X-List", in: "header", schema: { type: "array", items: { $ref: "Size" } } },
    { name: "seen", in: "cookie", schema: { type: "boolean" } }
  ],
  bodies: [
    { type: "application/json", kind: "json", schema: {} },
    {
      type: "application/x-www-form-urlencoded",
      kind: "form",
      schema: {
        type: "object",
        properties: { n: { $ref: "Size" }, l: { type: "array", items: text }, o: { type: "object" } }
      }
    },
    { type: "multipart/form-data", kind: "multipart", schema: { type: "object", properties: { n: { $ref: "Size" } } } },
    { type: "text/plain", kind: "text" },
    { type: "application/octet-stream", kind: "binary" }
  ]
};

/** @param {string} command @param {any} data */
function matched(command, data = DATA, customBase = false) {
  const found = matchCurl(data, parseCurl(command), { page: "https://docs.example.com/api/", customBase: customBase });
  return {
    ...found,
    values: Object.fromEntries([...found.values].map(([key, value]) => [key, JSON.parse(stringifyJson(value))])),
    body: found.body && {
      type: found.body.type,
      value: found.body.value === undefined ? undefined : stringifyJson(found.body.value)
    },
    omitted: plain(found.omitted)
  };
}

const URL_ = "-X POST https://us.example.com/v1/ships/a%2Fb/colors/1,2";

test("the address fills in the server, its variables, the path and the query", () => {
  const found = matched(
    `curl -g ${URL_}'?size=5&all=true&tag=x&tag=y%26z&ids=N-1%20N-4&from=3&filter[kind]=a+b&filter%5Bsizes%5D%5B%5D=1&filter[sizes][]=2&filter[in][a]=t&fits=%7B%22a%22%3A1%7D&more=1%202' -H 'x-list: 1, 2' -b 'seen=true; own=1'`
  );
  assert.deepEqual(plain(found.server), { index: 0, selected: { region: "us" }, customBase: "" });
  assert.deepEqual(found.values, {
    "path:id": "a/b",
    "path:rgb": [1, 2],
    "query:size": 5,
    "query:all": true,
    "query:tag": ["x", "y&z"],
    "query:ids": ["N-1", "N-4"],
    "query:page": { from: 3 },
    "query:filter": { kind: "a b", sizes: [1, 2], in: { a: "t" } },
    "query:fits": { a: 1 },
    "header:X-List": [1, 2],
    "cookie:seen": true
  });
  assert.deepEqual(plain(found.extras), { query: [["more", "1 2"]], header: [], cookie: [["own", "1"]] });
  assert.deepEqual(found.omitted, []);
});

test("another method, server or path is named", () => {
  const other = "https://else.example/api/ships/1/colors/2";
  assert.deepEqual(matched(`curl ${other}`).omitted, ["-X GET", "https://else.example/api"]);
  assert.equal(matched(`curl ${other}`).values["path:id"], "1");
  assert.equal(matched(`curl -X POST ${other}`, DATA, true).server.customBase, "https://else.example/api");
  assert.deepEqual(matched("curl -X POST https://eu.example.com/v1/boats").omitted, [
    "https://eu.example.com/v1/boats"
  ]);
  assert.equal(matched("curl -X POST https://docs.example.com/local/ships/1/colors/2").server.index, 1);
});

test("credentials go to the scheme that asks for them", () => {
  const bearer = matched(`curl ${URL_} -H 'authorization: bearer abc'`);
  assert.deepEqual([bearer.alternative, bearer.credentials[0].token, plain(bearer.extras.header)], [0, "abc", []]);
  for (const option of ["-u ada:p:w", "-H 'Authorization: Basic YWRhOnA6dw=='"]) {
    const { alternative, credentials, extras } = matched(`curl ${URL_} ${option}`);
    const [{ username, password }] = credentials;
    assert.deepEqual([alternative, username, password, plain(extras.header)], [1, "ada", "p:w", []]);
  }
  const keys = matched(`curl ${URL_}?key=q%20k -H 'x-key: k' -b sid=s`);
  assert.equal(keys.alternative, 2);
  assert.deepEqual(plain(keys.credentials.map((/** @type {any} */ each) => each.token)), ["k", "q k", "s"]);
  assert.deepEqual(plain(keys.extras), { query: [], header: [], cookie: [] });
  const none = matched(`curl ${URL_} -u ada:pw`, { ...DATA, security: undefined });
  assert.deepEqual(plain(none.extras.header), [["Authorization", "Basic YWRhOnB3"]]);
});

test("bodies by their types", () => {
  const body = (/** @type {string} */ more) => matched(`curl ${URL_} ${more}`).body;
  assert.deepEqual(body(`-H 'content-type: application/json; charset=utf-8' -d '{"a": 1.10}'`), {
    type: "application/json",
    value: '{"a":1.10}'
  });
  assert.deepEqual(body("--json '[1]'"), { type: "application/json", value: "[1]" });
  assert.deepEqual(body("-d 'n=5&l=a&l=b+c&o=%7B%22x%22%3A1%7D&other=1'"), {
    type: "application/x-www-form-urlencoded",
    value: '{"n":5,"l":["a","b c"],"o":{"x":1},"other":"1"}'
  });
  assert.deepEqual(body("-F n=5 -F other=x"), { type: "multipart/form-data", value: '{"n":5,"other":"x"}' });
  assert.deepEqual(body("-H 'Content-Type: text/plain' -d hello"), { type: "text/plain", value: '"hello"' });
  assert.equal(body(""), undefined);
});

test("what is wrong with a body is named", () => {
  const omitted = (/** @type {string} */ more, data = DATA) => matched(`curl ${URL_} ${more}`, data).omitted;
  assert.deepEqual(omitted("-H 'Content-Type: application/json' -d '{a}'"), ["application/json: {a}"]);
  assert.deepEqual(omitted("-H 'Content-Type: text/csv' -d a"), ["text/csv"]);
  assert.deepEqual(omitted("-F n=1 -F f=@a.png"), ["f=@a.png"]);
  assert.deepEqual(omitted("-H 'Content-Type: application/octet-stream' --data-binary @a.bin"), ["@a.bin"]);
  assert.deepEqual(omitted("-d a=1", { ...DATA, bodies: undefined }), ["application/x-www-form-urlencoded"]);
});

test("a type that the page offers is chosen, another is a header", () => {
  assert.equal(matched(`curl ${URL_} -H 'Accept: text/csv'`).accept, "text/csv");
  assert.deepEqual(plain(matched(`curl ${URL_} -H 'Accept: */*'`).extras.header), [["Accept", "*/*"]]);
});
