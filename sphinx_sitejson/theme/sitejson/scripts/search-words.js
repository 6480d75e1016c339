// @ts-check
"use strict";

/* Words, cut the same way as when the index was made (publishing/search/tokenizer.py); knows nothing of the page it runs on. */

/** Lower case without accents, of the same length for all letters that matter. @param {string} text */
sitejson.fold = (text) => {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC");
};

/**
 * The names of code in a text that signs hold together: "--port", "site.json", "openapi-schema".
 * @param {string} text
 * @returns {string[]}
 */
sitejson.symbolsOf = (text) =>
  sitejson.fold(text).match(/--[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*|[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)+/gu) ?? [];

/** The words of a query; languages without spaces give two letters each. @param {string} query @returns {string[]} */
sitejson.wordsOf = (query) => {
  const cjk =
    /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+/g;
  const words = (query.match(/[\p{L}\p{N}_]+/gu) ?? [])
    .flatMap((word) => word.match(cjk) ?? [])
    .map((word) => sitejson.fold(word).replace(/^_+|_+$/g, ""));
  return [
    ...new Set(
      words
        .flatMap((word) =>
          /^[\u3040-\u9fff\uf900-\ufaff]{3,}$/.test(word)
            ? [...word].slice(1).map((_, start) => word.slice(start, start + 2))
            : [word]
        )
        .filter(Boolean)
    )
  ];
};

/** The words that a name is made of: "shipId" is ship and id. @param {string} name @returns {string[]} */
sitejson.partsOf = (name) =>
  (name.match(/(?:(?![A-Z])\p{L})+|[A-Z]+(?![a-z])|[A-Z](?:(?![A-Z])\p{L})*|\p{N}+/gu) ?? []).map(sitejson.fold);

/**
 * A text in pieces, every other one matched by a word.
 * @param {string} text
 * @param {string[]} words
 * @returns {string[]}
 */
sitejson.markedPieces = (text, words) => {
  const folded = sitejson.fold(text);
  if (folded.length !== text.length) return [text];
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "\\$&")).filter(Boolean);
  if (!escaped.length) return [text];
  const pattern = new RegExp(escaped.sort((one, other) => other.length - one.length).join("|"), "g");
  // A short word is marked only where a word begins: "a" stands in nearly every word.
  const found = [...folded.matchAll(pattern)].filter(
    ({ 0: match, index = 0 }) =>
      match.length > 2 || !/[\p{L}\p{N}]/u.test(folded.charAt(index - 1)) || /\p{Lo}/u.test(match)
  );
  const pieces = [];
  let end = 0;
  for (const { 0: match, index = 0 } of found) {
    pieces.push(text.slice(end, index), text.slice(index, index + match.length));
    end = index + match.length;
  }
  return [...pieces, text.slice(end)];
};

/**
 * The sentence of a text that has most of the words, shortened around them.
 * @param {string} text
 * @param {string[]} words
 */
sitejson.sentence = (text, words) => {
  const LONGEST = 180;
  let best = "";
  let most = 0;
  for (const line of text.split(/\n|(?<=[.!?。]) (?=[^\p{Ll}])/u)) {
    const folded = sitejson.fold(line);
    const count = words.filter((word) => folded.includes(word)).length;
    if (count > most) [best, most] = [line, count];
  }
  if (best.length <= LONGEST) return best;
  const folded = sitejson.fold(best);
  const first = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((position) => position >= 0)));
  const start = first < LONGEST / 2 ? 0 : best.lastIndexOf(" ", first - 50) + 1;
  return `${start ? "… " : ""}${best.slice(start, start + LONGEST).replace(/\s+\S*$/, "")} …`;
};

/**
 * How many letters must change to make one word of the other, at most `most` + 1.
 * @param {string} one
 * @param {string} other
 * @param {number} most
 */
sitejson.distance = (one, other, most) => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let above = /** @type {number[]} */ ([]);
  let row = [...other, ""].map((_, column) => column);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[line - 1] === other[column - 1];
      next[column] = Math.min(row[column] + 1, next[column - 1] + 1, row[column - 1] + (isSame ? 0 : 1));
      const isSwapped =
        line > 1 && column > 1 && one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1];
      if (isSwapped) next[column] = Math.min(next[column], above[column - 2] + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    [above, row] = [row, next];
  }
  return row[other.length];
};
