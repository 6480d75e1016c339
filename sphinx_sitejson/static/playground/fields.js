// @ts-check
"use strict";

// Inputs for schemas. A control has `element`, `get`, `set` and `show` (of problems, by path);
// a control with a single input has it as `input`. An empty field is not sent, sent empty, or sent
// as null: its `blank` decides.

const MAX_OPEN_FIELDS = 12;

/** @param {any} schema @returns {string} */
const formatType = (schema) =>
  [
    [schemaTypes(schema).join(" | "), schema.format && `(${schema.format})`].filter(Boolean).join(" "),
    isNullable(schema) && "null"
  ]
    .filter(Boolean)
    .join(" | ");

/**
 * @param {any} source
 * @param {any} context `definitions`, `isParameter`, `hasNull`, `placeholder`, `part`, `scope`
 * @returns {any}
 */
function createControl(source, context, depth = 0) {
  return preserveValue(createBareControl(source, context, depth));
}

/** @param {any} source @param {any} context @param {number} depth @returns {any} */
function createBareControl(source, context, depth) {
  const schema = resolveSchema(source, context.definitions);
  const types = schemaTypes(schema);
  if (context.part?.file) return createFileControl(types[0] === "array", context);
  const variants = schemaVariants(schema, context.definitions);
  if (variants.length > 1) return createVariantControl(variants, { ...context, mayBeNull: isNullable(schema) }, depth);
  const single = variants[0] ?? schema;
  const own = { ...context, mayBeNull: context.mayBeNull || isNullable(schema) };
  const [type] = schemaTypes(single);
  if (single.const !== undefined || single.enum || type === "boolean") return createSelectControl(single, own);
  if (type === "object" && (single.properties || isObject(single.additionalProperties)) && depth < 12)
    return createObjectControl(single, own, depth);
  if (type === "array" && depth < 12) return createListControl(single, own, depth);
  return createTextControl(single, type, own);
}

/** Preserve a value exactly, to the last digit, until the reader edits it. @param {any} control */
function preserveValue(control) {
  let original = /** @type {any} */ (undefined);
  control.element.addEventListener("input", () => {
    original = undefined;
  });
  return {
    ...control,
    get: () => (original !== undefined ? original : control.get()),
    set: (/** @type {any} */ value, isInitial = false) => {
      control.set(value, isInitial);
      original = value;
    }
  };
}

/**
 * Create the button that decides what an empty field sends.
 * @param {any[]} kinds undefined, null or an empty value; the first is the default
 * @returns {any}
 */
function createBlankToggle(kinds) {
  let index = 0;
  const stateLabel = (/** @type {any} */ kind) =>
    kind === undefined ? TEXTS.absent : kind === null ? "null" : TEXTS.empty;
  const render = () => {
    element.textContent = stateLabel(kinds[index]);
    element.dataset.state = String(index);
  };
  const element = createButton(
    "",
    () => {
      index = (index + 1) % kinds.length;
      render();
      dispatchInput(element);
    },
    { class: "sj-p-state", title: TEXTS.changeBlank }
  );
  render();
  return {
    element,
    get: () => kinds[index],
    set: (/** @type {any} */ value) => {
      const found = kinds.findIndex(
        (kind) => kind === value || (kind && isContainer(value) && isEmptyContainer(value))
      );
      index = Math.max(found, 0);
      render();
    },
    /** @param {boolean} isBlank */
    show: (isBlank) => {
      element.hidden = !isBlank || kinds.length < 2;
    }
  };
}

/**
 * Create the button for the states that a schema allows.
 * @param {any} context
 * @param {any} empty the empty value, if the type has one
 */
const createBlank = ({ hasNull, mayBeNull }, empty) =>
  createBlankToggle([undefined, ...(empty === undefined ? [] : [empty]), ...(hasNull && mayBeNull ? [null] : [])]);

/** @param {any} input @param {() => any} get @param {(value: any) => void} set */
const inputControl = (input, get = () => {}, set = () => {}) => ({ element: input, input, get, set });

/** @param {() => void} remove */
const createRemoveButton = (remove) => createButton("×", remove, { class: "sj-p-icon", "aria-label": TEXTS.remove });

