// @ts-check
"use strict";

// What a link to inputs may carry: nothing that a document, or its name, tells to be a secret. Pure.

/** Found anywhere in a name that is written in one piece. */
const SECRET_NAMES = new RegExp(
  [
    "passw|passphrase|passcode|passkey|passwort|kennwort|contrasen|pwd|secret|credential|cvv|cvc2|mnemonic|seedphrase|connectionstring|authoriz|authentic",
    "(api|app|application|access|account|auth|client|consumer|deploy|encryption|hmac|host|integration|licen[cs]e|master|pem|pgp|private|rsa|service|server|session|shared|signing|ssh|storage|subscription|webhook)keys?",
    "(credit|debit|bank)card|(card|cc|account|routing)(number|num|no)|socialsecurity",
    "(security|verification|recovery|backup|access|login|onetime)codes?"
  ].join("|")
);
/** Whole words of a name: too short to be looked for inside others. */
const SECRET_WORDS = /^(pass|pw|pin|cvc|csc|cvn|otp|totp|ssn|iban|pan)\d*$/;
/** A number of that name is a count, or a mark of time. */
const SECRET_TEXTS = /token|cookie|bearer|session(id)?$|signature$/;
const SECRET_TEXT_WORDS = /^(auth|oauth2?|jwt|sid|sig|saml)$/;
/** Texts that say it themselves. */
const SECRET_VALUES =
  /^(bearer|basic|digest)\s+[\w.~+/=-]{6,}$|^eyJ[\w-]+\.[\w-]+\.|-----BEGIN [\w ]*PRIVATE|:\/\/[^/?#\s]*@|^(?:\d{4}[ -]){3}\d{1,4}$|^(sk|rk|gh[opsu]|glpat|xox[abprs])[-_]\w{6}|^(AKIA|AIza)\w{12}/i;
const NAMED_IN_TEXT = /(?<![\w.-])([\w.-]+)["']?\s*[:=>]/g;
/** Where the name of a value is the value of another member. */
const NAMING = ["name", "key", "header", "field", "variable", "parameter", "property"];
const NAMED = /^(values?|val|content|data|text|default)$/i;

/** @param {string} name @returns {string[]} */
const wordsIn = (name) =>
  name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/**
 * Whether a name stands for a secret.
 * @param {string} name
 * @param {string} around the name of what it belongs to
 * @param {boolean} isNumber
 */
function isSecretName(name, around = "", isNumber = false) {
  const words = wordsIn(name);
  const whole = words.join("");
  // A key of an API and the number of a card may be told by what they belong to.
  const withAround = [...wordsIn(around).slice(-1), ...words.slice(0, 1)].join("");
  if (SECRET_NAMES.test(whole) || SECRET_NAMES.test(withAround) || words.some((word) => SECRET_WORDS.test(word)))
    return true;
  return !isNumber && (SECRET_TEXTS.test(whole) || words.some((word) => SECRET_TEXT_WORDS.test(word)));
}

/** Whether a text shows a secret, as it is or after a name. @param {string} text */
const showsSecret = (text) =>
  SECRET_VALUES.test(text.trim()) || [...text.matchAll(NAMED_IN_TEXT)].some(([, name]) => isSecretName(name));

/**
 * All schemas that may describe one value.
 * @param {any[]} schemas
 * @param {Record<string, any>} definitions
 * @returns {any[]}
 */
function allSchemas(schemas, definitions) {
  const found = new Set();
  const waiting = [...schemas];
  while (waiting.length) {
    const each = waiting.pop();
    if (!isObject(each) || found.has(each)) continue;
    found.add(each);
    const known = typeof each.$ref === "string" && Object.hasOwn(definitions, each.$ref);
    if (known) waiting.push(definitions[each.$ref]);
    else if (each.$ref !== undefined) found.add({ cut: true, format: "password" });
    waiting.push(...[each.allOf, each.anyOf, each.oneOf].flat());
  }
  return [...found];
}

/** The schemas of a member. @param {any} schema @param {string} name @returns {any[]} */
function memberSchemas({ properties, patternProperties = {}, additionalProperties }, name) {
  const own = properties && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const patterns = Object.entries(patternProperties)
    .filter(([pattern]) => fits(pattern, name) !== false)
    .map(([, part]) => part);
  return own.length + patterns.length ? [...own, ...patterns] : [additionalProperties];
}

/**
 * What a link may carry of a value; places that it may not are noted.
 * @param {any} value
 * @param {any[]} schemas
 * @param {{definitions: Record<string, any>, isSecret: (path: (string | number)[], isNumber: boolean) => boolean, left: (string | number)[][], hidden: any[]}} means
 * @param {(string | number)[]} path
 * @returns {any}
 */
function shareable(value, schemas, means, path) {
  if (value === null || typeof value === "boolean") return value;
  const all = allSchemas(schemas, means.definitions);
  const leave = (/** @type {any} */ secret, at = path) => {
    means.left.push(at);
    means.hidden.push(secret);
  };
  const isMarked = all.some(
    ({ format, writeOnly, cut }) => format === "password" || writeOnly === true || (cut && isList(value))
  );
  if (isMarked || means.isSecret(path, isNumber(value)) || (typeof value === "string" && showsSecret(value)))
    return leave(value);
  if (Array.isArray(value)) {
    const [name] = value;
    if (value.length === 2 && typeof name === "string" && isSecretName(name)) return leave(value);
    const own = { ...means, left: /** @type {any[]} */ ([]) };
    const kept = value.map((each, index) =>
      shareable(
        each,
        all.flatMap(({ prefixItems, items }) => [prefixItems?.[index] ?? items]),
        own,
        [...path, index]
      )
    );
    // An entry that is missing would move the others.
    const isWhole = kept.every((each) => each !== undefined);
    means.left.push(...(isWhole ? own.left : [path]));
    return isWhole ? kept : undefined;
  }
  if (!isObject(value)) return value;
  const pairs = pairsOf(value);
  const namesSecret = pairs.some(
    ([name, member]) => NAMING.includes(name.toLowerCase()) && typeof member === "string" && isSecretName(member)
  );
  return new Members(
    pairs
      .map(
        /** @returns {[string, any]} */ ([name, member]) => {
          const at = [...path, name];
          if (namesSecret && NAMED.test(name)) return [name, leave(member, at)];
          return [
            name,
            shareable(
              member,
              all.flatMap((each) => memberSchemas(each, name)),
              means,
              at
            )
          ];
        }
      )
      .filter(([, member]) => member !== undefined)
  );
}

/**
 * What a link carries of inputs, and the places of what it leaves out. Of a link that came, the same is taken.
 * @param {any} data
 * @param {any} values by parameter
 * @param {any} body its type and value
 * @returns {{values: Members, body: any, left: (string | number)[][], hidden: any[]}} those that are `hidden` are the values left out
 */
function shareableInputs(data, values, body) {
  const left = /** @type {(string | number)[][]} */ ([]);
  const hidden = /** @type {any[]} */ ([]);
  const keys = new Set(
    (data.security ?? []).flat().map((/** @type {any} */ { parameter = "" }) => parameter.toLowerCase())
  );
  const isSecret = (/** @type {(string | number)[]} */ path, /** @type {boolean} */ isCount) => {
    const names = path.filter((each) => typeof each === "string").map(String);
    const name = names.at(-1) ?? "";
    return (name !== "" && keys.has(name.toLowerCase())) || isSecretName(name, names.at(-2), isCount);
  };
  const means = { definitions: data.definitions, isSecret, left, hidden };
  const pairs = (data.parameters ?? [])
    .map((/** @type {any} */ each) => {
      const given = memberOf(values, keyOf(each));
      const isKey = each.in !== "path" && each.name.toLowerCase() === "key" && !isNothing(given);
      if (isKey) hidden.push(given);
      return [
        keyOf(each),
        isKey
          ? void left.push([each.name])
          : given === undefined
            ? undefined
            : shareable(given, [each.schema], means, [each.name])
      ];
    })
    .filter((/** @type {any[]} */ [, value]) => value !== undefined);
  const media = (data.bodies ?? []).find((/** @type {any} */ { type }) => type === body?.type);
  let value = media ? body.value : undefined;
  // Nobody knows what a text or a file holds.
  if (value !== undefined)
    value = FORMS.includes(media.kind) ? shareable(value, [media.schema], means, []) : void left.push([media.type]);
  return { values: new Members(pairs), body: media && { type: media.type, value }, left, hidden };
}

/**
 * A text without some secrets, however they are written in it.
 * @param {string} text
 * @param {any[]} hidden values that nobody may keep
 */
function withoutSecrets(text, hidden) {
  /** @param {any} value @returns {string[]} */
  const texts = (value) =>
    Array.isArray(value)
      ? value.flatMap(texts)
      : isObject(value)
        ? pairsOf(value).flatMap(([, member]) => texts(member))
        : [primitive(value)];
  const forms = texts(hidden)
    .filter((each) => each.length > 2)
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1), percent(each), encodeURIComponent(each)]);
  return [...new Set(forms)]
    .sort((one, other) => other.length - one.length)
    .reduce((all, each) => all.replaceAll(each, "•••"), text);
}
