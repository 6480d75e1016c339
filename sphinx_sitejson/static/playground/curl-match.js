// @ts-check
"use strict";

// Match a curl command with an operation: its server, parameters, credentials and body. Pure.

/** @param {string} text */
const escapeRegExp = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** @param {string} text @returns {Pair[]} names decoded, values still encoded */
const parseQuery = (text) =>
  text
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name, ...rest] = pair.replaceAll("+", "%20").split("=");
      return [decodePercent(name), rest.join("=")];
    });

/** Compile a URL template into the source of a regular expression, and list its variables. @param {string} text */
function compileUrlTemplate(text) {
  const names = /** @type {string[]} */ ([]);
  const source = text
    .split(/\{([^{}/]+)\}/)
    .map((part, index) => (index % 2 ? (names.push(part), "([^/]*?)") : escapeRegExp(part)))
    .join("");
  return { names, source };
}

/**
 * Convert a text to the type that a schema describes.
 * @param {string} text
 * @param {any} source
 * @param {any} definitions
 * @returns {any}
 */
function coerceText(text, source, definitions) {
  const schema = resolveSchema(source, definitions);
  const known = [...(schema.enum ?? []), schema.const].find(
    (each) => each !== undefined && encodePrimitive(each) === text
  );
  const types = schemaTypes(schema);
  if (known !== undefined) return known;
  if (types.includes("string") || !types.length) return text;
  try {
    const value = parseJson(text);
    return typeof value === "string" ? text : value;
  } catch {
    return text;
  }
}

/**
 * Build the value of parameters such as `filter[kind]=a`.
 * @param {[string[], string][]} entries
 * @param {any} source
 * @param {any} definitions
 * @returns {any}
 */
function parseDeepObject(entries, source, definitions) {
  if (entries.length && !entries[0][0].length) return coerceText(entries[0][1], source, definitions);
  const schema = resolveSchema(source, definitions);
  const isArray = schemaTypes(schema)[0] === "array";
  const groups = new Map();
  entries.forEach(([[key = "", ...rest], text], index) => {
    // Each entry with empty brackets is a separate item.
    const name = isArray && !key ? `#${index}` : key;
    groups.set(name, [...(groups.get(name) ?? []), [rest, text]]);
  });
  const members = /** @type {[string, any][]} */ (
    [...groups].map(([name, inner]) => [
      name,
      parseDeepObject(inner, isArray ? schema.items : (schema.properties?.[name] ?? true), definitions)
    ])
  );
  return isArray ? members.map(([, value]) => value) : new JsonObject(members);
}

/**
 * Parse the value of a parameter by its style; undefined if the request does not have it.
 * @param {any} parameter
 * @param {Pair[]} pairs all pairs of its location; the ones that belong to the parameter are removed
 * @param {any} definitions
 * @param {(text: string) => string} decode
 * @returns {any}
 */
