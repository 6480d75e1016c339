// @ts-check
"use strict";

/* Finds and ranks pages, sections and objects in Sphinx's own index; knows nothing of the page it runs on.

   What the index lacks comes from the list of pages: only pages in the list are found, so hidden pages are not. */

/**
 * @typedef {{ text: string, stem: string, isOptional: boolean, docs: Map<number, number> }} Word
 * @typedef {{ kind: string, doc: number, anchor: string, title: string, label: string, folded: string, parts?: string[] }} Entry
 * @typedef {{ kind: string, page: string, anchor: string, title: string, pageTitle: string, label: string, trail: string[], tab: string, version: string, method: string, path: string, description: string, score: number }} Hit
 * @typedef {{ stem: (word: string) => string, stopWords: Set<string>, split: (query: string) => string[] }} Language
 */

/** Lower case without accents, of the same length for all letters that matter. @param {string} text */
sitejson.fold = (text) => {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(lower) ? lower : lower.normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
};

/** A text in pieces, every other one matched by a word. @param {string} text @param {string[]} words @returns {string[]} */
sitejson.markedPieces = (text, words) => {
  const folded = sitejson.fold(text);
  if (folded.length !== text.length) return [text];
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "\\$&")).filter(Boolean);
  if (!escaped.length) return [text];
  const pattern = new RegExp(escaped.sort((one, other) => other.length - one.length).join("|"), "g");
  // A short word is marked only where a word begins: "a" stands in nearly every word.
  const found = [...folded.matchAll(pattern)].filter(({ 0: match, index = 0 }) =>
    match.length > 2 || !/[\p{L}\p{N}]/u.test(folded.charAt(index - 1)) || /\p{Lo}/u.test(match));
  const pieces = [];
  let end = 0;
  for (const { 0: match, index = 0 } of found) {
    pieces.push(text.slice(end, index), text.slice(index, index + match.length));
    end = index + match.length;
  }
  return [...pieces, text.slice(end)];
};

/** How many letters must change to make one word of the other, at most `most` + 1. @param {string} one @param {string} other @param {number} most */
sitejson.distance = (one, other, most) => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let above = /** @type {number[]} */ ([]);
  let row = [...other, ""].map((_, column) => column);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[line - 1] === other[column - 1];
      next[column] = Math.min(row[column] + 1, next[column - 1] + 1, row[column - 1] + (isSame ? 0 : 1));
      const isSwapped = line > 1 && column > 1 && one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1];
      if (isSwapped) next[column] = Math.min(next[column], above[column - 2] + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    [above, row] = [row, next];
  }
  return row[other.length];
};

/**
 * Prepare an index once; the function returned answers queries.
 * @param {any} index what Sphinx's searchindex.js holds
 * @param {ListedPages} site what sitejson-pages.js holds
 * @param {Language} language
 */
