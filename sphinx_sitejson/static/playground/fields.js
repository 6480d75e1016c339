// @ts-check
"use strict";

// Inputs by schema. A control has `element`, `get`, `set` and `show` (what is wrong, by place);
// one that is a single input has it as `input`. Where nothing is typed, a field is not sent, empty
// or null: its `blank` says which.

const MOST_OPEN = 12;

/** @param {any} schema @returns {string} */
const typeText = (schema) =>
  [[...typesOf(schema), ...(isNullable(schema) ? ["null"] : [])].join(" | "), schema.format && `<${schema.format}>`]
    .filter(Boolean)
    .join("");

/**
 * @param {any} given
 * @param {any} context `definitions`, `isParameter`, `hasNull`, `placeholder`, `part`, `scope`
 * @returns {any}
 */
function controlFor(given, context, depth = 0) {
  return keeping(drawnFor(given, context, depth));
}

/** @param {any} given @param {any} context @param {number} depth @returns {any} */
function drawnFor(given, context, depth) {
  const schema = resolved(given, context.definitions);
  const types = typesOf(schema);
  if (context.part?.file) return fileControl(types[0] === "array", context);
  const variants = variantsOf(schema, context.definitions);
  if (variants.length > 1) return choiceControl(variants, { ...context, mayBeNull: isNullable(schema) }, depth);
  const single = variants[0] ?? schema;
  const own = { ...context, mayBeNull: context.mayBeNull || isNullable(schema) };
  const [type] = typesOf(single);
  if (single.const !== undefined || single.enum || type === "boolean") return selectControl(single, own);
  if (type === "object" && (single.properties || isObject(single.additionalProperties)) && depth < 12)
    return objectControl(single, own, depth);
  if (type === "array" && depth < 12) return listControl(single, own, depth);
  return textControl(single, type, own);
}

/** What came stays as it came, to the last digit, until somebody changes it. @param {any} control */
function keeping(control) {
  let held = /** @type {any} */ (undefined);
  control.element.addEventListener("input", () => {
    held = undefined;
  });
  return {
    ...control,
    get: () => (held !== undefined ? held : control.get()),
    set: (/** @type {any} */ value, isFirst = false) => {
      control.set(value, isFirst);
      held = value;
    }
  };
}

/**
 * What a field means while nothing is typed.
 * @param {any[]} kinds of undefined, null and what is empty; the first is usual
 * @returns {any}
 */
function blankOf(kinds) {
  let index = 0;
  const words = (/** @type {any} */ kind) => (kind === undefined ? TEXTS.absent : kind === null ? "null" : TEXTS.empty);
  const draw = () => {
    element.textContent = words(kinds[index]);
    element.dataset.state = String(index);
  };
  const element = button(
    "",
    () => {
      index = (index + 1) % kinds.length;
      draw();
      tellChange(element);
    },
    { class: "sj-p-state", title: TEXTS.changeBlank }
  );
  draw();
  return {
    element,
    get: () => kinds[index],
    set: (/** @type {any} */ value) => {
      const found = kinds.findIndex((kind) => kind === value || (kind && isList(value) && isEmptyList(value)));
      index = Math.max(found, 0);
      draw();
    },
    /** @param {boolean} isBlank */
    show: (isBlank) => {
      element.hidden = !isBlank || kinds.length < 2;
    }
  };
}

/** The ways to send nothing. @param {any} context @param {any} empty what is empty, if that can be said */
const blanks = ({ hasNull, mayBeNull }, empty) =>
  blankOf([undefined, ...(empty === undefined ? [] : [empty]), ...(hasNull && mayBeNull ? [null] : [])]);

/** @param {any} input @param {() => any} get @param {(value: any) => void} set */
const simple = (input, get, set) => ({ element: input, input, get, set, show: () => {} });

/** @param {() => void} remove */
const remover = (remove) => button("×", remove, { class: "sj-p-icon", "aria-label": TEXTS.remove });

/** @param {any} schema @param {any} context */
function selectControl(schema, context) {
  const values = schema.const !== undefined ? [schema.const] : [...(schema.enum ?? [true, false])];
  if (context.hasNull && context.mayBeNull && !values.includes(null)) values.push(null);
  if (context.mayBeEmpty && !values.includes("")) values.push("");
  const input = make(
    "select",
    { id: newId() },
    option("", context.placeholder ? `${TEXTS.unset} (${context.placeholder})` : TEXTS.unset),
    values.map((/** @type {any} */ value) => option(writeJson(value), primitive(value) || writeJson(value)))
  );
  return simple(
    input,
    () => (input.value ? readJson(input.value) : undefined),
    (value) => {
      const text = value === undefined ? "" : writeJson(value);
      if (![...input.options].some((each) => each.value === text)) input.append(option(text, primitive(value) || text));
      input.value = text;
    }
  );
}

