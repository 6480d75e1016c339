// Sends requests by the scripts of the playground: node send-all.mjs requests.json
import { readFileSync } from "node:fs";
import { load } from "./playground.mjs";

const { fetchParts, memberOf, plainData, readJson } = load(["fetchParts", "memberOf", "plainData", "readJson"], {
  fetch
});
const tree = readJson(readFileSync(process.argv[2], "utf8"));
const withFile = (/** @type {any} */ part) =>
  part.file ? { ...part, blob: new Blob([readFileSync(part.file)]) } : part;
for (const entry of tree) {
  const request = plainData(entry);
  if (request.body) {
    request.body = withFile({ ...request.body, value: memberOf(memberOf(entry, "body"), "value") });
    if (request.body.parts) request.body.parts = request.body.parts.map(withFile);
  }
  // With a proxy, cookies travel as a header of their own; here they are set as a server would see them.
  const { url, options } = fetchParts(request);
  if (request.cookies.length)
    options.headers.push(["Cookie", request.cookies.map((/** @type {string[]} */ pair) => pair.join("=")).join("; ")]);
  await (await fetch(url, { ...options, referrerPolicy: undefined, cache: undefined })).text();
}
