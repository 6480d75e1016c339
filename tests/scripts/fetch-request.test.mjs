// What is handed to fetch, and what can be told of an answer.
import assert from "node:assert/strict";
import test from "node:test";
import { load, plain } from "./playground.mjs";

const {
  buildBody,
  buildRequest,
  collectCredentials,
  findDocumentedResponse,
  downloadName,
  diagnoseFailure,
  buildFetch,
  readHead,
  classifyResponse,
  serverUrl,
  formatSize
} = load();
const none = { headers: [], query: [], cookies: [], basic: null };
const request = (more) => ({
  method: "POST",
  url: "https://a.example/x",
  headers: [],
  cookies: [],
  body: null,
  basic: null,
  ...more
});

test("credentials are omitted by the browser, and headers it refuses are told", () => {
  const { url, options, omitted } = buildFetch(
    request({
      headers: Object.entries({ Host: "x", "X-A": "ü" }),
      cookies: [["a", "1"]],
      basic: { username: "ü", password: ":" }
    })
  );
  assert.equal(url, "https://a.example/x");
  assert.deepEqual(plain([options.credentials, options.headers, omitted]), [
    "omit",
    Object.entries({ Authorization: "Basic w7w6Og==", "X-A": "Ã¼" }),
    ["Host", "Cookie"]
  ]);
});

test("the proxy gets the target, cookies and the headers that it may set", () => {
  const { url, options, omitted } = buildFetch(
    request({
      headers: Object.entries({ "User-Agent": "me", Host: "x" }),
      cookies: Object.entries({ a: "1", b: "2" })
    }),
    "https://p.example/?k=1"
  );
  assert.equal(url, "https://p.example/?k=1&url=https%3A%2F%2Fa.example%2Fx");
  assert.deepEqual(plain([options.headers, omitted]), [
    Object.entries({ "x-sitejson-header-User-Agent": "me", "x-sitejson-cookie": "a=1; b=2" }),
    ["Host"]
  ]);
  const answer = {
    status: 200,
    statusText: "OK",
    headers: new Map(Object.entries({ "x-sitejson-status": "302", "x-sitejson-header-location": "/b" }))
  };
  const { status, headers, isRefused } = readHead(answer, "https://p.example");
  assert.deepEqual(plain([status, [...headers], isRefused]), [302, [["location", "/b"]], false]);
  assert.equal(readHead({ ...answer, headers: new Map() }, "https://p.example").isRefused, true);
});

test("a body with GET, and methods of their own, are told", () => {
  assert.deepEqual(
    plain(buildFetch(request({ method: "GET", body: { kind: "json", value: 1, type: "application/json" } })).omitted),
    ["body"]
  );
  assert.deepEqual(plain(buildFetch(request({ method: "TRACE" })).omitted), ["TRACE"]);
});

test("a body in parts has the bytes of its files and types of its own", async () => {
  const media = {
    kind: "multipart",
    type: "multipart/form-data",
    parts: { file: { file: "a.txt", type: "text/plain", headers: [] } }
  };
  const file = Object.assign(new Blob(["in it"], { type: "text/x" }), { name: 'a"\r\n.txt' });
  const body = buildBody(
    media,
    { note: "ü", tags: ["a", "b"], deep: { n: 1 } },
    new Map([["file", [file]]]),
    false,
    (name) => (name === "file" ? Object.entries({ "X-Part": "1\r\nX: 2", "Content-Type": "no" }) : [])
  );
  const { options } = buildFetch(request({ body }));
  const type = options.headers.find(([name]) => name === "Content-Type")[1];
  const text = await options.body.text();
  const boundary = type.split("boundary=")[1];
  assert.deepEqual(
    text.split(`--${boundary}`).map((each) => each.trim()),
    [
      "",
      'Content-Disposition: form-data; name="note"\r\n\r\nü',
      'Content-Disposition: form-data; name="tags"\r\n\r\na',
      'Content-Disposition: form-data; name="tags"\r\n\r\nb',
      'Content-Disposition: form-data; name="deep"\r\nContent-Type: application/json\r\n\r\n{"n":1}',
      'Content-Disposition: form-data; name="file"; filename="a%22%0D%0A.txt"\r\nContent-Type: text/plain\r\nX-Part: 1  X: 2\r\n\r\nin it',
      "--"
    ]
  );
});

