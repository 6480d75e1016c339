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
  "curl-match"
];

/** The names that the files define. @param {string[]} names @param {Record<string, unknown>} globals */
export function load(names, globals = {}, parts = PARTS) {
  const source = parts
    .map((part) => readFileSync(new URL(`${part}.js`, SOURCES), "utf8"))
    .join("\n")
    .replaceAll('"use strict";', "");
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
  const found = vm.runInContext(`(() => { ${source}\nreturn { ${names.join(", ")} }; })()`, context);
  return found;
}

/** A value of this realm, so that values of both can be compared. @param {any} value */
export const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
