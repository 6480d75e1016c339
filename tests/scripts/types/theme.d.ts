// Types that the scripts of the theme share, and globals of Sphinx.

/** A page as `sitejson-pages.js` lists it; numbers are indexes of the lists beside it. */
type ListedPage = [
  title: string,
  tab?: number,
  trail?: number,
  version?: number,
  description?: string,
  method?: string,
  path?: string,
  language?: number,
];

interface ListedPages {
  pages: Record<string, ListedPage>;
  tabs: string[];
  trails: string[][];
  versions: string[];
}

/** `_static/search/root.js`; `publishing/search/index_files.py` writes it. One character of a text for each page. */
interface IndexRoot {
  /** The factors of boosted pages, by number. */
  boosts?: Record<number, number>;
  /** The file names of the pages, eight characters each. */
  files: string;
  kinds: string;
  tabs: [names: string[], numbers: string];
  versions: [names: string[], numbers: string];
  /** The first word of each word file, and the names of these files. */
  starts: string[];
  shards: string;
  stop: string[];
  /** The pages to start from. */
  first: number[];
}

/**
 * The file of a page: its name, title, kind, tab, trail, version, description, method, path, locations, additional
 * files.
 */
interface IndexPage {
  n: string;
  t: string;
  k?: string;
  b?: string;
  r?: string[];
  v?: string;
  d?: string;
  m?: string;
  p?: string;
  w?: string;
  /** Anchor, title, text, kind, label and keywords of each location. */
  s: string[][];
  x?: [first: number, file: string][];
}

interface Match {
  text: string;
  forms: Map<string, { entry: string; fit: number }>;
}

interface Lookup {
  findForms(word: string): Promise<Match>;
  correctWord(word: string): Promise<string>;
  findPages(match: Match): Map<number, Map<number, number>>;
}

interface Candidate {
  page: number;
  score: number;
  /** The score of each location, and a bit for each word of the query that it contains. */
  locations: Map<number, [number, number]>;
  /** The number of words of the query that the page contains. */
  found: number;
}

interface Hit {
  kind: string;
  page: string;
  anchor: string;
  title: string;
  pageTitle: string;
  label: string;
  trail: string[];
  tab: string;
  version: string;
  method: string;
  path: string;
  description: string;
  sentence: string;
  score: number;
}

interface Filters {
  tab: string;
  kind: string;
}

interface Found {
  hits: Hit[];
  /** Words to mark in hits. */
  marks: string[];
  words: string[];
  count: number;
  isCorrected: boolean;
  /** The number of pages for each filter. */
  tabs: Map<string, number>;
  kinds: Map<string, number>;
}

interface SearchSite {
  (query: string, options?: { version?: string; tab?: string; kind?: string; limit?: number }): Promise<Found>;
  firstPages(): Promise<IndexPage[]>;
}

interface Sitejson {
  // core.js
  readStorage(name: string, storage?: "localStorage" | "sessionStorage"): string;
  writeStorage(name: string, value: string, storage?: "localStorage" | "sessionStorage"): void;
  announce(what: "copied" | "notCopied"): void;
  copyText(text: string): Promise<boolean>;

  // locations.js
  setLocation(content: [string, Record<string, string>]): void;

  // search-open.js
  loadScript(path: string): Promise<void>;
  loadStyle(path: string): Promise<void>;
  loaded: Record<string, Promise<void>>;

  // The scripts search-*.js: available once the search was opened.
  splitWords(query: string): string[];
  findSymbols(text: string): string[];
  splitName(name: string): string[];
  findSentence(text: string, words: string[]): string;
  createLookup(root: IndexRoot, loadWords: (name: string) => Promise<Record<string, string>>): Lookup;
  createPageHit(page: IndexPage): Hit;
  renderFilters(place: HTMLElement, found: Found, filters: Filters, changed: () => void): void;
  search: {
    root(data: IndexRoot): void;
    words(name: string, data: Record<string, string>): void;
    page(name: string, data: IndexPage): void;
  };
  foldText(text: string): string;
  splitMatches(text: string, words: string[]): string[];
  editDistance(one: string, other: string, most: number): number;
  createSearch(
    root: IndexRoot,
    load: {
      words: (name: string) => Promise<Record<string, string>>;
      page: (name: string) => Promise<IndexPage>;
    },
  ): SearchSite;
  pageUrl(name: string, anchor?: string): string;
  loadSearch(): Promise<SearchSite>;
  searchPromise?: Promise<SearchSite>;
  renderMatches(element: Element | null, text: string, words: string[]): void;
  renderHit(hit: Hit, query: { marks: string[]; words: string[]; version: string }, group?: string): HTMLAnchorElement;
  currentVersion(): string;
  runFinder?(): void;

  // sitejson-pages.js, which the build writes.
  pages?: ListedPages;

  // not-found.js
  findNearestPages(path: string, pages: Record<string, ListedPage>, most?: number): string[];

  // sidebar-tree.js
  setTree(html: string): void;
  tree?: DocumentFragment;
  completeTree(part: HTMLElement): Promise<void>;
}

// Sphinx's documentation_options.js.
declare const DOCUMENTATION_OPTIONS: { BUILDER: string; LINK_SUFFIX: string; COLLAPSE_INDEX: boolean };
