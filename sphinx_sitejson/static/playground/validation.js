// @ts-check
"use strict";

// Validate values against JSON Schema. Pure: problems are data without texts.

/** @type {Record<string, RegExp>} */
const FORMATS = {
  date: /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/,
  "date-time": /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  ipv4: /^(\d{1,3}\.){3}\d{1,3}$/,
  uri: /^[a-z][\w+.-]*:/i
};

// Variants that contain each other would take exponentially many steps; these take about a second.
const validationBudget = () => ({ steps: 300_000 });

/** @param {any} value */
const jsonType = (value) =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : isNumber(value)
        ? isInteger(value)
          ? "integer"
          : "number"
        : typeof value;

/** @param {any} one @param {any} other @returns {boolean} */
const isEqualJson = (one, other) =>
  one === other ||
  (typeof one !== "string" && jsonType(one) === jsonType(other) && canonicalJson(one) === canonicalJson(other));

/**
 * Whether a text matches a pattern; null if that is unknown.
 * @param {string} pattern
 * @param {string} text
 * @returns {boolean | null}
 */
function matchesPattern(pattern, text) {
  try {
    // Slow patterns are left out when the page is generated: see pattern_cost.py.
    return text.length > 300 ? null : new RegExp(pattern, "u").test(text);
  } catch {
    return null;
  }
}

/**
 * Validate a value.
 * @param {any} schema
 * @param {any} value
 * @param {Record<string, any>} definitions
 * @param {"request" | "response"} direction
 * @param {(string | number)[]} path
 * @param {number} depth
 * @param {(string | number)[][]} unchecked receives the paths that were not fully validated
 * @param {{steps: number}} budget what is left for this value and others
 * @returns {Problem[]}
 */
