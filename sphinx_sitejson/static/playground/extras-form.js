// @ts-check
"use strict";

// Parameters and headers that are not documented, the Accept header, and the timeout.

const TIMEOUTS = [10, 30, 60, 300, 0];
const DEFAULT_TIMEOUT = 30;

/** @param {any} data @param {() => void} onChange */
function createExtrasForm(data, onChange) {
  const rows = /** @type {{location: string, name: any, value: any}[]} */ ([]);
  const list = createElement("div.sj-p-rows");
  /** Until the chunk with the secret names is loaded, every value is treated as a secret. @param {string} name */
  const isSecret = (name) => SHARED.isSecretName?.(name) ?? true;
  const addRow = (/** @type {string} */ location) => {
    if (!SHARED.isSecretName && !rows.length) loadChunk("secrets")?.then(onChange);
    const name = createElement("input", {
      type: "text",
      "aria-label": formatText(TEXTS.extraName, TEXTS.extras[location]),
      placeholder: TEXTS.key,
      spellcheck: "false",
      autocomplete: "off"
    });
    const value = createElement("input", {
      type: "text",
      "aria-label": formatText(TEXTS.extraValue, TEXTS.extras[location]),
      placeholder: TEXTS.value,
      spellcheck: "false",
      autocomplete: "off"
    });
    const row = { location, name, value };
    const element = createElement(
      "div.sj-p-item",
      { "data-in": location },
      name,
      value,
      createRemoveButton(() => {
        rows.splice(rows.indexOf(row), 1);
        element.remove();
        onChange();
      })
    );
    rows.push(row);
    list.append(element);
    name.focus();
  };
  const accepts = ["", ...(data.accept ?? [])];
  let accept = "";
  let timeout = TIMEOUTS.includes(readStorage("api.timeout")) ? readStorage("api.timeout") : DEFAULT_TIMEOUT;
  const acceptSelect = createSelect([TEXTS.anyType, ...accepts.slice(1)], 0, (index) => {
    accept = accepts[index];
    onChange();
  });
  const timeoutSelect = createSelect(
    TIMEOUTS.map((each) => (each ? formatText(TEXTS.seconds, each) : TEXTS.noLimit)),
    TIMEOUTS.indexOf(timeout),
    (index) => {
      timeout = TIMEOUTS[index];
      writeStorage("api.timeout", timeout);
    }
  );
  const rowPairs = (/** @type {string} */ location, /** @type {boolean} */ isSample) =>
    rows
      .filter((row) => row.location === location && row.name.value.trim())
      .map(
        ({ name, value }) =>
          /** @type {Pair} */ ([
            name.value.trim(),
            isSample && isSecret(name.value) ? `<${name.value.trim().toLowerCase()}>` : value.value
          ])
      );
  return {
    element: createElement(
      "div",
      {},
      list,
      createElement(
        "div.sj-p-row",
        {},
        ["query", "header", "cookie"].map((location) => createButton(TEXTS.addExtra[location], () => addRow(location)))
      ),
      ...(accepts.length > 1 ? [createLabeled("Accept", acceptSelect)] : []),
      createLabeled(TEXTS.timeout, timeoutSelect)
    ),
    count: () => rows.filter(({ name }) => name.value.trim()).length + (accept ? 1 : 0),
    names: () => rows.map(({ name }) => name.value.trim()).filter(Boolean),
    secrets: () => rows.filter(({ name }) => isSecret(name.value)).map(({ value }) => value.value),
    timeout: () => timeout,
    /** @param {boolean} isSample */
    get: (isSample) => ({
      query: rowPairs("query", isSample),
      headers: [...(accept ? [/** @type {Pair} */ (["Accept", accept])] : []), ...rowPairs("header", isSample)],
      cookies: rowPairs("cookie", isSample)
    })
  };
}
