// @ts-check
"use strict";

// A curl command in the terms of an operation: its server, parameters, credentials and body. Pure.

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} text */
const escapedPattern = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** @param {string} text @returns {Pair[]} names as they mean, values as they are written */
const queryPairs = (text) =>
  text
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name, ...rest] = pair.replaceAll("+", "%20").split("=");
      return [decoded(name), rest.join("=")];
    });

/** A pattern for an address with names in braces, and the names. @param {string} text */
function addressPattern(text) {
  const names = /** @type {string[]} */ ([]);
  const source = text
    .split(/\{([^{}/]+)\}/)
    .map((part, index) => (index % 2 ? (names.push(part), "([^/]*?)") : escapedPattern(part)))
    .join("");
  return { names, source };
}

/** A text as the value that a schema describes. @param {string} text @param {any} given @param {any} definitions @returns {any} */
function typedText(text, given, definitions) {
  const schema = resolved(given, definitions);
  const known = [...(schema.enum ?? []), schema.const].find((each) => each !== undefined && primitive(each) === text);
  const types = typesOf(schema);
  if (known !== undefined) return known;
  if (types.includes("string") || !types.length) return text;
  try {
    const value = readJson(text);
    return typeof value === "string" ? text : value;
  } catch {
    return text;
  }
}

/**
 * The value of names such as `filter[kind]`.
 * @param {[string[], string][]} entries
 * @param {any} given
 * @param {any} definitions
 * @returns {any}
 */
function deepValue(entries, given, definitions) {
  if (entries.length && !entries[0][0].length) return typedText(entries[0][1], given, definitions);
  const schema = resolved(given, definitions);
  const isArray = typesOf(schema)[0] === "array";
  const groups = new Map();
  entries.forEach(([[key = "", ...rest], text], index) => {
    // Each entry with empty brackets is one of its own.
    const name = isArray && !key ? `#${index}` : key;
    groups.set(name, [...(groups.get(name) ?? []), [rest, text]]);
  });
  const members = /** @type {[string, any][]} */ (
    [...groups].map(([name, inner]) => [
      name,
      deepValue(inner, isArray ? schema.items : (schema.properties?.[name] ?? true), definitions)
    ])
  );
  return isArray ? members.map(([, value]) => value) : new Members(members);
}

/**
 * The value of a parameter in texts that were written by its style; undefined if there are none.
 * @param {any} parameter
 * @param {Pair[]} pairs all of its place; those that belong to it are taken out
 * @param {any} definitions
 * @param {(text: string) => string} decode
 * @returns {any}
 */
function parameterValue(parameter, pairs, definitions, decode = decoded) {
  const { name, style = "", type } = parameter;
  const schema = resolved(parameter.schema ?? true, definitions);
  const kind = typesOf(schema)[0];
  const isHeader = parameter.in === "header";
  const take = (/** @type {(name: string) => boolean} */ isOwn) => {
    const own = pairs.filter(([key]) => isOwn(key));
    for (const pair of own) pairs.splice(pairs.indexOf(pair), 1);
    return own;
  };
  const isName = (/** @type {string} */ key) => (isHeader ? key.toLowerCase() === name.toLowerCase() : key === name);
  const single = (/** @type {Pair[]} */ [pair]) => pair && typedText(decode(pair[1]), schema, definitions);
  if (style === "deepObject") {
    const own = take((key) => key.startsWith(`${name}[`) && key.endsWith("]"));
    const entries = own.map(
      ([key, text]) => /** @type {[string[], string]} */ ([key.slice(name.length + 1, -1).split("]["), decode(text)])
    );
    return own.length ? deepValue(entries, schema, definitions) : undefined;
  }
  const isObjectKind = kind === "object" && schema.properties;
  if (type || (kind !== "array" && !isObjectKind)) {
    const own = take(isName);
    if (!own.length) return undefined;
    if (!type || !/json/.test(type)) return single(own);
    try {
      return readJson(decode(own[0][1]));
    } catch {
      return decode(own[0][1]);
    }
  }
  const explode = parameter.explode ?? isExploded(parameter);
  if (explode && !isHeader && parameter.in !== "path") {
    if (kind === "array") {
      const own = take(isName);
      return own.length ? own.map(([, text]) => typedText(decode(text), schema.items ?? true, definitions)) : undefined;
    }
    const own = take((key) => Object.hasOwn(schema.properties, key));
    return own.length
      ? new Members(own.map(([key, text]) => [key, typedText(decode(text), schema.properties[key], definitions)]))
      : undefined;
  }
  const own = take(isName);
  if (!own.length) return undefined;
  const between =
    style === "spaceDelimited"
      ? /%20| /
      : style === "pipeDelimited"
        ? /%7C|\|/i
        : style === "label" && explode
          ? /\./
          : /,/;
  const texts = own[0][1].split(between).map((text) => text.trim());
  if (kind === "array") return texts.map((text) => typedText(decode(text), schema.items ?? true, definitions));
  const flat = explode ? texts.flatMap((text) => text.split("=")) : texts;
  const members = flat.flatMap((key, index) =>
    index % 2
      ? []
      : [
          /** @type {[string, any]} */ ([
            decode(key),
            typedText(decode(flat[index + 1] ?? ""), schema.properties?.[decode(key)] ?? true, definitions)
          ])
        ]
  );
  return new Members(members);
}

