// @ts-check
"use strict";

/* Finds pages and places by the words of a query, and ranks them; knows nothing of the page it runs on.

   Words alone say which pages are the best. Of these the texts are loaded, and decide: titles, phrases, addresses. */

/**
 * @param {IndexRoot} root
 * @param {{ words: (name: string) => Promise<Record<string, string>>, page: (name: string) => Promise<IndexPage> }} load
 * @returns {SearchSite}
 */
sitejson.makeSearch = (root, load) => {
  const { fold, wordsOf, partsOf } = sitejson;
  const NAME = 8;
  const KINDS = /** @type {Record<string, string>} */ ({ p: "page", o: "operation", s: "schema" });
  const PLACES = /** @type {Record<string, string>} */ ({ f: "field", o: "object", t: "term" });
  /** What a page of this kind is worth beside others. */
  const WEIGHTS = /** @type {Record<string, number>} */ ({ p: 1, o: 1, s: 0.8 });
  const PLACE_WEIGHTS = /** @type {Record<string, number>} */ ({ section: 0.95, term: 0.9, object: 0.85, field: 0.8 });
  const stopWords = new Set(root.stop);
  const lookup = sitejson.makeLookup(root, load.words);
  const tabOf = (/** @type {number} */ page) => root.tabs[0][root.tabs[1].charCodeAt(page) - 48] ?? "";
  const versionOf = (/** @type {number} */ page) => root.versions[0][root.versions[1].charCodeAt(page) - 48] ?? "";

  const weightOf = (/** @type {number} */ page) => WEIGHTS[root.kinds[page]] * (root.boosts?.[page] ?? 1);

  /** @param {number} number @returns {Promise<IndexPage>} */
  const loadPage = (number) => load.page(root.files.substr(number * NAME, NAME));

  /** The words of a query as the index knows them. @param {string} query */
  const understood = async (query) => {
    let isCorrected = false;
    const matches = await Promise.all(
      wordsOf(query).map(async (word) => {
        const match = await lookup.formsOf(word);
        if (match.forms.size || stopWords.has(word)) return [match];
        const written = query.match(/[\p{L}\p{N}_]+/gu)?.find((name) => fold(name) === word) ?? word;
        const parts = partsOf(written);
        if (parts.length > 1) return Promise.all(parts.map(lookup.formsOf));
        const other = await lookup.corrected(word);
        if (!other) return [match];
        isCorrected = true;
        return [await lookup.formsOf(other)];
      })
    );
    // What signs hold together makes an answer better; its words alone are enough.
    const symbols = (await Promise.all(sitejson.symbolsOf(query).map(lookup.formsOf))).filter(
      ({ forms }) => forms.size
    );
    return { matches: matches.flat(), symbols, isCorrected };
  };

  /**
   * What each page is worth by its words alone, and each of its places.
   * @param {Match[]} words
   * @param {Match[]} symbols
   * @returns {Candidate[]}
   */
  const candidates = (words, symbols) => {
    const isNeeded = words.map(({ text }) => !stopWords.has(text));
    if (!isNeeded.includes(true)) isNeeded.fill(true);
    const matches = [...words, ...symbols];
    /** @type {Map<number, Candidate & { found: number }>} */
    const pages = new Map();
    matches.forEach((match, position) => {
      for (const [page, places] of lookup.pagesWith(match)) {
        const known = pages.get(page) ?? { page, score: 0, places: new Map(), found: 0 };
        const share = isNeeded[position] ? 1 : position < words.length ? 0.2 : 2;
        known.score += share * Math.max(...places.values());
        known.found += isNeeded[position] ? 1 : 0;
        for (const [place, worth] of places) known.places.set(place, (known.places.get(place) ?? 0) + share * worth);
        pages.set(page, known);
      }
    });
    // All words must be there; where no page has them all, those with most of them are the best answer.
    const most = Math.max(0, ...[...pages.values()].map(({ found }) => found));
    return most < isNeeded.filter(Boolean).length && most < 2 && words.length > 1
      ? []
      : [...pages.values()].filter(({ found }) => found === most);
  };

  /** How well the beginning of a page fits the whole query. @param {IndexPage} page @param {string} phrase */
  const fitOfPage = (page, phrase) => {
    const title = fold(page.t);
    const endpoint = fold(`${page.m ?? ""} ${page.p ?? ""}`.trim());
    if (title === phrase) return 2.4;
    if (
      page.n
        .replace(/\/index$/, "")
        .split("/")
        .pop() === phrase.replace(/ /g, "-")
    )
      return 1.8;
    if (endpoint && (endpoint === phrase || fold(page.p ?? "") === phrase)) return 2.6;
    if ((page.s[0]?.[5] ?? "").split(" ").some((word) => fold(word) === phrase)) return 2.2;
    if (endpoint.includes(phrase) && phrase.includes("/")) return 1.6;
    return title.startsWith(phrase) ? 1.4 : title.includes(phrase) ? 1.3 : 1;
  };

  /** A name as it is written in code says more than its letters. @param {string} query @param {string} text */
  const fitOfName = (query, text) => (/\p{Ll}\p{Lu}/u.test(query) && text.includes(query) ? 1.6 : 1);

  /** @param {string[]} row @param {string} phrase */
  const fitOfPlace = ([anchor = "", title = "", text = ""], phrase) => {
    const folded = fold(title);
    // The anchor of an object is its name with the module.
    if (phrase.includes(".") && fold(anchor) === phrase.replace(/\(.*/, "")) return 4;
    if (folded === phrase || folded.endsWith(`.${phrase}`)) return 1.8;
    return folded.startsWith(phrase) ? 1.4 : folded.includes(phrase) ? 1.25 : fold(text).includes(phrase) ? 1.15 : 1;
  };

  /**
   * The places of a page, from as many of its files as are needed.
   * @param {IndexPage} page
   * @param {number[]} numbers
   */
  const placesOf = async (page, numbers) => {
    /** @type {Map<number, string[]>} */
    const rows = new Map(page.s.map((row, number) => [number, row]));
    const last = Math.max(0, ...numbers);
    for (const [first, name] of page.x ?? []) {
      if (last >= first) (await load.page(name)).s.forEach((row, number) => rows.set(first + number, row));
    }
    return rows;
  };

  /**
   * The best hits of one page: itself, or places on it.
   * @param {Candidate} candidate
   * @param {string} query
   * @param {string} phrase
   * @param {string[]} marks
   * @returns {Promise<Hit[]>}
   */
  const hitsOf = async (candidate, query, phrase, marks) => {
    const page = await loadPage(candidate.page);
    const rows = await placesOf(page, [...candidate.places.keys()]);
    const weight = weightOf(candidate.page);
    const rated = [...candidate.places]
      .filter(([number]) => rows.has(number))
      .map(([number, worth]) => {
        const row = rows.get(number) ?? [];
        // What the rest of the page says counts a little for each of its places.
        const score =
          (worth + 0.3 * (candidate.score - Math.min(worth, candidate.score))) *
          fitOfName(query, `${row[1] ?? ""} ${row[2] ?? ""}`);
        const kind = PLACES[row[3]] ?? "section";
        return {
          number,
          row,
          kind,
          score: weight * score * (number ? fitOfPlace(row, phrase) * PLACE_WEIGHTS[kind] : fitOfPage(page, phrase))
        };
      })
      .sort((one, other) => other.score - one.score || one.number - other.number);
    const best = rated[0]?.score ?? 0;
    const names = new Set();
    // A field that a page has in its request and in each of its answers is one hit.
    const different = rated.filter(
      ({ row, kind }) => !names.has(`${kind} ${row[1]}`) && names.add(`${kind} ${row[1]}`)
    );
    return different
      .filter(({ number, score }, position) => position === 0 || (position < 3 && score > 0.75 * best && number))
      .map(({ number, row, kind, score }) => {
        const [anchor = "", title = "", text = "", , label = "", keywords = ""] = row;
        const isPlace = number > 0 && anchor !== "";
        return {
          ...sitejson.pageHit(page),
          ...(isPlace ? { kind, anchor, title, label } : {}),
          sentence:
            sitejson.sentence(`${text}\n${keywords && isPlace ? keywords : ""}`, marks) ||
            (isPlace ? text.split("\n")[0] : ""),
          score
        };
      });
  };

  /** Headings and fields that many pages have do not crowd out the rest. */
  const hasRoom = () => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return (/** @type {Hit} */ { kind, title, anchor, sentence }) => {
      const key = `${kind} ${fold(title)} ${kind === "field" ? sentence : ""}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return !anchor || (counts.get(key) ?? 0) <= 3;
    };
  };

  /** How many candidates a choice would leave. @param {Candidate[]} found @param {(page: number) => string} valueOf */
  const counted = (found, valueOf) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { page } of found) counts.set(valueOf(page), (counts.get(valueOf(page)) ?? 0) + 1);
    return counts;
  };

  /** @param {Candidate} one @param {Candidate} other */
  const byWords = (one, other) =>
    other.score * weightOf(other.page) - one.score * weightOf(one.page) || one.page - other.page;

  const search = /** @type {SearchSite} */ (
    async (query, { version = "", tab = "", kind = "", most = 14 } = {}) => {
      const { matches, symbols, isCorrected } = await understood(query);
      const all = candidates(matches, symbols);
      const ofVersion = all.filter(({ page }) => !version || !versionOf(page) || versionOf(page) === version);
      const readable = (ofVersion.length ? ofVersion : all).sort(byWords);
      const kindOf = (/** @type {number} */ page) => KINDS[root.kinds[page]];
      const chosen = readable.filter(({ page }) => (!tab || tabOf(page) === tab) && (!kind || kindOf(page) === kind));
      const phrase = isCorrected ? matches.map(({ text }) => text).join(" ") : fold(query.trim().replace(/\s+/g, " "));
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
      const hits = (
        await Promise.all(chosen.slice(0, most).map((candidate) => hitsOf(candidate, query.trim(), phrase, marks)))
      ).flat();
      hits.sort((one, other) => other.score - one.score);
      const shown = hits.filter(hasRoom());
      return {
        hits: shown,
        marks,
        words,
        // Several places of a page may be shown; of pages beyond the first ones, only their number is known.
        count: Math.max(shown.length, chosen.length > most ? chosen.length : 0),
        isCorrected,
        tabs: counted(readable, tabOf),
        kinds: counted(readable, kindOf)
      };
    }
  );
  search.firstPages = () => Promise.all(root.first.map(loadPage));
  return search;
};