test("credentials: what was typed, or placeholders", () => {
  const schemes = [
    { name: "b", kind: "bearer", prefix: "sk_" },
    { name: "k", kind: "key", in: "query", parameter: "key" },
    { name: "c", kind: "key", in: "cookie", parameter: "sid" },
    { name: "d", kind: "http", scheme: "Digest" },
    { name: "u", kind: "basic", username: "account", password: "pin" }
  ];
  assert.deepEqual(plain(collectCredentials(schemes, null)), {
    headers: [
      ["Authorization", "Bearer sk_<token>"],
      ["Authorization", "Digest <credentials>"]
    ],
    query: [["key", "<api-key>"]],
    cookies: [["sid", "<api-key>"]],
    basic: { username: "<account>", password: "<pin>" }
  });
  assert.deepEqual(plain(collectCredentials(schemes, { b: { token: "sk_" }, k: { token: "a b" } })), {
    headers: [],
    query: [["key", "a b"]],
    cookies: [],
    basic: null
  });
  assert.deepEqual(plain(collectCredentials([schemes[0]], { b: { token: "bearer x" } }).headers), [
    ["Authorization", "bearer x"]
  ]);
  assert.equal(
    buildRequest(
      { method: "GET", path: "/a" },
      { base: "https://a.example", values: new Map(), credentials: { ...none, query: [["key", "a b"]] } }
    ).url,
    "https://a.example/a?key=a%20b"
  );
});

test("servers are filled in; a name like a method of objects is no value", () => {
  const server = {
    url: "https://{constructor}.example/{v}",
    variables: [
      { name: "constructor", default: "a" },
      { name: "v", enum: ["1", "2"] }
    ]
  };
  assert.equal(serverUrl(server), "https://a.example/1");
  assert.equal(serverUrl(server, { v: "2" }), "https://a.example/2");
});

test("what only the reader can fill in stays in its braces, and nothing is made up", () => {
  const server = {
    url: "https://{tenant}.example/{v}",
    variables: [
      { name: "tenant", enum: [] },
      { name: "v", default: "", enum: [] }
    ]
  };
  assert.equal(serverUrl(server), "https://{tenant}.example/");
  assert.equal(serverUrl(server, { tenant: "a" }), "https://a.example/");
  const url = (base) =>
    buildRequest({ method: "GET", path: "/a b" }, { base, values: new Map(), credentials: none }).url;
  assert.equal(url("https://{tenant}.example/"), "https://{tenant}.example/a%20b");
  assert.equal(url("{siteUrl}/api {"), "{siteUrl}/api%20%7B/a%20b");
  assert.equal(url('https://{a"$(b)}'), "https://%7Ba%22$(b)%7D/a%20b");
  assert.equal(url("api"), "/api/a%20b");
});

test("the documented answer of a status and a type", () => {
  const data = {
    responses: {
      200: ["r200", { "application/json": { type: "object" } }],
      "4XX": ["r4", {}],
      default: ["rd", { "*/*": true }]
    }
  };
  assert.deepEqual(plain(findDocumentedResponse(data, 200, "application/json; charset=utf-8")), {
    key: "200",
    id: "r200",
    schema: { type: "object" }
  });
  assert.equal(findDocumentedResponse(data, 404, "").key, "4XX");
  assert.equal(findDocumentedResponse(data, 500, "text/plain").schema, true);
  assert.equal(findDocumentedResponse({ responses: {} }, 200, ""), null);
});

test("names of downloads are never paths", () => {
  const url = "https://a.example/files/report%20one";
  assert.equal(downloadName("", url, "application/json"), "report one.json");
  assert.equal(downloadName('attachment; filename="../../etc/passwd"', url, "text/plain"), "passwd.txt");
  assert.equal(downloadName("attachment; filename*=UTF-8''%C3%BC.pdf", url, ""), "ü.pdf");
  assert.equal(downloadName("attachment; filename=.bashrc", url, ""), "bashrc");
  assert.equal(downloadName("", "https://a.example/", ""), "response");
});

test("a fragment of a path is not sent, and equal headers are sent once", () => {
  const data = { method: "GET", path: "/#Action=GetUser", parameters: [{ name: "Action", in: "query" }] };
  const schemes = ["a", "b"].map((name) => ({ name, kind: "bearer" }));
  const credentials = collectCredentials(schemes, { a: { token: "t" }, b: { token: "t" } });
  const request = buildRequest(data, {
    base: "https://x.test",
    values: new Map([["query:Action", "GetUser"]]),
    credentials
  });
  assert.equal(request.url, "https://x.test/?Action=GetUser");
  assert.deepEqual(plain(request.headers), [["Authorization", "Bearer t"]]);
});

test("kinds of answers and sizes", () => {
  assert.deepEqual(
    ["application/problem+json", "text/event-stream", "image/svg+xml", "text/html", "application/pdf", ""].map(
      classifyResponse
    ),
    ["json", "stream", "image", "text", "binary", ""]
  );
  assert.deepEqual([999, 1500, 2_500_000].map(formatSize), ["999 B", "1.5 kB", "2.5 MB"]);
});
