// @ts-check
"use strict";

// The custom element: combines the forms, sends requests, and updates the samples.

const LINK_PREFIX = "#try=";
const MAX_LINK_LENGTH = 30_000;
/** The chunks that send a request and show its response. */
const RESPONSE_CHUNKS = ["send", "response", "json"];

/** Read the inputs of a shared link; the data is untrusted. @param {string} suffix @returns {any} */
const readLinkedState = (suffix) => {
  const { hash } = location;
  const text = hash.slice(LINK_PREFIX.length).split("&")[0];
  return hash === `${LINK_PREFIX}${text}${suffix}` ? decodeState(text) : null;
};

/** @param {string} text @returns {any} */
function decodeState(text) {
  try {
    if (text.length > MAX_LINK_LENGTH) return null;
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const found = parseJson(new TextDecoder().decode(bytes));
    return isObject(found) ? found : null;
  } catch {
    return null;
  }
}

/** @param {(string | number)[][]} omitted */
const describeOmitted = (omitted) =>
  omitted.length
    ? formatText(TEXTS.notShared, [...new Set(omitted.map((path) => formatPath(path) || TEXTS.requestBody))].join(", "))
    : "";

/** The value that the form starts with. @param {Parameter} parameter */
const initialSample = ({ given: isGiven, sample }) => (isGiven ? sample : undefined);

/** For fields that `build` initializes before they are used. @returns {any} */
const uninitialized = () => undefined;

/** Create the response pane; it shows an example until there is a response. @param {any} data */
function createResponsePane(data) {
  const example = document
    .querySelector(`details[name="${CSS.escape(`response ${data.key}`)}"]:has(> summary [data-kind="2xx"]) .sj-code`)
    ?.cloneNode(true);
  const container = createElement(
    "div.sj-p-response-box",
    { tabindex: "-1" },
    createElement(
      "div.sj-p-response-head",
      {},
      createElement("span.sj-label", {
        text: example ? (IS_SIMULATED ? TEXTS.exampleOnly : TEXTS.exampleResponse) : TEXTS.noResponse
      })
    ),
    example && createElement("div.sj-p-dim", {}, example)
  );
  const status = createElement("p", { role: "status", class: "sj-visually-hidden" });
  return {
    container,
    status,
    element: createElement("section.sj-sample.sj-p-response-pane", { "aria-label": TEXTS.response }, container, status),
    announce: (/** @type {string} */ text) => {
      status.textContent = text;
    }
  };
}

SHARED.decodeState = decodeState;

class Playground extends HTMLElement {
  /** @type {ReturnType<Playground["serverForm"]>} */
  server = uninitialized();
  /** @type {ReturnType<typeof createCredentialsForm> | undefined} */
  credentials;
  /** @type {ReturnType<Playground["parameter"]>[]} */
  inputs = uninitialized();
  /** @type {ReturnType<typeof createBodyForm> | undefined} */
  body;
  /** @type {ReturnType<typeof createExtrasForm>} */
  extras = uninitialized();
  /** @type {ReturnType<typeof createResponsePane>} */
  responsePane = uninitialized();
  /** @type {ReturnType<typeof createLiveSamples>} */
  writeSamples = uninitialized();

  /** The inputs of a link are checked by the chunk for secrets, so it is loaded first. */
  open() {
    if (this.dialog || !readLinkedState(this.linkSuffix)) return this.show();
    return Promise.resolve(loadChunk("secrets")).then(() => this.show());
  }

  show() {
    if (!this.dialog) this.build();
    const { dialog, card } = this;
    // The sample of the page moves into the dialog while it is open.
    if (card && !dialog.open) {
      this.placeholder = document.createComment("");
      card.replaceWith(this.placeholder);
      this.slots.sample.append(card);
    }
    if (!dialog.open) dialog.showModal();
    this.credentials?.updateOrigin();
    this.update();
  }

