// @ts-check
"use strict";

// The console of a WebSocket channel: connect, send messages, and compare what arrives with the document.

const MAX_LOG_ENTRIES = 500;
const MAX_SHOWN_LENGTH = 20_000;
const MASK = "•••";

/**
 * Return the URL of a channel: the path of the server, then the address.
 * @param {string} base
 * @param {string} address
 * @param {[string, string][]} query
 */
function socketUrl(base, address, query) {
  const path = address.replace(/^\/+/, "");
  const start = base.replace(/\/+$/, "");
  const url = path && !start.endsWith(`/${path}`) ? `${start}/${path}` : start;
  const pairs = query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join("&");
  return pairs ? `${url}${url.includes("?") ? "&" : "?"}${pairs}` : url;
}

/** Describe a close code in words. @param {number} code @param {string} reason */
function describeClose(code, reason) {
  const group = code >= 4000 ? "4000" : "other";
  const text = formatText(TEXTS.closeCodes[String(code)] ?? TEXTS.closeCodes[group], code);
  return reason ? `${text} ${formatText(TEXTS.closeReason, reason)}` : text;
}

/**
 * Find the message of the channel that a value matches best.
 * @param {any[]} messages
 * @param {any} value
 * @param {Record<string, any>} definitions
 * @returns {{title: string, problems: Problem[], isComplete: boolean} | null}
 */
function findMessage(messages, value, definitions) {
  const budget = validationBudget();
  const results = messages
    .filter((message) => !message.plain)
    .map(({ title, schema = true }) => {
      const unchecked = /** @type {(string | number)[][]} */ ([]);
      const problems = validate(schema, value, definitions, "response", [], 0, unchecked, budget);
      // A wrong constant means another message, more than anything else that is wrong.
      const misfit = problems.reduce((sum, { path, rule }) => sum + (rule === "const" || !path.length ? 100 : 1), 0);
      // A message without a schema allows everything, and says the least.
      return { title, problems, isComplete: !unchecked.length, misfit: misfit || (schema === true ? 0.5 : 0) };
    });
  return results.reduce((best, each) => (!best || each.misfit < best.misfit ? each : best), /** @type {any} */ (null));
}

/** A connection to nowhere: each message is answered by an example of the document. */
class SimulatedSocket {
  readyState = /** @type {number} */ (WebSocket.CONNECTING);
  binaryType = "";
  /** @type {any} */
  onopen = null;
  /** @type {any} */
  onmessage = null;
  /** @type {any} */
  onclose = null;
  /** @type {any} */
  onerror = null;

  /** @param {() => string | undefined} reply */
  constructor(reply) {
    this.reply = reply;
    setTimeout(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen();
    });
  }

  send() {
    const data = this.reply();
    setTimeout(() => {
      if (this.readyState === WebSocket.OPEN && data !== undefined) this.onmessage({ data });
    }, 300);
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose({ code: 1000, reason: "", wasClean: true });
  }
}

class SocketConsole extends HTMLElement {
  /** @type {any} */
  dialog = null;
  /** @type {any} */
  socket = null;
  /** @type {Record<string, any>} */
  slots = {};
  /** @type {any} */
  data = {};
  /** @type {{parameter: any, input: any, row: any}[]} */
  inputs = [];
  index = 0;
  /** @type {Record<string, string>} */
  selected = {};
  wasOpen = false;
  isBlocked = false;

  open() {
    if (!this.dialog) this.build();
    if (!this.dialog.open) this.dialog.showModal();
    this.update();
  }

