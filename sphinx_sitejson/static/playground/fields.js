// @ts-check
"use strict";

// Inputs by schema. A control has `element`, `get`, `set` and `show` (what is wrong, by place);
// one that is a single input has it as `input`. An empty input stands for "not sent".

const MOST_OPEN = 12;

/** @param {any} schema @returns {string} */
const typeText = (schema) => [typesOf(schema).join(" | "), schema.format && `<${schema.format}>`].filter(Boolean).join("");

/** @param {any} given @param {any} context `definitions`, `isParameter`, `placeholder`, `part` @returns {any} */
function controlFor(given, context, depth = 0) {
  const schema = resolved(given, context.definitions);
  const types = typesOf(schema);
  if (context.part?.file) return fileControl(types[0] === "array", context);
  const variants = variantsOf(schema, context.definitions);
  if (variants.length > 1) return choiceControl(variants, context, depth);
  const single = variants[0] ?? schema;
  const [type] = typesOf(single);
  if (single.const !== undefined || single.enum || type === "boolean") return selectControl(single, context);
  if (type === "object" && (single.properties || isObject(single.additionalProperties)) && depth < 12) return objectControl(single, context, depth);
  if (type === "array" && depth < 12) return listControl(single, context, depth);
  return textControl(single, type, context);
}

/** @param {any} input @param {() => any} get @param {(value: any) => void} set */
const simple = (input, get, set) => ({ element: input, input, get, set, show: () => {} });

/** @param {() => void} remove */
const remover = (remove) => button("×", remove, { class: "sj-p-icon", "aria-label": TEXTS.remove });

/** @param {any} schema @param {any} context */
function selectControl(schema, context) {
  const values = schema.const !== undefined ? [schema.const] : [...schema.enum ?? [true, false]];
  if (isNullable(schema) && !values.includes(null)) values.push(null);
  const input = make("select", { id: newId() }, option("", context.placeholder ? `${TEXTS.unset} (${context.placeholder})` : TEXTS.unset),
    values.map((/** @type {any} */ value) => option(writeJson(value), primitive(value) || writeJson(value))));
  return simple(input, () => input.value ? readJson(input.value) : undefined, (value) => {
    const text = value === undefined ? "" : writeJson(value);
    if (![...input.options].some((each) => each.value === text)) input.append(option(text, primitive(value)));
    input.value = text;
  });
}

/** @param {any} schema @param {string} type @param {any} context */
function textControl(schema, type, context) {
  const isDigits = type === "integer" || type === "number";
  const isJson = !isDigits && type !== "string" && !(context.isParameter && !type);
  const isLong = isJson || schema.maxLength > 300 || (typeof schema.default === "string" && schema.default.includes("\n"));
  const kind = schema.format === "date" ? "date" : schema.format === "password" || schema.writeOnly ? "password" : "text";
  const placeholder = context.placeholder ?? (isJson ? "{ }" : schema.default !== undefined ? primitive(schema.default) : schema.format === "date-time" ? "2030-01-31T12:00:00Z" : undefined);
  const input = make(isLong ? "textarea" : "input", { id: newId(), type: isLong ? undefined : kind, rows: isLong ? 3 : undefined, inputmode: isDigits ? "decimal" : undefined, placeholder, spellcheck: "false", autocomplete: "off" });
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
  // A null that came with an example stays one until somebody types.
  let held = /** @type {null | undefined} */ (undefined);
  input.addEventListener("input", () => { held = undefined; });
  return simple(input, () => input.value === "" ? held : read(input.value), (value) => {
    held = value === null ? null : undefined;
    input.value = isJson && typeof value !== "string" && !isNothing(value) ? writeJson(value, "  ") : primitive(value);
    if (value === null) input.placeholder = "null";
  });
}

/** @param {boolean} isMany @param {any} context */
function fileControl(isMany, context) {
  const type = context.part.type ?? "";
  const input = make("input", { id: newId(), type: "file", multiple: isMany, accept: /^[\w.+-]+\/[\w.+*-]+$/.test(type) && !/octet-stream/.test(type) ? type : undefined });
  const control = simple(input, () => undefined, () => {});
  return { ...control, files: () => [...input.files] };
}

