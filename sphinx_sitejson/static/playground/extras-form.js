// @ts-check
"use strict";

// What a reader adds to a request that no document describes, and how long to wait for an answer.

const TIMES = [10, 30, 60, 300, 0];
const USUAL_TIME = 30;

/** @param {any} data @param {() => void} changed */
function extrasForm(data, changed) {
  const rows = /** @type {{place: string, name: any, value: any}[]} */ ([]);
  const list = make("div.sj-p-rows");
  /** Until it is known what is a secret, all is taken for one. @param {string} name */
  const isSecret = (name) => SHARED.isSecretName?.(name) ?? true;
  const add = (/** @type {string} */ place) => {
    loadChunk("secrets")?.then(changed);
    const name = make("input", {
      type: "text",
      "aria-label": fill(TEXTS.extraName, TEXTS.extras[place]),
      placeholder: TEXTS.key,
      spellcheck: "false",
      autocomplete: "off"
    });
    const value = make("input", {
      type: "text",
      "aria-label": fill(TEXTS.extraValue, TEXTS.extras[place]),
      placeholder: TEXTS.value,
      spellcheck: "false",
      autocomplete: "off"
    });
    const row = { place, name, value };
    const element = make(
      "div.sj-p-item",
      { "data-place": place },
      name,
      value,
      remover(() => {
        rows.splice(rows.indexOf(row), 1);
        element.remove();
        changed();
      })
    );
    rows.push(row);
    list.append(element);
    name.focus();
  };
  const accepts = ["", ...(data.accept ?? [])];
  let accept = "";
  let time = TIMES.includes(recalled("api.timeout")) ? recalled("api.timeout") : USUAL_TIME;
  const acceptChoice = choice([TEXTS.anyType, ...accepts.slice(1)], 0, (index) => {
    accept = accepts[index];
    changed();
  });
  const timeChoice = choice(
    TIMES.map((each) => (each ? fill(TEXTS.seconds, each) : TEXTS.noLimit)),
    TIMES.indexOf(time),
    (index) => {
      time = TIMES[index];
      remember("api.timeout", time);
    }
  );
  const pairs = (/** @type {string} */ place, /** @type {boolean} */ isSample) =>
    rows
      .filter((row) => row.place === place && row.name.value.trim())
      .map(
        ({ name, value }) =>
          /** @type {Pair} */ ([
            name.value.trim(),
            isSample && isSecret(name.value) ? `<${name.value.trim().toLowerCase()}>` : value.value
          ])
      );
  return {
    element: make(
      "div",
      {},
      list,
      make(
        "div.sj-p-beside",
        {},
        ["query", "header", "cookie"].map((place) => button(TEXTS.addExtra[place], () => add(place)))
      ),
      ...(accepts.length > 1 ? [entry("Accept", acceptChoice)] : []),
      entry(TEXTS.timeout, timeChoice)
    ),
    count: () => rows.filter(({ name }) => name.value.trim()).length + (accept ? 1 : 0),
    names: () => rows.map(({ name }) => name.value.trim()).filter(Boolean),
    secrets: () => rows.filter(({ name }) => isSecret(name.value)).map(({ value }) => value.value),
    timeout: () => time,
    /** @param {boolean} isSample */
    get: (isSample) => ({
      query: pairs("query", isSample),
      headers: [...(accept ? [/** @type {Pair} */ (["Accept", accept])] : []), ...pairs("header", isSample)],
      cookies: pairs("cookie", isSample)
    })
  };
}
