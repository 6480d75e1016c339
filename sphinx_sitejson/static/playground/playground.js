// @ts-check
"use strict";

// The element: puts the forms together, sends, and keeps the samples in step.

const LINK = "#try=";
const LONGEST_LINK = 30_000;
/** What sends a request and shows its response. */
const ANSWER_CHUNKS = ["send", "answer", "json"];

/** What a link carries, as data that nobody trusts. @param {string} end @returns {any} */
const linkedState = (end) => {
  const { hash } = location;
  const text = hash.slice(LINK.length).split("&")[0];
  return hash === `${LINK}${text}${end}` ? stateOf(text) : null;
};

/** @param {string} text @returns {any} */
function stateOf(text) {
  try {
    if (text.length > LONGEST_LINK) return null;
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const found = readJson(new TextDecoder().decode(bytes));
    return isObject(found) ? found : null;
  } catch {
    return null;
  }
}

/** @param {(string | number)[][]} left */
const leftOutText = (left) =>
  left.length
    ? fill(TEXTS.leftOut, [...new Set(left.map((path) => placeText(path) || TEXTS.requestBody))].join(", "))
    : "";

/** What is there once the dialog is built, before anything asks for it. @returns {any} */
const later = () => undefined;

/** Where answers are shown; until there is one, an example. @param {any} data */
function answerPane(data) {
  const example = document
    .querySelector(`details[name="${CSS.escape(`response ${data.key}`)}"]:has(> summary [data-kind="2xx"]) .sj-code`)
    ?.cloneNode(true);
  const place = make(
    "div.sj-p-answer-box",
    { tabindex: "-1" },
    make(
      "div.sj-p-answer-head",
      {},
      make("span.sj-label", {
        text: example ? (IS_SIMULATED ? TEXTS.exampleOnly : TEXTS.exampleAnswer) : TEXTS.noAnswer
      })
    ),
    example && make("div.sj-p-dim", {}, example)
  );
  const status = make("p", { role: "status", class: "sj-visually-hidden" });
  return {
    place,
    status,
    element: make("section.sj-sample.sj-p-answer-pane", { "aria-label": TEXTS.response }, place, status),
    say: (/** @type {string} */ text) => {
      status.textContent = text;
    }
  };
}

SHARED.stateOf = stateOf;

class Playground extends HTMLElement {
  /** @type {ReturnType<Playground["serverForm"]>} */
  server = later();
  /** @type {ReturnType<typeof credentialsForm> | undefined} */
  credentials;
  /** @type {ReturnType<Playground["parameter"]>[]} */
  inputs = later();
  /** @type {ReturnType<typeof bodyForm> | undefined} */
  body;
  /** @type {ReturnType<typeof extrasForm>} */
  extras = later();
  /** @type {ReturnType<typeof answerPane>} */
  answer = later();
  /** @type {ReturnType<typeof liveSamples>} */
  writeSamples = later();

  /** Secrets are known by another script, which a link needs. */
  open() {
    if (this.dialog || !linkedState(this.linkEnd)) return this.show();
    return Promise.resolve(loadChunk("secrets")).then(() => this.show());
  }

  show() {
    if (!this.dialog) this.build();
    const { dialog, card } = this;
    // The sample of the page stands in the dialog while it is open.
    if (card && !dialog.open) {
      this.mark = document.createComment("");
      card.replaceWith(this.mark);
      this.slots.sample.append(card);
    }
    if (!dialog.open) dialog.showModal();
    this.credentials?.follow();
    this.update();
  }