  build() {
    const data = (this.data = parsePageData(this.querySelector("script")?.textContent ?? "{}"));
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
    slots.recipient.textContent = IS_SIMULATED ? TEXTS.isSimulated : "";
    slots.recipient.hidden = !IS_SIMULATED;

    // The samples of a row in a list stay there, since they do not follow the inputs.
    if (this.card?.closest(".sj-api-row")) this.card = null;
    if (!this.card) slots.sample.append(createSampleCard());
    this.writeSamples = createLiveSamples(this.card ?? slots.sample);
    this.server = this.serverForm();
    if (data.security)
      this.credentials = createCredentialsForm(data, {
        base: () => this.base(),
        proxy: () => this.proxy(),
        callback: this.dataset.callback ?? "",
        recipient: slots.recipient,
        onChange: () => this.update()
      });
    this.inputs = (data.parameters ?? [])
      .filter((/** @type {any} */ each) => each.in !== "header" || !MANAGED_HEADERS.includes(each.name.toLowerCase()))
      .sort((/** @type {any} */ one, /** @type {any} */ other) => Number(!!other.required) - Number(!!one.required))
      .map((/** @type {any} */ each) => this.parameter(each));
    if (data.bodies) this.body = createBodyForm(data, () => this.update());
    this.extras = createExtrasForm(data, () => this.update());
    this.responsePane = createResponsePane(data);
    slots.response.append(this.responsePane.element);
    this.renderSections();

    const linked = readLinkedState(this.linkSuffix);
    if (linked) this.restore(linked);
    // A link to the same page fills in the form again.
    addEventListener("hashchange", async () => {
      const state = readLinkedState(this.linkSuffix);
      if (!state) return;
      await loadChunk("secrets");
      this.restore(state);
      this.show();
    });
    this.addListeners();
    (this.closest(".sj-api")?.parentElement ?? document.body).append(dialog);
  }

  serverForm() {
    const { servers, security } = this.data;
    const stored = readStorage("api.server");
    const isKnown = Number.isInteger(stored?.index) && servers[stored.index]?.url === stored.url;
    let index = isKnown ? stored.index : 0;
    const selected = /** @type {Record<string, string>} */ (Object.create(null));
    // Only a selection among the servers of the page is stored, never a URL.
    if (isKnown)
      for (const { name, enum: all = [] } of servers[index].variables ?? [])
        if (all.includes(stored.chosen?.[name])) selected[name] = stored.chosen[name];
    // A custom URL comes only from the reader, and lasts for this page.
    let customUrl = "";
    const isCustom = () => index === servers.length;
    const container = createElement("div");
    const handleChange = () => {
      if (!isCustom()) {
        const fixed = Object.fromEntries(
          (servers[index].variables ?? [])
            .filter((/** @type {any} */ each) => each.enum?.length && selected[each.name])
            .map((/** @type {any} */ { name }) => [name, selected[name]])
        );
        writeStorage("api.server", { index, url: servers[index].url, chosen: fixed });
      }
      if (security) this.credentials?.updateOrigin();
      this.update();
    };
    /** @type {{input: any, row: any, isValid: () => boolean}[]} */
    let openInputs = [];
    const addOpenInput = (
      /** @type {any} */ input,
      /** @type {string} */ name,
      /** @type {() => boolean} */ isValid
    ) => {
      const row = createField({ input, element: input }, { name, required: true });
      openInputs.push({ input, row, isValid });
      return row.element;
    };
    const render = () => {
      openInputs = [];
      const titles = [
        ...servers.map((/** @type {any} */ { url, label }) => (label ? `${url} (${label})` : url)),
        ...(CUSTOM_BASE ? [TEXTS.customBase] : [])
      ];
      const select = createSelect(
        titles,
        index,
        (picked) => {
          index = picked;
          render();
          handleChange();
        },
        { "aria-label": TEXTS.server }
      );
      const variables = isCustom()
        ? []
        : (servers[index].variables ?? []).map((/** @type {any} */ { name, default: defaultValue, enum: all = [] }) => {
            const input = createElement(
              all.length ? "select" : "input",
              {
                id: newId(),
                oninput: () => {
                  selected[name] = input.value;
                  handleChange();
                }
              },
              all.map((/** @type {string} */ value) => createOption(value, value))
            );
            input.value = selected[name] ?? defaultValue ?? all[0] ?? "";
            return defaultValue !== undefined || all.length
              ? createLabeled(name, input)
              : addOpenInput(input, name, () => input.value !== "");
          });
      if (isCustom()) {
        const input = createElement("input", {
          id: newId(),
          type: "url",
          inputmode: "url",
          value: customUrl,
          placeholder: "https://localhost:8080/v1",
          spellcheck: "false",
          autocomplete: "off",
          oninput: () => {
            customUrl = input.value.trim();
            handleChange();
          }
        });
        variables.push(addOpenInput(input, TEXTS.customBaseUrl, () => isHttpUrl(customUrl)));
      }
      container.replaceChildren(
        ...(titles.length > 1 ? [createElement("div.sj-p-input", {}, select)] : []),
        ...variables
      );
    };
    const validateServer = () =>
      openInputs.filter(({ row, isValid }) => {
        row.showProblems(isValid() ? [] : [{ path: [], rule: "required" }]);
        return !isValid();
      }).length;
    render();
    return {
      element: container,
      /** Whether the reader has to write a part of the URL. */
      isOpen: () => openInputs.length > 0,
      label: () => (isCustom() ? TEXTS.customBase : (servers[index].label ?? servers[index].url)),
      isNeeded: servers.length > 1 || !!servers[0].variables || CUSTOM_BASE,
      url: () => (isCustom() ? (isHttpUrl(customUrl) ? customUrl : "{address}") : serverUrl(servers[index], selected)),
      validate: validateServer,
      isCustom
    };
  }

