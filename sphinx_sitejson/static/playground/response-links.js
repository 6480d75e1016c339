// @ts-check
"use strict";

// Links from a response to operations: URLs of this API, and the OpenAPI links of the response.

/**
 * Find the operation of a URL, and the values of its parameters.
 * @param {string} url
 * @param {string} responseUrl the URL of the response
 * @param {string} base
 * @param {[string, string, string][]} operations method, path and page of each
 * @returns {{method: string, path: string, page: string, values: Record<string, string>} | null}
 */
function findOperation(url, responseUrl, base, operations) {
  let target;
  let root;
  try {
    [target, root] = [new URL(url, responseUrl), new URL(base)];
  } catch {
    return null;
  }
  const start = root.pathname.replace(/\/+$/, "");
  if (target.origin !== root.origin || !`${target.pathname}/`.startsWith(`${start}/`)) return null;
  const segments = target.pathname.slice(start.length).split("/");
  const found = operations
    .filter(([method]) => method === "GET")
    .map(([method, path, page]) => {
      const template = path.split("/");
      if (template.length !== segments.length) return null;
      const values = /** @type {Record<string, string>} */ ({});
      let literalCount = 0;
      for (const [index, segment] of template.entries()) {
        const names = [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
        // Several parameters in one segment can match in many ways, so long segments are skipped.
        if (names.length > 1 && segments[index].length ** (names.length - 1) > 1e6) return null;
        const pattern = segment
          .split(/\{[^{}]+\}/)
          .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
          .join("(.+?)");
        const match = new RegExp(`^${pattern}$`, "s").exec(decodePercent(segments[index]));
        if (!match) return null;
        if (!names.length) literalCount += 1;
        names.forEach((name, at) => {
          values[`path:${name}`] = match[at + 1];
        });
      }
      return { method, path, page, values, literalCount };
    })
    .filter((each) => each !== null)
    .sort((one, other) => other.literalCount - one.literalCount)[0];
  if (!found) return null;
  for (const [name, value] of target.searchParams) found.values[`query:${name}`] = value;
  return { method: found.method, path: found.path, page: found.page, values: found.values };
}

/**
 * Evaluate a runtime expression of an OpenAPI link.
 * @param {any} expression
 * @param {{response: any, request: BuiltRequest, values: Map<string, any>}} context
 * @returns {any}
 */
function evaluateExpression(expression, context) {
  if (typeof expression !== "string") return expression;
  if (!expression.startsWith("$"))
    return expression.replace(/\{(\$[^{}]+)\}/g, (_, inner) => encodePrimitive(evaluateExpression(inner, context)));
  const { response, request, values } = context;
  const [, side, kind, name = ""] = /^\$(request|response)\.(path|query|header|body)[.#]?(.*)$/.exec(expression) ?? [];
  if (expression === "$url") return request.url;
  if (expression === "$method") return request.method;
  if (expression === "$statusCode") return String(response.code);
  if (kind === "header")
    return side === "response"
      ? response.headers.get(name.toLowerCase())
      : request.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  if (kind === "path" || kind === "query") return values.get(`${kind}:${name}`);
  if (kind !== "body") return undefined;
  const body =
    side === "response" ? tryParseJson(response.text) : request.body?.kind === "json" ? request.body.value : undefined;
  return name
    .split("/")
    .slice(1)
    .reduce((/** @type {any} */ value, segment) => {
      const key = decodePercent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
      return Array.isArray(value) ? value[Number(key)] : isObject(value) ? getMember(value, key) : undefined;
    }, body);
}

/** @param {string} text */
function tryParseJson(text) {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Create a link to an operation that fills in its form.
 * @param {string} page
 * @param {Record<string, any>} values
 * @param {string} text
 */
const createLink = (page, values, text) =>
  createElement("a.sj-p-link", {
    href: `${new URL(page, SHARED.root).href}#try=${encodeBase64(stringifyJson({ values })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`,
    text: `→ ${text}`
  });

/**
 * Add links to a rendered response.
 * @param {any} container
 * @param {any} response
 * @param {any} documented the documented response
 * @param {{data: any, base: string, request: BuiltRequest, values: Map<string, any>}} context
 */
SHARED.linkResponse = async (
  /** @type {any} */ container,
  /** @type {any} */ response,
  /** @type {any} */ documented,
  /** @type {any} */ context
) => {
  await loadChunk("operations");
  const operations = SHARED.operations?.[context.data.document] ?? [];
  const responseUrl = response.redirect || response.url;
  const addLinks = () => {
    for (const each of container.querySelectorAll("[data-url]")) {
      const found = findOperation(each.dataset.url, responseUrl, context.base, operations);
      delete each.dataset.url;
      if (found) each.after(" ", createLink(found.page, found.values, `${found.method} ${found.path}`));
    }
  };
  addLinks();
  // Details and tabs that are rendered later get their links then.
  new MutationObserver(addLinks).observe(container, { childList: true, subtree: true });
  const header = (/** @type {string} */ name) => response.headers.get(name) ?? "";
  const links = [
    header("location"),
    header("content-location"),
    ...[...header("link").matchAll(/<([^<>]+)>/g)].map(([, each]) => each)
  ]
    .filter(Boolean)
    .map((each) => findOperation(each, responseUrl, context.base, operations))
    .filter(Boolean)
    .map((each) =>
      createLink(
        /** @type {any} */ (each).page,
        /** @type {any} */ (each).values,
        `${/** @type {any} */ (each).method} ${/** @type {any} */ (each).path}`
      )
    );
  for (const [name, key, parameters] of documented?.links ?? []) {
    const page = operations.find((/** @type {string[]} */ [method, path]) => `${method} ${path}` === key)?.[2];
    if (!page) continue;
    const values = Object.fromEntries(
      Object.entries(parameters).flatMap(([each, expression]) => {
        const value = evaluateExpression(expression, { ...context, response });
        const [, location, bare] = /^(path|query|header|cookie)\.(.+)$/.exec(each) ?? [];
        return value === undefined
          ? []
          : location
            ? [[`${location}:${bare}`, value]]
            : ["path", "query", "header", "cookie"].map((at) => [`${at}:${each}`, value]);
      })
    );
    links.push(createLink(page, values, `${name}: ${key}`));
  }
  if (links.length)
    container
      .querySelector(".sj-p-response-head")
      ?.after(createElement("p.sj-p-links", {}, ...links.flatMap((each) => [each, " "])));
};
