// @ts-check
"use strict";

// Samples for Node.js, whose fetch is that of browsers, but which reads files.

/** @param {BuiltRequest} request @param {string} kind */
function nodeCode(request, kind = "") {
  const [name, place] = request.body?.kind === "file" ? ["readFile", "fs/promises"] : ["openAsBlob", "fs"];
  const part = (/** @type {string} */ file, /** @type {string} */ type) =>
    `await openAsBlob(${scriptQuoted(file)}` + (type ? `, { type: ${scriptQuoted(type)} })` : ")");
  const code = fetchCode(request, (file) => `await readFile(${scriptQuoted(file)})`, part, false, kind);
  return hasFile(request) ? `import { ${name} } from "node:${place}";\n\n${code}` : code;
}

SAMPLES.node = (request) => nodeCode(request);
