// @ts-check
"use strict";

// Checking values against JSON Schema. Pure: problems are data, words come later.

const FORMATS = {
  date: /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/,
  "date-time": /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  ipv4: /^(\d{1,3}\.){3}\d{1,3}$/,
  uri: /^[a-z][\w+.-]*:/i,
};

/** @param {any} value */
const typeOf = (value) => value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

/** @param {any} one @param {any} other @returns {boolean} */
const isSame = (one, other) => one === other || (typeOf(one) === typeOf(other) && one !== null && typeof one === "object"
  && Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key])));

/** @param {string} pattern @param {string} text */
function fits(pattern, text) {
  try {
    return text.length > 2000 || new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

/** All that is wrong with a value. @param {any} schema @param {any} value @param {Record<string, any>} definitions @param {"request" | "response"} direction @returns {{path: (string | number)[], rule: string, limit?: any}[]} */
function check(schema, value, definitions, direction = "request", path = [], depth = 0) {
  if (schema === false) return [{ path, rule: "nothing" }];
  if (!isObject(schema) || depth > 60) return [];
  const found = [];
  const wrong = (/** @type {string} */ rule, /** @type {any} */ limit, at = path) => void found.push({ path: at, rule, limit });
  const inside = (/** @type {any} */ part, /** @type {any} */ each, at = path) => check(part, each, definitions, direction, at, depth + 1);
  const hasSize = (/** @type {number} */ size, /** @type {string} */ what) => {
    const [least, most] = [`min${what}`, `max${what}`];
    if (size < schema[least]) wrong(least, schema[least]);
    if (size > schema[most]) wrong(most, schema[most]);
  };
  const has = (/** @type {string} */ key) => typeof schema[key] === "number";

  if (typeof schema.$ref === "string" && Object.hasOwn(definitions, schema.$ref)) found.push(...inside(definitions[schema.$ref], value));
  if (value === null && (isNullable(schema) || schema.$ref)) return schema.nullable === true ? [] : found;
  const type = typeOf(value);
  const types = [].concat(schema.type ?? []);
  if (types.length && !types.includes(type) && !(type === "integer" && types.includes("number"))) {
    wrong("type", types.join(", "));
    return found;
  }
  if (schema.enum && !schema.enum.some((/** @type {any} */ each) => isSame(each, value))) wrong("enum", schema.enum.slice(0, 8).map(primitive).join(", "));
  if (schema.const !== undefined && !isSame(schema.const, value)) wrong("const", primitive(schema.const));

  if (typeof value === "number") {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
    if (has("minimum") && (above === true ? value <= minimum : value < minimum)) wrong(above === true ? "above" : "minimum", minimum);
    if (has("maximum") && (below === true ? value >= maximum : value > maximum)) wrong(below === true ? "below" : "maximum", maximum);
    if (has("exclusiveMinimum") && value <= above) wrong("above", above);
    if (has("exclusiveMaximum") && value >= below) wrong("below", below);
    const times = value / schema.multipleOf;
    if (has("multipleOf") && Math.abs(times - Math.round(times)) > 1e-9) wrong("multipleOf", schema.multipleOf);
  } else if (typeof value === "string") {
    hasSize([...value].length, "Length");
    if (typeof schema.pattern === "string" && !fits(schema.pattern, value)) wrong("pattern", schema.pattern);
    if (Object.hasOwn(FORMATS, schema.format ?? "") && !FORMATS[schema.format].test(value)) wrong("format", schema.format);
  } else if (Array.isArray(value)) {
    hasSize(value.length, "Items");
    if (schema.uniqueItems === true && value.length < 500 && value.some((each, index) => value.slice(0, index).some((other) => isSame(each, other)))) wrong("uniqueItems");
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    value.forEach((each, index) => found.push(...inside(index < first.length ? first[index] : schema.items, each, [...path, index])));
  } else if (type === "object") {
    const names = Object.keys(value);
    hasSize(names.length, "Properties");
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const name of [].concat(schema.required ?? [])) {
      const own = Object.hasOwn(properties, name) ? resolved(properties[name], definitions) : {};
      if (!Object.hasOwn(value, name) && !(direction === "request" ? own.readOnly : own.writeOnly)) wrong("required", name, [...path, name]);
    }
    for (const name of names) {
      const patterns = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => fits(pattern, name));
      for (const [, part] of patterns) found.push(...inside(part, value[name], [...path, name]));
      if (Object.hasOwn(properties, name)) found.push(...inside(properties[name], value[name], [...path, name]));
      else if (!patterns.length && schema.additionalProperties === false) wrong("additional", name, [...path, name]);
      else if (!patterns.length) found.push(...inside(schema.additionalProperties, value[name], [...path, name]));
    }
  }

  for (const part of schema.allOf ?? []) found.push(...inside(part, value));
  for (const key of ["oneOf", "anyOf"]) {
    if (!Array.isArray(schema[key])) continue;
    const mark = schema.discriminator?.propertyName;
    const named = isObject(value) && mark ? variantNamed(schema, value[mark]) : -1;
    const results = schema[key].map((/** @type {any} */ part) => inside(part, value));
    const good = results.filter((/** @type {any[]} */ each) => !each.length).length;
    if (named >= 0 && schema[key][named]) found.push(...results[named]);
    else if (!good) found.push(...results.length === 1 ? results[0] : [{ path, rule: key, limit: "" }]);
  }
  if (schema.not !== undefined && !inside(schema.not, value).length) wrong("not");
  return found.slice(0, 200);
}

/** @param {any} schema @param {any} mark */
function variantNamed(schema, mark) {
  const mapping = schema.discriminator.mapping ?? {};
  const name = Object.hasOwn(mapping, mark) ? mapping[mark] : mark;
  return (schema.oneOf ?? schema.anyOf).findIndex((/** @type {any} */ each) => each?.$ref === name);
}