  base() {
    const url = this.server.url();
    return hasPlaceholder(url) ? url : new URL(url, location.href).href;
  }

  /** The proxy of the site forwards only to the servers of the site. */
  proxy() {
    return this.server.isCustom() ? "" : PROXY;
  }

  /** @param {Parameter} parameter */
  parameter(parameter) {
    const { schema = true, given: isGiven, sample, required, in: location, empty: mayBeEmpty } = parameter;
    const isHint = !isGiven && !required && !isNullish(sample) && !isContainer(sample);
    const scope = document.getElementById(parameter.id ?? "");
    const control = createControl(schema, {
      definitions: this.data.definitions,
      isParameter: true,
      location,
      mayBeEmpty,
      scope,
      placeholder: parameter.placeholder ?? (isHint ? encodePrimitive(sample) : undefined)
    });
    if (isGiven) control.set(sample, true);
    const row = createField(control, {
      name: parameter.name,
      required,
      deprecated: parameter.deprecated,
      type: formatType(resolveSchema(schema, this.data.definitions)),
      ...readDescription(scope)
    });
    return { parameter, control, row };
  }

  renderSections() {
    const { slots, inputs } = this;
    const section = (
      /** @type {string} */ title,
      /** @type {any[]} */ content,
      /** @type {() => number | string} */ count = () => 0,
      isCollapsed = false
    ) => {
      const status = createElement("span.sj-facts");
      slots.form.append(
        createElement(
          "details.sj-p-part",
          { open: !isCollapsed },
          createElement("summary", {}, createElement("span", { text: title }), status),
          createElement("div", {}, content)
        )
      );
      return () => {
        const now = count();
        status.textContent = typeof now === "string" ? now : now ? formatText(TEXTS.filled, now) : "";
      };
    };
    this.counters = [
      ...(this.server.isNeeded
        ? [section(TEXTS.server, [this.server.element], this.server.label, !this.server.isOpen())]
        : []),
      ...(this.credentials
        ? [section(TEXTS.authorization, [this.credentials.element], () => this.credentials?.state() ?? "")]
        : []),
      ...["path", "query", "querystring", "header", "cookie"].map((location) => {
        const ownInputs = inputs.filter(({ parameter }) => parameter.in === location);
        const parts = [
          location === "cookie" && !PROXY && createHint(TEXTS.noCookies),
          ...ownInputs.map(({ row }) => row.element)
        ].filter(Boolean);
        return ownInputs.length
          ? section(
              TEXTS.locations[location],
              parts,
              () => ownInputs.filter(({ control }) => control.get() !== undefined).length
            )
          : () => {};
      }),
      ...(this.body ? [section(TEXTS.requestBody, [this.body.element])] : [])
    ];
    if (!slots.form.querySelector(".sj-p-part")) slots.form.append(createHint(TEXTS.noInputs));
    this.counters.push(section(TEXTS.options, [this.extras.element], () => this.extras.count(), true));
  }