/** @param {any} schema @param {any} context */
function createSelectControl(schema, context) {
  const values = schema.const !== undefined ? [schema.const] : [...(schema.enum ?? [true, false])];
  if (context.hasNull && context.mayBeNull && !values.includes(null)) values.push(null);
  if (context.mayBeEmpty && !values.includes("")) values.push("");
  const input = createElement(
    "select",
    { id: newId() },
    createOption("", context.placeholder ? `${TEXTS.unset} (${context.placeholder})` : TEXTS.unset),
    values.map((/** @type {any} */ value) =>
      createOption(stringifyJson(value), encodePrimitive(value) || stringifyJson(value))
    )
  );
  return inputControl(
    input,
    () => (input.value ? parseJson(input.value) : undefined),
    (value) => {
      const text = value === undefined ? "" : stringifyJson(value);
      if (![...input.options].some((each) => each.value === text))
        input.append(createOption(text, encodePrimitive(value) || text));
      input.value = text;
    }
  );
}

/** @param {any} schema @param {string} type @param {any} context */
function createTextControl(schema, type, context) {
  const isDigits = type === "integer" || type === "number";
  const isJson = !isDigits && type !== "string" && !(context.isParameter && !type);
  const isLong =
    isJson || schema.maxLength > 300 || (typeof schema.default === "string" && schema.default.includes("\n"));
  const kind =
    schema.format === "date" ? "date" : schema.format === "password" || schema.writeOnly ? "password" : "text";
  const placeholder =
    context.placeholder ??
    schema.placeholder ??
    (isJson
      ? "{ }"
      : schema.default !== undefined
        ? encodePrimitive(schema.default)
        : schema.format === "date-time"
          ? "2030-01-31T12:00:00Z"
          : undefined);
  const input = createElement(isLong ? "textarea" : "input", {
    id: newId(),
    type: isLong ? undefined : kind,
    rows: isLong ? 3 : undefined,
    inputmode: isDigits ? "decimal" : undefined,
    placeholder,
    spellcheck: "false",
    autocomplete: "off"
  });
  const read = (/** @type {string} */ text) => {
    // An invalid number stays as typed; validation reports it.
    if (isDigits) return parseNumber(text.trim()) ?? text;
    if (!isJson) return text;
    try {
      return parseJson(text);
    } catch {
      return text;
    }
  };
  const mayBeEmpty = context.mayBeEmpty || (!isDigits && !isJson && context.location !== "path");
  const blank = createBlank(context, mayBeEmpty ? "" : undefined);
  const updateBlank = () => blank.show(input.value === "");
  input.addEventListener("input", updateBlank);
  updateBlank();
  return {
    ...inputControl(
      input,
      () => (input.value === "" ? blank.get() : read(input.value)),
      (value) => {
        input.value =
          isJson && !(typeof value === "string") && !isNullish(value)
            ? stringifyJson(value, "  ")
            : encodePrimitive(value);
        blank.set(value);
        updateBlank();
      }
    ),
    blank
  };
}

/** @param {boolean} allowsMany @param {any} context */
function createFileControl(allowsMany, context) {
  const types = String(context.part.type ?? "")
    .split(",")
    .map((type) => type.split(";")[0].trim())
    .filter((type) => /^[\w.+-]+\/[\w.+*-]+$/.test(type) && !/octet-stream/.test(type));
  const input = createElement("input", {
    id: newId(),
    type: "file",
    multiple: allowsMany,
    accept: types.join() || undefined
  });
  const element = createElement("div", {}, input, createHint(TEXTS.needsFile));
  return { ...inputControl(input), element, files: () => [...input.files] };
}

