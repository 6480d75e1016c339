// @ts-check
"use strict";

// Encode and decode links to inputs.

SHARED.isSecretName = isSecretName;
SHARED.redactText = redactText;

/** Encode the inputs of a playground: without secrets, files and server URL. @param {any} playground */
SHARED.encodeLink = (/** @type {any} */ playground) => {
  const entered = new JsonObject([...playground.values()].filter(([, value]) => value !== undefined));
  const state = playground.body?.state();
  const { values, body, omitted, hidden } = stripInputSecrets(playground.data, entered, state);
  const text = encodeBase64(stringifyJson({ values, body }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return {
    text,
    hidden,
    omitted: [
      ...omitted,
      ...(state?.isBroken ? [[state.type]] : []),
      ...[...(state?.files ?? []), ...playground.extras.names()].map((/** @type {string} */ name) => [name])
    ]
  };
};

/** Decode the inputs of a link. @param {any} data @param {any} state */
SHARED.decodeLink = (/** @type {any} */ data, /** @type {any} */ state) => {
  const [values, body] = ["values", "body"].map((name) => getMember(state, name));
  return stripInputSecrets(
    data,
    isObject(values) ? values : new JsonObject([]),
    isObject(body) ? { type: getMember(body, "type"), value: getMember(body, "value") } : null
  );
};