  build() {
    const data = (this.data = readPageData(this.querySelector("script")?.textContent ?? "{}"));
    const frame = document.createElement("template");
    frame.innerHTML = FRAME;
    this.dialog = /** @type {any} */ (frame.content.firstElementChild);
    this.slots = Object.fromEntries(
      [...this.dialog.querySelectorAll("[data-slot]")].map((each) => [each.dataset.slot, each])
    );
    this.card = document.querySelector(`details[name="${CSS.escape(`request ${data.key}`)}"]`)?.closest(".sj-request");
    const { slots, dialog } = this;
    slots.title.id = newId();
    dialog.setAttribute("aria-labelledby", slots.title.id);
    slots.title.textContent = `${data.method} ${data.path}`;
    slots.recipient.id = newId();
    slots.send.setAttribute("aria-describedby", slots.recipient.id);
    slots.method.textContent = data.method;
    slots.method.dataset.method = data.method.toLowerCase();
    slots.send.toggleAttribute("data-danger", data.method === "DELETE");
    slots.danger.hidden = data.method !== "DELETE";

    this.writeSamples = liveSamples(this.card);
    this.server = this.serverForm();
    if (data.security)
      this.credentials = credentialsForm(data, {
        base: () => this.base(),
        proxy: () => this.proxy(),
        callback: this.dataset.callback ?? "",
        where: slots.recipient,
        changed: () => this.update()
      });
    this.inputs = (data.parameters ?? [])
      .filter((/** @type {any} */ each) => each.in !== "header" || !SET_ELSEWHERE.includes(each.name.toLowerCase()))
      .map((/** @type {any} */ each) => this.parameter(each));
    if (data.bodies) this.body = bodyForm(data, () => this.update());
    this.extras = extrasForm(data, () => this.update());
    this.answer = answerPane(data);
    slots.answer.append(this.answer.element);
    slots.form.prepend(...simulationNote());
    this.sections();

    const linked = linkedState(this.linkEnd);
    if (linked) this.restore(linked);
    // A link to this very page fills in its form again.
    addEventListener("hashchange", async () => {
      const state = linkedState(this.linkEnd);
      if (!state) return;
      await loadChunk("secrets");
      this.restore(state);
      this.show();
    });
    this.listen();
    (this.closest(".sj-api")?.parentElement ?? document.body).append(dialog);
  }

  serverForm() {
    const { servers, security } = this.data;
    const kept = recalled("api.server");
    const isKnown = Number.isInteger(kept?.index) && servers[kept.index]?.url === kept.url;
    let index = isKnown ? kept.index : 0;
    const chosen = /** @type {Record<string, string>} */ (Object.create(null));
    // What is remembered is a choice among what the page offers, never an address.
    if (isKnown)
      for (const { name, enum: all = [] } of servers[index].variables ?? [])
        if (all.includes(kept.chosen?.[name])) chosen[name] = kept.chosen[name];
    // Nobody but the reader says an address of their own, and it holds for this page.
    let own = "";
    const isOwn = () => index === servers.length;
    const place = make("div");
    const changed = () => {
      if (!isOwn()) {
        const fixed = Object.fromEntries(
          (servers[index].variables ?? [])
            .filter((/** @type {any} */ each) => each.enum?.length && chosen[each.name])
            .map((/** @type {any} */ { name }) => [name, chosen[name]])
        );
        remember("api.server", { index, url: servers[index].url, chosen: fixed });
      }
      if (security) this.credentials?.follow();
      this.update();
    };
    /** @type {{input: any, row: any, isRight: () => boolean}[]} */
    let open = [];
    const asked = (/** @type {any} */ input, /** @type {string} */ name, /** @type {() => boolean} */ isRight) => {
      const row = labeled({ input, element: input }, { name, required: true });
      open.push({ input, row, isRight });
      return row.element;
    };
    const draw = () => {
      open = [];
      const titles = [
        ...servers.map((/** @type {any} */ { url, label }) => (label ? `${url} (${label})` : url)),
        ...(OWN_BASE ? [TEXTS.ownBase] : [])
      ];
      const select = choice(
        titles,
        index,
        (picked) => {
          index = picked;
          draw();
          changed();
        },
        { "aria-label": TEXTS.server }
      );
      const variables = isOwn()
        ? []
        : (servers[index].variables ?? []).map((/** @type {any} */ { name, default: usual, enum: all = [] }) => {
            const input = make(
              all.length ? "select" : "input",
              {
                id: newId(),
                oninput: () => {
                  chosen[name] = input.value;
                  changed();
                }
              },
              all.map((/** @type {string} */ value) => option(value, value))
            );
            input.value = chosen[name] ?? usual ?? all[0] ?? "";
            return usual !== undefined || all.length
              ? entry(name, input)
              : asked(input, name, () => input.value !== "");
          });
      if (isOwn()) {
        const input = make("input", {
          id: newId(),
          type: "url",
          inputmode: "url",
          value: own,
          placeholder: "https://localhost:8080/v1",
          spellcheck: "false",
          autocomplete: "off",
          oninput: () => {
            own = input.value.trim();
            changed();
          }
        });
        variables.push(asked(input, TEXTS.ownBaseUrl, () => isWebAddress(own)));
      }
      place.replaceChildren(...(titles.length > 1 ? [make("div.sj-p-input", {}, select)] : []), ...variables);
    };
    const check = () =>
      open.filter(({ row, isRight }) => {
        row.say(isRight() ? [] : [{ path: [], rule: "required" }]);
        return !isRight();
      }).length;
    draw();
    return {
      element: place,
      isNeeded: servers.length > 1 || !!servers[0].variables || OWN_BASE,
      url: () => (isOwn() ? (isWebAddress(own) ? own : "{address}") : serverUrl(servers[index], chosen)),
      check,
      isOwn
    };
  }