function parseParameter(parameter, pairs, definitions, decode = decodePercent) {
  const { name, style = "", type } = parameter;
  const schema = resolveSchema(parameter.schema ?? true, definitions);
  const kind = schemaTypes(schema)[0];
  const isHeader = parameter.in === "header";
  const takePairs = (/** @type {(name: string) => boolean} */ matches) => {
    const matched = pairs.filter(([key]) => matches(key));
    for (const pair of matched) pairs.splice(pairs.indexOf(pair), 1);
    return matched;
  };
  const isName = (/** @type {string} */ key) => (isHeader ? key.toLowerCase() === name.toLowerCase() : key === name);
  const single = (/** @type {Pair[]} */ [pair]) => pair && coerceText(decode(pair[1]), schema, definitions);
  if (style === "deepObject") {
    const matched = takePairs((key) => key.startsWith(`${name}[`) && key.endsWith("]"));
    const entries = matched.map(
      ([key, text]) => /** @type {[string[], string]} */ ([key.slice(name.length + 1, -1).split("]["), decode(text)])
    );
    return matched.length ? parseDeepObject(entries, schema, definitions) : undefined;
  }
  const isObjectKind = kind === "object" && schema.properties;
  if (type || (kind !== "array" && !isObjectKind)) {
    const matched = takePairs(isName);
    if (!matched.length) return undefined;
    if (!type || !/json/.test(type)) return single(matched);
    try {
      return parseJson(decode(matched[0][1]));
    } catch {
      return decode(matched[0][1]);
    }
  }
  const explode = parameter.explode ?? isExploded(parameter);
  if (explode && !isHeader && parameter.in !== "path") {
    if (kind === "array") {
      const matched = takePairs(isName);
      return matched.length
        ? matched.map(([, text]) => coerceText(decode(text), schema.items ?? true, definitions))
        : undefined;
    }
    const matched = takePairs((key) => Object.hasOwn(schema.properties, key));
    return matched.length
      ? new JsonObject(
          matched.map(([key, text]) => [key, coerceText(decode(text), schema.properties[key], definitions)])
        )
      : undefined;
  }
  const matched = takePairs(isName);
  if (!matched.length) return undefined;
  const delimiter =
    style === "spaceDelimited"
      ? /%20| /
      : style === "pipeDelimited"
        ? /%7C|\|/i
        : style === "label" && explode
          ? /\./
          : /,/;
  const texts = matched[0][1].split(delimiter).map((text) => text.trim());
  if (kind === "array") return texts.map((text) => coerceText(decode(text), schema.items ?? true, definitions));
  const flat = explode ? texts.flatMap((text) => text.split("=")) : texts;
  const members = flat.flatMap((key, index) =>
    index % 2
      ? []
      : [
          /** @type {[string, any]} */ ([
            decode(key),
            coerceText(decode(flat[index + 1] ?? ""), schema.properties?.[decode(key)] ?? true, definitions)
          ])
        ]
  );
  return new JsonObject(members);
}

/**
 * Parse a path parameter; the styles label and matrix have a prefix.
 * @param {any} parameter
 * @param {string} text
 * @param {any} definitions
 */
function parsePathParameter(parameter, text, definitions) {
  const { name, style = "simple" } = parameter;
  if (style === "matrix") {
    const pairs = parseQuery(text.replace(/^;/, "").replaceAll(";", "&"));
    return parseParameter({ ...parameter, in: "query" }, pairs, definitions);
  }
  return parseParameter(parameter, [[name, style === "label" ? text.replace(/^\./, "") : text]], definitions);
}

/**
 * Match a parsed command with an operation.
 * @param {any} data of the playground
 * @param {NonNullable<ReturnType<typeof parseCurl>>} command
 * @param {{page: string, customBase: boolean}} context
 */
