// @ts-check
"use strict";

// The form of the body: media type, examples, and JSON as fields or as text. The text is what is sent.

/** @param {any} data @param {() => void} onChange */
function createBodyForm(data, onChange) {
  const { definitions } = data;
  const content = createElement("div");
  const include = createElement("input", {
    type: "checkbox",
    id: newId(),
    oninput: () => setIncluded(include.checked)
  });
  const setIncluded = (/** @type {boolean} */ isIncluded) => {
    include.checked = isIncluded;
    content.hidden = !isIncluded;
  };
  setIncluded(true);
  const container = createElement(
    "div.sj-p-body",
    {},
    !data.bodyRequired &&
      createElement(
        "div.sj-p-check",
        {},
        include,
        createElement("label", { for: include.id, text: TEXTS.includeBody })
      ),
    content
  );
  const list = createElement("ul.sj-p-problems", { id: newId(), hidden: true });
  const repeatedHint = createElement("p.sj-p-hint", { hidden: true, role: "status" });
  const firstMedia = data.bodies.find((/** @type {any} */ each) => each.kind === "json") ?? data.bodies[0];
  let media = firstMedia;
  let control = /** @type {any} */ (null);
  let text = /** @type {any} */ (null);
  let value = /** @type {any} */ (undefined);
  /** The example that the form was filled with. */
  let example = /** @type {any} */ (undefined);
  let isText = false;
  /** The body as the reader typed it; fields edit this text in place. */
  let raw = /** @type {string | null} */ (null);
  let jsonError = /** @type {ReturnType<typeof findJsonError>} */ (null);

  const isJson = () => media.kind === "json";
  const hasFields = () => FIELD_KINDS.includes(media.kind);
  const initialBody = (/** @type {any} */ each) =>
    each.examples?.length ? each.examples[0][1] : initialValue(each.schema, definitions);
  const showRepeatedKeys = () => {
    const repeated = jsonError ? [] : findAllRepeatedKeys(value);
    repeatedHint.hidden = !repeated.length;
    repeatedHint.textContent = formatText(TEXTS.repeatedKeys, repeated.join(", "));
  };
  const setValue = (/** @type {any} */ newValue, isInitial = false) => {
    value = newValue;
    raw = null;
    jsonError = null;
    if (isInitial) example = value;
    showValue(isInitial);
  };
  const showValue = (isInitial = false) => {
    control?.set(value, isInitial);
    if (text)
      text.value =
        raw ?? (value === undefined ? "" : typeof value === "string" && !isJson() ? value : stringifyJson(value, "  "));
    showRepeatedKeys();
  };
  const readText = () => {
    const newText = (raw = String(text.value));
    jsonError = null;
    if (!isJson()) value = newText;
    else if (!newText.trim()) value = undefined;
    else {
      jsonError = findJsonError(newText);
      if (!jsonError) value = parseJson(newText);
    }
    showRepeatedKeys();
  };
  const readFields = () => {
    if (media.kind === "binary") return;
    value = control.get();
    if (raw !== null) raw = value === undefined || !raw.trim() ? null : editJson(raw, value);
    showRepeatedKeys();
  };
  /** Fields cannot show invalid JSON: show the position of the error. */
  const showJsonError = () => {
    validateBody();
    text.focus();
    if (jsonError) text.setSelectionRange(jsonError.at, jsonError.at + 1);
  };

  const render = (isInitial = false) => {
    const select = createSelect(
      data.bodies.map((/** @type {any} */ each) => each.type),
      data.bodies.indexOf(media),
      (index) => {
        media = data.bodies[index];
        isText = false;
        render();
        setValue(initialBody(media), true);
        onChange();
      },
      { "aria-label": TEXTS.mediaType }
    );
    const examples = media.examples ?? [];
    const replaceValue = (/** @type {any} */ newValue) => {
      example = newValue;
      setValue(newValue);
      validateBody(true);
      onChange();
    };
    const names =
      examples.length > 1 &&
      createSelect(
        examples.map(
          (/** @type {any[]} */ [title], /** @type {number} */ index) =>
            title || formatText(TEXTS.exampleNumber, index + 1)
        ),
        0,
        (index) => replaceValue(examples[index][1]),
        { "aria-label": TEXTS.example }
      );
    const fillButtons = media.kind !== "binary" && [
      examples.length > 0 &&
        createButton(TEXTS.example, () => replaceValue(examples[names ? Number(names.value) : 0][1]), {
          title: TEXTS.fillExample
        }),
      createButton(TEXTS.clear, () => replaceValue(undefined), { title: TEXTS.clearBody })
    ];
    const tabs =
      isJson() &&
      createElement(
        "div.sj-p-switch",
        {},
        [false, true].map((each) =>
          createButton(
            each ? "JSON" : TEXTS.form,
            () => {
              if (jsonError && !each) return showJsonError();
              isText = each;
              render();
            },
            { "aria-pressed": String(each === isText) }
          )
        )
      );
    control = text = null;
    if (media.kind === "binary") control = createFileControl(false, { part: { file: media.file, type: media.type } });
    else if (hasFields() && !isText)
      control = createControl(media.schema ?? true, {
        definitions,
        parts: media.parts,
        hasNull: isJson(),
        scope: document.getElementById(media.id ?? "")
      });
    else
      text = createElement("textarea", {
        id: newId(),
        class: "sj-p-raw",
        rows: 12,
        spellcheck: "false",
        "aria-label": media.type,
        "aria-describedby": list.id,
        oninput: () => {
          readText();
          onChange();
        }
      });
    control?.input?.setAttribute("aria-label", media.type);
    control?.element.addEventListener("input", readFields);
    content.replaceChildren(
      createElement(
        "div.sj-p-row",
        {},
        data.bodies.length > 1 ? select : createElement("code.sj-facts", { text: media.type }),
        names,
        fillButtons,
        tabs
      ),
      control?.element ?? text,
      repeatedHint,
      list
    );
    showValue(isInitial);
  };

  const files = () =>
    media.kind === "binary" && control
      ? new Map([["", control.files()]])
      : control?.files?.() instanceof Map
        ? control.files()
        : new Map();
  /** @returns {any[]} */
  const findBodyProblems = () => {
    const chosen = files();
    const isEmpty =
      (media.kind === "binary" || value === undefined || (value === "" && !hasFields())) &&
      ![...chosen.values()].flat().length;
    if (jsonError) return [jsonProblem(jsonError)];
    if (isEmpty) return data.bodyRequired || media.kind === "binary" ? [{ path: [], rule: "required" }] : [];
    if (!hasFields())
      return media.wrong && value === media.examples?.[0][1]
        ? findProblems(media.schema, coerceValue(media.wrong, media.schema, definitions), definitions).map((each) => ({
            ...each,
            isExample: true
          }))
        : [];
    const isFile = (/** @type {any} */ name) => !!media.parts?.[name]?.file;
    const missing =
      media.kind === "multipart"
        ? /** @type {string[]} */ ([])
            .concat(resolveSchema(media.schema, definitions).required ?? [])
            .filter((name) => isFile(name) && !chosen.get(name)?.length)
        : [];
    const typed = isJson() ? value : coerceValue(value, media.schema, definitions);
    const problems = value === undefined ? [] : findProblems(media.schema, typed, definitions);
    return [
      ...markExampleProblems(
        problems.filter(({ path }) => !(path.length === 1 && isFile(path[0]))),
        value,
        example
      ),
      ...missing.map((name) => ({ path: [name], rule: "required", limit: name }))
    ];
  };
  /** Validate the body; problems are shown at the fields or below the text. */
  const validateBody = (isEarly = false) => {
    if (!include.checked) return [];
    const all = findBodyProblems().filter((/** @type {any} */ { isExample }) => isExample || !isEarly);
    control?.show?.(all);
    const listed = all.filter(({ path, isShown }) => !path.length || !isShown);
    list.hidden = !listed.length;
    (text ?? control.input ?? control.element).setAttribute("aria-invalid", String(countProblems(listed) > 0));
    list.toggleAttribute("data-example", !countProblems(listed));
    list.replaceChildren(...listed.slice(0, 20).map((each) => createElement("li", { text: locateProblem(each) })));
    return all;
  };

  render(true);
  setValue(initialBody(media), true);
  return {
    element: container,
    body: (isSample = false) => {
      if (!include.checked) return null;
      // A text that is no JSON is sent as it is, where the reader wants that.
      if (jsonError) return /** @type {RequestBody} */ ({ kind: "text", type: media.type, text: raw });
      const found = buildBody(media, value, files(), isSample, (name) => control?.headers?.(name) ?? []);
      if (found?.kind === "multipart" && !found.parts.length && !data.bodyRequired) return null;
      return found?.kind === "json" && raw !== null ? { ...found, raw } : found;
    },
    validate: validateBody,
    state: () => ({
      type: media.type,
      value: jsonError ? undefined : value,
      isBroken: jsonError !== null,
      isOmitted: !include.checked,
      isInitial: media === firstMedia && !jsonError && isEqualJson(value, initialBody(media)),
      files: [...files()].filter(([, chosen]) => chosen.length).map(([name]) => name || media.type)
    }),
    /** Leave out an optional body, and clear a required one. */
    omit: () => {
      setIncluded(!!data.bodyRequired);
      if (data.bodyRequired) setValue(undefined);
    },
    restore: (/** @type {any} */ state) => {
      const isInitial = state.value === undefined;
      setIncluded(true);
      media = data.bodies.find((/** @type {any} */ each) => each.type === state.type) ?? firstMedia;
      isText = false;
      render(isInitial);
      setValue(isInitial ? initialBody(media) : state.value, isInitial);
    }
  };
}
