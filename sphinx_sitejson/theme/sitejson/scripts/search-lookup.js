// @ts-check
"use strict";

/* Look up words in the index, which is split into small files; each is loaded when a word needs it.

   An entry of the index is a string: how to stem the word ("2i|": remove two letters, append an i), then the pages that
   have the word. A page is the distance from the previous page, and rated locations: "1C2A5" is the next page, with a rating
   of 3 at location 2 and of 1 at location 5; no number means the beginning of the page. */

/** @param {IndexRoot} root @param {(name: string) => Promise<Record<string, string>>} loadWords @returns {Lookup} */
sitejson.createLookup = (root, loadWords) => {
  const MAX_FILES = 4;
  /** The fit of another form of the same word. */
  const SIBLING_FIT = 0.8;
  const NAME_LENGTH = 8;
  const { starts } = root;
  const count = root.kinds.length;

  /**
   * Load the words of the index with a prefix, and the other words of the same files.
   * @param {string} start
   * @returns {Promise<Map<string, string>>}
   */
  const loadWordsNear = async (start) => {
    let first = 0;
    while (first + 1 < starts.length && starts[first + 1] <= start) first++;
    let end = first + 1;
    while (end < starts.length && starts[end].startsWith(start) && end - first < MAX_FILES) end++;
    const names = starts
      .slice(first, end)
      .map((_, position) => root.shards.substr((first + position) * NAME_LENGTH, NAME_LENGTH));
    return new Map((await Promise.all(names.map((name) => loadWords(name)))).flatMap(Object.entries));
  };

  /** Return the stem of a word. @param {string} word @param {string} entry */
  const findStem = (word, entry) => {
    const bar = entry.indexOf("|");
    return bar < 0 ? word : word.slice(0, word.length - parseInt(entry[0], 36)) + entry.slice(1, bar);
  };

  /** Find the forms of a word in the index, and the fit of each. @param {string} word @returns {Promise<Match>} */
  const findForms = async (word) => {
    const known = await loadWordsNear(word);
    const ownEntry = known.get(word);
    // A form that is not in the index has the stem of similar words.
    const stems = new Set(
      ownEntry === undefined
        ? [...known]
            .map(([form, entry]) => findStem(form, entry))
            .filter((stem) => stem.length > 3 && stem.length > word.length - 5 && word.startsWith(stem))
        : [findStem(word, ownEntry)]
    );
    /** @type {Match["forms"]} */
    const forms = new Map();
    for (const [form, entry] of known) {
      if (form === word) forms.set(form, { entry, fit: 1 });
      else if (stems.has(findStem(form, entry))) forms.set(form, { entry, fit: SIBLING_FIT });
      else if (form.startsWith(word))
        forms.set(form, {
          entry,
          fit: word.length < 2 ? 0.2 : (ownEntry === undefined ? 1 : 0.6) * (0.45 + (0.35 * word.length) / form.length)
        });
    }
    return { text: word, forms };
  };

  /**
   * Find the word of the index that is most similar to a misspelled one.
   * @param {string} word
   * @returns {Promise<string>}
   */
  const correctWord = async (word) => {
    const limit = word.length > 7 ? 2 : 1;
    let best = "";
    let bestDistance = limit + 1;
    if (word.length < 4) return best;
    // The first letters are rarely wrong; if they are, they are often transposed.
    const starts = [word.slice(0, 3), word[1] + word[0], word[0] + word[2], word.slice(0, 2)];
    for (const start of new Set(starts)) {
      for (const form of (await loadWordsNear(start)).keys()) {
        // The end of the word may not be typed yet.
        for (const candidate of new Set([form, form.slice(0, word.length)])) {
          const distance =
            sitejson.editDistance(word, candidate, Math.min(limit, Math.ceil(bestDistance) - 1)) +
            (candidate === form ? 0 : 0.5);
          if (candidate.length > 2 && distance < bestDistance) [best, bestDistance] = [candidate, distance];
        }
      }
      if (best) break;
    }
    return best;
  };

  /**
   * Find the pages with any form of a word, and the score of each location.
   * @param {Match} match
   * @returns {Map<number, Map<number, number>>}
   */
  const findPages = ({ forms }) => {
    /** @type {Map<number, Map<number, number>>} */
    const pages = new Map();
    for (const { entry, fit } of forms.values()) {
      let page = -1;
      for (const item of entry.slice(entry.indexOf("|") + 1).split(" ")) {
        const end = item.search(/[A-Z]/);
        page += parseInt(item.slice(0, end), 36);
        const locations = pages.get(page) ?? new Map();
        for (const [, rating, location] of item.slice(end).matchAll(/([A-Z])([0-9a-z]*)/g)) {
          const number = parseInt(location || "0", 36);
          locations.set(number, Math.max(locations.get(number) ?? 0, fit * (rating.charCodeAt(0) - 64)));
        }
        pages.set(page, locations);
      }
    }
    // Rare words have more weight (inverse document frequency).
    const weight = Math.log(1 + count / (0.5 + pages.size));
    for (const locations of pages.values())
      for (const [location, score] of locations) locations.set(location, score * (0.35 + weight));
    return pages;
  };

  return { findForms: findForms, correctWord: correctWord, findPages: findPages };
};