function matchCurl(data, command, { page, customBase: customBase }) {
  const definitions = data.definitions ?? {};
  const omitted = [...command.omitted];
  const values = /** @type {Map<string, any>} */ (new Map());
  if (command.method.toUpperCase() !== data.method.toUpperCase()) omitted.push(`-X ${command.method}`);

  // The URL: a server of the operation, its path, and their variables.
  const [target, ...queryParts] = command.url.split("#")[0].split("?");
  const requestUrl = /^[a-z][\w+.-]*:\/\//i.test(target) ? target : `http://${target}`;
  const [path, fixedQuery = ""] = data.path.split("#", 1)[0].split("?");
  const route = compileUrlTemplate(path);
  let server = /** @type {{index: number, selected: Record<string, string>, customBase: string} | null} */ (null);
  let texts = /** @type {string[]} */ ([]);
  data.servers.forEach((/** @type {any} */ { url }, /** @type {number} */ index) => {
    const base = (/^(\w+:\/\/|\{)/.test(url) ? url : new URL(url, page).href).replace(/\/+$/, "");
    const { names, source } = compileUrlTemplate(base);
    const found = server ? null : new RegExp(`^${source}${route.source}/?$`).exec(requestUrl);
    if (!found) return;
    const selected = Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
    server = { index, selected, customBase: "" };
    texts = found.slice(names.length + 1);
  });
  if (!server) {
    const found = new RegExp(`^(https?://[^/]+.*?)${route.source}/?$`).exec(requestUrl);
    if (found && customBase) server = { index: data.servers.length, selected: {}, customBase: found[1] };
    else omitted.push(found ? found[1] : command.url || "URL");
    if (found) texts = found.slice(2);
  }
  const parameters = /** @type {any[]} */ (data.parameters ?? []);
  for (const parameter of parameters.filter((each) => each.in === "path")) {
    const text = texts[route.names.indexOf(parameter.name)];
    if (text) values.set(parameterKey(parameter), parsePathParameter(parameter, text, definitions));
  }

  const query = parseQuery([queryParts.join("?"), command.query].join("&"));
  for (const [name, text] of parseQuery(fixedQuery)) {
    const at = query.findIndex((pair) => pair[0] === name && pair[1] === text);
    if (at >= 0) query.splice(at, 1);
  }
  const headers = [...command.headers];
  const cookies = [...command.cookies];
  const takeHeader = (/** @type {string} */ name) => {
    const at = headers.findIndex(([key]) => key.toLowerCase() === name);
    return at < 0 ? "" : headers.splice(at, 1)[0][1];
  };
  const contentType = takeHeader("content-type");
  const accept = (data.accept ?? []).includes(headers.find(([key]) => key.toLowerCase() === "accept")?.[1])
    ? takeHeader("accept")
    : "";

  // Credentials: the alternative that most credentials of the command fit.
  const authorization = headers.find(([key]) => key.toLowerCase() === "authorization");
  const basic = /^basic\s+(\S+)$/i.exec(authorization?.[1] ?? "");
  const user = command.user || (basic ? decodeBase64(basic[1]) : "");
  const locationPairs = (/** @type {any} */ scheme) =>
    scheme.in === "query" ? query : scheme.in === "cookie" ? cookies : headers;
  const findCredential = (/** @type {any} */ scheme) => {
    if (scheme.kind === "other") return {};
    if (scheme.kind === "basic" || scheme.kind === "digest") {
      const [username, ...rest] = user.split(":");
      return user ? { username, password: rest.join(":"), pair: command.user ? undefined : authorization } : null;
    }
    const isKey = scheme.kind === "key";
    const name = isKey ? scheme.parameter : "Authorization";
    const found = (isKey ? locationPairs(scheme) : headers).find(([key]) =>
      isKey && scheme.in !== "header" ? key === name : key.toLowerCase() === name.toLowerCase()
    );
    if (isKey) return found ? { token: scheme.in === "query" ? decodePercent(found[1]) : found[1], pair: found } : null;
    const [, word = "", token = ""] = /^(\S+)\s+([^]+)$/.exec(found?.[1] ?? "") ?? [];
    const expected = scheme.kind === "http" ? scheme.scheme : "Bearer";
    return word.toLowerCase() === expected.toLowerCase() ? { token, pair: found } : null;
  };
  const alternatives = /** @type {any[][]} */ (data.security ?? []).map((schemes) => schemes.map(findCredential));
  const scores = alternatives.map(
    (alternative) =>
      alternative.filter((each) => each?.token !== undefined || each?.username !== undefined).length * 2 -
      alternative.length
  );
  const best = scores.indexOf(Math.max(...scores));
  const alternative = alternatives[best] ?? [];
  for (const [at, scheme] of (data.security?.[best] ?? []).entries()) {
    const pair = alternative[at]?.pair;
    const pairs = scheme.kind === "key" ? locationPairs(scheme) : headers;
    if (pair && pairs.includes(pair)) pairs.splice(pairs.indexOf(pair), 1);
  }
  if (command.user && !alternative.some((each) => each?.username !== undefined))
    headers.push(["Authorization", `Basic ${encodeBase64(command.user)}`]);

  // Exploded objects match by the names of their properties, so they come last: other parameters may have these names.
  const isGreedy = (/** @type {any} */ each) =>
    schemaTypes(resolveSchema(each.schema ?? true, definitions))[0] === "object";
  for (const parameter of [...parameters].sort((one, other) => Number(isGreedy(one)) - Number(isGreedy(other)))) {
    const pairs = { query, header: headers, cookie: cookies }[/** @type {string} */ (parameter.in)];
    const value =
      pairs &&
      parseParameter(parameter, pairs, definitions, parameter.in === "header" ? (text) => text : decodePercent);
    if (value !== undefined) values.set(parameterKey(parameter), value);
  }
  const body = matchBody(data, command, contentType, omitted);
  return {
    server,
    values,
    alternative: best,
    credentials: alternative,
    accept,
    extras: {
      query: query.map(([name, text]) => /** @type {Pair} */ ([name, decodePercent(text)])),
      header: headers,
      cookie: cookies
    },
    body,
    omitted
  };
}

/** @param {string} text */
function decodeBase64(text) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  } catch {
    return "";
  }
}