sitejson.makeSearch = (index, site, language) => {
  const { fold, distance } = sitejson;
  const WEIGHTS = /** @type {Record<string, number>} */ ({ page: 100, operation: 100, schema: 76, section: 80, object: 70, entry: 60 });
  const pages = /** @type {ListedPage[]} */ (index.docnames.map((/** @type {string} */ name) => site.pages[name]));
  const pageTitles = pages.map((page) => fold(page?.[0] ?? ""));
  const endpoints = pages.map((page) => fold(page?.[6] ? `${page[5]} ${page[6]}` : ""));
  const order = new Map(Object.keys(site.pages).map((name, position) => [name, position]));
  const entries = /** @type {Entry[]} */ ([]);
  const anchors = new Set();

  /** @param {string} kind @param {number} doc @param {string} anchor @param {string} title @param {string} label */
  const add = (kind, doc, anchor, title, label = "") => {
    if (!pages[doc]) return;
    anchors.add(`${doc}#${anchor}`);
    entries.push({ kind, doc, anchor, title, label, folded: fold(title) });
  };

  /** The words of an entry, and the words inside words; worked out for the few that need them. @param {Entry} entry */
  const partsOf = (entry) => (entry.parts ??= fold(`${entry.title} ${entry.title.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")}`).split(/[^\p{L}\p{N}_]+/u));

  /** @param {string} text */
  const unescape = (text) => text.replace(/&(lt|gt|amp|quot|#x27);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&", quot: '"' })[/** @type {"lt"} */ (name)] ?? "'");

  /** What is told of pages that are schemas. @type {Map<number, string>} */
  const schemas = new Map();
  for (const [prefix, objects] of Object.entries(index.objects)) {
    for (const [doc, type, , short, name] of objects) {
      const [domain, kind, label] = index.objnames[type];
      if (domain === "openapi") {
        if (kind === "schema") schemas.set(doc, label);
        continue;
      }
      const full = unescape((prefix ? `${prefix}.` : "") + name);
      add("object", doc, short === "" ? full : short === "-" ? `${kind}-${full}` : short, full, label);
    }
  }
  pages.forEach((page, doc) => page && add(page[5] ? "operation" : schemas.has(doc) ? "schema" : "page", doc, "", page[0], schemas.get(doc)));
  for (const [title, places] of Object.entries(index.alltitles)) {
    for (const [doc, id] of places) if (id !== null && title !== pages[doc]?.[0]) add("section", doc, id, title);
  }
  for (const [name, places] of Object.entries(index.indexentries ?? {})) {
    for (const [doc, id] of places) if (id && !anchors.has(`${doc}#${id}`)) add("entry", doc, id, name);
  }

  const vocabulary = [index.titleterms, index.terms].map((terms) => ({ terms, names: Object.keys(terms).sort() }));

  /** The pages whose text has a word, or one that begins with it. @param {string} text @param {string} stem */
  const pagesWith = (text, stem) => {
    const docs = new Map();
    vocabulary.forEach(({ terms, names }, place) => {
      /** @param {string} name @param {number} score */
      const take = (name, score) => {
        if (!Object.hasOwn(terms, name)) return;
        for (const doc of [terms[name]].flat()) docs.set(doc, Math.max(docs.get(doc) ?? 0, score * (place ? 1 : 1.5)));
      };
      take(stem, 1);
      take(text, 1);
      if (text.length < 2) return;
      let low = 0;
      for (let high = names.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (names[middle] < text) low = middle + 1;
        else high = middle;
      }
      for (; names[low]?.startsWith(text); low++) take(names[low], 0.6);
    });
    return docs;
  };

  /** How well a word fits the words of an entry, from 0 to 1. @param {Word} word @param {Entry} entry */
  const fit = ({ text, stem }, entry) => {
    const isInside = entry.folded.includes(text);
    if (!isInside && !(stem.length > 2 && entry.folded.includes(stem))) return 0;
    let best = isInside && (text.length > 2 || /\p{Lo}/u.test(text)) ? 0.35 : 0;
    if (best && /\p{Lo}/u.test(text)) best = 0.8;
    for (const part of partsOf(entry)) {
      if (part === text) return 1;
      if (part.startsWith(text)) best = Math.max(best, 0.7 + (0.2 * text.length) / part.length);
      else if (stem.length > 2 && part.startsWith(stem)) best = Math.max(best, 0.65);
    }
    return best;
  };

  /** @type {Set<string> | undefined} */
  let known;

  /** A word that nobody wrote, as somebody did. @param {string} text */
  const corrected = (text) => {
    const most = text.length > 7 ? 2 : 1;
    let best = "";
    let least = most + 1;
    if (text.length < 4) return best;
    known ??= new Set([...entries.flatMap(partsOf), ...vocabulary.flatMap(({ names }) => names)]);
    for (const name of known) {
      // The first letter is rarely wrong; this leaves out nearly all words.
      if (name[0] !== text[0] && name[0] !== text[1]) continue;
      // The end of a word may not be typed yet.
      for (const candidate of new Set([name, name.slice(0, text.length)])) {
        const far = distance(text, candidate, Math.min(most, least - 1)) + (candidate === name ? 0 : 0.5);
        if (candidate.length > 2 && far < least) [best, least] = [candidate, far];
      }
    }
    return best;
  };

  /** Chinese and Japanese have no spaces: take the longest words that the index knows. @param {string} text */
  const segmented = (text) => {
    const isTerm = (/** @type {string} */ part) => vocabulary.some(({ terms }) => Object.hasOwn(terms, part));
    if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) || isTerm(text)) return [text];
    const found = [];
    for (let start = 0; start < text.length; ) {
      let end = Math.min(text.length, start + 12);
      while (end > start + 1 && !isTerm(text.slice(start, end))) end--;
      if (end > start + 1 || isTerm(text.slice(start, end))) found.push(text.slice(start, end));
      start = end;
    }
    return found.length ? found : [text];
  };

  /** @param {string} text @returns {Word} */
  const makeWord = (text) => {
    const stem = language.stem(text).toLowerCase();
    // Sphinx keeps neither words without meaning nor numbers in its index; titles may have them.
    const isOptional = language.stopWords.has(text) || (/^\d+$/.test(text) && !entries.some(({ folded }) => folded.includes(text)));
    return { text: fold(text), stem: fold(stem), isOptional, docs: pagesWith(text, stem) };
  };

  /** @param {Word} word */
  const isKnown = (word) => word.docs.size > 0 || entries.some((entry) => fit(word, entry) > 0) || endpoints.some((endpoint) => endpoint.includes(word.text));

  /** What a page knows of a word besides the text that is ranked. @param {Word} word @param {Entry} entry */
  const around = (word, entry) => {
    if (endpoints[entry.doc].includes(word.text)) return entry.anchor ? 0.3 : 3;
    if (entry.anchor && pageTitles[entry.doc].includes(word.text)) return 1.2;
    return word.docs.get(entry.doc) ?? 0;
  };

  /** @param {Entry} entry @param {Word[]} words @param {string} phrase */
  const rate = (entry, words, phrase) => {
    let own = 0;
    let rest = 0;
    let needed = 0;
    for (const word of words) {
      const fits = fit(word, entry);
      const near = fits ? 0 : around(word, entry);
      if (!fits && !near && !word.isOptional) return 0;
      if (!word.isOptional || fits) needed++;
      own += fits;
      rest += near;
    }
    if (!own && (!rest || entry.anchor)) return 0;
    const { folded } = entry;
    const whole = folded === phrase || folded.endsWith(`.${phrase}`) ? 45 : folded.startsWith(phrase) ? 20 : folded.includes(phrase) ? 8 : 0;
    const near = own ? (10 * Math.min(1, phrase.length / folded.length)) : 0;
    return (WEIGHTS[entry.kind] * own + 12 * rest) / Math.max(1, needed) + whole + near;
  };

  /**
   * Return the hits of a query, the best first, and the words that were looked for.
   * @param {string} query @param {{ version?: string, most?: number }} options
   */
  return (query, { version = "", most = 40 } = {}) => {
    let words = language.split(query.toLowerCase()).filter(Boolean).flatMap(segmented).map(makeWord);
    let isCorrected = false;
    words = words.map((word) => {
      const other = word.isOptional || isKnown(word) ? "" : corrected(word.text);
      if (!other) return word;
      isCorrected = true;
      return { ...makeWord(other), isOptional: false };
    });
    if (words.every((word) => word.isOptional)) for (const word of words) word.isOptional = false;
    const phrase = isCorrected ? words.map((word) => word.text).join(" ") : fold(query.trim().replace(/\s+/g, " "));
    const rated = [];
    for (const entry of words.length ? entries : []) {
      const score = rate(entry, words, phrase);
      if (score) rated.push({ entry, score, position: order.get(index.docnames[entry.doc]) ?? 0 });
    }
    const shown = new Set(rated.map(({ entry }) => entry.anchor && entry.doc));
    rated.sort((one, other) => other.score - one.score || one.position - other.position);

    const isReadable = (/** @type {Entry} */ entry) => {
      const [, , , ofPage] = pages[entry.doc];
      return !version || !ofPage || site.versions[ofPage] === version;
    };
    // A page that only has the words in its text says nothing beside its own sections.
    const telling = rated.filter(({ entry, score }) => entry.anchor || score > 40 || !shown.has(entry.doc));
    const ofVersion = telling.filter(({ entry }) => isReadable(entry));
    const counts = new Map();
    /** Headings that every page has do not crowd out the rest. @param {string} key @param {number} limit */
    const hasRoom = (key, limit) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key) <= limit;
    };
    const candidates = ofVersion.length ? ofVersion : telling;
    const chosen = [];
    for (const candidate of candidates) {
      const { kind, folded, doc } = candidate.entry;
      if (chosen.length === most) break;
      if (kind !== "section" || (hasRoom(`=${folded}`, 4) && hasRoom(`#${doc}`, 5))) chosen.push(candidate);
    }
    const hits = chosen.map(({ entry, score }) => {
      const [pageTitle, tab, trail, ofPage, description, method, path] = pages[entry.doc];
      return /** @type {Hit} */ ({
        kind: entry.kind,
        page: index.docnames[entry.doc],
        anchor: entry.anchor,
        title: entry.title,
        pageTitle,
        label: entry.label,
        trail: site.trails[trail ?? 0] ?? [],
        tab: site.tabs[tab ?? 0] ?? "",
        version: site.versions[ofPage ?? 0] ?? "",
        method: method ?? "",
        path: path ?? "",
        description: description ?? "",
        score,
      });
    });
    const marks = [...new Set(words.flatMap(({ text, stem, isOptional }) => (isOptional && words.length > 1 ? [] : stem.length > 2 && text.startsWith(stem) ? [text, stem] : [text])))];
    return { hits, marks, count: chosen.length < most ? chosen.length : candidates.length, isCorrected, words: words.map((word) => word.text) };
  };
};
