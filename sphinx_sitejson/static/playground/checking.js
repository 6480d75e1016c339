// @ts-check
"use strict";

// Checking values against JSON Schema. Pure: problems are data, words come later.

/** @type {Record<string, RegExp>} */
const FORMATS = {
  date: /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/,
  "date-time": /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  ipv4: /^(\d{1,3}\.){3}\d{1,3}$/,
  uri: /^[a-z][\w+.-]*:/i
};

/** @param {any} value */
const typeOf = (value) =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : isNumber(value)
        ? isWhole(value)
          ? "integer"
          : "number"
        : typeof value;

/** @param {any} one @param {any} other @returns {boolean} */
const isSame = (one, other) =>
  one === other || (typeof one !== "string" && typeOf(one) === typeOf(other) && sameText(one) === sameText(other));

/**
 * Whether a text has a pattern; null if that cannot be told.
 * @param {string} pattern
 * @param {string} text
 * @returns {boolean | null}
 */
function fits(pattern, text) {
  try {
    // Slow patterns are left out when the page is generated: see pattern_cost.py.
    return text.length > 300 ? null : new RegExp(pattern, "u").test(text);
  } catch {
    return null;
  }
}

/**
 * All that is wrong with a value.
 * @param {any} schema
 * @param {any} value
 * @param {Record<string, any>} definitions
 * @param {"request" | "response"} direction
 * @param {(string | number)[]} path
 * @param {number} depth
 * @param {(string | number)[][]} open gets the places that were not checked in full
 * @returns {Problem[]}
 */
