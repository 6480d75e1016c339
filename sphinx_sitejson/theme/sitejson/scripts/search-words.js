// @ts-check
"use strict";

/* Tokenize queries as the index is tokenized (publishing/search/tokenizer.py). Pure. */

/** Convert a text to lower case without accents; the length stays the same for common letters. @param {string} text */
sitejson.foldText = (text) => {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC");
};

/**
 * Find names of code that punctuation joins: "--port", "site.json", "openapi-schema".
 * @param {string} text
 * @returns {string[]}
 */
sitejson.findSymbols = (text) =>
  sitejson.foldText(text).match(/--[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*|[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)+/gu) ??
  [];

/** Split a query into words; Chinese and Japanese into bigrams. @param {string} query @returns {string[]} */
sitejson.splitWords = (query) => {
  const cjk =
    /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+/g;
  const words = (query.match(/[\p{L}\p{N}_]+/gu) ?? [])
    .flatMap((word) => word.match(cjk) ?? [])
    .map((word) => sitejson.foldText(word).replace(/^_+|_+$/g, ""));
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

/** Split a name into its words: "shipId" is ship and id. @param {string} name @returns {string[]} */
sitejson.splitName = (name) =>
  (name.match(/(?:(?![A-Z])\p{L})+|[A-Z]+(?![a-z])|[A-Z](?:(?![A-Z])\p{L})*|\p{N}+/gu) ?? []).map(sitejson.foldText);

/**
 * Split a text at matched words; every second piece is a match.
 * @param {string} text
 * @param {string[]} words
 * @returns {string[]}
 */
sitejson.splitMatches = (text, words) => {
  const folded = sitejson.foldText(text);
  if (folded.length !== text.length) return [text];
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "\\$&")).filter(Boolean);
  if (!escaped.length) return [text];
  const pattern = new RegExp(escaped.sort((one, other) => other.length - one.length).join("|"), "g");
  // A short word is marked only at the start of a word: "a" occurs in nearly every word.
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
 * Find the sentence with most of the words, shortened around them.
 * @param {string} text
 * @param {string[]} words
 */
sitejson.findSentence = (text, words) => {
  const MAX_LENGTH = 180;
  let best = "";
  let bestCount = 0;
  for (const line of text.split(/\n|(?<=[.!?。]) (?=[^\p{Ll}])/u)) {
    const folded = sitejson.foldText(line);
    const count = words.filter((word) => folded.includes(word)).length;
    if (count > bestCount) [best, bestCount] = [line, count];
  }
  if (best.length <= MAX_LENGTH) return best;
  const folded = sitejson.foldText(best);
  const first = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((position) => position >= 0)));
  const start = first < MAX_LENGTH / 2 ? 0 : best.lastIndexOf(" ", first - 50) + 1;
  return `${start ? "… " : ""}${best.slice(start, start + MAX_LENGTH).replace(/\s+\S*$/, "")} …`;
};

/**
 * Compute the edit distance of two words (with transpositions), at most `limit` + 1.
 * @param {string} one
 * @param {string} other
 * @param {number} limit
 */
sitejson.editDistance = (one, other, limit) => {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let previousRow = /** @type {number[]} */ ([]);
  let row = [...other, ""].map((_, column) => column);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const isEqual = one[line - 1] === other[column - 1];
      next[column] = Math.min(row[column] + 1, next[column - 1] + 1, row[column - 1] + (isEqual ? 0 : 1));
      const isSwapped =
        line > 1 && column > 1 && one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1];
      if (isSwapped) next[column] = Math.min(next[column], previousRow[column - 2] + 1);
    }
    if (Math.min(...next) > limit) return limit + 1;
    [previousRow, row] = [row, next];
  }
  return row[other.length];
};