/** @param {any[]} variants @param {any} context @param {number} depth */
function createVariantControl(variants, context, depth) {
  const described = findPageVariants(context.scope);
  const pageTitle = (/** @type {any} */ each) => each.previousElementSibling?.textContent;
  const isInOrder = described.length === variants.length;
  const titles = variants.map(
    (each, index) =>
      (isInOrder && pageTitle(described[index])) ||
      each.title ||
      formatType(each) ||
      formatText(TEXTS.option, index + 1)
  );
  const select = createSelect(
    titles,
    0,
    (index) => {
      selectVariant(index);
      inner.set(initialValue(variants[index], context.definitions));
      dispatchInput(container);
    },
    { "aria-label": TEXTS.variant }
  );
  const container = createElement("div");
  let inner = /** @type {any} */ (null);
  const selectVariant = (/** @type {number} */ index) => {
    select.value = String(index);
    const scope = isInOrder
      ? described[index]
      : (described.find((each) => pageTitle(each) === titles[index]) ?? context.scope);
    inner = createControl(variants[index], { ...context, isVariant: true, scope }, depth + 1);
    inner.input?.setAttribute("aria-label", variants[index].title || TEXTS.value);
    container.replaceChildren(...[inner.blank?.element, inner.element].filter(Boolean));
  };
  selectVariant(0);
  const isDeep = variants.some((each) => ["object", "array"].includes(schemaTypes(each)[0]));
  const box = createElement("div.sj-p-variant", {}, select, container);
  const fold =
    depth && isDeep
      ? createElement(
          "details.sj-more",
          { open: isExpanded(depth, true) },
          createElement("summary", { text: formatText(TEXTS.variants, variants.length) }),
          box
        )
      : null;
  return {
    element: fold ?? box,
    get: () => inner.get(),
    set: (/** @type {any} */ value, isInitial = false) => {
      selectVariant(findClosestVariant(variants, value, context.definitions));
      inner.set(value, isInitial);
      if (fold && value !== undefined && !isInitial) fold.open = true;
    },
    show: (/** @type {any[]} */ problems) => {
      if (fold && problems.length) fold.open = true;
      inner.show?.(problems);
    },
    files: () => inner.files?.() ?? []
  };
}

/**
 * Whether nested fields are open at first, by the setting of the site.
 * @param {number} depth 1 for fields of the body
 * @param {boolean} isChoice
 */
const isExpanded = (depth, isChoice = false) =>
  EXPANDED === "all" || (depth === 1 && (EXPANDED === "topLevel" || (isChoice && EXPANDED === "topLevelOneOfs")));

/** @param {any} schema @param {any} context @param {number} depth */
function createListControl(schema, context, depth) {
  const rows = /** @type {any[]} */ ([]);
  const container = createElement("div.sj-p-rows");
  const blank = createBlank(context, context.isParameter ? undefined : []);
  const updateBlank = () => blank.show(!rows.length);
  const add = (/** @type {any} */ value, isInitial = false) => {
    const control = createControl(
      schema.prefixItems?.[rows.length] ?? schema.items ?? true,
      { ...context, placeholder: undefined, mayBeNull: false, isVariant: false, part: undefined, parts: undefined },
      depth + 1
    );
    const errorElement = createElement("p.sj-p-error", { hidden: true });
    const row = {
      control,
      errorElement,
      element: createElement(
        "div.sj-p-item",
        {},
        createElement("div", {}, control.element, control.blank?.element, errorElement),
        createRemoveButton(() => remove(row))
      )
    };
    (control.input ?? control.element).setAttribute("aria-label", formatText(TEXTS.item, rows.length + 1));
    if (!control.input && !control.element.matches("details")) control.element.setAttribute("role", "group");
    rows.push(row);
    container.append(row.element);
    if (value !== undefined) control.set(value, isInitial);
    updateBlank();
    return row;
  };
  const remove = (/** @type {any} */ row) => {
    rows.splice(rows.indexOf(row), 1);
    row.element.remove();
    addButton.focus();
    updateBlank();
    dispatchInput(container);
  };
  const addButton = createButton(TEXTS.add, () => {
    const { control, element } = add(initialValue(schema.items, context.definitions));
    for (const fold of element.querySelectorAll("details")) openDetails(fold);
    (control.input ?? control.element.querySelector("input, select, textarea, button"))?.focus();
    dispatchInput(container);
  });
  updateBlank();
  return {
    element: createElement("div", {}, container, addButton),
    blank,
    get: () => {
      const values = rows.map(({ control }) => control.get()).filter((value) => value !== undefined);
      return rows.length ? (values.length ? values : undefined) : blank.get();
    },
    set: (/** @type {any} */ value, isInitial = false) => {
      rows.length = 0;
      container.replaceChildren();
      if (!isNullish(value)) for (const each of [].concat(value)) add(each, isInitial);
      blank.set(value);
      updateBlank();
    },
    show: (/** @type {any[]} */ problems) =>
      rows.forEach(({ control, errorElement }, index) =>
        showProblems(errorElement, control, memberProblems(problems, index))
      )
  };
}

