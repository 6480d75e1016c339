// @ts-check
"use strict";

// Write requests that the build describes as data: in the build itself, or where it has no engine, in the page.

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

const unwritten = /** @type {NodeListOf<HTMLElement> | undefined} */ (
  globalThis.document?.querySelectorAll("[data-request]")
);
for (const { dataset, firstElementChild } of unwritten ?? []) {
  const pre = firstElementChild?.querySelector("pre") ?? firstElementChild;
  const [code] = writeSamples(JSON.parse(dataset.request ?? ""), [dataset.generator ?? ""]);
  if (pre) pre.textContent = code.trimEnd();
}
