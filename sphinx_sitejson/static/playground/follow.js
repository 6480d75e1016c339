// @ts-check
"use strict";

// Where an answer leads to: addresses of this API, and the links that its document describes.

/**
 * The operation that an address belongs to, and what its path and query say.
 * @param {string} address
 * @param {string} from the address of the answer
 * @param {string} base
 * @param {[string, string, string][]} operations method, path and page of each
 * @returns {{method: string, path: string, page: string, values: Record<string, string>} | null}
 */
function operationAt(address, from, base, operations) {
  let target;
  let root;
  try {
    [target, root] = [new URL(address, from), new URL(base)];
  } catch {
    return null;
  }
  const start = root.pathname.replace(/\/+$/, "");
  if (target.origin !== root.origin || !`${target.pathname}/`.startsWith(`${start}/`)) return null;
  const steps = target.pathname.slice(start.length).split("/");
  const found = operations
    .filter(([method]) => method === "GET")
    .map(([method, path, page]) => {
      const own = path.split("/");
      if (own.length !== steps.length) return null;
      const values = /** @type {Record<string, string>} */ ({});
      let known = 0;
      for (const [index, step] of own.entries()) {
        const names = [...step.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
        // Several values in one step can be divided in many ways.
        if (names.length > 1 && steps[index].length ** (names.length - 1) > 1e6) return null;
        const pattern = step
          .split(/\{[^{}]+\}/)
          .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
          .join("(.+?)");
        const match = new RegExp(`^${pattern}$`, "s").exec(decoded(steps[index]));
        if (!match) return null;
        if (!names.length) known += 1;
        names.forEach((name, at) => {
          values[`path:${name}`] = match[at + 1];
        });
      }
      return { method, path, page, values, known };
    })
    .filter((each) => each !== null)
    .sort((one, other) => other.known - one.known)[0];
  if (!found) return null;
  for (const [name, value] of target.searchParams) found.values[`query:${name}`] = value;
  return { method: found.method, path: found.path, page: found.page, values: found.values };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * What an expression of a link stands for.
 * @param {any} expression
 * @param {{answer: any, request: BuiltRequest, values: Map<string, any>}} given
 * @returns {any}
 */
function expressionValue(expression, given) {
  if (typeof expression !== "string") return expression;
  if (!expression.startsWith("$"))
    return expression.replace(/\{(\$[^{}]+)\}/g, (_, inner) => primitive(expressionValue(inner, given)));
  const { answer, request, values } = given;
  const [, side, kind, name = ""] = /^\$(request|response)\.(path|query|header|body)[.#]?(.*)$/.exec(expression) ?? [];
  if (expression === "$url") return request.url;
  if (expression === "$method") return request.method;
  if (expression === "$statusCode") return String(answer.code);
  if (kind === "header")
    return side === "response"
      ? answer.headers.get(name.toLowerCase())
      : request.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  if (kind === "path" || kind === "query") return values.get(`${kind}:${name}`);
  if (kind !== "body") return undefined;
  const body =
    side === "response" ? readOr(answer.text) : request.body?.kind === "json" ? request.body.value : undefined;
  return name
    .split("/")
    .slice(1)
    .reduce((/** @type {any} */ value, step) => {
      const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
      return Array.isArray(value) ? value[Number(key)] : isObject(value) ? memberOf(value, key) : undefined;
    }, body);
}

/** @param {string} text */
function readOr(text) {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/**
 * A link to a page that fills in its form.
 * @param {string} page
 * @param {Record<string, any>} values
 * @param {string} text
 */
const linkTo = (page, values, text) =>
  make("a.sj-p-follow", {
    href: `${new URL(page, SHARED.root).href}#try=${base64(writeJson({ values })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`,
    text: `→ ${text}`
  });

/**
 * Links in the answer.
 * @param {any} place
 * @param {any} answer
 * @param {any} known what the document says of it
 * @param {{data: any, base: string, request: BuiltRequest, values: Map<string, any>}} given
 */
SHARED.follow = async (
  /** @type {any} */ place,
  /** @type {any} */ answer,
  /** @type {any} */ known,
  /** @type {any} */ given
) => {
  await loadChunk("operations");
  const operations = SHARED.operations?.[given.data.document] ?? [];
  const from = answer.redirect || answer.url;
  const decorate = () => {
    for (const each of place.querySelectorAll("[data-address]")) {
      const found = operationAt(each.dataset.address, from, given.base, operations);
      delete each.dataset.address;
      if (found) each.after(" ", linkTo(found.page, found.values, `${found.method} ${found.path}`));
    }
  };
  decorate();
  // What is unfolded, and what stands in another tab, is looked at when it is there.
  new MutationObserver(decorate).observe(place, { childList: true, subtree: true });
  const header = (/** @type {string} */ name) => answer.headers.get(name) ?? "";
  const leads = [
    header("location"),
    header("content-location"),
    ...[...header("link").matchAll(/<([^<>]+)>/g)].map(([, each]) => each)
  ]
    .filter(Boolean)
    .map((each) => operationAt(each, from, given.base, operations))
    .filter(Boolean)
    .map((each) =>
      linkTo(
        /** @type {any} */ (each).page,
        /** @type {any} */ (each).values,
        `${/** @type {any} */ (each).method} ${/** @type {any} */ (each).path}`
      )
    );
  for (const [name, key, parameters] of known?.links ?? []) {
    const page = operations.find((/** @type {string[]} */ [method, path]) => `${method} ${path}` === key)?.[2];
    if (!page) continue;
    const values = Object.fromEntries(
      Object.entries(parameters).flatMap(([each, expression]) => {
        const value = expressionValue(expression, { ...given, answer });
        const [, where, bare] = /^(path|query|header|cookie)\.(.+)$/.exec(each) ?? [];
        return value === undefined
          ? []
          : where
            ? [[`${where}:${bare}`, value]]
            : ["path", "query", "header", "cookie"].map((at) => [`${at}:${each}`, value]);
      })
    );
    leads.push(linkTo(page, values, `${name}: ${key}`));
  }
  if (leads.length)
    place.querySelector(".sj-p-answer-head")?.after(make("p.sj-p-leads", {}, ...leads.flatMap((each) => [each, " "])));
};