/** @param {any} fold */
function openDetails(fold) {
  fold.open = true;
  fold.dispatchEvent(new Event("toggle"));
}

/** @param {any} schema @param {any} context @param {number} depth */
function createObjectControl(schema, context, depth) {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([, each]) => !resolveSchema(each, context.definitions).readOnly
  );
  const required = new Set(schema.required ?? []);
  const members = new Map();
  const original = new Map();
  const extraRows = new Map();
  let source = /** @type {[string, any][]} */ ([]);
  let hasObject = false;
  const blank = createBlank(context, depth && !context.isParameter ? new JsonObject([]) : undefined);
  const container = createElement("div.sj-p-members");
  const render = (/** @type {string} */ name, /** @type {any} */ each) => {
    const own = resolveSchema(each, context.definitions);
    const part = context.parts && Object.hasOwn(context.parts, name) ? context.parts[name] : undefined;
    const scope = findPageField(context.scope, name);
    const control = createControl(
      each,
      {
        ...context,
        parts: undefined,
        part,
        placeholder: undefined,
        mayBeNull: false,
        mayBeEmpty: false,
        isVariant: false,
        scope
      },
      depth + 1
    );
    const headers = part?.headers && createPartHeaders(part.headers, context);
    const { description, facts } = readDescription(scope);
    const row = createField(control, {
      name,
      required: required.has(name),
      type: part?.file ? part.type || "file" : formatType(own),
      deprecated: own.deprecated,
      description,
      facts
    });
    if (headers) row.element.append(headers.element);
    members.set(name, { control, row, headers });
    if (original.has(name)) control.set(original.get(name), isInitialValue);
    return row.element;
  };
  const first = properties.filter(([name]) => required.has(name) || properties.length <= MAX_OPEN_FIELDS);
  const rest = properties.filter((each) => !first.includes(each));
  const renderFields = (/** @type {[string, any][]} */ list) => list.map(([name, each]) => render(name, each));
  let isInitialValue = false;
  // Deep and recursive schemas are rendered when a reader opens them.
  const fold = (/** @type {string} */ title, /** @type {[string, any][]} */ list) => {
    const box = createElement(
      "details.sj-more",
      {
        ontoggle: () => {
          if (box.open && !box.done) {
            box.done = true;
            box.append(...renderFields(list));
          }
        }
      },
      createElement("summary", { text: title })
    );
    return box;
  };
  const folds = /** @type {any[]} */ ([]);
  const isFolded = depth > 0 && !context.isVariant && !(context.isParameter && depth < 2);
  if (isFolded && properties.length) folds.push(fold(formatText(TEXTS.fields, properties.length), properties));
  else {
    container.append(...renderFields(first));
    if (rest.length) folds.push(fold(formatText(TEXTS.moreFields, rest.length), rest));
  }
  container.append(...folds);
  if (folds.length && (isFolded ? isExpanded(depth) : EXPANDED === "all")) openDetails(folds[0]);

  const extra = schema.additionalProperties;
  const rows = createElement("div.sj-p-rows");
  const addPair = (name = "", /** @type {any} */ value = undefined) => {
    const key = createElement("input", { type: "text", value: name, "aria-label": TEXTS.key, spellcheck: "false" });
    const control = createControl(
      extra,
      {
        ...context,
        parts: undefined,
        placeholder: undefined,
        mayBeNull: false,
        mayBeEmpty: false,
        isVariant: false,
        scope: null
      },
      depth + 1
    );
    control.input?.setAttribute("aria-label", TEXTS.value);
    const errorElement = createElement("p.sj-p-error", { hidden: true });
    const row = createElement(
      "div.sj-p-item",
      {},
      key,
      createElement("div", {}, control.element, control.blank?.element, errorElement),
      createRemoveButton(() => {
        extraRows.delete(row);
        row.remove();
        dispatchInput(rows);
      })
    );
    extraRows.set(row, [key, control, errorElement]);
    rows.append(row);
    if (value !== undefined) control.set(value);
    return key;
  };
  if (isObject(extra))
    container.append(
      rows,
      createButton(TEXTS.addKey, () => addPair().focus())
    );

  const known = new Set(properties.map(([name]) => name));
  const currentPairs = () => {
    const values = new Map([...original].filter(([name]) => !members.has(name)));
    for (const [name] of properties) {
      const value = members.has(name) ? members.get(name).control.get() : original.get(name);
      if (value !== undefined) values.set(name, value);
    }
    const pairs = [...extraRows.values()]
      .map(([key, control]) => [key.value, control.get()])
      .filter(([name, value]) => name && value !== undefined);
    // Members keep their original order; of repeated keys the last is the one that the field edits; new members follow.
    const last = new Map(source.map(([name], index) => [name, index]));
    const isField = (/** @type {string} */ name) => !isObject(extra) || known.has(name);
    const sourcePairs = source
      .map(
        ([name, value], index) =>
          /** @type {[string, any]} */ ([name, isField(name) && last.get(name) === index ? values.get(name) : value])
      )
      .filter(([name, value]) => isField(name) && value !== undefined && (values.has(name) || known.has(name)));
    return [...sourcePairs, ...[...values].filter(([name]) => !last.has(name)), ...pairs];
  };
  const updateBlank = () => blank.show(!currentPairs().length);
  container.addEventListener("input", updateBlank);
  updateBlank();
  return {
    element: container,
    blank,
    get: () => {
      const pairs = currentPairs();
      if (pairs.length) return new JsonObject(/** @type {any} */ (pairs));
      return !depth && hasObject ? new JsonObject([]) : blank.get();
    },
    set: (/** @type {any} */ value, isInitial = false) => {
      isInitialValue = isInitial;
      original.clear();
      extraRows.clear();
      rows.replaceChildren();
      source = isObject(value) ? objectEntries(value) : [];
      hasObject = isObject(value);
      for (const [name, member] of source) {
        if (isObject(extra) && !known.has(name)) addPair(name, member);
        else original.set(name, member);
      }
      for (const [name, { control }] of members) control.set(original.get(name), isInitial);
      if (!isInitial)
        for (const box of folds)
          if (
            source.some(([name]) => known.has(name) && !first.some(([each]) => each === name)) ||
            (isFolded && source.length)
          )
            openDetails(box);
      blank.set(value);
      updateBlank();
    },
    show: (/** @type {any[]} */ problems) => {
      if (problems.some(({ path }) => path.length && known.has(path[0]) && (isFolded || !members.has(path[0]))))
        folds.forEach(openDetails);
      for (const [name, { row }] of members) row.showProblems(memberProblems(problems, name));
      for (const [key, control, errorElement] of extraRows.values())
        showProblems(errorElement, control, memberProblems(problems, key.value));
    },
    files: () =>
      new Map(
        [...members].filter(([, { control }]) => control.files).map(([name, { control }]) => [name, control.files()])
      ),
    headers: (/** @type {string} */ name) => members.get(name)?.headers?.get() ?? []
  };
}

/** Create the inputs for the headers of a part. @param {any[]} headers @param {any} context */
function createPartHeaders(headers, context) {
  const rows = headers.map((header) => {
    const control = createControl(header.schema ?? true, {
      definitions: context.definitions,
      isParameter: true,
      location: "header"
    });
    if (header.sample !== undefined) control.set(header.sample);
    return {
      header,
      control,
      row: createField(control, {
        name: header.name,
        required: header.required,
        type: formatType(resolveSchema(header.schema ?? true, context.definitions))
      })
    };
  });
  return {
    element: createElement(
      "details.sj-more",
      { open: headers.length < 5 },
      createElement("summary", { text: TEXTS.partHeaders }),
      ...rows.map(({ row }) => row.element)
    ),
    /** @returns {Pair[]} */
    get: () =>
      rows
        .map(({ header, control }) => [header, control.get()])
        .filter(([, value]) => value !== undefined)
        .map(([header, value]) => [header.name, encodeHeader(value, !!header.explode)])
  };
}