  base() {
    const url = this.server.url();
    return isOpen(url) ? url : new URL(url, location.href).href;
  }

  /** The proxy of the site knows only the addresses that the site names. */
  proxy() {
    return this.server.isOwn() ? "" : PROXY;
  }

  /** @param {Parameter} parameter */
  parameter(parameter) {
    const { schema = true, given, sample, required, in: place, empty: mayBeEmpty } = parameter;
    const isScalar = !isList(sample);
    const scope = document.getElementById(parameter.id ?? "");
    const control = controlFor(schema, {
      definitions: this.data.definitions,
      isParameter: true,
      place,
      mayBeEmpty,
      scope,
      placeholder: parameter.placeholder ?? (given && !required && isScalar ? primitive(sample) : undefined)
    });
    if (given && required) control.set(sample, true);
    const row = labeled(control, {
      name: parameter.name,
      required,
      deprecated: parameter.deprecated,
      type: typeText(resolved(schema, this.data.definitions)),
      ...saidOf(scope)
    });
    return { parameter, control, row };
  }

  sections() {
    const { slots, inputs } = this;
    const section = (
      /** @type {string} */ title,
      /** @type {any[]} */ content,
      /** @type {() => number | string} */ count = () => 0,
      isClosed = false
    ) => {
      const said = make("span.sj-facts");
      slots.form.append(
        make(
          "details.sj-p-part",
          { open: !isClosed },
          make("summary", {}, make("span", { text: title }), said),
          make("div", {}, content)
        )
      );
      return () => {
        const now = count();
        said.textContent = typeof now === "string" ? now : now ? fill(TEXTS.filled, now) : "";
      };
    };
    this.counters = [
      ...(this.server.isNeeded ? [section(TEXTS.server, [this.server.element])] : []),
      ...(this.credentials
        ? [section(TEXTS.authorization, [this.credentials.element], () => this.credentials?.state() ?? "")]
        : []),
      ...["path", "query", "querystring", "header", "cookie"].map((place) => {
        const own = inputs.filter(({ parameter }) => parameter.in === place);
        const parts = [
          place === "cookie" && !PROXY && hint(TEXTS.noCookies),
          ...own.map(({ row }) => row.element)
        ].filter(Boolean);
        return own.length
          ? section(TEXTS.places[place], parts, () => own.filter(({ control }) => control.get() !== undefined).length)
          : () => {};
      }),
      ...(this.body ? [section(TEXTS.requestBody, [this.body.element])] : [])
    ];
    if (!slots.form.querySelector(".sj-p-part")) slots.form.append(hint(TEXTS.noInputs));
    this.counters.push(section(TEXTS.options, [this.extras.element], () => this.extras.count(), true));
  }

