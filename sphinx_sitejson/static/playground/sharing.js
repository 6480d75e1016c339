// @ts-check
"use strict";

// Links to inputs, written and read.

SHARED.isSecretName = isSecretName;
SHARED.withoutSecrets = withoutSecrets;

/** What a link says of what was typed: no secrets, no files, no address. @param {any} play */
SHARED.linkText = (/** @type {any} */ play) => {
  const typed = new Members([...play.values()].filter(([, value]) => value !== undefined));
  const state = play.body?.state();
  const { values, body, left, hidden } = shareableInputs(play.data, typed, state);
  const text = base64(writeJson({ values, body })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return {
    text,
    hidden,
    left: [
      ...left,
      ...(state?.isBroken ? [[state.type]] : []),
      ...[...(state?.files ?? []), ...play.extras.names()].map((/** @type {string} */ name) => [name])
    ]
  };
};

/** What may be taken of a link. @param {any} data @param {any} state */
SHARED.linkedInputs = (/** @type {any} */ data, /** @type {any} */ state) => {
  const [given, sent] = ["values", "body"].map((name) => memberOf(state, name));
  return shareableInputs(
    data,
    isObject(given) ? given : new Members([]),
    isObject(sent) ? { type: memberOf(sent, "type"), value: memberOf(sent, "value") } : null
  );
};
