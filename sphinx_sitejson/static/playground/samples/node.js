// @ts-check
"use strict";

// Samples for Node.js, whose fetch is that of browsers, but which reads files.
// @language {"label": "Node.js", "lexer": "javascript", "spellings": ["nodejs", "node.js", "node-js"], "uses": ["sample-parts", "literals", "samples/javascript"]}

/** @param {BuiltRequest} request @param {string} kind */
function writeNodeCode(request, kind = "") {
  const [name, place] = request.body?.kind === "file" ? ["readFile", "fs/promises"] : ["openAsBlob", "fs"];
  const part = (/** @type {string} */ file, /** @type {string} */ type) =>
    `await openAsBlob(${quoteScript(file)}` + (type ? `, { type: ${quoteScript(type)} })` : ")");
  const code = writeFetchCode(request, (file) => `await readFile(${quoteScript(file)})`, part, false, kind);
  return hasFile(request) ? `import { ${name} } from "node:${place}";\n\n${code}` : code;
}

SAMPLES.node = (request) => writeNodeCode(request);