  listen() {
    const { slots, dialog } = this;
    slots.form.addEventListener("input", () => this.update());
    slots.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.send();
    });
    const clicks = {
      send: () => this.send(),
      cancel: () => this.stop?.abort(),
      close: () => dialog.close(),
      curl: () => this.copyCurl(slots.curl),
      share: () => this.share(),
      history: () => this.history(),
      paste: () => this.paste(),
      toRequest: () => this.turn("request"),
      toAnswer: () => this.turn("response")
    };
    for (const [name, act] of Object.entries(clicks)) slots[name].addEventListener("click", act);
    dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      // Sphinx takes Escape away from the browser, so the key stops here.
      if (event.key === "Escape") event.stopPropagation();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.send();
      }
    });
    dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      if (this.card) this.mark?.replaceWith(this.card);
      this.querySelector("button")?.focus();
    });
  }

  /** On small screens one half is shown. @param {string} side */
  turn(side) {
    this.dialog.dataset.side = side;
    press(this.slots.toRequest, side === "request");
    press(this.slots.toAnswer, side !== "request");
  }

  /** What is typed, by parameter. @param {boolean} isSample whether gaps are filled */
  values(isSample = false) {
    return new Map(
      this.inputs.map(({ parameter, control }) => {
        const value = control.get();
        return [
          keyOf(parameter),
          value === undefined && isSample && parameter.required ? (parameter.sample ?? parameter.name) : value
        ];
      })
    );
  }

  /** @param {boolean} isSample whether secrets are placeholders and gaps are filled */
  request(isSample) {
    const schemes = this.credentials?.schemes() ?? [];
    return buildRequest(this.data, {
      base: this.base(),
      values: this.values(isSample),
      credentials: credentialsOf(schemes, isSample ? null : secrets.values),
      body: this.body?.body(isSample),
      extra: this.extras.get(isSample)
    });
  }

  update() {
    if (!this.dialog || !this.inputs) return;
    const request = this.request(true);
    this.slots.url.textContent = request.url;
    this.writeSamples(request);
    for (const count of this.counters ?? []) count();
    const left = notSent(request, this.proxy());
    this.slots.left.hidden = !left.length;
    this.slots.left.textContent = left.includes("body") ? TEXTS.noBodySent : fill(TEXTS.notSent, left.join(", "));
    if (this.isChecked) this.check();
  }

  check() {
    this.isChecked = true;
    const definitions = this.data.definitions;
    let count = this.server.check();
    for (const { parameter, control, row } of this.inputs) {
      const value = control.get();
      const problems =
        value === "" && parameter.empty
          ? []
          : value === undefined
            ? parameter.required
              ? [{ path: [], rule: "required" }]
              : []
            : isStep(parameter, value)
              ? [{ path: [], rule: "step" }]
              : check(parameter.schema ?? true, value, definitions);
      row.say(problems);
      control.show(problems);
      count += problems.length;
    }
    count += this.body?.check().length ?? 0;
    this.slots.count.textContent = count ? fill(TEXTS.toCorrect, count) : "";
    return count;
  }

  async send() {
    const { slots, answer } = this;
    if (this.stop) return;
    const count = this.check();
    if (count) {
      answer.say(fill(TEXTS.toCorrect, count));
      this.turn("request");
      const bad = /** @type {any} */ (
        slots.form.querySelector(
          ".sj-p-part :is([aria-invalid=true], .sj-p-wrong:not([hidden]), .sj-p-problems:not([hidden]))"
        )
      );
      (bad?.matches("input, select, textarea")
        ? bad
        : bad?.closest(".sj-p-input, .sj-p-item, .sj-p-part")?.querySelector("input, select, textarea")
      )?.focus();
      return;
    }
    this.stop = new AbortController();
    this.busy(true);
    await Promise.all(ANSWER_CHUNKS.map(loadChunk));
    if (SHARED.send && SHARED.responseView && SHARED.jsonNode) await SHARED.send(this, this.stop);
    else answer.place.replaceChildren(hint(TEXTS.notLoaded));
    this.stop = null;
    this.busy(false);
  }

  async history() {
    this.turn("response");
    await Promise.all([...ANSWER_CHUNKS, "secrets", "history"].map(loadChunk));
    SHARED.showHistory?.(this);
  }

  async paste() {
    this.turn("request");
    await Promise.all(["curl", "curl-form"].map(loadChunk));
    SHARED.pasteCurl?.(this);
  }

  /** @param {boolean} isBusy */
  busy(isBusy) {
    const { slots, dialog, answer } = this;
    dialog.toggleAttribute("data-busy", isBusy);
    slots.send.setAttribute("aria-disabled", String(isBusy));
    slots.sendText.textContent = isBusy ? TEXTS.sending : TEXTS.send;
    if (isBusy) loadStyle();
    if (isBusy) answer.say(TEXTS.sending);
    clearTimeout(this.patience);
    slots.cancel.hidden = true;
    if (isBusy)
      this.patience = setTimeout(() => {
        slots.cancel.hidden = false;
      }, 600);
  }

  /** @param {any} target */
  async copyCurl(target) {
    await this.copied(SHARED.SAMPLES.bash(this.request(true)), target);
  }

  /** @param {string} text @param {any} target */
  async copied(text, target) {
    const words = target.textContent;
    try {
      await navigator.clipboard.writeText(text);
      target.textContent = TEXTS.copied;
    } catch {
      target.textContent = TEXTS.notCopied;
    }
    this.answer.say(target.textContent);
    setTimeout(() => {
      target.textContent = words;
    }, 1600);
  }

  /** What a link to an operation on a page of many ends with. */
  get linkEnd() {
    const anchor = this.closest(".sj-api-row")?.querySelector("[id]")?.id;
    return anchor ? `&${encodeURIComponent(anchor)}` : "";
  }

  async share() {
    await loadChunk("secrets");
    const { leftOut, count } = this.slots;
    const { text, left } = SHARED.linkText(this);
    leftOut.textContent = leftOutText(left);
    leftOut.hidden = !leftOut.textContent;
    if (text.length > LONGEST_LINK) return void (count.textContent = TEXTS.tooLong);
    await this.copied(`${location.href.split("#")[0]}${LINK}${text}${this.linkEnd}`, this.slots.share);
  }

  /** @param {any} state @param {boolean} isLinked whether somebody else may have written it */
  restore(state, isLinked = true) {
    const { values, body, left } = SHARED.linkedInputs(this.data, state);
    for (const { parameter, control } of this.inputs) {
      const value = asTyped(memberOf(values, keyOf(parameter)), parameter.schema, this.data.definitions);
      // A step in the path would lead out of the address that the page names.
      if (value !== undefined && isStep(parameter, value)) left.push([parameter.name]);
      else if (value !== undefined || !isLinked) control.set(value);
    }
    if (body) this.body?.restore(body);
    if (!isLinked) return;
    this.slots.linked.textContent = [TEXTS.linked, leftOutText(left)].join(" ");
    this.slots.linked.hidden = false;
  }
}

/**
 * A text that came with an address, as the value that a field holds.
 * @param {any} value
 * @param {any} schema
 * @param {Record<string, any>} definitions
 */
function asTyped(value, schema, definitions) {
  if (typeof value !== "string") return value;
  const [type] = typesOf(resolved(schema, definitions));
  if (type === "integer" || type === "number") return digitsOf(value) ?? value;
  return type === "boolean" && /^(true|false)$/.test(value) ? value === "true" : value;
}

customElements.define("sj-playground", Playground);
