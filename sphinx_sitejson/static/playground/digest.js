// @ts-check
"use strict";

// Answering the question of a server that wants a digest (RFC 7616); loaded when one is needed.

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** MD5, which browsers do not have. @param {Uint8Array} bytes */
function md5(bytes) {
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, index) => {
    words[index >> 2] |= byte << ((index % 4) * 8);
  });
  words[bytes.length >> 2] |= 0x80 << ((bytes.length % 4) * 8);
  words[words.length - 2] = bytes.length * 8;
  words[words.length - 1] = Math.floor(bytes.length / 0x20000000);
  const turns = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21]
  ];
  const sums = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let start = 0; start < words.length; start += 16) {
    let [a, b, c, d] = state;
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const mixed =
        round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const word =
        words[start + ((round === 0 ? step : round === 1 ? 5 * step + 1 : round === 2 ? 3 * step + 5 : 7 * step) % 16)];
      const sum = (a + mixed + sums[step] + word) | 0;
      const by = turns[round][step % 4];
      [a, d, c, b] = [d, c, b, (b + ((sum << by) | (sum >>> (32 - by)))) | 0];
    }
    [a, b, c, d].forEach((each, index) => {
      state[index] += each;
    });
  }
  return hexOf(new Uint8Array(state.buffer));
}

/** What a server asks for. @param {string} header @returns {Record<string, string> | null} */
function digestQuestion(header) {
  const [, text = ""] = /(?:^|,)\s*digest\s+(.*)/is.exec(header) ?? [];
  const found = Object.fromEntries(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s,]+))/g)].map(([, name, quoted, bare]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, "$1") ?? bare
    ])
  );
  return found.nonce === undefined ? null : found;
}

/**
 * The answer to it, or "" if it asks for what is not known here.
 * @param {Record<string, string>} question
 * @param {{method: string, uri: string, username: string, password: string, nonce?: string}} given
 * @returns {Promise<string>}
 */
async function digestAnswer(
  question,
  { method, uri, username, password, nonce = hexOf(crypto.getRandomValues(new Uint8Array(8))) }
) {
  const algorithm = question.algorithm ?? "MD5";
  const bare = algorithm.toUpperCase().replace(/-SESS$/, "");
  if (!["MD5", "SHA-256"].includes(bare)) return "";
  const hash = async (/** @type {string} */ text) => {
    const bytes = new TextEncoder().encode(text);
    return bare === "MD5" ? md5(bytes) : hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  };
  const qop =
    (question.qop ?? "")
      .split(",")
      .map((each) => each.trim())
      .find((each) => each === "auth") ?? "";
  const count = "00000001";
  let user = await hash(`${username}:${question.realm ?? ""}:${password}`);
  if (/-sess$/i.test(algorithm)) user = await hash(`${user}:${question.nonce}:${nonce}`);
  const place = await hash(`${method}:${uri}`);
  const response = await hash(
    qop ? `${user}:${question.nonce}:${count}:${nonce}:${qop}:${place}` : `${user}:${question.nonce}:${place}`
  );
  const quoted = (/** @type {string} */ text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const parts = [
    `username=${quoted(username)}`,
    `realm=${quoted(question.realm ?? "")}`,
    `nonce=${quoted(question.nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(question.algorithm ? [`algorithm=${algorithm}`] : []),
    ...(question.opaque !== undefined ? [`opaque=${quoted(question.opaque)}`] : []),
    ...(qop ? [`qop=${qop}`, `nc=${count}`, `cnonce="${nonce}"`] : [])
  ];
  return `Digest ${parts.join(", ")}`;
}

/** The header that answers a question. @param {string} header @param {any} given */
SHARED.digest = async (/** @type {string} */ header, /** @type {any} */ given) => {
  const question = digestQuestion(header);
  return question ? digestAnswer(question, given) : "";
};
