// @ts-check
"use strict";

// Samples for TypeScript, which are those for Node.js with a type written down.

SAMPLES.typescript = (request) => nodeCode(request, ": Response");
