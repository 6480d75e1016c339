// @ts-check
"use strict";

// The body: a choice of forms; JSON as fields and as text, kept in step.

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
  let raw = /** @type {string | undefined} */ (undefined);
  let isBroken = false;
  let isEdited = false;

  const isFields = () => FORMS.includes(media.kind);
  const write = (/** @type {any} */ given) => given === undefined ? "" : typeof given === "string" && media.kind !== "json" ? given : writeJson(given, "  ");
  const tellRepeated = () => {
    const repeated = allRepeated(value);
    note.hidden = !repeated.length;
    note.textContent = fill(TEXTS.repeatedKeys, repeated.join(", "));
  };
  const fillIn = () => {
    control?.set(value);
    if (text) text.value = raw ?? write(value);
    isEdited = false;
    tellRepeated();
  };
  const put = (/** @type {any} */ given) => {
    value = given;
    raw = undefined;
    isBroken = false;
    fillIn();
  };
  const typed = () => {
    isBroken = false;
    raw = text.value;
    if (media.kind !== "json") value = raw;
    else {
      try {
        value = raw?.trim() ? readJson(raw) : undefined;
      } catch {
        isBroken = true;
      }
    }
    tellRepeated();
  };

  const draw = () => {
    const select = choice(data.bodies.map((/** @type {any} */ each) => each.type), data.bodies.indexOf(media),
      (index) => { media = data.bodies[index]; isText = false; put(media.examples?.[0]?.[1]); draw(); changed(); }, { "aria-label": TEXTS.mediaType });
    const examples = media.examples?.length > 1 && choice(media.examples.map((/** @type {any[]} */ [title], /** @type {number} */ index) => title || fill(TEXTS.exampleNumber, index + 1)), 0,
      (index) => { put(media.examples[index][1]); changed(); }, { "aria-label": TEXTS.example });
    const tabs = media.kind === "json" && make("div.sj-p-switch", {}, [false, true].map((each) => button(each ? "JSON" : TEXTS.form, () => {
      if (isBroken) return;
      current();
      isText = each;
      draw();
    }, { "aria-pressed": String(each === isText) })));
    control = text = null;
    if (media.kind === "binary") control = fileControl(false, { part: { file: media.file, type: media.type } });
    else if (isFields() && !isText) control = controlFor(media.schema ?? true, { definitions, parts: media.parts });
    else text = make("textarea", { id: newId(), class: "sj-p-raw", rows: 12, spellcheck: "false", "aria-label": media.type, "aria-describedby": list.id, oninput: () => { typed(); changed(); } });
    control?.input?.setAttribute("aria-label", media.type);
    // Until somebody changes a field, the body is what it was as text.
    control?.element.addEventListener("input", () => { isEdited = true; raw = undefined; });
    place.replaceChildren(make("div.sj-p-beside", {}, data.bodies.length > 1 ? select : make("code.sj-facts", { text: media.type }), examples, tabs), control?.element ?? text, note, list);
    fillIn();
  };
  value = media.examples?.[0]?.[1] ?? firstValue(media.schema, definitions);
  draw();

  const current = () => {
    if (isEdited && control && media.kind !== "binary") value = control.get();
    return value;
  };
  const files = () => media.kind === "binary" && control ? new Map([["", control.files()]]) : control?.files?.() instanceof Map ? control.files() : new Map();
  return {
    element: place,
    body: (isSample = false) => {
      const chosen = files();
      const found = buildBody(media, current(), chosen, isSample);
      return found && raw !== undefined && found.kind === "json" && !isBroken ? { ...found, raw } : found;
    },
    /** What is wrong; shown at the fields or below the text. */
    check: () => {
      const chosen = files();
      const now = current();
      const problems = isBroken ? [{ path: [], rule: "json" }] : !isFields() ? []
        : now === undefined ? (data.bodyRequired && ![...chosen.values()].flat().length ? [{ path: [], rule: "required" }] : [])
        : check(media.schema, now, definitions).filter(({ path }) => !(path.length === 1 && media.parts?.[path[0]]?.file));
      const missing = media.kind === "multipart" ? /** @type {string[]} */ ([]).concat(resolved(media.schema, definitions).required ?? []).filter((name) => media.parts?.[name]?.file && !chosen.get(name)?.length) : [];
      const all = [...problems, ...missing.map((name) => ({ path: [name], rule: "required", limit: name }))];
      control?.show(all);
      const listed = control ? ofItself(all) : all;
      list.hidden = !listed.length;
      text?.setAttribute("aria-invalid", String(!list.hidden));
      list.replaceChildren(...listed.slice(0, 20).map((each) => make("li", { text: [placeText(each.path), wordsOf(each)].filter(Boolean).join(": ") })));
      return all;
    },
    state: () => ({ type: media.type, value: isBroken ? undefined : current(), isBroken, files: [...files()].filter(([, chosen]) => chosen.length).map(([name]) => name || media.type) }),
    restore: (/** @type {any} */ state) => {
      if (state.value === undefined) return;
      media = data.bodies.find((/** @type {any} */ each) => each.type === state.type);
      put(state.value);
      draw();
    },
  };
}
