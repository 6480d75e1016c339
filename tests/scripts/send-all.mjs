// Sends requests by the scripts of the playground: node send-all.mjs requests.json
import { readFileSync } from "node:fs";
import { load } from "./playground.mjs";

const { buildFetch, getMember, toPlainData, parseJson } = load(
  ["buildFetch", "getMember", "toPlainData", "parseJson"],
  {
    fetch
  }
);
const tree = parseJson(readFileSync(process.argv[2], "utf8"));
const withFile = (/** @type {any} */ part) =>
  part.file ? { ...part, blob: new Blob([readFileSync(part.file)]) } : part;
for (const entry of tree) {
  const request = toPlainData(entry);
  if (request.body) {
    request.body = withFile({ ...request.body, value: getMember(getMember(entry, "body"), "value") });
    if (request.body.parts) request.body.parts = request.body.parts.map(withFile);
  }
  // With a proxy, cookies travel as a header of their own; here they are set as a server would see them.
  const { url, options } = buildFetch(request);
  if (request.cookies.length)
    options.headers.push(["Cookie", request.cookies.map((/** @type {string[]} */ pair) => pair.join("=")).join("; ")]);
  await (await fetch(url, { ...options, referrerPolicy: undefined, cache: undefined })).text();
}
