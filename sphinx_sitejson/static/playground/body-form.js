// @ts-check
"use strict";

// The body: a choice of types and examples; JSON as fields and as text, of which the text counts.

/** @param {any} data @param {() => void} changed */
function bodyForm(data, changed) {
  const { definitions } = data;
  const place = make("div");
  const list = make("ul.sj-p-problems", { id: newId(), hidden: true });
  const note = make("p.sj-p-hint", { hidden: true, role: "status" });
  let media = data.bodies.find((/** @type {any} */ each) => each.kind === "json") ?? data.bodies[0];
  let control = /** @type {any} */ (null);
  let text = /** @type {any} */ (null);
  let value = /** @type {any} */ (undefined);
  let isText = false;
  /** The body as somebody wrote it; what fields change is changed in it. */
  let raw = /** @type {string | null} */ (null);
  let fault = /** @type {ReturnType<typeof jsonFault>} */ (null);

  const isJson = () => media.kind === "json";
  const isFields = () => FORMS.includes(media.kind);
  const firstOf = (/** @type {any} */ each) =>
    (each.blank ? undefined : each.examples?.[0]?.[1]) ?? firstValue(each.schema, definitions);
  const tellRepeated = () => {
    const repeated = fault ? [] : allRepeated(value);
    note.hidden = !repeated.length;
    note.textContent = fill(TEXTS.repeatedKeys, repeated.join(", "));
  };
  const put = (/** @type {any} */ given, isFirst = false) => {
    value = given;
    raw = null;
    fault = null;
    show(isFirst);
  };
  const show = (isFirst = false) => {
    control?.set(value, isFirst);
    if (text)
      text.value =
        raw ?? (value === undefined ? "" : typeof value === "string" && !isJson() ? value : writeJson(value, "  "));
    tellRepeated();
  };
  const typed = () => {
    const written = (raw = String(text.value));
    fault = null;
    if (!isJson()) value = written;
    else if (!written.trim()) value = undefined;
    else {
      fault = jsonFault(written);
      if (!fault) value = readJson(written);
    }
    tellRepeated();
  };
  const edited = () => {
    if (media.kind === "binary") return;
    value = control.get();
    if (raw !== null) raw = value === undefined || !raw.trim() ? null : editedJson(raw, value);
    tellRepeated();
  };
  /** Fields cannot show what is no JSON; say where it is none. */
  const tellFault = () => {
    check();
    text.focus();
    if (fault) text.setSelectionRange(fault.at, fault.at + 1);
  };

  const draw = (isFirst = false) => {
    const select = choice(
      data.bodies.map((/** @type {any} */ each) => each.type),
      data.bodies.indexOf(media),
      (index) => {
        media = data.bodies[index];
        isText = false;
        draw();
        put(firstOf(media), true);
        changed();
      },
      { "aria-label": TEXTS.mediaType }
    );
    const examples = media.examples ?? [];
    const set = (/** @type {any} */ given) => {
      put(given);
      check(true);
      changed();
    };
    const names =
      examples.length > 1 &&
      choice(
        examples.map(
          (/** @type {any[]} */ [title], /** @type {number} */ index) => title || fill(TEXTS.exampleNumber, index + 1)
        ),
        0,
        (index) => set(examples[index][1]),
        { "aria-label": TEXTS.example }
      );
    const fillers = media.kind !== "binary" && [
      examples.length > 0 &&
        button(TEXTS.example, () => set(examples[names ? Number(names.value) : 0][1]), { title: TEXTS.fillExample }),
      button(TEXTS.clear, () => set(undefined), { title: TEXTS.clearBody })
    ];
    const tabs =
      isJson() &&
      make(
        "div.sj-p-switch",
        {},
        [false, true].map((each) =>
          button(
            each ? "JSON" : TEXTS.form,
            () => {
              if (fault && !each) return tellFault();
              isText = each;
              draw();
            },
            { "aria-pressed": String(each === isText) }
          )
        )
      );
    control = text = null;
    if (media.kind === "binary") control = fileControl(false, { part: { file: media.file, type: media.type } });
    else if (isFields() && !isText)
      control = controlFor(media.schema ?? true, {
        definitions,
        parts: media.parts,
        hasNull: isJson(),
        scope: document.getElementById(media.id ?? "")
      });
    else
      text = make("textarea", {
        id: newId(),
        class: "sj-p-raw",
        rows: 12,
        spellcheck: "false",
        "aria-label": media.type,
        "aria-describedby": list.id,
        oninput: () => {
          typed();
          changed();
        }
      });
    control?.input?.setAttribute("aria-label", media.type);
    control?.element.addEventListener("input", edited);
    place.replaceChildren(
      make(
        "div.sj-p-beside",
        {},
        data.bodies.length > 1 ? select : make("code.sj-facts", { text: media.type }),
        names,
        fillers,
        tabs
      ),
      control?.element ?? text,
      note,
      list
    );
    show(isFirst);
  };

  const files = () =>
    media.kind === "binary" && control
      ? new Map([["", control.files()]])
      : control?.files?.() instanceof Map
        ? control.files()
        : new Map();
  /** What is wrong; shown at the fields or below the text. */
  const check = (isQuiet = false) => {
    const chosen = files();
    const problems = fault
      ? [{ path: [], rule: "json", limit: `${fault.line}:${fault.column}` }]
      : !isFields() || isQuiet
        ? []
        : value === undefined
          ? data.bodyRequired && ![...chosen.values()].flat().length
            ? [{ path: [], rule: "required" }]
            : []
          : problemsOf(media.schema, value, definitions).filter(
              ({ path }) => !(path.length === 1 && media.parts?.[path[0]]?.file)
            );
    const missing =
      media.kind === "multipart" && !isQuiet
        ? /** @type {string[]} */ ([])
            .concat(resolved(media.schema, definitions).required ?? [])
            .filter((name) => media.parts?.[name]?.file && !chosen.get(name)?.length)
        : [];
    const all = [...problems, ...missing.map((name) => ({ path: [name], rule: "required", limit: name }))];
    control?.show(all);
    const listed = control ? ofItself(all) : all;
    list.hidden = !listed.length;
    text?.setAttribute("aria-invalid", String(!list.hidden));
    list.replaceChildren(
      ...listed
        .slice(0, 20)
        .map((each) => make("li", { text: [placeText(each.path), wordsOf(each)].filter(Boolean).join(": ") }))
    );
    return all;
  };

  draw(true);
  put(firstOf(media), true);
  return {
    element: place,
    body: (isSample = false) => {
      const found = buildBody(media, value, files(), isSample, (name) => control?.headers?.(name) ?? []);
      return found?.kind === "json" && raw !== null && !fault ? { ...found, raw } : found;
    },
    check,
    state: () => ({
      type: media.type,
      value: fault ? undefined : value,
      isBroken: fault !== null,
      files: [...files()].filter(([, chosen]) => chosen.length).map(([name]) => name || media.type)
    }),
    restore: (/** @type {any} */ state) => {
      if (state.value === undefined) return;
      media = data.bodies.find((/** @type {any} */ each) => each.type === state.type);
      isText = false;
      draw();
      put(state.value);
    }
  };
}
