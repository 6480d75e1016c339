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

interface Found {
  hits: Hit[];
  /** Words to mark in hits. */
  marks: string[];
  words: string[];
  count: number;
  isCorrected: boolean;
}

type SearchSite = (query: string, options?: { version?: string; most?: number }) => Found;

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

  // search-ranking.js, search.js and search-dialog.js: there once the search was opened.
  fold(text: string): string;
  markedPieces(text: string, words: string[]): string[];
  distance(one: string, other: string, most: number): number;
  makeSearch(index: any, site: ListedPages, language: Language): SearchSite;
  pageAddress(name: string, anchor?: string): string;
  loadSearch(): Promise<SearchSite>;
  searching?: Promise<SearchSite>;
  writeMarked(element: Element | null, text: string, words: string[]): void;
  drawHit(hit: Hit, query: { marks: string[]; words: string[]; version: string }): HTMLAnchorElement;
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

// Sphinx's documentation_options.js, searchindex.js and language_data.js.
declare const DOCUMENTATION_OPTIONS: { BUILDER: string; LINK_SUFFIX: string };
declare var Search: { setIndex(index: any): void } | undefined;
declare class Stemmer {
  stemWord(word: string): string;
}
declare const stopwords: Iterable<string>;
declare const splitQuery: ((query: string) => string[]) | undefined;