  build() {
    this.data = parsePageData(this.querySelector("script")?.textContent ?? "{}");
    const frame = document.createElement("template");
    frame.innerHTML = FRAME;
    this.dialog = /** @type {any} */ (frame.content.firstElementChild);
    this.slots = Object.fromEntries(
      [...this.dialog.querySelectorAll("[data-slot]")].map((each) => [each.dataset.slot, each])
    );
    const { slots, dialog, data } = this;
    slots.title.id = newId();
    dialog.setAttribute("aria-labelledby", slots.title.id);
    slots.title.textContent = `${TEXTS.webSocket} ${data.address}`;
    slots.recipient.id = newId();
    slots.connect.setAttribute("aria-describedby", slots.recipient.id);
    this.renderConnection();
    this.renderMessage();

    slots.connect.addEventListener("click", () => (this.socket ? this.disconnect() : this.connect()));
    slots.clear.addEventListener("click", () => {
      slots.log.replaceChildren();
      this.update();
    });
    slots.close.addEventListener("click", () => dialog.close());
    // Nothing goes on behind a closed dialog.
    dialog.addEventListener("close", () => this.disconnect());
    slots.toRequest.addEventListener("click", () => this.showSide("request"));
    slots.toResponse.addEventListener("click", () => this.showSide("response"));
    slots.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.send();
    });
    document.addEventListener("securitypolicyviolation", (event) => {
      if (event.effectiveDirective === "connect-src" && /^wss?:/.test(event.blockedURI)) this.isBlocked = true;
    });
    (this.closest(".sj-api")?.parentElement ?? document.body).append(dialog);
  }

  /** @param {string} title @param {any[]} content */
  section(title, content) {
    return createElement(
      "details.sj-p-part",
      { open: true },
      createElement("summary", {}, createElement("span", { text: title })),
      createElement("div", {}, content)
    );
  }

  renderConnection() {
    const { data, slots } = this;
    const container = createElement("div");
    const renderServer = () => {
      const { servers } = data;
      const titles = servers.map((/** @type {any} */ { url, label }) => (label ? `${url} (${label})` : url));
      const select = createSelect(
        titles,
        this.index,
        (picked) => {
          this.index = picked;
          renderServer();
          this.update();
        },
        { "aria-label": TEXTS.server }
      );
      const variables = (servers[this.index].variables ?? []).map((/** @type {any} */ variable) => {
        const { name, default: defaultValue, enum: all = [] } = variable;
        const input = createElement(
          all.length ? "select" : "input",
          {
            id: newId(),
            oninput: () => {
              this.selected[name] = input.value;
              this.update();
            }
          },
          all.map((/** @type {string} */ value) => createOption(value, value))
        );
        input.value = this.selected[name] ?? defaultValue ?? all[0] ?? "";
        return createLabeled(name, input);
      });
      container.replaceChildren(
        ...(titles.length > 1 ? [createElement("div.sj-p-input", {}, select)] : []),
        ...variables
      );
    };
    renderServer();
    this.inputs = (data.parameters ?? []).map((/** @type {any} */ parameter) => this.parameterInput(parameter));
    if (data.protocols) this.inputs.push(this.parameterInput({ name: TEXTS.subprotocols, in: "protocol" }));
    const rows = (/** @type {string[]} */ locations) =>
      this.inputs.filter(({ parameter }) => locations.includes(parameter.in)).map(({ row }) => row.element);
    const [path, query] = [rows(["path"]), rows(["query", "protocol"])];
    if (container.childElementCount) slots.connection.append(this.section(TEXTS.server, [container]));
    if (path.length) slots.connection.append(this.section(TEXTS.channelParameters, path));
    if (query.length) slots.connection.append(this.section(TEXTS.locations.query, query));
    if (data.headers?.length)
      slots.connection.append(
        createElement("p.sj-notice", { text: formatText(TEXTS.noSocketHeaders, data.headers.join(", ")) })
      );
  }

  /** @param {any} parameter */
  parameterInput(parameter) {
    const schema = isObject(parameter.schema) ? parameter.schema : {};
    const all = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
    const options = parameter.required ? all : ["", ...all];
    const input = createElement(
      all.length ? "select" : "input",
      {
        id: newId(),
        type: all.length ? null : this.data.secrets?.includes(parameter.name) ? "password" : "text",
        autocomplete: "off",
        spellcheck: "false",
        oninput: () => this.update()
      },
      all.length ? options.map((/** @type {string} */ value) => createOption(value, value)) : []
    );
    if (parameter.sample !== undefined) input.value = encodePrimitive(parameter.sample);
    const row = createField(
      { input, element: input },
      {
        name: parameter.name,
        required: parameter.required,
        ...readDescription(document.getElementById(parameter.id ?? ""))
      }
    );
    return { parameter, input, row };
  }

  renderMessage() {
    const { slots, data } = this;
    const choices = data.messages.flatMap((/** @type {any} */ message) =>
      (message.examples.length ? message.examples : [["", ""]]).map(
        (/** @type {[string, string]} */ [title, text]) => ({
          message,
          text,
          label: title ? `${message.title}: ${title}` : message.title
        })
      )
    );
    const text = createElement("textarea.sj-p-raw", {
      id: newId(),
      rows: 12,
      spellcheck: "false",
      "aria-label": TEXTS.message,
      oninput: () => this.checkText(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.send();
      }
    });
    const problems = createElement("ul.sj-p-problems", { id: newId(), hidden: true });
    text.setAttribute("aria-describedby", problems.id);
    const choose = (/** @type {number} */ index) => {
      this.message = choices[index]?.message;
      text.value = choices[index]?.text ?? "";
      this.checkText();
    };
    const select = createSelect(
      choices.map((/** @type {any} */ { label }) => label),
      0,
      choose,
      { "aria-label": TEXTS.example }
    );
    this.text = text;
    this.problems = problems;
    slots.message.append(
      ...(choices.length > 1 ? [createElement("div.sj-p-input", {}, select)] : []),
      createElement("div.sj-p-input", {}, text, problems)
    );
    choose(0);
  }

  /** Compare the text with the schema of the chosen message; it can be sent all the same. */
  checkText() {
    const { text, problems, message } = this;
    let found = /** @type {string[]} */ ([]);
    if (message && !message.plain && text.value.trim()) {
      const error = findJsonError(text.value);
      const list = error
        ? [jsonProblem(error)]
        : validate(message.schema ?? true, parseJson(text.value), this.data.definitions ?? {}, "response");
      found = list.slice(0, 8).map(locateProblem);
    }
    problems.replaceChildren(...found.map((each) => createElement("li", { text: each })));
    problems.hidden = !found.length;
    text.setAttribute("aria-invalid", String(!!found.length));
  }

  /** Make room for the message while there is a connection. @param {boolean} isFolded */
  foldConnection(isFolded) {
    for (const part of this.slots.connection.querySelectorAll("details")) part.open = !isFolded;
  }

  /** @param {"request" | "response"} side */
  showSide(side) {
    this.dialog.dataset.side = side;
    setPressed(this.slots.toRequest, side === "request");
    setPressed(this.slots.toResponse, side === "response");
  }

  /** Return the URL; secrets are masked where it is shown. @param {boolean} isShown */
  url(isShown = false) {
    const { data, inputs } = this;
    const base = serverUrl(data.servers[this.index], this.selected);
    const value = (/** @type {any} */ { parameter, input }) =>
      isShown && input.value && data.secrets?.includes(parameter.name) ? MASK : input.value;
    const address = inputs
      .filter(({ parameter, input }) => parameter.in === "path" && input.value)
      .reduce(
        (/** @type {string} */ all, each) =>
          all.replaceAll(`{${each.parameter.name}}`, percentEncode(value(each), ALLOWED_IN_PATH)),
        data.address
      );
    const query = inputs
      .filter(({ parameter, input }) => parameter.in === "query" && input.value)
      .map((each) => /** @type {[string, string]} */ ([each.parameter.name, value(each)]));
    const url = socketUrl(base, address, query);
    return isShown ? url.replaceAll(percentEncode(MASK), MASK) : url;
  }

  host() {
    const url = this.url();
    return hasPlaceholder(url) ? "" : new URL(url).host;
  }

  update() {
    const { slots, socket, dialog } = this;
    const state = !socket ? "closed" : socket.readyState === WebSocket.OPEN ? "open" : "connecting";
    dialog.dataset.state = state;
    slots.url.textContent = this.url(true);
    const host = this.host();
    slots.recipient.textContent = SIMULATE ? TEXTS.isSimulated : host ? formatText(TEXTS.connectsTo, host) : "";
    slots.recipient.hidden = !slots.recipient.textContent;
    const labels = { closed: TEXTS.connect, connecting: TEXTS.cancel, open: TEXTS.disconnect };
    slots.connect.textContent = labels[state];
    const states = { closed: TEXTS.notConnected, connecting: TEXTS.connecting, open: TEXTS.connected };
    if (slots.state.textContent !== states[state]) slots.state.textContent = states[state];
    slots.send.disabled = state !== "open";
    slots.hint.hidden = state === "open";
    for (const input of slots.connection.querySelectorAll("input, select")) input.disabled = state !== "closed";
    const count = slots.log.childElementCount;
    slots.clear.hidden = !count;
    slots.empty.hidden = !!count;
  }

  connect() {
    const missing = this.inputs.filter(({ parameter, input, row }) => {
      const isMissing = parameter.required && !input.value;
      row.showProblems(isMissing ? [{ path: [], rule: "required" }] : []);
      return isMissing;
    });
    if (missing.length) {
      this.showSide("request");
      missing[0].input.focus();
      return;
    }
    const url = this.url();
    if (hasPlaceholder(url)) return this.addNote(formatText(TEXTS.toCorrect, url), "danger");
    if (isDowngrade(new URL(url), location))
      return this.addNote(formatText(TEXTS.plainSocket, new URL(url).host), "danger");
    const protocols = this.inputs.find(({ parameter }) => parameter.in === "protocol")?.input.value ?? "";
    this.wasOpen = this.isBlocked = false;
    try {
      const names = protocols.split(/[\s,]+/).filter(Boolean);
      const socket = (this.socket = SIMULATE
        ? new SimulatedSocket(() => this.simulatedReply())
        : new WebSocket(url, names));
      socket.binaryType = "arraybuffer";
      socket.onopen = () => {
        this.wasOpen = true;
        this.foldConnection(true);
        this.addNote(formatText(TEXTS.connectedTo, new URL(url).host), "success");
      };
      socket.onmessage = (/** @type {MessageEvent} */ { data }) => this.addEntry("received", data);
      socket.onclose = (/** @type {any} */ event) => {
        if (this.socket === socket) this.handleClose(event, url);
      };
      // Chromium does not close a socket that a content security policy blocks.
      socket.onerror = () =>
        setTimeout(() => {
          if (!this.wasOpen) socket.onclose({ code: 1006, reason: "", wasClean: false });
        });
    } catch (error) {
      this.socket = null;
      this.addNote(String(/** @type {any} */ (error)?.message ?? error), "danger");
    }
    this.update();
  }

  /** Return the example of another message of the channel, which may answer the one that was sent. */
  simulatedReply() {
    const { messages } = this.data;
    const others = messages.filter((/** @type {any} */ each) => each !== this.message && each.examples.length);
    return (others[0] ?? this.message)?.examples[0]?.[1];
  }

  disconnect() {
    this.socket?.close(1000);
    if (this.socket?.readyState === WebSocket.CONNECTING) this.update();
  }

  /** @param {CloseEvent} event @param {string} url */
  handleClose({ code, reason, wasClean }, url) {
    const { host } = new URL(url);
    this.socket = null;
    this.foldConnection(false);
    const text = this.isBlocked
      ? `${TEXTS.failures.policy[0]} ${formatText(TEXTS.failures.policy[1], host)}`
      : this.wasOpen
        ? describeClose(code, reason)
        : formatText(TEXTS.notOpened, host);
    this.addNote(text, wasClean && code === 1000 ? "" : "danger");
  }

  send() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(this.text.value);
    this.addEntry("sent", this.text.value);
    this.showSide("response");
  }

  /** @param {any} entry */
  append(entry) {
    const { log } = this.slots;
    // On phones the dialog scrolls instead of the log.
    const box = getComputedStyle(log).overflowY === "visible" ? log.closest(".sj-play-halves") : log;
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 40;
    log.append(entry);
    while (log.childElementCount > MAX_LOG_ENTRIES) log.firstElementChild.remove();
    this.update();
    if (isAtEnd) box.scrollTop = box.scrollHeight;
  }

  createTime() {
    const now = new Date();
    return createElement("time", { datetime: now.toISOString(), text: now.toLocaleTimeString() });
  }

  /** @param {string} text @param {string} tone */
  addNote(text, tone = "") {
    this.append(
      createElement(
        "div.sj-s-note",
        { "data-tone": tone || null },
        createElement("span", { text }),
        " ",
        this.createTime()
      )
    );
  }

  /** @param {"sent" | "received"} direction @param {string | ArrayBuffer} content */
  addEntry(direction, content) {
    const isSent = direction === "sent";
    const isText = typeof content === "string";
    const size = isText ? new TextEncoder().encode(content).length : content.byteLength;
    let body = createElement("p.sj-p-hint", { text: TEXTS.binaryMessage });
    let value = /** @type {any} */ (undefined);
    let isJson = false;
    if (isText) {
      isJson = !findJsonError(content);
      if (isJson) value = parseJson(content);
      body =
        isJson && isContainer(value) && content.length <= MAX_SHOWN_LENGTH
          ? createElement("div.sj-json.highlight", {}, renderJson(value))
          : createElement("pre.sj-s-text", {
              text: content.length > MAX_SHOWN_LENGTH ? `${content.slice(0, MAX_SHOWN_LENGTH)}…` : content
            });
    }
    this.append(
      createElement(
        "div.sj-s-entry",
        { "data-direction": direction },
        createElement(
          "div.sj-s-head",
          {},
          createElement("strong", { text: isSent ? TEXTS.sentMessage : TEXTS.receivedMessage }),
          " ",
          this.createTime(),
          " ",
          createElement("span", { text: formatSize(size) })
        ),
        body,
        !isSent && isText && this.renderCheck(isJson, value)
      )
    );
  }

  /** Say whether what arrived is a message of the channel. @param {boolean} isJson @param {any} value */
  renderCheck(isJson, value) {
    const { messages, definitions = {} } = this.data;
    if (!messages.some((/** @type {any} */ each) => !each.plain)) return null;
    if (!isJson) {
      const isAllowed = messages.some((/** @type {any} */ each) => each.plain);
      return isAllowed ? null : createElement("p.sj-p-mismatch", { text: TEXTS.notJsonMessage });
    }
    const found = findMessage(messages, value, definitions);
    if (!found) return null;
    const { title, problems, isComplete } = found;
    if (!problems.length)
      return createElement("p.sj-p-match", {
        text: formatText(isComplete ? TEXTS.matchesMessage : TEXTS.matchesMessageSoFar, title)
      });
    const count = problems.length === 1 ? TEXTS.oneMessageDifference : TEXTS.messageDifferences;
    return createElement(
      "details.sj-p-mismatch",
      { open: problems.length <= 3 },
      createElement("summary", {
        text: formatText(count, ...(problems.length === 1 ? [title] : [problems.length, title]))
      }),
      createElement(
        "ul",
        {},
        problems
          .slice(0, 20)
          .map((each) =>
            createElement(
              "li",
              {},
              createElement("code", { text: formatPath(each.path) || "$" }),
              ` ${describeProblem(each)}`
            )
          )
      )
    );
  }
}

customElements.define("sj-socket", SocketConsole);