/** @param {any} schema @param {string} type @param {any} context */
function textControl(schema, type, context) {
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
        ? primitive(schema.default)
        : schema.format === "date-time"
          ? "2030-01-31T12:00:00Z"
          : undefined);
  const input = make(isLong ? "textarea" : "input", {
    id: newId(),
    type: isLong ? undefined : kind,
    rows: isLong ? 3 : undefined,
    inputmode: isDigits ? "decimal" : undefined,
    placeholder,
    spellcheck: "false",
    autocomplete: "off"
  });
  const read = (/** @type {string} */ text) => {
    // What is no number stays as it is typed, and is told when it is checked.
    if (isDigits) return digitsOf(text.trim()) ?? text;
    if (!isJson) return text;
    try {
      return readJson(text);
    } catch {
      return text;
    }
  };
  const mayBeEmpty = context.mayBeEmpty || (!isDigits && !isJson && context.place !== "path");
  const blank = blanks(context, mayBeEmpty ? "" : undefined);
  const look = () => blank.show(input.value === "");
  input.addEventListener("input", look);
  look();
  return {
    ...simple(
      input,
      () => (input.value === "" ? blank.get() : read(input.value)),
      (value) => {
        input.value =
          isJson && !(typeof value === "string") && !isNothing(value) ? writeJson(value, "  ") : primitive(value);
        blank.set(value);
        look();
      }
    ),
    blank
  };
}

/** @param {boolean} isMany @param {any} context */
function fileControl(isMany, context) {
  const types = String(context.part.type ?? "")
    .split(",")
    .map((type) => type.split(";")[0].trim())
    .filter((type) => /^[\w.+-]+\/[\w.+*-]+$/.test(type) && !/octet-stream/.test(type));
  const input = make("input", { id: newId(), type: "file", multiple: isMany, accept: types.join() || undefined });
  const control = simple(
    input,
    () => undefined,
    () => {}
  );
  return { ...control, files: () => [...input.files] };
}

/** @param {any[]} variants @param {any} context @param {number} depth */
function choiceControl(variants, context, depth) {
  const titles = variants.map((each, index) => each.title || typeText(each) || fill(TEXTS.option, index + 1));
  const select = choice(
    titles,
    0,
    (index) => {
      pick(index);
      inner.set(firstValue(variants[index], context.definitions));
      tellChange(place);
    },
    { "aria-label": TEXTS.variant }
  );
  const place = make("div");
  let inner = /** @type {any} */ (null);
  const pick = (/** @type {number} */ index) => {
    select.value = String(index);
    inner = controlFor(
      variants[index],
      { ...context, isVariant: true, scope: pageVariant(context.scope, titles[index]) },
      depth + 1
    );
    inner.input?.setAttribute("aria-label", variants[index].title || TEXTS.value);
    place.replaceChildren(...[inner.blank?.element, inner.element].filter(Boolean));
  };
  pick(0);
  const isDeep = variants.some((each) => ["object", "array"].includes(typesOf(each)[0]));
  const box = make("div.sj-p-variant", {}, select, place);
  const fold =
    depth && isDeep
      ? make(
          "details.sj-more",
          { open: isExpanded(depth, true) },
          make("summary", { text: fill(TEXTS.variants, variants.length) }),
          box
        )
      : null;
  return {
    element: fold ?? box,
    get: () => inner.get(),
    set: (/** @type {any} */ value, isFirst = false) => {
      pick(variantFor(variants, value, context.definitions));
      inner.set(value, isFirst);
      if (fold && value !== undefined && !isFirst) fold.open = true;
    },
    show: (/** @type {any[]} */ problems) => {
      if (fold && problems.length) fold.open = true;
      inner.show(problems);
    },
    files: () => inner.files?.() ?? []
  };
}

/**
 * Whether what is nested begins open, as the site says.
 * @param {number} depth 1 for fields of the body
 * @param {boolean} isChoice
 */
const isExpanded = (depth, isChoice = false) =>
  EXPANDED === "all" || (depth === 1 && (EXPANDED === "topLevel" || (isChoice && EXPANDED === "topLevelOneOfs")));

