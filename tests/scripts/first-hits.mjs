/* Reads queries and the folder of a search index as JSON, and writes the page of each first hit. */
import { readFileSync } from "node:fs";

import { scripts } from "./support.mjs";

const { createSearch } = scripts("search-words", "search-lookup", "search", "search-ranking");
const { folder, queries } = JSON.parse(readFileSync(0, "utf8"));
const load = async (name) => {
  const text = readFileSync(`${folder}/${name}.js`, "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
};
const search = createSearch(await load("root"), { words: load, page: load });
const found = {};
for (const query of queries) found[query] = (await search(query)).hits[0]?.page ?? "";
console.log(JSON.stringify(found));
