/** Runs scripts of the theme without a page, as the browser would run them one after the other. */
import { readFileSync } from "node:fs";
import vm from "node:vm";

const folder = new URL("../../sphinx_sitejson/theme/sitejson/scripts/", import.meta.url);

/** What the named scripts add to `sitejson`. */
export function scripts(...names) {
  const context = vm.createContext({ sitejson: {} });
  for (const name of names) vm.runInContext(readFileSync(new URL(`${name}.js`, folder), "utf8"), context);
  return context.sitejson;
}

/** A value made in the scripts' own world, as one of this world. */
export const plain = (value) => JSON.parse(JSON.stringify(value));