/** @param {any[]} variants @param {any} context @param {number} depth */
function choiceControl(variants, context, depth) {
  const select = choice(variants.map((each, index) => each.title || typeText(each) || fill(TEXTS.option, index + 1)), 0,
    (index) => { pick(index); inner.set(firstValue(variants[index], context.definitions)); tellChange(place); }, { "aria-label": TEXTS.variant });
  const place = make("div");
  let inner = /** @type {any} */ (null);
  const pick = (/** @type {number} */ index) => {
    select.value = String(index);
    inner = controlFor(variants[index], context, depth + 1);
    inner.input?.setAttribute("aria-label", variants[index].title || TEXTS.value);
    place.replaceChildren(inner.element);
  };
  pick(0);
  return {
    element: make("div.sj-p-variant", {}, select, place),
    get: () => inner.get(),
    set: (/** @type {any} */ value) => { pick(variantFor(variants, value, context.definitions)); inner.set(value); },
    show: (/** @type {any[]} */ problems) => inner.show(problems),
    files: () => inner.files?.() ?? [],
  };
}

/** @param {any} schema @param {any} context @param {number} depth */
function listControl(schema, context, depth) {
  const rows = /** @type {any[]} */ ([]);
  let isEmptyList = false;
  const place = make("div.sj-p-rows");
  const add = (/** @type {any} */ value) => {
    const control = controlFor(schema.prefixItems?.[rows.length] ?? schema.items ?? true, { ...context, placeholder: undefined }, depth + 1);
    const say = make("p.sj-p-wrong", { hidden: true });
    const row = { control, say, element: make("div.sj-p-item", {}, make("div", {}, control.element, say), remover(() => remove(row))) };
    (control.input ?? control.element).setAttribute("aria-label", fill(TEXTS.item, rows.length + 1));
    if (!control.input) control.element.setAttribute("role", "group");
    rows.push(row);
    place.append(row.element);
    if (value !== undefined) control.set(value);
    return row;
  };
  const remove = (/** @type {any} */ row) => {
    rows.splice(rows.indexOf(row), 1);
    row.element.remove();
    adder.focus();
    tellChange(place);
  };
  const adder = button(TEXTS.add, () => {
    const { control } = add(firstValue(schema.items, context.definitions));
    (control.input ?? control.element.querySelector("input, select, textarea, button"))?.focus();
    tellChange(place);
  });
  return {
    element: make("div", {}, place, adder),
    get: () => {
      const values = rows.map(({ control }) => control.get()).filter((value) => value !== undefined);
      return values.length || isEmptyList ? values : undefined;
    },
    set: (/** @type {any} */ value) => {
      rows.length = 0;
      place.replaceChildren();
      isEmptyList = Array.isArray(value) && !value.length;
      if (!isNothing(value)) for (const each of [].concat(value)) add(each);
    },
    show: (/** @type {any[]} */ problems) => rows.forEach(({ control, say }, index) => {
      const own = within(problems, index);
      sayWrong(say, own);
      control.show(own);
    }),
  };
}