function check(schema, value, definitions, direction = "request", path = [], depth = 0, open = []) {
  if (schema === false) return [{ path, rule: "nothing" }];
  if (!isObject(schema)) return [];
  const found = /** @type {Problem[]} */ ([]);
  const leave = (/** @type {any} */ isOpen) => {
    if (isOpen) open.push(path);
  };
  const wrong = (/** @type {string} */ rule, /** @type {any} */ limit = undefined, at = path) =>
    void found.push({ path: at, rule, limit });
  const inside = (/** @type {any} */ part, /** @type {any} */ each, at = path) =>
    check(part, each, definitions, direction, at, depth + 1, open);
  const hasSize = (/** @type {number} */ size, /** @type {string} */ what) => {
    const [least, most] = [`min${what}`, `max${what}`];
    if (size < schema[least]) wrong(least, schema[least]);
    if (size > schema[most]) wrong(most, schema[most]);
  };
  /** What a part says for itself, and whether it says all. @param {any} part */
  const apart = (part) => {
    const own = /** @type {(string | number)[][]} */ ([]);
    return { problems: check(part, value, definitions, direction, path, depth + 1, own), isOpen: own.length > 0 };
  };
  const over = (/** @type {string} */ key) => (isNumber(schema[key]) ? compareNumbers(value, schema[key]) : NaN);

  leave(schema.partial || schema.cut || depth > 60);
  if (depth > 60) return [];
  if (typeof schema.$ref === "string") {
    if (Object.hasOwn(definitions, schema.$ref)) found.push(...inside(definitions[schema.$ref], value));
    else leave(true);
  }
  if (value === null && schema.nullable === true) return [];
  const mayBeNull = value === null && isNullable(schema);
  const type = typeOf(value);
  const types = /** @type {string[]} */ ([]).concat(schema.type ?? []);
  if (types.length && !types.includes(type) && !(type === "integer" && types.includes("number"))) {
    wrong("type", types.join(", "));
    return found;
  }
  if (mayBeNull) leave(schema.enum);
  else if (schema.enum && !schema.enum.some((/** @type {any} */ each) => isSame(each, value)))
    wrong("enum", schema.enum.slice(0, 8).map(primitive).join(", "));
  if (schema.const !== undefined && !isSame(schema.const, value)) wrong("const", primitive(schema.const));

  if (isNumber(value)) {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema;
    if (above === true ? over("minimum") <= 0 : over("minimum") < 0)
      wrong(above === true ? "above" : "minimum", minimum);
    if (below === true ? over("maximum") >= 0 : over("maximum") > 0)
      wrong(below === true ? "below" : "maximum", maximum);
    if (over("exclusiveMinimum") <= 0) wrong("above", above);
    if (over("exclusiveMaximum") >= 0) wrong("below", below);
    const isRight = !isNumber(step) || isMultiple(value, step);
    if (isRight === false) wrong("multipleOf", step);
    leave(isRight === null);
  } else if (typeof value === "string") {
    hasSize([...value].length, "Length");
    const isRight = typeof schema.pattern !== "string" || fits(schema.pattern, value);
    if (isRight === false) wrong("pattern", schema.pattern);
    leave(isRight === null);
    if (Object.hasOwn(FORMATS, schema.format ?? "") && !FORMATS[schema.format].test(value))
      wrong("format", schema.format);
  } else if (Array.isArray(value)) {
    hasSize(value.length, "Items");
    if (schema.uniqueItems === true && new Set(value.map(sameText)).size < value.length) wrong("uniqueItems");
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    value.forEach((each, index) =>
      found.push(...inside(index < first.length ? first[index] : schema.items, each, [...path, index]))
    );
  } else if (type === "object") {
    const pairs = pairsOf(value);
    const names = new Set(pairs.map(([name]) => name));
    // Readers of JSON do not agree on which of two members of one name counts.
    leave(names.size < pairs.length);
    hasSize(names.size, "Properties");
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const name of /** @type {string[]} */ ([]).concat(schema.required ?? [])) {
      const own = Object.hasOwn(properties, name) ? resolved(properties[name], definitions) : {};
      if (!names.has(name) && !(direction === "request" ? own.readOnly : own.writeOnly))
        wrong("required", name, [...path, name]);
    }
    for (const [name, member] of pairs) {
      const at = [...path, name];
      const patterns = Object.entries(schema.patternProperties ?? {})
        .map(([pattern, part]) => [fits(pattern, name), part])
        .filter(([isRight]) => isRight !== false);
      leave(patterns.some(([isRight]) => isRight === null));
      for (const [isRight, part] of patterns) if (isRight) found.push(...inside(part, member, at));
      if (Object.hasOwn(properties, name)) found.push(...inside(properties[name], member, at));
      else if (!patterns.length && schema.additionalProperties === false) wrong("additional", name, at);
      else if (!patterns.length) found.push(...inside(schema.additionalProperties, member, at));
    }
  }

  for (const part of schema.allOf ?? []) found.push(...inside(part, value));
  for (const key of ["oneOf", "anyOf"]) {
    if (!Array.isArray(schema[key])) continue;
    const mark = schema.discriminator?.propertyName;
    const named = isObject(value) && mark ? variantNamed(schema, memberOf(value, mark)) : -1;
    const results = schema[key].map(apart);
    const good = results.filter((/** @type {any} */ { problems }) => !problems.length);
    const only = results[named] ?? (results.length === 1 ? results[0] : null);
    if (only) found.push(...only.problems);
    else if (!good.length) wrong(key, "");
    // Of several that fit, documents seldom mean that none may.
    leave(
      only
        ? only.isOpen
        : key === "oneOf"
          ? good.length > 1 || good[0]?.isOpen
          : good.every((/** @type {any} */ { isOpen }) => isOpen)
    );
  }
  if (schema.not !== undefined) {
    const { problems, isOpen } = apart(schema.not);
    if (!problems.length && !isOpen) wrong("not");
    leave(isOpen);
  }
  return found.slice(0, 200);
}

/**
 * What is wrong with a value that is to be sent.
 * @param {any} schema
 * @param {any} value
 * @param {Record<string, any>} definitions
 */
const problemsOf = (schema, value, definitions) => check(schema, value, definitions);

/** @param {any} schema @param {any} mark */
function variantNamed(schema, mark) {
  const mapping = schema.discriminator.mapping ?? {};
  const name = Object.hasOwn(mapping, mark) ? mapping[mark] : mark;
  return (schema.oneOf ?? schema.anyOf).findIndex((/** @type {any} */ each) => each?.$ref === name);
}
