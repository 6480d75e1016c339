// @ts-check
"use strict";

// The form of the credentials that the security schemes of the request need. Held in memory unless the reader chooses a
// storage.

/** Entered by the reader; shared by all playgrounds of a page. @type {{origin: string, values: Record<string, any>}} */
const credentialStore = { origin: "", values: Object.create(null) };
const CREDENTIALS_KEY = "credentials";

/** @param {string} label @param {any} value @param {boolean} isSecret @param {(text: string) => void} onchange */
function createSecretInput(label, value, isSecret, onchange) {
  const input = createElement("input", {
    id: newId(),
    type: isSecret ? "password" : "text",
    value: value ?? "",
    autocomplete: "off",
    spellcheck: "false",
    "data-secret": true,
    oninput: () => onchange(input.value.trim())
  });
  const reveal =
    isSecret &&
    createButton(
      TEXTS.reveal,
      () => {
        input.type = input.type === "text" ? "password" : "text";
        setPressed(reveal, input.type === "text");
      },
      { "aria-pressed": "false" }
    );
  return { input, element: createLabeled(label, input, createElement("div.sj-p-row", {}, input, reveal)) };
}

/** @param {any} scheme @param {any} enteredValues */
const hasCredentials = (scheme, enteredValues = {}) =>
  scheme.kind === "other" ||
  (["basic", "digest"].includes(scheme.kind)
    ? !!(enteredValues.username || enteredValues.password)
    : !!enteredValues.token && enteredValues.token !== scheme.prefix);

/** Read stored credentials, of which only texts are used. @param {any} stored @returns {Record<string, any>} */
const readCredentials = (stored) =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(stored ?? {}).map(([name, entered]) => [
        name,
        Object.fromEntries(Object.entries(entered ?? {}).filter(([, text]) => typeof text === "string"))
      ])
    )
  );

/**
 * @param {any} data
 * @param {{base: () => string, proxy: () => string, callback: string, recipient: any, onChange: () => void}} means
 * `recipient` is the element beside the send button
 */