/**
 * Match the body of a command with the form; undefined if it has none.
 * @param {any} data
 * @param {any} command
 * @param {string} contentType
 * @param {string[]} omitted
 */
function matchBody(data, command, contentType, omitted) {
  const { data: text, file, parts, isJson } = command;
  if (text === null && !file && !parts.length) return undefined;
  const definitions = data.definitions ?? {};
  const essence = (/** @type {string} */ type) => type.split(";")[0].trim().toLowerCase();
  const bodies = /** @type {any[]} */ (data.bodies ?? []);
  const defaultType = parts.length
    ? "multipart/form-data"
    : isJson
      ? "application/json"
      : "application/x-www-form-urlencoded";
  const looksLikeJson = text !== null && /^\s*[[{]/.test(text);
  const media =
    bodies.find(({ type }) => essence(type) === essence(contentType || defaultType)) ??
    (contentType && !isJson ? undefined : bodies.find(({ kind }) => kind === (looksLikeJson ? "json" : "binary")));
  if (!media) return void omitted.push(contentType || defaultType);
  if (file) omitted.push(`@${file}`);
  if (media.kind === "binary" || (file && text === null)) return { type: media.type };
  const schema = resolveSchema(media.schema ?? true, definitions);
  if (media.kind === "json") {
    try {
      return { type: media.type, value: parseJson(text) };
    } catch {
      return void omitted.push(`${media.type}: ${text}`);
    }
  }
  if (media.kind !== "form" && media.kind !== "multipart") return { type: media.type, value: text };
  for (const part of parts) if (part.file) omitted.push(`${part.name}=@${part.file}`);
  const pairs =
    media.kind === "form"
      ? parseQuery(text ?? "").map(([name, value]) => /** @type {Pair} */ ([name, decodePercent(value)]))
      : parts
          .filter((/** @type {any} */ part) => !part.file)
          .map((/** @type {any} */ part) => /** @type {Pair} */ ([part.name, part.text]));
  const keepText = (/** @type {string} */ value) => value;
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { style, explode, type } = media.parts?.[name] ?? {};
    const isPlainObject =
      schemaTypes(resolveSchema(property, definitions))[0] === "object" && !style && explode === undefined;
    const json = isPlainObject || /[/+]json\b/.test(type ?? "") ? "application/json" : undefined;
    const parameter = { name, in: "query", schema: property, style, explode, type: style ? undefined : json };
    const value = parseParameter(parameter, pairs, definitions, keepText);
    return value === undefined ? [] : [/** @type {[string, any]} */ ([name, value])];
  });
  return { type: media.type, value: new JsonObject([...members, ...pairs]) };
}
