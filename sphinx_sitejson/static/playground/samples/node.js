// @ts-check
"use strict";

// Samples for Node.js, whose fetch is that of browsers, but which reads files.

SAMPLES.node = (request) => {
  const [name, place] = request.body?.kind === "file" ? ["readFile", "fs/promises"] : ["openAsBlob", "fs"];
  const code = fetchCode(request, (file) => `await readFile(${file})`, (file) => `await openAsBlob(${file})`, false);
  return hasFile(request) ? `import { ${name} } from "node:${place}";\n\n${code}` : code;
};