/** @param {any} schema @param {any} context @param {number} depth */
function objectControl(schema, context, depth) {
  const properties = Object.entries(schema.properties ?? {}).filter(([, each]) => !resolved(each, context.definitions).readOnly);
  const required = new Set(schema.required ?? []);
  const members = new Map();
  const held = new Map();
  let isEmpty = false;
  const more = new Map();
  let names = /** @type {string[]} */ ([]);
  const place = make("div.sj-p-members");
  const draw = (/** @type {string} */ name, /** @type {any} */ given) => {
    const own = resolved(given, context.definitions);
    const part = context.parts && Object.hasOwn(context.parts, name) ? context.parts[name] : undefined;
    const control = controlFor(given, { ...context, parts: undefined, part, placeholder: undefined, isOptional: !required.has(name) }, depth + 1);
    const row = labelled(control, { name, required: required.has(name), type: part?.file ? part.type || "file" : typeText(own), deprecated: own.deprecated });
    members.set(name, { control, row });
    if (held.has(name)) control.set(held.get(name));
    return row.element;
  };
  const first = properties.filter(([name]) => required.has(name) || properties.length <= MOST_OPEN);
  const rest = properties.filter((each) => !first.includes(each));
  const nest = (/** @type {[string, any][]} */ list) => list.map(([name, each]) => draw(name, each));
  // A deep tree, or one that goes round, is drawn as far as somebody looks.
  const fold = (/** @type {string} */ title, /** @type {[string, any][]} */ list) => {
    const box = make("details.sj-more", { ontoggle: () => { if (box.open && !box.done) { box.done = true; box.append(...nest(list)); } } }, make("summary", { text: title }));
    return box;
  };
  const folds = /** @type {any[]} */ ([]);
  const isFolded = depth > 1 || (depth && context.isOptional);
  if (isFolded && properties.length) folds.push(fold(fill(TEXTS.fields, properties.length), properties));
  else {
    place.append(...nest(first));
    if (rest.length) folds.push(fold(fill(TEXTS.moreFields, rest.length), rest));
  }
  place.append(...folds);

  const extra = schema.additionalProperties;
  const rows = make("div.sj-p-rows");
  const addPair = (name = "", /** @type {any} */ value = undefined) => {
    const key = make("input", { type: "text", value: name, "aria-label": TEXTS.key, spellcheck: "false" });
    const control = controlFor(extra, { ...context, parts: undefined, placeholder: undefined }, depth + 1);
    control.input?.setAttribute("aria-label", TEXTS.value);
    const row = make("div.sj-p-item", {}, key, make("div", {}, control.element), remover(() => { more.delete(row); row.remove(); tellChange(rows); }));
    more.set(row, [key, control]);
    rows.append(row);
    if (value !== undefined) control.set(value);
    return key;
  };
  if (isObject(extra)) place.append(rows, button(TEXTS.addKey, () => addPair().focus()));

  const known = new Set(properties.map(([name]) => name));
  return {
    element: place,
    get: () => {
      const values = new Map([...held].filter(([name]) => !members.has(name)));
      for (const [name] of properties) {
        const value = members.has(name) ? members.get(name).control.get() : held.get(name);
        if (value !== undefined) values.set(name, value);
      }
      for (const [key, control] of more.values()) if (key.value && control.get() !== undefined) values.set(key.value, control.get());
      // What came in an order keeps it; what was added follows.
      const order = new Set([...names.filter((name) => values.has(name)), ...values.keys()]);
      return values.size || isEmpty ? new Members([...order].map((name) => [name, values.get(name)])) : undefined;
    },
    set: (/** @type {any} */ value) => {
      held.clear();
      more.clear();
      rows.replaceChildren();
      const given = isObject(value) ? pairsOf(value) : [];
      names = given.map(([name]) => name);
      isEmpty = isObject(value) && !given.length;
      for (const [name, member] of given) {
        if (isObject(extra) && !known.has(name)) addPair(name, member);
        else held.set(name, member);
      }
      for (const [name, { control }] of members) control.set(held.get(name));
      for (const box of folds) if (given.some(([name]) => known.has(name) && !first.some(([each]) => each === name)) || (isFolded && given.length)) box.open = true;
    },
    show: (/** @type {any[]} */ problems) => {
      if (problems.some(({ path }) => path.length && known.has(path[0]) && !members.has(path[0]))) for (const box of folds) { box.open = true; box.dispatchEvent(new Event("toggle")); }
      for (const [name, { control, row }] of members) {
        const own = within(problems, name);
        row.say(own);
        control.show(own);
      }
    },
    files: () => new Map([...members].filter(([, { control }]) => control.files).map(([name, { control }]) => [name, control.files()])),
  };
}
