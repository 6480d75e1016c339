// Loads the pure files of the playground into a realm of their own, as the joined script does.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const SOURCES = new URL("../../sphinx_sitejson/static/playground/", import.meta.url);
const PARTS = [
  "json-text",
  "json-edit",
  "decimals",
  "encoding",
  "schemas",
  "validation",
  "servers",
  "request",
  "secrets",
  "quoting",
  "literals",
  "sample-parts",
  "fetch-request",
  "sizes",
  "responses",
  "oauth",
  "curl-command",
  "curl-match",
  "digest",
  "history",
  "long-response",
  "markup",
  "response-checks",
  "response-links"
];

const source = PARTS.map((part) => readFileSync(new URL(`${part}.js`, SOURCES), "utf8"))
  .join("\n")
  .replaceAll('"use strict";', "");
const NAMES = [...source.matchAll(/^(?:const|class|(?:async )?function\*?) (\w+)/gm)].map((found) => found[1]);

/** All that the files define. @param {Record<string, unknown>} globals */
export function load(globals = {}) {
  const context = vm.createContext({
    structuredClone,
    URL,
    URLSearchParams,
    Blob,
    TextEncoder,
    TextDecoder,
    crypto,
    btoa,
    atob,
    setTimeout,
    clearTimeout,
    AbortController,
    ...globals
  });
  return vm.runInContext(`(() => { ${source}\nreturn { ${NAMES.join(", ")} }; })()`, context);
}

/** The words of a table. @param {string} text */
export const words = (text) => text.trim().split(/\s+/);

/** A value of this realm, so that values of both can be compared. @param {any} value */
export const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
