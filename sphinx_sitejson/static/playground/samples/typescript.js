// @ts-check
"use strict";

// Samples for TypeScript: those for Node.js with a type annotation.
// @language {"label": "TypeScript", "lexer": "typescript", "spellings": ["ts"], "uses": ["sample-parts", "literals", "samples/javascript", "samples/node"]}

SAMPLES.typescript = (request) => writeNodeCode(request, ": Response");
