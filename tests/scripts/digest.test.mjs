// Digests are those of the examples in RFC 7616 and RFC 2069.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import test from "node:test";
import { load } from "./playground.mjs";

const { md5, parseChallenge, answerChallenge } = load();

test("MD5 of texts of every length", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length);
    assert.equal(md5(new Uint8Array(bytes)), createHash("md5").update(bytes).digest("hex"), String(length));
  }
});

const QUESTION =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=ALGORITHM, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
for (const [algorithm, response] of [
  ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
  ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"]
]) {
  test(`the example of the standard: ${algorithm}`, async () => {
    const question = parseChallenge(`Basic realm="x", ${QUESTION.replace("ALGORITHM", algorithm)}`);
    const given = {
      method: "GET",
      uri: "/dir/index.html",
      username: "Mufasa",
      password: "Circle of Life",
      nonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    };
    const answer = await answerChallenge(question, given);
    assert.match(answer, new RegExp(`^Digest username="Mufasa", .*response="${response}"`));
    assert.match(answer, /qop=auth, nc=00000001, cnonce=/);
  });
}

test("what is asked in another way is not answered", async () => {
  assert.equal(parseChallenge('Basic realm="x"'), null);
  assert.equal(
    await answerChallenge(parseChallenge('Digest nonce="1", algorithm=SHA-512-256'), {
      method: "GET",
      uri: "/",
      username: "",
      password: ""
    }),
    ""
  );
  assert.doesNotMatch(
    await answerChallenge(parseChallenge('Digest nonce="1", realm="a"'), {
      method: "GET",
      uri: "/",
      username: "u",
      password: "p"
    }),
    /qop/
  );
});