function validate(
  schema,
  value,
  definitions,
  direction = "request",
  path = [],
  depth = 0,
  unchecked = [],
  budget = validationBudget()
) {
  if (schema === false) return [{ path, rule: "nothing" }];
  if (!isObject(schema)) return [];
  const found = /** @type {Problem[]} */ ([]);
  const markUnchecked = (/** @type {any} */ isUnchecked) => {
    if (isUnchecked) unchecked.push(path);
  };
  const addProblem = (/** @type {string} */ rule, /** @type {any} */ limit = undefined, location = path) =>
    void found.push({ path: location, rule, limit });
  const validatePart = (/** @type {any} */ part, /** @type {any} */ each, location = path) =>
    validate(part, each, definitions, direction, location, depth + 1, unchecked, budget);
  const checkSize = (/** @type {number} */ size, /** @type {string} */ keyword) => {
    const [least, most] = [`min${keyword}`, `max${keyword}`];
    if (size < schema[least]) addProblem(least, schema[least]);
    if (size > schema[most]) addProblem(most, schema[most]);
  };
  /** Validate against a subschema alone, with its own list of unchecked paths. @param {any} part */
  const validateAlone = (part) => {
    const partial = /** @type {(string | number)[][]} */ ([]);
    return {
      problems: validate(part, value, definitions, direction, path, depth + 1, partial, budget),
      isUnchecked: partial.length > 0
    };
  };
  const compareLimit = (/** @type {string} */ key) =>
    isNumber(schema[key]) ? compareNumbers(value, schema[key]) : NaN;

  // Each value of "enum" is compared with the whole value.
  budget.steps -= 1 + (schema.enum?.length ?? 0);
  const isTooComplex = depth > 60 || budget.steps < 0;
  markUnchecked(schema.partial || schema.cut || isTooComplex);
  if (isTooComplex) return [];
  if (typeof schema.$ref === "string") {
    if (Object.hasOwn(definitions, schema.$ref)) found.push(...validatePart(definitions[schema.$ref], value));
    else markUnchecked(true);
  }
  if (value === null && schema.nullable === true) return [];
  const mayBeNull = value === null && isNullable(schema);
  const type = jsonType(value);
  const types = /** @type {string[]} */ ([]).concat(schema.type ?? []);
  if (types.length && !types.includes(type) && !(type === "integer" && types.includes("number"))) {
    addProblem("type", types.join(", "));
    return found;
  }
  if (mayBeNull) markUnchecked(schema.enum);
  else if (schema.enum && !schema.enum.some((/** @type {any} */ each) => isEqualJson(each, value)))
    addProblem("enum", schema.enum.slice(0, 8).map(encodePrimitive).join(", "));
  if (schema.const !== undefined && !isEqualJson(schema.const, value))
    addProblem("const", encodePrimitive(schema.const));

  if (isNumber(value)) {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema;
    if (above === true ? compareLimit("minimum") <= 0 : compareLimit("minimum") < 0)
      addProblem(above === true ? "above" : "minimum", minimum);
    if (below === true ? compareLimit("maximum") >= 0 : compareLimit("maximum") > 0)
      addProblem(below === true ? "below" : "maximum", maximum);
    if (compareLimit("exclusiveMinimum") <= 0) addProblem("above", above);
    if (compareLimit("exclusiveMaximum") >= 0) addProblem("below", below);
    const isValid = !isNumber(step) || isMultiple(value, step);
    if (isValid === false) addProblem("multipleOf", step);
    markUnchecked(isValid === null);
  } else if (typeof value === "string") {
    checkSize([...value].length, "Length");
    const isValid = typeof schema.pattern !== "string" || matchesPattern(schema.pattern, value);
    if (isValid === false) addProblem("pattern", schema.pattern);
    markUnchecked(isValid === null);
    if (Object.hasOwn(FORMATS, schema.format ?? "") && !FORMATS[schema.format].test(value))
      addProblem("format", schema.format);
  } else if (Array.isArray(value)) {
    checkSize(value.length, "Items");
    if (schema.uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length) addProblem("uniqueItems");
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    value.forEach((each, index) =>
      found.push(...validatePart(index < first.length ? first[index] : schema.items, each, [...path, index]))
    );
  } else if (type === "object") {
    const pairs = objectEntries(value);
    const names = new Set(pairs.map(([name]) => name));
    // JSON parsers do not agree on which of two repeated members wins.
    markUnchecked(names.size < pairs.length);
    checkSize(names.size, "Properties");
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const name of /** @type {string[]} */ ([]).concat(schema.required ?? [])) {
      const property = Object.hasOwn(properties, name) ? resolveSchema(properties[name], definitions) : {};
      if (!names.has(name) && !(direction === "request" ? property.readOnly : property.writeOnly))
        addProblem("required", name, [...path, name]);
    }
    for (const [name, member] of pairs) {
      const location = [...path, name];
      const patterns = Object.entries(schema.patternProperties ?? {})
        .map(([pattern, part]) => [matchesPattern(pattern, name), part])
        .filter(([isValid]) => isValid !== false);
      markUnchecked(patterns.some(([isValid]) => isValid === null));
      for (const [isValid, part] of patterns) if (isValid) found.push(...validatePart(part, member, location));
      if (Object.hasOwn(properties, name)) found.push(...validatePart(properties[name], member, location));
      else if (!patterns.length && schema.additionalProperties === false) addProblem("additional", name, location);
      else if (!patterns.length) found.push(...validatePart(schema.additionalProperties, member, location));
    }
  }

  for (const part of schema.allOf ?? []) found.push(...validatePart(part, value));
  for (const key of ["oneOf", "anyOf"]) {
    if (!Array.isArray(schema[key])) continue;
    const discriminator = schema.discriminator?.propertyName;
    const named = isObject(value) && discriminator ? findNamedVariant(schema, getMember(value, discriminator)) : -1;
    const results = schema[key].map(validateAlone);
    const valid = results.filter((/** @type {any} */ { problems }) => !problems.length);
    const only = results[named] ?? (results.length === 1 ? results[0] : null);
    if (only) found.push(...only.problems);
    else if (!valid.length) addProblem(key, "");
    // If several variants of oneOf match, documents rarely mean that the value is invalid.
    markUnchecked(
      only
        ? only.isUnchecked
        : key === "oneOf"
          ? valid.length > 1 || valid[0]?.isUnchecked
          : valid.every((/** @type {any} */ { isUnchecked }) => isUnchecked)
    );
  }
  if (schema.not !== undefined) {
    const { problems, isUnchecked } = validateAlone(schema.not);
    if (!problems.length && !isUnchecked) addProblem("not");
    markUnchecked(isUnchecked);
  }
  return found.slice(0, 200);
}

/**
 * Validate a value that is to be sent.
 * @param {any} schema
 * @param {any} value
 * @param {Record<string, any>} definitions
 */
const findProblems = (schema, value, definitions) => validate(schema, value, definitions);

/**
 * Mark the problems of values that are unchanged from the example: they do not prevent a request.
 * @param {Problem[]} problems
 * @param {any} value
 * @param {any} example
 */
function markExampleProblems(problems, value, example) {
  const valueAt = (/** @type {any} */ root, /** @type {(string | number)[]} */ path) =>
    path.reduce(
      (each, key) =>
        Array.isArray(each) ? each[Number(key)] : isObject(each) ? getMember(each, String(key)) : undefined,
      root
    );
  return problems.map((each) => ({
    ...each,
    isExample: example !== undefined && isEqualJson(valueAt(value, each.path), valueAt(example, each.path))
  }));
}

/** Count the problems that prevent a request. @param {any[]} problems */
const countProblems = (problems) => problems.filter(({ isExample }) => !isExample).length;

/** @param {any} schema @param {any} discriminator */
function findNamedVariant(schema, discriminator) {
  const mapping = schema.discriminator.mapping ?? {};
  const name = Object.hasOwn(mapping, discriminator) ? mapping[discriminator] : discriminator;
  return (schema.oneOf ?? schema.anyOf).findIndex((/** @type {any} */ each) => each?.$ref === name);
}
