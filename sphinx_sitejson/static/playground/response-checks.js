// @ts-check
"use strict";

// Validate response bodies against their schemas. Pure.

/** Split a stream into the data of its events, or its lines. @param {string} text @returns {string[]} */
function splitStream(text) {
  const lines = text.split(/\r\n|\r|\n/);
  if (!lines.some((line) => /^data:/.test(line)))
    return lines.map((line) => line.replace(/^\x1e/, "").trim()).filter(Boolean);
  return text
    .split(/(?:\r\n|\r|\n){2}/)
    .map((event) =>
      event
        .split(/\r\n|\r|\n/)
        .filter((line) => /^data:/.test(line))
        .map((line) => line.slice(5))
        .join("\n")
        .trim()
    )
    .filter(Boolean);
}

/**
 * Validate a response body; `isComplete` says whether all of it was validated.
 * @param {any} schema
 * @param {string} text
 * @param {Record<string, any>} definitions
 * @param {string} kind
 * @param {(text: string) => any} parse
 */
function validateResponse(schema, text, definitions, kind, parse = parseJson) {
  const isStream = kind === "stream";
  const problems = /** @type {Problem[]} */ ([]);
  // The replacement character: some bytes could not be decoded.
  const unchecked = /** @type {(string | number)[][]} */ (text.includes("\ufffd") ? [[]] : []);
  const budget = validationBudget();
  (isStream ? splitStream(text) : [text]).forEach((each, index) => {
    const path = isStream ? [index] : [];
    try {
      problems.push(...validate(schema, parse(each), definitions, "response", path, 0, unchecked, budget));
    } catch (error) {
      // Streams may end with a token that is not JSON, such as "[DONE]".
      if (error instanceof SyntaxError && !/^\[?\w+\]?$/.test(isStream ? each : ""))
        problems.push(jsonProblem(findJsonError(each), path));
      else unchecked.push(path);
    }
  });
  return { problems, isComplete: !unchecked.length };
}

SHARED.validateResponse = validateResponse;