/** @param {any} schema @param {any} context @param {number} depth */
function listControl(schema, context, depth) {
  const rows = /** @type {any[]} */ ([]);
  const place = make("div.sj-p-rows");
  const blank = blanks(context, context.isParameter ? undefined : []);
  const look = () => blank.show(!rows.length);
  const add = (/** @type {any} */ value, isFirst = false) => {
    const control = controlFor(
      schema.prefixItems?.[rows.length] ?? schema.items ?? true,
      { ...context, placeholder: undefined, mayBeNull: false, isVariant: false, part: undefined, parts: undefined },
      depth + 1
    );
    const say = make("p.sj-p-wrong", { hidden: true });
    const row = {
      control,
      say,
      element: make(
        "div.sj-p-item",
        {},
        make("div", {}, control.element, control.blank?.element, say),
        remover(() => remove(row))
      )
    };
    (control.input ?? control.element).setAttribute("aria-label", fill(TEXTS.item, rows.length + 1));
    if (!control.input && !control.element.matches("details")) control.element.setAttribute("role", "group");
    rows.push(row);
    place.append(row.element);
    if (value !== undefined) control.set(value, isFirst);
    look();
    return row;
  };
  const remove = (/** @type {any} */ row) => {
    rows.splice(rows.indexOf(row), 1);
    row.element.remove();
    adder.focus();
    look();
    tellChange(place);
  };
  const adder = button(TEXTS.add, () => {
    const { control, element } = add(firstValue(schema.items, context.definitions));
    for (const fold of element.querySelectorAll("details")) openFold(fold);
    (control.input ?? control.element.querySelector("input, select, textarea, button"))?.focus();
    tellChange(place);
  });
  look();
  return {
    element: make("div", {}, place, adder),
    blank,
    get: () => {
      const values = rows.map(({ control }) => control.get()).filter((value) => value !== undefined);
      return rows.length ? (values.length ? values : undefined) : blank.get();
    },
    set: (/** @type {any} */ value, isFirst = false) => {
      rows.length = 0;
      place.replaceChildren();
      if (!isNothing(value)) for (const each of [].concat(value)) add(each, isFirst);
      blank.set(value);
      look();
    },
    show: (/** @type {any[]} */ problems) =>
      rows.forEach(({ control, say }, index) => {
        const own = within(problems, index);
        sayWrong(say, own);
        control.show(own);
      })
  };
}

/** @param {any} fold */
function openFold(fold) {
  fold.open = true;
  fold.dispatchEvent(new Event("toggle"));
}

