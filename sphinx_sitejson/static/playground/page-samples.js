// @ts-check
"use strict";

// Write requests that the build describes as data: in the build itself, and in pages of builds without an engine. Pure.

/**
 * Write a request in some languages.
 * @param {any} data a request whose JSON body is a text, which keeps its digits
 * @param {string[]} names
 */
function writeSamples(data, names) {
  const { body } = data;
  const request = body?.kind === "json" ? { ...data, body: { ...body, value: parseJson(body.json) } } : data;
  return names.map((name) => SAMPLES[name](request));
}
