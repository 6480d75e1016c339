// @ts-check
"use strict";

// Reading schemas: references, merged parts, variants, first values. Pure.

/** A schema for the values that follow both. @param {any} one @param {any} other */
const bothSchemas = (one, other) =>
  one === undefined || one === true
    ? other
    : other === undefined || other === true || sameText(one) === sameText(other)
      ? one
      : { allOf: [one, other] };

/** @param {any} one @param {any} other */
const bothMaps = (one = {}, other = {}) => {
  const both = { ...one };
  for (const name of Object.keys(other))
    both[name] = bothSchemas(Object.hasOwn(one, name) ? one[name] : true, other[name]);
  return both;
};

/**
 * How keywords that both parts of an `allOf` have are combined; of others the first counts.
 * @type {Record<string, (one: any, other: any) => any>}
 */
const COMBINED = {
  properties: bothMaps,
  patternProperties: bothMaps,
  items: bothSchemas,
  additionalProperties: bothSchemas,
  required: (one, other) => [...new Set([...one, ...other])],
  enum: (one, other) => {
    const texts = other.map(sameText);
    const common = one.filter((/** @type {any} */ each) => texts.includes(sameText(each)));
    return common.length ? common : one;
  }
};

/** @param {any} all @param {any} part */
const intersection = (all, part) => {
  const both = { ...part, ...all };
  for (const key of Object.keys(COMBINED)) {
    if (all[key] !== undefined && part[key] !== undefined) both[key] = COMBINED[key](all[key], part[key]);
  }
  return both;
};

/**
 * Follow references and merge `allOf`; what is unknown allows anything.
 * @param {any} schema
 * @param {Record<string, any>} definitions
 * @returns {any}
 */
function resolved(schema, definitions, depth = 0) {
  if (schema === false) return { not: {} };
  if (!isObject(schema) || depth > 40) return {};
  const { $ref, allOf = [], ...own } = schema;
  const named = typeof $ref === "string" && Object.hasOwn(definitions, $ref) ? [definitions[$ref]] : [];
  return [...(Array.isArray(allOf) ? allOf : []), ...named]
    .map((/** @type {any} */ part) => resolved(part, definitions, depth + 1))
    .reduce(intersection, own);
}

/** The types of a resolved schema, without null; guessed if it names none. @param {any} schema @returns {string[]} */
function typesOf(schema) {
  if (schema.type) return /** @type {string[]} */ ([]).concat(schema.type).filter((type) => type !== "null");
  const guess =
    schema.properties || schema.additionalProperties || schema.patternProperties
      ? "object"
      : schema.items || schema.prefixItems
        ? "array"
        : schema.pattern || schema.format || schema.minLength !== undefined || schema.maxLength !== undefined
          ? "string"
          : "";
  return guess ? [guess] : [];
}

/** Whether a variant adds null and nothing else, in any spelling. @param {any} each */
const isNullOnly = (each) =>
  each?.type === "null" ||
  each?.const === null ||
  (each?.enum?.length === 1 && each.enum[0] === null) ||
  (each?.nullable === true && Object.keys(each).length === 1);

/** @param {any} schema */
const isNullable = (schema) =>
  schema.nullable === true ||
  /** @type {string[]} */ ([]).concat(schema.type ?? []).includes("null") ||
  [].concat(schema.oneOf ?? [], schema.anyOf ?? []).some(isNullOnly);

/**
 * The shapes to choose from, each with what all share; none if there is no choice.
 * @param {any} schema
 * @param {Record<string, any>} definitions
 * @returns {any[]}
 */
function variantsOf(schema, definitions) {
  const { oneOf, anyOf, ...shared } = schema;
  const given = (oneOf ?? anyOf ?? []).filter((/** @type {any} */ each) => !isNullOnly(each));
  if (given.length) {
    const mapping = Object.entries(shared.discriminator?.mapping ?? {});
    const property = shared.discriminator?.propertyName;
    delete shared.discriminator;
    return given.map((/** @type {any} */ each) => {
      const name = each?.$ref ?? "";
      const mark = mapping.find(([, target]) => target === name)?.[0] ?? (property ? name : undefined);
      // Beside the choice stands what all have in common; a mark tells them apart.
      const merged = resolved({ allOf: [each, shared] }, definitions);
      const known = mark !== undefined &&
        property && {
          ...merged,
          properties: {
            ...merged.properties,
            [property]: { ...resolved(merged.properties?.[property], definitions), enum: undefined, const: mark }
          }
        };
      return {
        ...(known || merged),
        title: each?.title ?? resolved(each, definitions).title ?? (name || merged.title)
      };
    });
  }
  const types = typesOf(schema);
  return types.length > 1 ? types.map((type) => ({ ...schema, type, title: type })) : [];
}

/**
 * Which variant a value follows best.
 * @param {any[]} variants
 * @param {any} value
 * @param {Record<string, any>} definitions
 */
function variantFor(variants, value, definitions) {
  if (value === undefined) return 0;
  const counts = variants.map((variant) =>
    check(variant, value, definitions).reduce(
      (sum, { path, rule }) => sum + (rule === "const" || !path.length ? 100 : 1),
      0
    )
  );
  return counts.indexOf(Math.min(...counts));
}

/**
 * What a field begins with: what is fixed or usual, and the required members that are.
 * @param {any} given
 * @param {Record<string, any>} definitions
 * @returns {any}
 */
function firstValue(given, definitions, depth = 0) {
  const schema = resolved(given, definitions);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.length === 1) return schema.enum[0];
  const [variant] = variantsOf(schema, definitions);
  if (variant && depth < 8) return firstValue(variant, definitions, depth + 1);
  if (typesOf(schema)[0] !== "object" || depth > 8) return undefined;
  const members = (schema.required ?? []).map((/** @type {string} */ name) => [
    name,
    schema.properties && Object.hasOwn(schema.properties, name)
      ? firstValue(schema.properties[name], definitions, depth + 1)
      : undefined
  ]);
  return new Members(members.filter((/** @type {[string, any]} */ [, value]) => value !== undefined));
}