/** @param {any} schema @param {any} context @param {number} depth */
function objectControl(schema, context, depth) {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([, each]) => !resolved(each, context.definitions).readOnly
  );
  const required = new Set(schema.required ?? []);
  const members = new Map();
  const held = new Map();
  const more = new Map();
  let given = /** @type {[string, any][]} */ ([]);
  let isWhole = false;
  const blank = blanks(context, depth && !context.isParameter ? new Members([]) : undefined);
  const place = make("div.sj-p-members");
  const draw = (/** @type {string} */ name, /** @type {any} */ each) => {
    const own = resolved(each, context.definitions);
    const part = context.parts && Object.hasOwn(context.parts, name) ? context.parts[name] : undefined;
    const scope = pageField(context.scope, name);
    const control = controlFor(
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
    const headers = part?.headers && partHeaders(part.headers, context);
    const { words, facts } = saidOf(scope);
    const row = labeled(control, {
      name,
      required: required.has(name),
      type: part?.file ? part.type || "file" : typeText(own),
      deprecated: own.deprecated,
      words,
      facts
    });
    if (headers) row.element.append(headers.element);
    members.set(name, { control, row, headers });
    if (held.has(name)) control.set(held.get(name), isBeginning);
    return row.element;
  };
  const first = properties.filter(([name]) => required.has(name) || properties.length <= MOST_OPEN);
  const rest = properties.filter((each) => !first.includes(each));
  const nest = (/** @type {[string, any][]} */ list) => list.map(([name, each]) => draw(name, each));
  let isBeginning = false;
  // A deep tree, or one that goes round, is drawn as far as somebody looks.
  const fold = (/** @type {string} */ title, /** @type {[string, any][]} */ list) => {
    const box = make(
      "details.sj-more",
      {
        ontoggle: () => {
          if (box.open && !box.done) {
            box.done = true;
            box.append(...nest(list));
          }
        }
      },
      make("summary", { text: title })
    );
    return box;
  };
  const folds = /** @type {any[]} */ ([]);
  const isFolded = depth > 0 && !context.isVariant && !(context.isParameter && depth < 2);
  if (isFolded && properties.length) folds.push(fold(fill(TEXTS.fields, properties.length), properties));
  else {
    place.append(...nest(first));
    if (rest.length) folds.push(fold(fill(TEXTS.moreFields, rest.length), rest));
  }
  place.append(...folds);
  if (folds.length && (isFolded ? isExpanded(depth) : EXPANDED === "all")) openFold(folds[0]);

  const extra = schema.additionalProperties;
  const rows = make("div.sj-p-rows");
  const addPair = (name = "", /** @type {any} */ value = undefined) => {
    const key = make("input", { type: "text", value: name, "aria-label": TEXTS.key, spellcheck: "false" });
    const control = controlFor(
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
    const row = make(
      "div.sj-p-item",
      {},
      key,
      make("div", {}, control.element, control.blank?.element),
      remover(() => {
        more.delete(row);
        row.remove();
        tellChange(rows);
      })
    );
    more.set(row, [key, control]);
    rows.append(row);
    if (value !== undefined) control.set(value);
    return key;
  };
  if (isObject(extra))
    place.append(
      rows,
      button(TEXTS.addKey, () => addPair().focus())
    );

  const known = new Set(properties.map(([name]) => name));
  const current = () => {
    const values = new Map([...held].filter(([name]) => !members.has(name)));
    for (const [name] of properties) {
      const value = members.has(name) ? members.get(name).control.get() : held.get(name);
      if (value !== undefined) values.set(name, value);
    }
    const pairs = [...more.values()]
      .map(([key, control]) => [key.value, control.get()])
      .filter(([name, value]) => name && value !== undefined);
    // What came in an order keeps it, and of one name the last is what the field shows; what was added follows.
    const last = new Map(given.map(([name], index) => [name, index]));
    const isField = (/** @type {string} */ name) => !isObject(extra) || known.has(name);
    const kept = given
      .map(
        ([name, value], index) =>
          /** @type {[string, any]} */ ([name, isField(name) && last.get(name) === index ? values.get(name) : value])
      )
      .filter(([name, value]) => isField(name) && value !== undefined && (values.has(name) || known.has(name)));
    return [...kept, ...[...values].filter(([name]) => !last.has(name)), ...pairs];
  };
  const look = () => blank.show(!current().length);
  place.addEventListener("input", look);
  look();
  return {
    element: place,
    blank,
    get: () => {
      const pairs = current();
      if (pairs.length) return new Members(/** @type {any} */ (pairs));
      return !depth && isWhole ? new Members([]) : blank.get();
    },
    set: (/** @type {any} */ value, isFirst = false) => {
      isBeginning = isFirst;
      held.clear();
      more.clear();
      rows.replaceChildren();
      given = isObject(value) ? pairsOf(value) : [];
      isWhole = isObject(value);
      for (const [name, member] of given) {
        if (isObject(extra) && !known.has(name)) addPair(name, member);
        else held.set(name, member);
      }
      for (const [name, { control }] of members) control.set(held.get(name), isFirst);
      if (!isFirst)
        for (const box of folds)
          if (
            given.some(([name]) => known.has(name) && !first.some(([each]) => each === name)) ||
            (isFolded && given.length)
          )
            openFold(box);
      blank.set(value);
      look();
    },
    show: (/** @type {any[]} */ problems) => {
      if (problems.some(({ path }) => path.length && known.has(path[0]) && (isFolded || !members.has(path[0]))))
        folds.forEach(openFold);
      for (const [name, { control, row }] of members) {
        const own = within(problems, name);
        row.say(own);
        control.show(own);
      }
    },
    files: () =>
      new Map(
        [...members].filter(([, { control }]) => control.files).map(([name, { control }]) => [name, control.files()])
      ),
    headers: (/** @type {string} */ name) => members.get(name)?.headers?.get() ?? []
  };
}

/** Inputs for the headers of a part. @param {any[]} headers @param {any} context */
function partHeaders(headers, context) {
  const rows = headers.map((header) => {
    const control = controlFor(header.schema ?? true, {
      definitions: context.definitions,
      isParameter: true,
      place: "header"
    });
    if (header.sample !== undefined) control.set(header.sample);
    return {
      header,
      control,
      row: labeled(control, {
        name: header.name,
        required: header.required,
        type: typeText(resolved(header.schema ?? true, context.definitions))
      })
    };
  });
  return {
    element: make(
      "details.sj-more",
      { open: headers.length < 5 },
      make("summary", { text: TEXTS.partHeaders }),
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
