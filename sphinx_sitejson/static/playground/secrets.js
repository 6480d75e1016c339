// @ts-check
"use strict";

// Remove secrets from shared links, by schema and by name. Pure.

/** Matched anywhere in a name, with its words joined. */
const SECRET_NAMES = new RegExp(
  [
    "passw|passphrase|passcode|passkey|passwort|kennwort|contrasen|pwd|secret|credential|cvv|cvc2|mnemonic|seedphrase|connectionstring|authoriz|authentic",
    "(api|app|application|access|account|auth|client|consumer|deploy|encryption|hmac|host|integration|licen[cs]e|master|pem|pgp|private|rsa|service|server|session|shared|signing|ssh|storage|subscription|webhook)keys?",
    "(credit|debit|bank)card|(card|cc|account|routing)(number|num|no)|socialsecurity",
    "(security|verification|recovery|backup|access|login|onetime)codes?"
  ].join("|")
);
/** Matched against single words of a name: too short to be matched inside others. */
const SECRET_WORDS = /^(pass|pw|pin|cvc|csc|cvn|otp|totp|ssn|iban|pan)\d*$/;
/** Secrets only if the value is a string: a number is a count or a timestamp. */
const SECRET_TEXTS = /token|cookie|bearer|session(id)?$|signature$/;
const SECRET_TEXT_WORDS = /^(auth|oauth2?|jwt|sid|sig|saml)$/;
/** Strings that are recognizable as secrets. */
const SECRET_VALUES =
  /^(bearer|basic|digest)\s+[\w.~+/=-]{6,}$|^eyJ[\w-]+\.[\w-]+\.|-----BEGIN [\w ]*PRIVATE|:\/\/[^/?#\s]*@|^(?:\d{4}[ -]){3}\d{1,4}$|^(sk|rk|gh[opsu]|glpat|xox[abprs])[-_]\w{6}|^(AKIA|AIza)\w{12}/i;
const NAME_IN_TEXT = /(?<![\w.-])([\w.-]+)["']?\s*[:=>]/g;
/** Members that name the value of another member, as in `{"name": "password", "value": "…"}`. */
const NAME_KEYS = ["name", "key", "header", "field", "variable", "parameter", "property"];
const VALUE_KEYS = /^(values?|val|content|data|text|default)$/i;

/** @param {string} name @returns {string[]} */
const splitWords = (name) =>
  name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/**
 * Whether a name denotes a secret.
 * @param {string} name
 * @param {string} parentName the name of the enclosing member
 * @param {boolean} isNumber
 */
function isSecretName(name, parentName = "", isNumber = false) {
  const words = splitWords(name);
  const joined = words.join("");
  // Names such as "api.key" and "card.number" are recognized with the enclosing member.
  const withParent = [...splitWords(parentName).slice(-1), ...words.slice(0, 1)].join("");
  if (SECRET_NAMES.test(joined) || SECRET_NAMES.test(withParent) || words.some((word) => SECRET_WORDS.test(word)))
    return true;
  return !isNumber && (SECRET_TEXTS.test(joined) || words.some((word) => SECRET_TEXT_WORDS.test(word)));
}

/** Whether a text is a secret, or contains one after a name. @param {string} text */
const containsSecret = (text) =>
  SECRET_VALUES.test(text.trim()) || [...text.matchAll(NAME_IN_TEXT)].some(([, name]) => isSecretName(name));

/**
 * Collect all schemas that may describe one value.
 * @param {any[]} schemas
 * @param {Record<string, any>} definitions
 * @returns {any[]}
 */
function collectSchemas(schemas, definitions) {
  const found = new Set();
  const queue = [...schemas];
  while (queue.length) {
    const each = queue.pop();
    if (!isObject(each) || found.has(each)) continue;
    found.add(each);
    const known = typeof each.$ref === "string" && Object.hasOwn(definitions, each.$ref);
    if (known) queue.push(definitions[each.$ref]);
    else if (each.$ref !== undefined) found.add({ cut: true, format: "password" });
    queue.push(...[each.allOf, each.anyOf, each.oneOf].flat());
  }
  return [...found];
}

/** Return the schemas of a member. @param {any} schema @param {string} name @returns {any[]} */
function memberSchemas({ properties, patternProperties = {}, additionalProperties }, name) {
  const own = properties && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const patterns = Object.entries(patternProperties)
    .filter(([pattern]) => matchesPattern(pattern, name) !== false)
    .map(([, part]) => part);
  return own.length + patterns.length ? [...own, ...patterns] : [additionalProperties];
}

/**
 * Remove the secrets of a value; their paths are recorded in `omitted`.
 * @param {any} value
 * @param {any[]} schemas
 * @param {{definitions: Record<string, any>, isSecret: (path: (string | number)[], isNumber: boolean) => boolean, omitted: (string | number)[][], hidden: any[]}} context
 * @param {(string | number)[]} path
 * @returns {any}
 */
function stripSecrets(value, schemas, context, path) {
  if (value === null || typeof value === "boolean") return value;
  const all = collectSchemas(schemas, context.definitions);
  const omit = (/** @type {any} */ secret, at = path) => {
    context.omitted.push(at);
    context.hidden.push(secret);
  };
  const isMarked = all.some(
    ({ format, writeOnly, cut }) => format === "password" || writeOnly === true || (cut && isContainer(value))
  );
  if (isMarked || context.isSecret(path, isNumber(value)) || (typeof value === "string" && containsSecret(value)))
    return omit(value);
  if (Array.isArray(value)) {
    const [name] = value;
    if (value.length === 2 && typeof name === "string" && isSecretName(name)) return omit(value);
    const own = { ...context, omitted: /** @type {any[]} */ ([]) };
    const cleaned = value.map((each, index) =>
      stripSecrets(
        each,
        all.flatMap(({ prefixItems, items }) => [prefixItems?.[index] ?? items]),
        own,
        [...path, index]
      )
    );
    // A missing item would shift the others.
    const isComplete = cleaned.every((each) => each !== undefined);
    context.omitted.push(...(isComplete ? own.omitted : [path]));
    return isComplete ? cleaned : undefined;
  }
  if (!isObject(value)) return value;
  const pairs = objectEntries(value);
  const namesSecret = pairs.some(
    ([name, member]) => NAME_KEYS.includes(name.toLowerCase()) && typeof member === "string" && isSecretName(member)
  );
  return new JsonObject(
    pairs
      .map(
        /** @returns {[string, any]} */ ([name, member]) => {
          const at = [...path, name];
          if (namesSecret && VALUE_KEYS.test(name)) return [name, omit(member, at)];
          return [
            name,
            stripSecrets(
              member,
              all.flatMap((each) => memberSchemas(each, name)),
              context,
              at
            )
          ];
        }
      )
      .filter(([, member]) => member !== undefined)
  );
}

/**
 * Remove the secrets of inputs, for links that are created and links that are opened.
 * @param {any} data
 * @param {any} values by parameter
 * @param {any} body its type and value
 * @returns {{values: JsonObject, body: any, omitted: (string | number)[][], hidden: any[]}} `hidden` has the removed
 * values
 */
function stripInputSecrets(data, values, body) {
  const omitted = /** @type {(string | number)[][]} */ ([]);
  const hidden = /** @type {any[]} */ ([]);
  const keys = new Set(
    (data.security ?? []).flat().map((/** @type {any} */ { parameter = "" }) => parameter.toLowerCase())
  );
  const isSecret = (/** @type {(string | number)[]} */ path, /** @type {boolean} */ isNumber) => {
    const names = path.filter((each) => typeof each === "string").map(String);
    const name = names.at(-1) ?? "";
    return (name !== "" && keys.has(name.toLowerCase())) || isSecretName(name, names.at(-2), isNumber);
  };
  const context = { definitions: data.definitions, isSecret, omitted, hidden };
  const pairs = (data.parameters ?? [])
    .map((/** @type {any} */ each) => {
      const given = getMember(values, parameterKey(each));
      const isKey = each.in !== "path" && each.name.toLowerCase() === "key" && !isNullish(given);
      if (isKey) hidden.push(given);
      return [
        parameterKey(each),
        isKey
          ? void omitted.push([each.name])
          : given === undefined
            ? undefined
            : stripSecrets(given, [each.schema], context, [each.name])
      ];
    })
    .filter((/** @type {any[]} */ [, value]) => value !== undefined);
  const media = (data.bodies ?? []).find((/** @type {any} */ { type }) => type === body?.type);
  let value = media ? body.value : undefined;
  // The content of a text or file is unknown.
  if (value !== undefined)
    value = FIELD_KINDS.includes(media.kind)
      ? stripSecrets(value, [media.schema], context, [])
      : void omitted.push([media.type]);
  return { values: new JsonObject(pairs), body: media && { type: media.type, value }, omitted, hidden };
}

/**
 * Redact secrets in a text, in any of their encodings.
 * @param {string} text
 * @param {any[]} hidden the values to redact
 */
function redactText(text, hidden) {
  /** @param {any} value @returns {string[]} */
  const collectTexts = (value) =>
    Array.isArray(value)
      ? value.flatMap(collectTexts)
      : isObject(value)
        ? objectEntries(value).flatMap(([, member]) => collectTexts(member))
        : [encodePrimitive(value)];
  const encodings = collectTexts(hidden)
    .filter((each) => each.length > 2)
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1), percentEncode(each), encodeURIComponent(each)]);
  return [...new Set(encodings)]
    .sort((one, other) => other.length - one.length)
    .reduce((all, each) => all.replaceAll(each, "•••"), text);
}