/** The value of a path parameter, which labels and matrices begin in a way of their own. @param {any} parameter @param {string} text @param {any} definitions */
function pathValue(parameter, text, definitions) {
  const { name, style = "simple" } = parameter;
  if (style === "matrix") {
    const pairs = queryPairs(text.replace(/^;/, "").replaceAll(";", "&"));
    return parameterValue({ ...parameter, in: "query" }, pairs, definitions);
  }
  return parameterValue(parameter, [[name, style === "label" ? text.replace(/^\./, "") : text]], definitions);
}

/**
 * A command in the terms of an operation.
 * @param {any} data of the playground
 * @param {NonNullable<ReturnType<typeof curlRequest>>} given
 * @param {{page: string, ownBase: boolean}} context
 */
function matchedCurl(data, given, { page, ownBase }) {
  const definitions = data.definitions ?? {};
  const left = [...given.left];
  const values = /** @type {Map<string, any>} */ (new Map());
  if (given.method.toUpperCase() !== data.method.toUpperCase()) left.push(`-X ${given.method}`);

  // The address: a server of the operation, its path, and what is in their braces.
  const [whole, ...afterMark] = given.url.split("#")[0].split("?");
  const address = /^[a-z][\w+.-]*:\/\//i.test(whole) ? whole : `http://${whole}`;
  const [path, fixedQuery = ""] = data.path.split("#", 1)[0].split("?");
  const route = addressPattern(path);
  let server = /** @type {{index: number, chosen: Record<string, string>, own: string} | null} */ (null);
  let texts = /** @type {string[]} */ ([]);
  data.servers.forEach((/** @type {any} */ { url }, /** @type {number} */ index) => {
    const base = (/^(\w+:\/\/|\{)/.test(url) ? url : new URL(url, page).href).replace(/\/+$/, "");
    const { names, source } = addressPattern(base);
    const found = server ? null : new RegExp(`^${source}${route.source}/?$`).exec(address);
    if (!found) return;
    const chosen = Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
    server = { index, chosen, own: "" };
    texts = found.slice(names.length + 1);
  });
  if (!server) {
    const found = new RegExp(`^(https?://[^/]+.*?)${route.source}/?$`).exec(address);
    if (found && ownBase) server = { index: data.servers.length, chosen: {}, own: found[1] };
    else left.push(found ? found[1] : given.url || "URL");
    if (found) texts = found.slice(2);
  }
  const parameters = /** @type {any[]} */ (data.parameters ?? []);
  for (const parameter of parameters.filter((each) => each.in === "path")) {
    const text = texts[route.names.indexOf(parameter.name)];
    if (text) values.set(keyOf(parameter), pathValue(parameter, text, definitions));
  }

  const query = queryPairs([afterMark.join("?"), given.query].join("&"));
  for (const [name, text] of queryPairs(fixedQuery)) {
    const at = query.findIndex((pair) => pair[0] === name && pair[1] === text);
    if (at >= 0) query.splice(at, 1);
  }
  const headers = [...given.headers];
  const cookies = [...given.cookies];
  const takeHeader = (/** @type {string} */ name) => {
    const at = headers.findIndex(([key]) => key.toLowerCase() === name);
    return at < 0 ? "" : headers.splice(at, 1)[0][1];
  };
  const contentType = takeHeader("content-type");
  const accept = (data.accept ?? []).includes(headers.find(([key]) => key.toLowerCase() === "accept")?.[1])
    ? takeHeader("accept")
    : "";

  // Credentials: the way that asks for most of what the command has.
  const authorization = headers.find(([key]) => key.toLowerCase() === "authorization");
  const basic = /^basic\s+(\S+)$/i.exec(authorization?.[1] ?? "");
  const user = given.user || (basic ? decodedBase64(basic[1]) : "");
  const placeOf = (/** @type {any} */ scheme) =>
    scheme.in === "query" ? query : scheme.in === "cookie" ? cookies : headers;
  const credentialOf = (/** @type {any} */ scheme) => {
    if (scheme.kind === "other") return {};
    if (scheme.kind === "basic" || scheme.kind === "digest") {
      const [username, ...rest] = user.split(":");
      return user ? { username, password: rest.join(":"), pair: given.user ? undefined : authorization } : null;
    }
    const isKey = scheme.kind === "key";
    const name = isKey ? scheme.parameter : "Authorization";
    const found = (isKey ? placeOf(scheme) : headers).find(([key]) =>
      isKey && scheme.in !== "header" ? key === name : key.toLowerCase() === name.toLowerCase()
    );
    if (isKey) return found ? { token: scheme.in === "query" ? decoded(found[1]) : found[1], pair: found } : null;
    const [, word = "", token = ""] = /^(\S+)\s+([^]+)$/.exec(found?.[1] ?? "") ?? [];
    const wanted = scheme.kind === "http" ? scheme.scheme : "Bearer";
    return word.toLowerCase() === wanted.toLowerCase() ? { token, pair: found } : null;
  };
  const ways = /** @type {any[][]} */ (data.security ?? []).map((schemes) => schemes.map(credentialOf));
  const scores = ways.map(
    (way) => way.filter((each) => each?.token !== undefined || each?.username !== undefined).length * 2 - way.length
  );
  const best = scores.indexOf(Math.max(...scores));
  const way = ways[best] ?? [];
  for (const [at, scheme] of (data.security?.[best] ?? []).entries()) {
    const pair = way[at]?.pair;
    const place = scheme.kind === "key" ? placeOf(scheme) : headers;
    if (pair && place.includes(pair)) place.splice(place.indexOf(pair), 1);
  }
  if (given.user && !way.some((each) => each?.username !== undefined))
    headers.push(["Authorization", `Basic ${base64(given.user)}`]);

  // Objects that take their names from their properties come last, or they would take those of others.
  const isGreedy = (/** @type {any} */ each) => typesOf(resolved(each.schema ?? true, definitions))[0] === "object";
  for (const parameter of [...parameters].sort((one, other) => Number(isGreedy(one)) - Number(isGreedy(other)))) {
    const place = { query, header: headers, cookie: cookies }[/** @type {string} */ (parameter.in)];
    const value =
      place && parameterValue(parameter, place, definitions, parameter.in === "header" ? (text) => text : decoded);
    if (value !== undefined) values.set(keyOf(parameter), value);
  }
  const body = matchedBody(data, given, contentType, left);
  return {
    server,
    values,
    way: best,
    credentials: way,
    accept,
    extras: {
      query: query.map(([name, text]) => /** @type {Pair} */ ([name, decoded(text)])),
      header: headers,
      cookie: cookies
    },
    body,
    left
  };
}

/** @param {string} text */
function decodedBase64(text) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  } catch {
    return "";
  }
}