  addListeners() {
    const { slots, dialog } = this;
    slots.form.addEventListener("input", () => this.update());
    slots.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.send();
    });
    const clicks = {
      send: () => this.send(),
      anyway: () => this.send(true),
      cancel: () => this.stop?.abort(),
      close: () => dialog.close(),
      curl: () => this.copyCurl(slots.curl),
      share: () => this.share(),
      history: () => this.history(),
      paste: () => this.paste(),
      toRequest: () => this.showSide("request"),
      toResponse: () => this.showSide("response")
    };
    for (const [name, act] of Object.entries(clicks)) slots[name].addEventListener("click", act);
    dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      // Sphinx cancels Escape, so the event stops here.
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
      if (this.card) this.placeholder?.replaceWith(this.card);
      this.querySelector("button")?.focus();
    });
  }

  /** Show one half on small screens. @param {string} side */
  showSide(side) {
    this.dialog.dataset.side = side;
    setPressed(this.slots.toRequest, side === "request");
    setPressed(this.slots.toResponse, side !== "request");
  }

  /** Read the values of the parameters. @param {boolean} isSample whether missing values are filled with samples */
  values(isSample = false) {
    return new Map(
      this.inputs.map(({ parameter, control }) => {
        const value = control.get();
        return [
          parameterKey(parameter),
          value === undefined && isSample && parameter.required ? (parameter.sample ?? parameter.name) : value
        ];
      })
    );
  }

  /** Read the values that differ from those that the form starts with; a removed value is undefined. */
  changes() {
    return this.inputs
      .filter(({ parameter, control }) => !isEqualJson(control.get(), initialSample(parameter)))
      .map(({ parameter, control }) => /** @type {[string, any]} */ ([parameterKey(parameter), control.get()]));
  }

  /** @param {boolean} isSample whether credentials are placeholders and missing values are filled */
  request(isSample) {
    const schemes = this.credentials?.schemes() ?? [];
    return buildRequest(this.data, {
      base: this.base(),
      values: this.values(isSample),
      credentials: collectCredentials(schemes, isSample ? null : credentialStore.values),
      body: this.body?.body(isSample),
      extra: this.extras.get(isSample)
    });
  }

  update() {
    if (!this.dialog || !this.inputs || this.isPaused) return;
    const request = this.request(true);
    this.slots.url.textContent = request.url;
    this.writeSamples(request);
    for (const count of this.counters ?? []) count();
    this.credentials?.describe();
    const omitted = listUnsent(request, this.proxy());
    this.slots.omitted.hidden = !omitted.length;
    this.slots.omitted.textContent = omitted.includes("body")
      ? TEXTS.noBodySent
      : formatText(TEXTS.notSent, omitted.join(", "));
    this.validate(!this.isChecked);
  }

  /** Update once after many changes. @param {() => void} change */
  changeAll(change) {
    this.isPaused = true;
    try {
      change();
    } finally {
      this.isPaused = false;
    }
    this.update();
  }

  /**
   * Count the problems, and show them at their fields.
   * @param {boolean} isEarly whether nothing was sent yet: then only those of examples are shown
   */
  validate(isEarly = false) {
    this.isChecked = !isEarly;
    const definitions = this.data.definitions;
    let count = isEarly ? 0 : this.server.validate();
    // Without these values there is no address to send to.
    let isBlocked = count > 0;
    for (const { parameter, control, row } of this.inputs) {
      const value = control.get();
      const found =
        value === "" && parameter.empty
          ? []
          : value === undefined
            ? parameter.required
              ? [{ path: [], rule: "required" }]
              : []
            : isDotSegment(parameter, value)
              ? [{ path: [], rule: "step" }]
              : markExampleProblems(
                  validate(parameter.schema ?? true, coerceValue(value, parameter.schema, definitions), definitions),
                  value,
                  initialSample(parameter)
                );
      const problems = isEarly ? found.filter((/** @type {any} */ { isExample }) => isExample) : found;
      row.showProblems(problems);
      count += countProblems(problems);
      isBlocked ||= parameter.in === "path" && problems.some(({ rule }) => ["required", "step"].includes(rule));
    }
    count += countProblems(this.body?.validate(isEarly) ?? []);
    this.slots.anyway.hidden = !count || isBlocked;
    this.slots.count.textContent = count ? formatText(TEXTS.toCorrect, count) : "";
    return count;
  }

  /** @param {boolean} isAnyway whether a request that does not match its schema is sent */
  async send(isAnyway = false) {
    const { slots, responsePane: answer } = this;
    if (this.stop) return;
    const count = this.validate();
    if (count && !(isAnyway && !slots.anyway.hidden)) {
      answer.announce(formatText(TEXTS.toCorrect, count));
      this.showSide("request");
      const bad = /** @type {any} */ (
        slots.form.querySelector(
          ".sj-p-part :is([aria-invalid=true], .sj-p-error:not([hidden]), .sj-p-problems:not([hidden]))"
        )
      );
      const field = bad?.closest(".sj-p-input, .sj-p-item, .sj-p-part");
      bad?.closest(".sj-p-part").setAttribute("open", "");
      // The message below a field is to be seen, too.
      field?.scrollIntoView({ block: "nearest" });
      (bad?.matches("input, select, textarea") ? bad : field?.querySelector("input, select, textarea"))?.focus();
      return;
    }
    this.stop = new AbortController();
    this.setBusy(true);
    await Promise.all([...RESPONSE_CHUNKS.map(loadChunk), loadStyle()]);
    if (SHARED.send && SHARED.createResponseView && SHARED.renderJson) await SHARED.send(this, this.stop);
    else answer.container.replaceChildren(createHint(TEXTS.notLoaded));
    this.stop = null;
    this.setBusy(false);
  }

  async history() {
    this.showSide("response");
    await Promise.all([...RESPONSE_CHUNKS, "secrets", "history"].map(loadChunk));
    SHARED.showHistory?.(this);
  }

  async paste() {
    this.showSide("request");
    await Promise.all(["curl", "curl-form"].map(loadChunk));
    SHARED.pasteCurl?.(this);
  }

  /** @param {boolean} isBusy */
  setBusy(isBusy) {
    const { slots, dialog, responsePane: answer } = this;
    dialog.toggleAttribute("data-busy", isBusy);
    slots.send.setAttribute("aria-disabled", String(isBusy));
    slots.sendText.textContent = isBusy ? TEXTS.sending : TEXTS.send;
    if (isBusy) answer.announce(TEXTS.sending);
    clearTimeout(this.cancelTimer);
    slots.cancel.hidden = true;
    if (isBusy) slots.anyway.hidden = true;
    if (isBusy)
      this.cancelTimer = setTimeout(() => {
        slots.cancel.hidden = false;
      }, 600);
  }

  /** @param {any} target */
  async copyCurl(target) {
    await this.copyText(SHARED.SAMPLES.bash(this.request(true)), target);
  }

  /** @param {string} text @param {any} target */
  async copyText(text, target) {
    const originalLabel = target.textContent;
    try {
      await navigator.clipboard.writeText(text);
      target.textContent = TEXTS.copied;
    } catch {
      target.textContent = TEXTS.notCopied;
    }
    this.responsePane.announce(target.textContent);
    setTimeout(() => {
      target.textContent = originalLabel;
    }, 1600);
  }

  /** The suffix of links to an operation on a page with several. */
  get linkSuffix() {
    const anchor = this.closest(".sj-api-row")?.querySelector("[id]")?.id;
    return anchor ? `&${encodeURIComponent(anchor)}` : "";
  }

  async share() {
    await loadChunk("secrets");
    const { notShared, count } = this.slots;
    const { text, omitted } = SHARED.encodeLink(this);
    notShared.textContent = describeOmitted(omitted);
    notShared.hidden = !notShared.textContent;
    if (text.length > MAX_LINK_LENGTH) return void (count.textContent = TEXTS.tooLong);
    await this.copyText(`${location.href.split("#")[0]}${LINK_PREFIX}${text}${this.linkSuffix}`, this.slots.share);
  }

  /** @param {any} state @param {boolean} isLinked whether the state comes from a link */
  restore(state, isLinked = true) {
    const { values, body, omitted, cleared } = SHARED.decodeLink(this.data, state);
    for (const { parameter, control } of this.inputs) {
      const value = coerceValue(getMember(values, parameterKey(parameter)), parameter.schema, this.data.definitions);
      // A dot segment would leave the path of the operation.
      if (value !== undefined && isDotSegment(parameter, value)) omitted.push([parameter.name]);
      else if (value !== undefined || cleared.includes(parameterKey(parameter))) control.set(value);
      else if (!isLinked) control.set(initialSample(parameter), true);
    }
    if (cleared.includes("body")) this.body?.omit();
    else if (body || !isLinked) this.body?.restore(body ?? {});
    if (!isLinked) return;
    this.slots.linked.textContent = [TEXTS.linked, describeOmitted(omitted)].join(" ");
    this.slots.linked.hidden = false;
  }
}

customElements.define("sj-playground", Playground);
