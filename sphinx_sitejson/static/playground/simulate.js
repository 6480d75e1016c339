// @ts-check
"use strict";

// Answers of a simulated API, from the examples that stand in the page.

/**
 * A wish in the header "Prefer", such as `code=404` or `example=none`.
 * @param {string} text
 * @param {string} name
 * @returns {string | undefined}
 */
function preference(text, name) {
  const [, quoted, bare] =
    new RegExp(`(?:^|[,;\\s])${name}\\s*=\\s*(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;,"]*))`, "i").exec(text) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? bare;
}

/**
 * Whether a media type is one that a client accepts, and how much it is liked.
 * @param {string} type
 * @param {string} accept
 */
function liking(type, accept) {
  const [bare] = type.split(";");
  const ranges = accept
    .split(",")
    .map((range) => {
      const [pattern, ...rest] = range.trim().toLowerCase().split(";");
      return { pattern: pattern.trim(), quality: Number(rest.join(";").match(/q\s*=\s*([\d.]+)/)?.[1] ?? 1) };
    })
    .filter(({ pattern }) => [bare.toLowerCase(), `${bare.toLowerCase().split("/")[0]}/*`, "*/*"].includes(pattern));
  const closest = ranges.sort((one, other) => one.pattern.split("*").length - other.pattern.split("*").length)[0];
  return accept ? (closest?.quality ?? 0) : 1;
}

/** @param {number} status @param {string} detail */
const problem = (status, detail) =>
  new Response(writeJson({ type: "about:blank", status, detail }), {
    status,
    headers: { "content-type": "application/problem+json", "x-sitejson-answered-by": "page" }
  });

/** The answer that the page gives to a request. @param {BuiltRequest} request @param {any} data @returns {Response} */
function simulate({ method, headers }, data) {
  const given = (/** @type {string} */ name) =>
    headers
      .filter(([key]) => key.toLowerCase() === name)
      .map(([, value]) => value)
      .join(", ");
  const answers = /** @type {[number, [string, string][], [string, string, string, number?][]][]} */ (
    data.answers ?? []
  );
  const code = preference(given("prefer"), "code");
  const answer = code === undefined ? answers[0] : answers.find(([status]) => String(status) === code);
  if (!answer) return problem(code === undefined ? 501 : 400, fill(TEXTS.noSimulation, code ?? ""));
  const [status, own, bodies] = answer;
  const wanted = preference(given("prefer"), "example");
  const named = wanted === undefined ? bodies : bodies.filter(([, name]) => name === wanted);
  if (wanted !== undefined && !named.length) return problem(400, fill(TEXTS.noSimulation, wanted));
  const accept = given("accept");
  const best = [...named].sort(([one], [other]) => liking(other, accept) - liking(one, accept))[0];
  if (best && !liking(best[0], accept)) return problem(406, fill(TEXTS.noSimulation, accept));
  const found = new Headers({ "x-sitejson-answered-by": "page" });
  for (const [name, value] of own) {
    try {
      found.append(name, value);
    } catch {
      // A header that a browser does not take stands in no answer that it shows.
    }
  }
  if (!best || [204, 205, 304].includes(status)) return new Response(null, { status, headers: found });
  const [type, , text, isCoded] = best;
  found.set("content-type", type);
  const body = isCoded ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text;
  return new Response(method === "HEAD" ? null : body, { status, headers: found });
}

SHARED.simulate = simulate;
