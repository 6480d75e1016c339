// @ts-check
"use strict";

/* Find pages and locations by the words of a query, and rank them. Pure.

   The words select the best candidates. Their texts are loaded, and titles, phrases and paths decide. */

/**
 * @param {IndexRoot} root
 * @param {{ words: (name: string) => Promise<Record<string, string>>, page: (name: string) => Promise<IndexPage> }}
 * load
 * @returns {SearchSite}
 */
sitejson.createSearch = (root, load) => {
  const { foldText: foldText, splitWords: splitWords, splitName: splitName } = sitejson;
  const NAME_LENGTH = 8;
  const KINDS = /** @type {Record<string, string>} */ ({ p: "page", o: "operation", s: "schema" });
  const LOCATION_KINDS = /** @type {Record<string, string>} */ ({ f: "field", o: "object", t: "term" });
  /** The weight of each kind of page. */
  const WEIGHTS = /** @type {Record<string, number>} */ ({ p: 1, o: 1, s: 0.8 });
  const LOCATION_WEIGHTS = /** @type {Record<string, number>} */ ({
    section: 0.95,
    term: 0.9,
    object: 0.85,
    field: 0.75
  });
  const stopWords = new Set(root.stop);
  const lookup = sitejson.createLookup(root, load.words);
  const pageTab = (/** @type {number} */ page) => root.tabs[0][root.tabs[1].charCodeAt(page) - 48] ?? "";
  const pageVersion = (/** @type {number} */ page) => root.versions[0][root.versions[1].charCodeAt(page) - 48] ?? "";

  const pageWeight = (/** @type {number} */ page) => WEIGHTS[root.kinds[page]] * (root.boosts?.[page] ?? 1);

  /** @param {number} number @returns {Promise<IndexPage>} */
  const loadPage = (number) => load.page(root.files.substr(number * NAME_LENGTH, NAME_LENGTH));

  /** Look up the words of a query, corrected if the index does not have them. @param {string} query */
  const parseQuery = async (query) => {
    let isCorrected = false;
    const matches = await Promise.all(
      splitWords(query).map(async (word) => {
        const match = await lookup.findForms(word);
        if (match.forms.size || stopWords.has(word)) return [match];
        const original = query.match(/[\p{L}\p{N}_]+/gu)?.find((name) => foldText(name) === word) ?? word;
        const parts = splitName(original);
        if (parts.length > 1) return Promise.all(parts.map(lookup.findForms));
        const other = await lookup.correctWord(word);
        if (!other) return [match];
        isCorrected = true;
        return [await lookup.findForms(other)];
      })
    );
    // Symbols such as "site.json" raise the score; their words alone are sufficient.
    const symbols = (await Promise.all(sitejson.findSymbols(query).map(lookup.findForms))).filter(
      ({ forms }) => forms.size
    );
    return { matches: matches.flat(), symbols, isCorrected };
  };

  /**
   * Score each page, and each of its locations, by the words alone.
   * @param {Match[]} words
   * @param {Match[]} symbols
   * @returns {Candidate[]}
   */
  const findCandidates = (words, symbols) => {
    const isNeeded = words.map(({ text }) => !stopWords.has(text));
    if (!isNeeded.includes(true)) isNeeded.fill(true);
    const matches = [...words, ...symbols];
    // One word in a title does not make up for the others.
    const power = isNeeded.filter(Boolean).length > 1 ? 0.7 : 1;
    /** @type {Map<number, Candidate>} */
    const pages = new Map();
    matches.forEach((match, position) => {
      for (const [page, locations] of lookup.findPages(match)) {
        const known = pages.get(page) ?? { page, score: 0, locations: new Map(), found: 0 };
        const share = isNeeded[position] ? 1 : position < words.length ? 0.2 : 2;
        for (const [location, points] of locations) locations.set(location, points ** power);
        known.score += share * Math.max(...locations.values());
        known.found += isNeeded[position] ? 1 : 0;
        for (const [location, points] of locations) {
          const [sum, mask] = known.locations.get(location) ?? [0, 0];
          known.locations.set(location, [sum + share * points, mask | (isNeeded[position] ? 1 << (position % 31) : 0)]);
        }
        pages.set(page, known);
      }
    });
    // All words must match; if no page has them all, the pages with most of them count.
    const limit = Math.max(0, ...[...pages.values()].map(({ found }) => found));
    return limit < isNeeded.filter(Boolean).length && limit < 2 && words.length > 1
      ? []
      : [...pages.values()].filter(({ found }) => found === limit);
  };

  /** Count the words in a mask. @param {number} mask */
  const countBits = (mask) => mask.toString(2).replace(/0/g, "").length;

  /** Whether a text contains the words of a query side by side. @param {string} text @param {string} phrase */
  const hasPhrase = (text, phrase) => phrase.includes(" ") && foldText(text).includes(phrase);

  /** Rate how well title, path and endpoint of a page match the query. @param {IndexPage} page @param {string} phrase */
  const rankPage = (page, phrase) => {
    const title = foldText(page.t);
    const endpoint = foldText(`${page.m ?? ""} ${page.p ?? ""}`.trim());
    if (title === phrase) return 2.4;
    if (
      page.n
        .replace(/\/index$/, "")
        .split("/")
        .pop() === phrase.replace(/ /g, "-")
    )
      return 1.8;
    if (endpoint && (endpoint === phrase || foldText(page.p ?? "") === phrase)) return 2.6;
    const names = [...(page.s[0]?.[5] ?? "").split(" "), ...(page.w ?? "").split(/ *, */)];
    if (names.some((name) => foldText(name) === phrase)) return 2.2;
    if (endpoint.includes(phrase) && phrase.includes("/")) return 1.6;
    if (title.startsWith(phrase)) return 1.4;
    if (hasPhrase(page.d ?? "", phrase)) return 1.8;
    return title.includes(phrase) ? 1.25 : hasPhrase(page.s[0]?.[2] ?? "", phrase) ? 1.5 : 1;
  };

  /** An exact match of a camel-case name raises the score. @param {string} query @param {string} text */
  const rankName = (query, text) => (/\p{Ll}\p{Lu}/u.test(query) && text.includes(query) ? 1.6 : 1);

  /** @param {string[]} row @param {string} phrase */
  const rankLocation = ([anchor = "", title = "", text = "", , , keywords = ""], phrase) => {
    const folded = foldText(title);
    // The anchor of an object is its name with the module.
    if (phrase.includes(".") && foldText(anchor) === phrase.replace(/\(.*/, "")) return 4;
    if (folded === phrase || folded.endsWith(`.${phrase}`)) return 1.8;
    if (foldText(` ${keywords} `).includes(` ${phrase} `)) return 1.6;
    return folded.startsWith(phrase) ? 1.4 : hasPhrase(text, phrase) ? 1.5 : folded.includes(phrase) ? 1.25 : 1;
  };

  /**
   * Load the locations of a page, from as many of its files as needed.
   * @param {IndexPage} page
   * @param {number[]} numbers
   */
  const loadLocations = async (page, numbers) => {
    /** @type {Map<number, string[]>} */
    const rows = new Map(page.s.map((row, number) => [number, row]));
    const last = Math.max(0, ...numbers);
    for (const [first, name] of page.x ?? []) {
      if (last >= first) (await load.page(name)).s.forEach((row, number) => rows.set(first + number, row));
    }
    return rows;
  };

  /**
   * Return the best hits of one page: the page itself, or locations on it.
   * @param {Candidate} candidate
   * @param {string} query
   * @param {string[]} phrases
   * @param {string[]} marks
   * @returns {Promise<Hit[]>}
   */
  const findHits = async (candidate, query, phrases, marks) => {
    const page = await loadPage(candidate.page);
    const rows = await loadLocations(page, [...candidate.locations.keys()]);
    const weight = pageWeight(candidate.page);
    // Every operation has the same sections, such as its responses.
    const inner = (page.k ?? "p") === "p" ? 1 : 0.8;
    const start = candidate.locations.get(0)?.[1] ?? 0;
    const ranked = [...candidate.locations]
      .filter(([number]) => rows.has(number))
      .map(([number, [points, mask]]) => {
        const row = rows.get(number) ?? [];
        // A location with all words is better than one whose page has some of them elsewhere.
        const share = (countBits(mask) + 0.5 * countBits(start & ~mask)) / (candidate.found || 1);
        // The score of the page counts a little for each of its locations.
        const score =
          (points + 0.3 * (candidate.score - Math.min(points, candidate.score))) *
          rankName(query, `${row[1] ?? ""} ${row[2] ?? ""}`);
        const kind = LOCATION_KINDS[row[3]] ?? "section";
        const factors = phrases.map(
          (phrase, other) => (number ? rankLocation(row, phrase) : rankPage(page, phrase)) * (other ? 0.95 : 1)
        );
        return {
          number,
          row,
          kind,
          score:
            weight * score * (0.4 + 0.6 * share) * Math.max(...factors) * (number ? LOCATION_WEIGHTS[kind] * inner : 1)
        };
      })
      .sort((one, other) => other.score - one.score || one.number - other.number);
    const best = ranked[0]?.score ?? 0;
    const names = new Set();
    // A field that occurs in the request and in each response is one hit.
    const distinct = ranked.filter(
      ({ row, kind }) => !names.has(`${kind} ${row[1]}`) && names.add(`${kind} ${row[1]}`)
    );
    return distinct
      .filter(({ number, score }, position) => position === 0 || (position < 3 && score > 0.75 * best && number))
      .map(({ number, row, kind, score }) => {
        const [anchor = "", title = "", text = "", , label = "", keywords = ""] = row;
        const isLocation = number > 0 && anchor !== "";
        return {
          ...sitejson.createPageHit(page),
          ...(isLocation ? { kind, anchor, title, label } : {}),
          sentence:
            sitejson.findSentence(`${text}\n${keywords && isLocation ? keywords : ""}`, marks) ||
            (isLocation ? text.split("\n")[0] : ""),
          score
        };
      });
  };

  /** Create a filter that limits headings and fields that many pages share. */
  const createRepeatFilter = () => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return (/** @type {Hit} */ { kind, title, anchor, sentence }) => {
      const key = `${kind} ${foldText(title)} ${kind === "field" ? sentence : ""}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return !anchor || (counts.get(key) ?? 0) <= 3;
    };
  };

  /** Count the candidates by a property. @param {Candidate[]} found @param {(page: number) => string} getValue */
  const countBy = (found, getValue) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { page } of found) counts.set(getValue(page), (counts.get(getValue(page)) ?? 0) + 1);
    return counts;
  };

  /** @param {Candidate} one @param {Candidate} other */
  const compareCandidates = (one, other) =>
    other.score * pageWeight(other.page) - one.score * pageWeight(one.page) || one.page - other.page;

  const search = /** @type {SearchSite} */ (
    async (query, { version = "", tab = "", kind = "", limit = 14 } = {}) => {
      const { matches, symbols, isCorrected } = await parseQuery(query);
      const all = findCandidates(matches, symbols);
      const ofVersion = all.filter(({ page }) => !version || !pageVersion(page) || pageVersion(page) === version);
      const readable = (ofVersion.length ? ofVersion : all).sort(compareCandidates);
      const pageKind = (/** @type {number} */ page) => KINDS[root.kinds[page]];
      const selected = readable.filter(
        ({ page }) => (!tab || pageTab(page) === tab) && (!kind || pageKind(page) === kind)
      );
      const phrase = isCorrected
        ? matches.map(({ text }) => text).join(" ")
        : foldText(query.trim().replace(/\s+/g, " "));
      const words = matches.map(({ text }) => text);
      const marks = [
        ...new Set(
          matches.flatMap(({ text, forms }) =>
            stopWords.has(text) && matches.length > 1
              ? []
              : [text, ...[...forms].filter(([, { fit }]) => fit === 0.8).map(([form]) => form)]
          )
        )
      ];
      // Of one word, other forms may be the title of a page.
      const phrases = [phrase, ...(words.length > 1 ? [] : marks.filter((form) => form !== phrase))];
      const hits = (
        await Promise.all(
          selected.slice(0, limit).map((candidate) => findHits(candidate, query.trim(), phrases, marks))
        )
      ).flat();
      hits.sort((one, other) => other.score - one.score);
      const visibleHits = hits.filter(createRepeatFilter());
      return {
        hits: visibleHits,
        marks,
        words,
        // Several locations of a page may be visible; of the remaining pages only the number is known.
        count: Math.max(visibleHits.length, selected.length > limit ? selected.length : 0),
        isCorrected,
        tabs: countBy(readable, pageTab),
        kinds: countBy(readable, pageKind)
      };
    }
  );
  search.firstPages = () => Promise.all(root.first.map(loadPage));
  return search;
};
