// @ts-check
"use strict";

// Resolve schemas: references, allOf, variants, initial values. Pure.

/** Return a schema for the values that match both. @param {any} one @param {any} other */
const intersectSchemas = (one, other) =>
  one === undefined || one === true
    ? other
    : other === undefined || other === true || canonicalJson(one) === canonicalJson(other)
      ? one
      : { allOf: [one, other] };

/** @param {any} one @param {any} other */
const intersectMaps = (one = {}, other = {}) => {
  const merged = { ...one };
  for (const name of Object.keys(other))
    merged[name] = intersectSchemas(Object.hasOwn(one, name) ? one[name] : true, other[name]);
  return merged;
};

/**
 * How keywords that both parts of an `allOf` have are combined; for other keywords the first wins.
 * @type {Record<string, (one: any, other: any) => any>}
 */
const KEYWORD_INTERSECTIONS = {
  properties: intersectMaps,
  patternProperties: intersectMaps,
  items: intersectSchemas,
  additionalProperties: intersectSchemas,
  required: (one, other) => [...new Set([...one, ...other])],
  enum: (one, other) => {
    const texts = other.map(canonicalJson);
    const common = one.filter((/** @type {any} */ each) => texts.includes(canonicalJson(each)));
    return common.length ? common : one;
  }
};

/** @param {any} all @param {any} part */
const intersectKeywords = (all, part) => {
  const merged = { ...part, ...all };
  for (const key of Object.keys(KEYWORD_INTERSECTIONS)) {
    if (all[key] !== undefined && part[key] !== undefined)
      merged[key] = KEYWORD_INTERSECTIONS[key](all[key], part[key]);
  }
  return merged;
};

/**
 * Resolve references and merge `allOf`; an unknown reference allows any value.
 * @param {any} schema
 * @param {Record<string, any>} definitions
 * @returns {any}
 */
function resolveSchema(schema, definitions, depth = 0) {
  if (schema === false) return { not: {} };
  if (!isObject(schema) || depth > 40) return {};
  const { $ref, allOf = [], ...own } = schema;
  const named = typeof $ref === "string" && Object.hasOwn(definitions, $ref) ? [definitions[$ref]] : [];
  return [...(Array.isArray(allOf) ? allOf : []), ...named]
    .map((/** @type {any} */ part) => resolveSchema(part, definitions, depth + 1))
    .reduce(intersectKeywords, own);
}

/**
 * Return the types of a resolved schema without null; inferred if it has no `type`.
 * @param {any} schema
 * @returns {string[]}
 */
function schemaTypes(schema) {
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

/** Whether a variant allows null only, in any notation. @param {any} each */
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
 * Return the variants of a schema, each merged with the shared keywords; none if there is no choice.
 * @param {any} schema
 * @param {Record<string, any>} definitions
 * @returns {any[]}
 */
function schemaVariants(schema, definitions) {
  const { oneOf, anyOf, ...shared } = schema;
  const source = (oneOf ?? anyOf ?? []).filter((/** @type {any} */ each) => !isNullOnly(each));
  if (source.length) {
    const mapping = Object.entries(shared.discriminator?.mapping ?? {});
    const property = shared.discriminator?.propertyName;
    delete shared.discriminator;
    return source.map((/** @type {any} */ each) => {
      const name = each?.$ref ?? "";
      const discriminator = mapping.find(([, target]) => target === name)?.[0] ?? (property ? name : undefined);
      // The keywords beside oneOf apply to all variants; the discriminator distinguishes them.
      const merged = resolveSchema({ allOf: [each, shared] }, definitions);
      const tagged = discriminator !== undefined &&
        property && {
          ...merged,
          properties: {
            ...merged.properties,
            [property]: {
              ...resolveSchema(merged.properties?.[property], definitions),
              enum: undefined,
              const: discriminator
            }
          }
        };
      return {
        ...(tagged || merged),
        title: each?.title ?? resolveSchema(each, definitions).title ?? (name || merged.title)
      };
    });
  }
  const types = schemaTypes(schema);
  return types.length > 1 ? types.map((type) => ({ ...schema, type, title: type })) : [];
}

/**
 * Find the variant with the fewest problems for a value.
 * @param {any[]} variants
 * @param {any} value
 * @param {Record<string, any>} definitions
 */
function findClosestVariant(variants, value, definitions) {
  if (value === undefined) return 0;
  const budget = validationBudget();
  const counts = variants.map((variant) =>
    validate(variant, value, definitions, "request", [], 0, [], budget).reduce(
      (sum, { path, rule }) => sum + (rule === "const" || !path.length ? 100 : 1),
      0
    )
  );
  return counts.indexOf(Math.min(...counts));
}

/**
 * Convert a value to the type of its schema where both have the same text on the wire, as 13 and "13" in a URL.
 * @param {any} value
 * @param {any} source
 * @param {Record<string, any>} definitions
 * @returns {any}
 */
function coerceValue(value, source, definitions, depth = 0) {
  if (isNullish(value) || depth > 8) return value;
  const schema = resolveSchema(source, definitions);
  const coerceMember = (/** @type {any} */ member, /** @type {any} */ part) =>
    coerceValue(member, part, definitions, depth + 1);
  if (Array.isArray(value)) return value.map((each) => coerceMember(each, schema.items));
  if (isObject(value))
    return new JsonObject(
      objectEntries(value).map(([name, member]) => [
        name,
        coerceMember(member, getMember(schema.properties ?? {}, name))
      ])
    );
  const text = encodePrimitive(value);
  const allowed = (schema.enum ?? []).find((/** @type {any} */ each) => encodePrimitive(each) === text);
  if (allowed !== undefined) return allowed;
  const [type] = schemaTypes(schema);
  if (type === "string") return text;
  if (typeof value !== "string") return value;
  if (type === "integer" || type === "number") return parseNumber(value) ?? value;
  return type === "boolean" && /^(true|false)$/.test(value) ? value === "true" : value;
}

/**
 * Return the initial value of a field: const, default, or the required members that have one.
 * @param {any} source
 * @param {Record<string, any>} definitions
 * @returns {any}
 */
function initialValue(source, definitions, depth = 0) {
  const schema = resolveSchema(source, definitions);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.length === 1) return schema.enum[0];
  const [variant] = schemaVariants(schema, definitions);
  if (variant && depth < 8) return initialValue(variant, definitions, depth + 1);
  if (schemaTypes(schema)[0] !== "object" || depth > 8) return undefined;
  const members = (schema.required ?? []).map((/** @type {string} */ name) => [
    name,
    schema.properties && Object.hasOwn(schema.properties, name)
      ? initialValue(schema.properties[name], definitions, depth + 1)
      : undefined
  ]);
  return new JsonObject(members.filter((/** @type {[string, any]} */ [, value]) => value !== undefined));
}
