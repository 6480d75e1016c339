// @ts-check
"use strict";

/* Looks words up in the index, which lies in small files; each is asked for when a word needs it.

   An entry of the index is a text: how the word's stem is made ("2i|": two letters go, an i comes), then the pages that
   have the word. A page is its distance from the page before, and rated places: "1C2A5" is the next page, with a rating
   of 3 at place 2 and of 1 at place 5; no number means the beginning of the page. */

/** @param {IndexRoot} root @param {(name: string) => Promise<Record<string, string>>} loadWords @returns {Lookup} */
sitejson.makeLookup = (root, loadWords) => {
  const MOST_FILES = 4;
  /** How well another form of the same word fits. */
  const SIBLING = 0.8;
  const NAME = 8;
  const { starts } = root;
  const count = root.kinds.length;

  /**
   * All words with a beginning that the index has, and their neighbors in the same files.
   * @param {string} start
   * @returns {Promise<Map<string, string>>}
   */
  const wordsAround = async (start) => {
    let first = 0;
    while (first + 1 < starts.length && starts[first + 1] <= start) first++;
    let end = first + 1;
    while (end < starts.length && starts[end].startsWith(start) && end - first < MOST_FILES) end++;
    const names = starts.slice(first, end).map((_, position) => root.shards.substr((first + position) * NAME, NAME));
    return new Map((await Promise.all(names.map((name) => loadWords(name)))).flatMap(Object.entries));
  };

  /** What all forms of a word have in common. @param {string} word @param {string} entry */
  const stemOf = (word, entry) => {
    const bar = entry.indexOf("|");
    return bar < 0 ? word : word.slice(0, word.length - parseInt(entry[0], 36)) + entry.slice(1, bar);
  };

  /** The forms of a word that the index has, and how well each fits. @param {string} word @returns {Promise<Match>} */
  const formsOf = async (word) => {
    const known = await wordsAround(word);
    const own = known.get(word);
    // A form that nobody wrote has the stem of those around it.
    const stems = new Set(
      own === undefined
        ? [...known]
            .map(([form, entry]) => stemOf(form, entry))
            .filter((stem) => stem.length > 3 && stem.length > word.length - 5 && word.startsWith(stem))
        : [stemOf(word, own)]
    );
    /** @type {Match["forms"]} */
    const forms = new Map();
    for (const [form, entry] of known) {
      if (form === word) forms.set(form, { entry, fit: 1 });
      else if (stems.has(stemOf(form, entry))) forms.set(form, { entry, fit: SIBLING });
      else if (form.startsWith(word))
        forms.set(form, {
          entry,
          fit: word.length < 2 ? 0.2 : (own === undefined ? 1 : 0.6) * (0.45 + (0.35 * word.length) / form.length)
        });
    }
    return { text: word, forms };
  };

  /** A word that nobody wrote, as somebody did. @param {string} word @returns {Promise<string>} */
  const corrected = async (word) => {
    const most = word.length > 7 ? 2 : 1;
    let best = "";
    let least = most + 1;
    if (word.length < 4) return best;
    // The first letters are rarely wrong, and if they are, often in the wrong order.
    const starts = [word.slice(0, 3), word[1] + word[0], word[0] + word[2], word.slice(0, 2)];
    for (const start of new Set(starts)) {
      for (const form of (await wordsAround(start)).keys()) {
        // The end of a word may not be typed yet.
        for (const candidate of new Set([form, form.slice(0, word.length)])) {
          const far =
            sitejson.distance(word, candidate, Math.min(most, Math.ceil(least) - 1)) + (candidate === form ? 0 : 0.5);
          if (candidate.length > 2 && far < least) [best, least] = [candidate, far];
        }
      }
      if (best) break;
    }
    return best;
  };

  /**
   * The pages that have a word in one of its forms: each place with what it is worth.
   * @param {Match} match
   * @returns {Map<number, Map<number, number>>}
   */
  const pagesWith = ({ forms }) => {
    /** @type {Map<number, Map<number, number>>} */
    const pages = new Map();
    for (const { entry, fit } of forms.values()) {
      let page = -1;
      for (const item of entry.slice(entry.indexOf("|") + 1).split(" ")) {
        const end = item.search(/[A-Z]/);
        page += parseInt(item.slice(0, end), 36);
        const places = pages.get(page) ?? new Map();
        for (const [, rating, place] of item.slice(end).matchAll(/([A-Z])([0-9a-z]*)/g)) {
          const number = parseInt(place || "0", 36);
          places.set(number, Math.max(places.get(number) ?? 0, fit * (rating.charCodeAt(0) - 64)));
        }
        pages.set(page, places);
      }
    }
    // A word that few pages have says more than one that all have.
    const weight = Math.log(1 + count / (0.5 + pages.size));
    for (const places of pages.values())
      for (const [place, worth] of places) places.set(place, worth * (0.35 + weight));
    return pages;
  };

  return { formsOf, corrected, pagesWith };
};
