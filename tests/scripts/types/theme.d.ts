// What the scripts of the theme share, and what Sphinx gives them.

/** A page as `sitejson-pages.js` lists it; numbers lead into the lists beside it. */
type ListedPage = [
  title: string,
  tab?: number,
  trail?: number,
  version?: number,
  description?: string,
  method?: string,
  path?: string,
];

interface ListedPages {
  pages: Record<string, ListedPage>;
  tabs: string[];
  trails: string[][];
  versions: string[];
}

/** `_static/search/root.js`; `publishing/search/index_files.py` writes it. One character of a text for each page. */
interface IndexRoot {
  /** The factors of the pages that have one, by number. */
  boosts?: Record<number, number>;
  /** The names of the pages' files, eight characters each. */
  files: string;
  kinds: string;
  tabs: [names: string[], numbers: string];
  versions: [names: string[], numbers: string];
  /** The first words of the files of words, and the names of these files. */
  starts: string[];
  shards: string;
  stop: string[];
  /** The pages to start from. */
  first: number[];
}

/** The file of a page: its name, title, kind, tab, trail, version, description, method, path, places, further files. */
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
  /** Anchor, title, text, kind, label and keywords of each place. */
  s: string[][];
  x?: [first: number, file: string][];
}

interface Match {
  text: string;
  forms: Map<string, { entry: string; fit: number }>;
}

interface Lookup {
  formsOf(word: string): Promise<Match>;
  corrected(word: string): Promise<string>;
  pagesWith(match: Match): Map<number, Map<number, number>>;
}

interface Candidate {
  page: number;
  score: number;
  places: Map<number, number>;
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
  /** How many pages each choice would leave. */
  tabs: Map<string, number>;
  kinds: Map<string, number>;
}

interface SearchSite {
  (query: string, options?: { version?: string; tab?: string; kind?: string; most?: number }): Promise<Found>;
  firstPages(): Promise<IndexPage[]>;
}

interface Sitejson {
  // core.js
  recall(name: string, storage?: "localStorage" | "sessionStorage"): string;
  keep(name: string, value: string, storage?: "localStorage" | "sessionStorage"): void;
  announce(what: "copied" | "notCopied"): void;
  copy(text: string): Promise<boolean>;

  // places.js
  setPlace(content: [string, Record<string, string>]): void;

  // search-open.js
  load(path: string): Promise<void>;
  style(path: string): Promise<void>;
  loaded: Record<string, Promise<void>>;

  // The scripts search-*.js: there once the search was opened.
  wordsOf(query: string): string[];
  symbolsOf(text: string): string[];
  partsOf(name: string): string[];
  sentence(text: string, words: string[]): string;
  makeLookup(root: IndexRoot, loadWords: (name: string) => Promise<Record<string, string>>): Lookup;
  pageHit(page: IndexPage): Hit;
  drawFilters(place: HTMLElement, found: Found, filters: Filters, changed: () => void): void;
  search: {
    root(data: IndexRoot): void;
    words(name: string, data: Record<string, string>): void;
    page(name: string, data: IndexPage): void;
  };
  fold(text: string): string;
  markedPieces(text: string, words: string[]): string[];
  distance(one: string, other: string, most: number): number;
  makeSearch(
    root: IndexRoot,
    load: {
      words: (name: string) => Promise<Record<string, string>>;
      page: (name: string) => Promise<IndexPage>;
    },
  ): SearchSite;
  pageAddress(name: string, anchor?: string): string;
  loadSearch(): Promise<SearchSite>;
  searching?: Promise<SearchSite>;
  writeMarked(element: Element | null, text: string, words: string[]): void;
  drawHit(hit: Hit, query: { marks: string[]; words: string[]; version: string }, group?: string): HTMLAnchorElement;
  shownVersion(): string;
  finder?(): void;

  // sitejson-pages.js, which is written for each site.
  pages?: ListedPages;

  // not-found.js
  nearestPages(path: string, pages: Record<string, ListedPage>, most?: number): string[];

  // sidebar-tree.js
  setTree(html: string): void;
  tree?: DocumentFragment;
  completeTree(part: HTMLElement): Promise<void>;
}

// Sphinx's documentation_options.js.
declare const DOCUMENTATION_OPTIONS: { BUILDER: string; LINK_SUFFIX: string; COLLAPSE_INDEX: boolean };
