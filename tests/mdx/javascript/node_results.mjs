// Prints what Node.js makes of the JavaScript in a JSON file: a list of texts, "error" for what fails.
import { readFileSync } from "node:fs";

function text(value) {
  if (value == null || typeof value === "boolean" || typeof value === "function" || typeof value === "symbol")
    return "";
  if (typeof value !== "object") return String(value);
  if (typeof value[Symbol.iterator] === "function") return [...value].map(text).join("");
  throw new TypeError("an object is not text");
}

const hooks = {
  useState: (initial) => [typeof initial === "function" ? initial() : initial, () => {}],
  useMemo: (compute) => compute(),
  useRef: (initial) => ({ current: initial === undefined ? null : initial }),
  useCallback: (callback) => callback,
  useEffect: () => {},
  useId: () => ":r0:"
};

const results = JSON.parse(readFileSync(process.argv[2], "utf8")).map(({ kind, source }) => {
  try {
    const body = kind === "expression" ? `"use strict"; return (${source}\n)` : `"use strict"; ${source}`;
    return text(
      new Function("require", "process", "window", ...Object.keys(hooks), body)(
        undefined,
        undefined,
        undefined,
        ...Object.values(hooks)
      )
    );
  } catch {
    return "error";
  }
});
console.log(JSON.stringify(results));