/**
 * The body of a command for the form; undefined if it has none.
 * @param {any} data
 * @param {any} given
 * @param {string} contentType
 * @param {string[]} left
 */
function matchedBody(data, given, contentType, left) {
  const { data: text, file, parts, isJson } = given;
  if (text === null && !file && !parts.length) return undefined;
  const definitions = data.definitions ?? {};
  const essence = (/** @type {string} */ type) => type.split(";")[0].trim().toLowerCase();
  const bodies = /** @type {any[]} */ (data.bodies ?? []);
  const usual = parts.length
    ? "multipart/form-data"
    : isJson
      ? "application/json"
      : "application/x-www-form-urlencoded";
  const looksLikeJson = text !== null && /^\s*[[{]/.test(text);
  const media =
    bodies.find(({ type }) => essence(type) === essence(contentType || usual)) ??
    (contentType && !isJson ? undefined : bodies.find(({ kind }) => kind === (looksLikeJson ? "json" : "binary")));
  if (!media) return void left.push(contentType || usual);
  if (file) left.push(`@${file}`);
  if (media.kind === "binary" || (file && text === null)) return { type: media.type };
  const schema = resolved(media.schema ?? true, definitions);
  if (media.kind === "json") {
    try {
      return { type: media.type, value: readJson(text) };
    } catch {
      return void left.push(`${media.type}: ${text}`);
    }
  }
  if (media.kind !== "form" && media.kind !== "multipart") return { type: media.type, value: text };
  for (const part of parts) if (part.file) left.push(`${part.name}=@${part.file}`);
  const pairs =
    media.kind === "form"
      ? queryPairs(text ?? "").map(([name, value]) => /** @type {Pair} */ ([name, decoded(value)]))
      : parts
          .filter((/** @type {any} */ part) => !part.file)
          .map((/** @type {any} */ part) => /** @type {Pair} */ ([part.name, part.text]));
  const asIs = (/** @type {string} */ value) => value;
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { style, explode, type } = media.parts?.[name] ?? {};
    const isPlainObject = typesOf(resolved(property, definitions))[0] === "object" && !style && explode === undefined;
    const json = isPlainObject || /[/+]json\b/.test(type ?? "") ? "application/json" : undefined;
    const parameter = { name, in: "query", schema: property, style, explode, type: style ? undefined : json };
    const value = parameterValue(parameter, pairs, definitions, asIs);
    return value === undefined ? [] : [/** @type {[string, any]} */ ([name, value])];
  });
  return { type: media.type, value: new Members([...members, ...pairs]) };
}
