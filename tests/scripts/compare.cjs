// Reads [[name, script, script], …] and prints the names whose two scripts differ in meaning.
// Node brings the parser with it, but shows it only with --expose-internals.
"use strict";

const { parse } = require("internal/deps/acorn/acorn/dist/acorn");
const { readFileSync } = require("node:fs");

// Where a part stands and how a value is spelled mean nothing.
const PLACES = new Set(["start", "end", "raw"]);
const meaning = (script) =>
  JSON.stringify(parse(script, { ecmaVersion: "latest" }), (key, value) => {
    if (PLACES.has(key) && typeof value !== "object") return undefined;
    return typeof value === "bigint" ? `${value}n` : value;
  });

const pairs = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(pairs.filter(([, one, two]) => meaning(one) !== meaning(two)).map(([name]) => name)));