function createCredentialsForm(data, { base, proxy, callback, recipient, onChange }) {
  const alternatives = data.security ?? [];
  const container = createElement("div.sj-p-credentials");
  const group = newId();
  /** How long credentials are stored: for the page, the tab, or the browser. */
  const storageChoices = [undefined, "sessionStorage", "localStorage"].map((storage) => ({
    storage: /** @type {any} */ (storage),
    input: createElement("input", { type: "radio", name: group, id: newId(), onchange: () => save() })
  }));
  // Browsers do not let a page set cookies for another site.
  let selected = Math.max(
    alternatives.findIndex((/** @type {any[]} */ each) =>
      each.every(({ in: location, parameter = "" }) => location !== "cookie" && parameter.toLowerCase() !== "cookie")
    ),
    0
  );
  const schemes = () => alternatives[selected] ?? [];
  const enteredValues = (/** @type {any} */ scheme) => (credentialStore.values[scheme.name] ??= {});
  const selectedStorage = () => storageChoices.find(({ input }) => input.checked)?.storage;
  const selectStorage = (/** @type {any} */ storage) => {
    for (const each of storageChoices) each.input.checked = each.storage === storage;
  };
  const save = () => {
    for (const { storage } of storageChoices)
      if (storage) writeStorage(CREDENTIALS_KEY, storage === selectedStorage() ? credentialStore : null, storage);
  };
  const handleChange = () => {
    save();
    onChange();
  };

  const renderFields = (/** @type {any} */ scheme) => {
    const entered = enteredValues(scheme);
    const setCredential = (/** @type {string} */ key) => (/** @type {string} */ text) => {
      entered[key] = text;
      handleChange();
    };
    if (scheme.kind === "other") return [createHint(formatText(TEXTS.otherScheme, scheme.title ?? scheme.name))];
    if (scheme.kind === "basic" || scheme.kind === "digest")
      return [
        createSecretInput(scheme.username || TEXTS.username, entered.username, false, setCredential("username"))
          .element,
        createSecretInput(scheme.password || TEXTS.password, entered.password, true, setCredential("password")).element
      ];
    entered.token ??= scheme.prefix ?? "";
    const tokenInput = createSecretInput(
      scheme.label || (scheme.kind === "key" ? scheme.parameter : scheme.kind === "http" ? scheme.name : TEXTS.token),
      entered.token,
      true,
      setCredential("token")
    );
    const fold =
      (scheme.flows || scheme.metadata) &&
      !IS_SIMULATED &&
      createElement(
        "details.sj-more",
        {
          ontoggle: async () => {
            await loadChunk("sign-in");
            if (fold.childElementCount < 2)
              SHARED.renderSignIn?.(fold, scheme, {
                base,
                callback,
                onToken: (/** @type {string} */ token) => {
                  entered.token = tokenInput.input.value = token;
                  handleChange();
                }
              });
          }
        },
        createElement("summary", { text: TEXTS.signIn })
      );
    return [tokenInput.element, fold];
  };

  const renderScheme = (/** @type {any} */ scheme) => {
    // The page of the operation describes its schemes.
    const described = [...document.querySelectorAll(".sj-scheme")].find(
      (each) => each.querySelector(".sj-name")?.textContent === scheme.name
    );
    const { description } = readDescription(described);
    return [description && createHint(description), ...renderFields(scheme)];
  };

  const schemesTitle = (/** @type {any[]} */ list) =>
    list.map((each) => each.title || each.name).join(" + ") || TEXTS.none;
  const render = () => {
    const select = createSelect(alternatives.map(schemesTitle), selected, (index) => {
      selected = index;
      render();
      onChange();
    });
    const discardButton = createButton(TEXTS.discard, () => {
      discardAll();
      container.querySelector("input")?.focus();
    });
    container.replaceChildren(
      ...[
        alternatives.length > 1 && createLabeled(TEXTS.scheme, select),
        ...schemes().flatMap(renderScheme),
        schemes().length &&
          createElement(
            "div.sj-p-storage",
            { role: "radiogroup", "aria-label": TEXTS.storage },
            storageChoices.map(({ input }, index) =>
              createElement(
                "span.sj-p-check",
                {},
                input,
                createElement("label", { for: input.id, text: TEXTS.storageChoices[index] })
              )
            ),
            discardButton
          )
      ].filter(Boolean)
    );
    describe();
  };
  const isComplete = () =>
    schemes().every((/** @type {any} */ scheme) => hasCredentials(scheme, credentialStore.values[scheme.name]));
  /** Say beside the button what is missing, and who gets the credentials. */
  const describe = () => {
    const isMissing = !IS_SIMULATED && !isComplete() && alternatives.every((/** @type {any[]} */ each) => each.length);
    recipient.hidden = !IS_SIMULATED && !schemes().length;
    recipient.replaceChildren(
      ...(isMissing
        ? [createElement("strong", { text: formatText(TEXTS.missing, schemesTitle(schemes())) }), " "]
        : []),
      describeRecipient(credentialStore.origin, proxy())
    );
  };
  const discardAll = () => {
    credentialStore.values = Object.create(null);
    selectStorage(undefined);
    handleChange();
    render();
  };

  return {
    element: container,
    schemes,
    describe,
    /** The selected schemes, and whether their credentials are complete. */
    state: () =>
      schemes().length
        ? formatText(isComplete() ? TEXTS.signedIn : TEXTS.notSignedIn, schemesTitle(schemes()))
        : TEXTS.none,
    /** Credentials belong to one origin: they are discarded when the origin changes. */
    updateOrigin: () => {
      const origin = hasPlaceholder(base()) ? base() : new URL(base(), location.href).origin;
      if (credentialStore.origin !== origin) {
        const previousOrigin = credentialStore.origin;
        credentialStore.origin = origin;
        const found = previousOrigin
          ? undefined
          : storageChoices
              .slice(1)
              .map(({ storage }) => ({ storage, stored: readStorage(CREDENTIALS_KEY, storage) }))
              .find(({ stored }) => stored?.origin === origin);
        credentialStore.values = readCredentials(found?.stored.values);
        selectStorage(found?.storage);
        if (previousOrigin) save();
        render();
      }
      if (!container.firstChild) render();
    }
  };
}
