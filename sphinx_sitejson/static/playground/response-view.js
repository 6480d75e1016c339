// @ts-check
"use strict";

// Showing an answer. Nothing of it becomes markup: text goes into text nodes, media come from blobs.

const MOST_TEXT = 1e6;

/** Read an answer to its end, or until somebody stops it. @param {Response} response @param {(text: string, size: number) => void} progress @returns {Promise<{blob: Blob, isStopped: boolean}>} */
async function readAnswer(response, progress) {
  const chunks = [];
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let size = 0;
  let isStopped = false;
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      chunks.push(step.value);
      size += step.value.length;
      progress(decoder.decode(step.value, { stream: true }), size);
    }
  } catch {
    isStopped = true;
  }
  return { blob: new Blob(chunks, { type: response.headers.get("content-type") ?? "" }), isStopped };
}

/** @param {any} data @param {{retry: () => void, copyCurl: (button: any) => void, copy: (text: string, button: any) => void, toCredentials: () => void}} means */
function responseView(data, { retry, copyCurl, copy, toCredentials }) {
  const place = make("div.sj-p-answer-box", { tabindex: "-1" });
  const status = make("p", { role: "status", class: "sj-visually-hidden" });
  let address = "";
  let last = { text: "null", value: /** @type {any} */ (null) };
  /** An answer is read once, however often it is looked at. @param {string} text */
  const read = (text) => {
    if (last.text !== text) last = { text, value: readJson(text) };
    return last.value;
  };

  const head = (/** @type {any[]} */ ...children) => make("div.sj-p-answer-head", {}, ...children);
  const chip = (/** @type {number} */ code, /** @type {string} */ words) => make("span.sj-status", { "data-kind": `${String(code)[0]}xx`, text: `${code} ${words}`.trim() });
  const empty = () => {
    const example = document.querySelector(`details[name="${CSS.escape(`response ${data.key}`)}"]:has(> summary [data-kind="2xx"]) .sj-code`)?.cloneNode(true);
    place.replaceChildren(head(make("span.sj-label", { text: example ? IS_SIMULATED ? TEXTS.exampleOnly : TEXTS.exampleAnswer : TEXTS.noAnswer })), ...example ? [make("div.sj-p-dim", {}, example)] : []);
  };
  const failure = (/** @type {string} */ kind, /** @type {any[]} */ ...values) => {
    const [title, text] = TEXTS.failures[kind];
    place.replaceChildren(make("div.sj-notice", { "data-tone": "danger", role: "alert" }, make("strong", { text: title }), make("p", { text: fill(text, ...values) }),
      make("p.sj-p-beside", {}, button(TEXTS.retry, retry), button(TEXTS.copyCurl, ({ target }) => copyCurl(target)))));
  };

  const bodyOf = (/** @type {string} */ kind, /** @type {Blob} */ blob, /** @type {string} */ text) => {
    if (isMedia(kind)) {
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(blob);
      return make(kind === "image" ? "img" : kind, { src: address, controls: kind !== "image", alt: TEXTS.body });
    }
    if (kind === "binary") return hint(fill(TEXTS.binary, blob.type || "?"));
    if (kind === "json" && text.length < MOST_TEXT) {
      try {
        return make("div.sj-json.highlight", { tabindex: "0", role: "region", "aria-label": TEXTS.body }, jsonNode(read(text)));
      } catch {
        // It says JSON and is none, or nests too deeply: shown as it is.
      }
    }
    const pre = make("pre", { tabindex: "0", text: text.slice(0, MOST_TEXT) });
    return make("div.sj-code", {}, pre, text.length > MOST_TEXT && button(fill(TEXTS.showAll, sizeText(text.length)), ({ target }) => { pre.textContent = text; target.remove(); }));
  };

  const differences = (/** @type {any} */ known, /** @type {number} */ code, /** @type {string} */ kind, /** @type {string} */ text, /** @type {boolean} */ isStopped) => {
    if (!known) return data.responses ? make("p.sj-p-differs", { text: fill(TEXTS.undocumented, code) }) : null;
    if (known.schema === undefined || known.schema === true) return null;
    if (kind !== "json" && kind !== "stream") return null;
    const { problems, isWhole } = checkAnswer(known.schema, text, data.definitions, kind, read);
    if (!problems.length) return isWhole && !isStopped ? make("p.sj-p-fits", { text: TEXTS.fits }) : hint(TEXTS.fitsSoFar);
    return make("details.sj-p-differs", {}, make("summary", { text: problems.length === 1 ? TEXTS.oneDifference : fill(TEXTS.differences, problems.length) }),
      make("ul", {}, problems.slice(0, 50).map((each) => make("li", {}, make("code", { text: placeText(each.path) || TEXTS.body }), ` ${wordsOf(each)}`))));
  };

  const repeatedHint = (/** @type {string} */ text) => {
    try {
      const repeated = allRepeated(read(text));
      return repeated.length ? hint(fill(TEXTS.repeatedKeys, repeated.slice(0, 20).join(", "))) : null;
    } catch {
      return null;
    }
  };

  const show = async (/** @type {Response} */ response, /** @type {string} */ url, /** @type {number} */ started, /** @type {() => void} */ stop) => {
    const took = Math.round(performance.now() - started);
    const { status: code, words: reason, headers, isRefused } = headOf(response, proxyOf(response));
    if (isRefused) return failure("refused", (await response.json().catch(() => ({}))).detail ?? response.status);
    const type = headers.get("content-type") ?? "";
    const kind = kindOfAnswer(type);
    const facts = make("span.sj-facts", { text: `${took} ms` });
    const live = make("pre", { tabindex: "0" });
    const stopper = button(TEXTS.stop, stop);
    place.replaceChildren(head(chip(code, reason), facts, stopper), ...kind === "stream" ? [make("div.sj-code", {}, live)] : []);
    const { blob, isStopped } = await readAnswer(response, (text, size) => {
      facts.textContent = `${took} ms · ${sizeText(size)}`;
      if (kind === "stream") live.append(text);
    });
    stopper.remove();
    facts.textContent = [`${Math.round(performance.now() - started)} ms`, sizeText(blob.size), isStopped && TEXTS.stopped].filter(Boolean).join(" · ");
    const bytes = isMedia(kind) || kind === "binary" ? "" : await blob.text();
    const shownKind = kind || (bytes.includes("\ufffd") ? "binary" : /^\s*[{[]/.test(bytes) ? "json" : "text");
    const known = documentedAnswer(data, code, type);
    const words = known && document.getElementById(known.id)?.querySelector(".sj-text")?.textContent?.trim();
    const table = make("table.sj-p-headers", {}, make("tbody", {}, [...headers].map(([name, value]) => make("tr", {}, make("th", { scope: "row", text: name }), make("td", { text: value })))));
    const panes = [[TEXTS.body, blob.size ? bodyOf(shownKind, blob, bytes) : hint(TEXTS.noBody)], [fill(TEXTS.headers, headers.size), make("div", {}, table, hint(TEXTS.exposed))]];
    const pane = make("div.sj-p-pane", {}, panes[0][1]);
    const tabs = panes.map(([title, content], index) => button(title, ({ currentTarget }) => {
      for (const each of tabs) press(each, each === currentTarget);
      pane.replaceChildren(content);
    }, { "aria-pressed": String(!index) }));
    const name = downloadName(headers.get("content-disposition") ?? "", url, type);
    const save = button(TEXTS.download, () => {
      const url = URL.createObjectURL(blob);
      make("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 9000);
    }, { title: name });
    const copier = bytes && button(TEXTS.copy, ({ target }) => copy(bytes, target));
    place.replaceChildren(...[
      head(chip(code, reason), facts, ...answeredBy(response)),
      words && hint(words),
      code === 401 && data.security && make("p", {}, button(TEXTS.toCredentials, toCredentials)),
      differences(known, code, shownKind, bytes, isStopped),
      shownKind === "json" && repeatedHint(bytes),
      make("div.sj-p-beside", {}, make("div.sj-p-switch", {}, tabs), copier, blob.size && save), pane,
    ].filter(Boolean));
    status.textContent = `${code} ${reason}, ${facts.textContent}`;
  };
  empty();
  return { element: make("section.sj-sample.sj-p-answer-pane", { "aria-label": TEXTS.response }, place, status), show, failure, place, say: (/** @type {string} */ text) => { status.textContent = text; } };
}
