// Sends requests by the scripts of the playground: node send-all.mjs requests.json
import { readFileSync } from "node:fs";
import { load } from "./playground.mjs";

const { buildFetch, parseJson } = load({ fetch });
const withFile = (/** @type {any} */ part) =>
  part.file ? { ...part, blob: new Blob([readFileSync(part.file)]) } : part;
for (const request of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const { body } = request;
  if (body) {
    request.body = withFile(body.kind === "json" ? { ...body, value: parseJson(body.json) } : body);
    if (body.parts) request.body.parts = body.parts.map(withFile);
  }
  // With a proxy, cookies travel as a header of their own; here they are set as a server would see them.
  const { url, options } = buildFetch(request);
  if (request.cookies.length)
    options.headers.push(["Cookie", request.cookies.map((/** @type {string[]} */ pair) => pair.join("=")).join("; ")]);
  await (await fetch(url, { ...options, referrerPolicy: undefined, cache: undefined })).text();
}
