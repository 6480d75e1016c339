// @ts-check
"use strict";

// Validates what a server sent against the schema of the response. Pure.

/** The values of a stream: what its events carry, or its lines. @param {string} text @returns {string[]} */
function streamValues(text) {
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
 * Validate a response body; say whether all of it was checked.
 * @param {any} schema
 * @param {string} text
 * @param {Record<string, any>} definitions
 * @param {string} kind
 * @param {(text: string) => any} read
 */
function checkResponse(schema, text, definitions, kind, read = readJson) {
  const isStream = kind === "stream";
  const problems = /** @type {Problem[]} */ ([]);
  // A sign that stands for another one that could not be read.
  const open = /** @type {(string | number)[][]} */ (text.includes("\ufffd") ? [[]] : []);
  (isStream ? streamValues(text) : [text]).forEach((each, index) => {
    const path = isStream ? [index] : [];
    try {
      problems.push(...check(schema, read(each), definitions, "response", path, 0, open));
    } catch (error) {
      // Events may end with a word that is no JSON.
      if (error instanceof SyntaxError && !/^\[?\w+\]?$/.test(isStream ? each : ""))
        problems.push({ path, rule: "json" });
      else open.push(path);
    }
  });
  return { problems, isWhole: !open.length };
}

SHARED.checkResponse = checkResponse;
