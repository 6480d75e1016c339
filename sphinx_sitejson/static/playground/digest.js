// @ts-check
"use strict";

// Digest authentication (RFC 7616); loaded after a challenge.

/** @param {Uint8Array} bytes */
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Compute MD5, which browsers do not provide. @param {Uint8Array} bytes */
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
  return toHex(new Uint8Array(state.buffer));
}

/**
 * Parse a WWW-Authenticate header; null if it has no digest challenge.
 * @param {string} header
 * @returns {Record<string, string> | null}
 */
function parseChallenge(header) {
  const [, text = ""] = /(?:^|,)\s*digest\s+(.*)/is.exec(header) ?? [];
  const found = Object.fromEntries(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s,]+))/g)].map(([, name, quoteValue, hashName]) => [
      name.toLowerCase(),
      quoteValue?.replace(/\\(.)/g, "$1") ?? hashName
    ])
  );
  return found.nonce === undefined ? null : found;
}

/**
 * Build the Authorization header for a challenge, or "" if its algorithm is not supported.
 * @param {Record<string, string>} challenge
 * @param {{method: string, uri: string, username: string, password: string, nonce?: string}} credentials
 * @returns {Promise<string>}
 */
async function answerChallenge(
  challenge,
  { method, uri, username, password, nonce = toHex(crypto.getRandomValues(new Uint8Array(8))) }
) {
  const algorithm = challenge.algorithm ?? "MD5";
  const hashName = algorithm.toUpperCase().replace(/-SESS$/, "");
  if (!["MD5", "SHA-256"].includes(hashName)) return "";
  const hash = async (/** @type {string} */ text) => {
    const bytes = new TextEncoder().encode(text);
    return hashName === "MD5" ? md5(bytes) : toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  };
  const qop =
    (challenge.qop ?? "")
      .split(",")
      .map((each) => each.trim())
      .find((each) => each === "auth") ?? "";
  const count = "00000001";
  let userHash = await hash(`${username}:${challenge.realm ?? ""}:${password}`);
  if (/-sess$/i.test(algorithm)) userHash = await hash(`${userHash}:${challenge.nonce}:${nonce}`);
  const requestHash = await hash(`${method}:${uri}`);
  const response = await hash(
    qop
      ? `${userHash}:${challenge.nonce}:${count}:${nonce}:${qop}:${requestHash}`
      : `${userHash}:${challenge.nonce}:${requestHash}`
  );
  const quoteValue = (/** @type {string} */ text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const parts = [
    `username=${quoteValue(username)}`,
    `realm=${quoteValue(challenge.realm ?? "")}`,
    `nonce=${quoteValue(challenge.nonce)}`,
    `uri=${quoteValue(uri)}`,
    `response="${response}"`,
    ...(challenge.algorithm ? [`algorithm=${algorithm}`] : []),
    ...(challenge.opaque !== undefined ? [`opaque=${quoteValue(challenge.opaque)}`] : []),
    ...(qop ? [`qop=${qop}`, `nc=${count}`, `cnonce="${nonce}"`] : [])
  ];
  return `Digest ${parts.join(", ")}`;
}

/** Return the Authorization header for a WWW-Authenticate header. @param {string} header @param {any} credentials */
SHARED.digest = async (/** @type {string} */ header, /** @type {any} */ credentials) => {
  const challenge = parseChallenge(header);
  return challenge ? answerChallenge(challenge, credentials) : "";
};
