// @ts-check
"use strict";

// Encode and decode links to inputs.

SHARED.isSecretName = isSecretName;
SHARED.redactText = redactText;

/** Encode the inputs of a playground: without secrets, files and server URL. @param {any} playground */
SHARED.encodeLink = (/** @type {any} */ playground) => {
  const changes = /** @type {[string, any][]} */ (playground.changes());
  const entered = new JsonObject(changes.filter(([, value]) => value !== undefined));
  const state = playground.body?.state();
  const { values, body, omitted, hidden } = stripInputSecrets(
    playground.data,
    entered,
    state?.isInitial ? undefined : state
  );
  const cleared = changes.filter(([, value]) => value === undefined).map(([key]) => key);
  if (state?.isOmitted) cleared.push("body");
  const text = encodeBase64(stringifyJson({ values, body, cleared: cleared.length ? cleared : undefined }))
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
  const [values, body, cleared] = ["values", "body", "cleared"].map((name) => getMember(state, name));
  const found = stripInputSecrets(
    data,
    isObject(values) ? values : new JsonObject([]),
    isObject(body) ? { type: getMember(body, "type"), value: getMember(body, "value") } : null
  );
  return { ...found, cleared: Array.isArray(cleared) ? cleared : [] };
};
