// @ts-check
"use strict";

// Responses of a simulated API, from the examples in the page.

/**
 * Parse a preference of the header "Prefer" (RFC 7240), such as `code=404` or `example=none`.
 * @param {string} text
 * @param {string} name
 * @returns {string | undefined}
 */
function parsePreference(text, name) {
  const [, quoted, token] =
    new RegExp(`(?:^|[,;\\s])${name}\\s*=\\s*(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;,"]*))`, "i").exec(text) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? token;
}

/**
 * Return the quality of a media type for an Accept header (RFC 9110, section 12.5.1); 0 if it is not acceptable.
 * @param {string} type
 * @param {string} accept
 */
function acceptQuality(type, accept) {
  const [token] = type.split(";");
  const ranges = accept
    .split(",")
    .map((range) => {
      const [pattern, ...rest] = range.trim().toLowerCase().split(";");
      return { pattern: pattern.trim(), quality: Number(rest.join(";").match(/q\s*=\s*([\d.]+)/)?.[1] ?? 1) };
    })
    .filter(({ pattern }) => [token.toLowerCase(), `${token.toLowerCase().split("/")[0]}/*`, "*/*"].includes(pattern));
  const closest = ranges.sort((one, other) => one.pattern.split("*").length - other.pattern.split("*").length)[0];
  return accept ? (closest?.quality ?? 0) : 1;
}

/** @param {number} status @param {string} detail */
const problemResponse = (status, detail) =>
  new Response(stringifyJson({ type: "about:blank", status, detail }), {
    status,
    headers: { "content-type": "application/problem+json", "x-sitejson-answered-by": "page" }
  });

/** Return the simulated response to a request. @param {BuiltRequest} request @param {any} data @returns {Response} */
function simulate({ method, headers }, data) {
  const headerValue = (/** @type {string} */ name) =>
    headers
      .filter(([key]) => key.toLowerCase() === name)
      .map(([, value]) => value)
      .join(", ");
  const responses = /** @type {[number, [string, string][], [string, string, string, number?][]][]} */ (
    data.answers ?? []
  );
  const code = parsePreference(headerValue("prefer"), "code");
  const response = code === undefined ? responses[0] : responses.find(([status]) => String(status) === code);
  if (!response) return problemResponse(code === undefined ? 501 : 400, formatText(TEXTS.noSimulation, code ?? ""));
  const [status, documentedHeaders, bodies] = response;
  const exampleName = parsePreference(headerValue("prefer"), "example");
  const candidates = exampleName === undefined ? bodies : bodies.filter(([, name]) => name === exampleName);
  if (exampleName !== undefined && !candidates.length)
    return problemResponse(400, formatText(TEXTS.noSimulation, exampleName));
  const accept = headerValue("accept");
  const best = [...candidates].sort(([one], [other]) => acceptQuality(other, accept) - acceptQuality(one, accept))[0];
  if (best && !acceptQuality(best[0], accept)) return problemResponse(406, formatText(TEXTS.noSimulation, accept));
  const responseHeaders = new Headers({ "x-sitejson-answered-by": "page" });
  for (const [name, value] of documentedHeaders) {
    try {
      responseHeaders.append(name, value);
    } catch {
      // Headers that the browser rejects are omitted.
    }
  }
  if (!best || [204, 205, 304].includes(status)) return new Response(null, { status, headers: responseHeaders });
  const [type, , text, isBase64] = best;
  responseHeaders.set("content-type", type);
  const body = isBase64 ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text;
  return new Response(method === "HEAD" ? null : body, { status, headers: responseHeaders });
}

SHARED.simulate = simulate;
