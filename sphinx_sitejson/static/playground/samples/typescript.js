// @ts-check
"use strict";

// Samples for TypeScript: those for Node.js with a type annotation.

SAMPLES.typescript = (request) => writeNodeCode(request, ": Response");
