// @ts-check
"use strict";

// Showing an answer. Nothing of it becomes markup: text goes into text nodes, media come from blobs.

/** Above so many characters only what is seen is drawn. */
const LONG = 100_000;
/** Above so many an answer is compared with its schema when somebody asks for it. */
const MOST_CHECKED = 500_000;

/**
 * Read an answer to its end, or until somebody stops it.
 * @param {Response} response
 * @param {(text: () => string, size: number) => void} progress
 * @returns {Promise<{blob: Blob, isStopped: boolean}>}
 */
async function readAnswer(response, progress) {
  const chunks = [];
  const type = response.headers.get("content-type") ?? "";
  const decoder = new TextDecoder(charsetOf(new Uint8Array(), type));
  const reader = response.body?.getReader();
  let size = 0;
  let isStopped = false;
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      chunks.push(step.value);
      size += step.value.length;
      const bytes = step.value;
      progress(() => decoder.decode(bytes, { stream: true }), size);
    }
  } catch {
    isStopped = true;
  }
  return { blob: new Blob(chunks, { type }), isStopped };
}

/**
 * All that is known of an answer.
 * @typedef {{code: number, reason: string, headers: Map<string, string>, type: string, kind: string, text: string, size: number, took: number | null, url: string, charset: string, redirect: string, by: any[], isStopped: boolean, blob?: Blob}} Answer
 */

/**
 * @param {{place: any, status: any, element: any}} pane where it is shown
 * @param {any} data
 * @param {{hasProxy: boolean, retry: () => void, copyCurl: (button: any) => void, copy: (text: string, button: any) => void, toCredentials: () => void, follow: (answer: Answer) => any}} means
 */
function responseView({ place, status }, data, { hasProxy, retry, copyCurl, copy, toCredentials, follow }) {
  let address = "";
  let last = { text: "null", value: /** @type {any} */ (null) };
  /** An answer is read once, however often it is looked at. @param {string} text */
  const read = (text) => {
    if (last.text !== text) last = { text, value: readJson(text) };
    return last.value;
  };

  const head = (/** @type {any[]} */ ...children) => make("div.sj-p-answer-head", {}, ...children);
  const chip = (/** @type {number} */ code, /** @type {string} */ words) =>
    make("span.sj-status", { "data-kind": `${String(code)[0]}xx`, text: `${code} ${words}`.trim() });
  /** @param {string} kind @param {{values?: any[], code?: string, link?: string}} more */
  const failure = (kind, { values = [], code = "", link = "" } = {}) => {
    const [title, text] = TEXTS.failures[kind];
    place.replaceChildren(
      make(
        "div.sj-notice",
        { "data-tone": "danger", role: "alert", "data-failure": kind },
        make("strong", { text: title }),
        make("p", { text: fill(text, ...values) }),
        code && make("pre", { tabindex: "0", text: code }),
        code && make("p", { text: hasProxy ? "" : TEXTS.orProxy }),
        make(
          "p.sj-p-beside",
          {},
          button(TEXTS.retry, retry),
          button(TEXTS.copyCurl, ({ target }) => copyCurl(target)),
          code && button(TEXTS.copyHeaders, ({ target }) => copy(code, target)),
          link && make("a", { href: link, target: "_blank", rel: "noopener noreferrer", text: TEXTS.openAddress })
        )
      )
    );
  };

  /**
   * What another script shows, once it is there; until then, and without it, the text.
   * @param {string} chunk
   * @param {string} name
   * @param {string} text
   * @param {string} kind
   */
  const later = (chunk, name, text, kind) => {
    const box = make("div", {}, hint(TEXTS.reading));
    Promise.resolve(loadChunk(chunk)).then(() =>
      SHARED[name] ? SHARED[name](box, text, kind) : box.replaceChildren(textBox(text))
    );
    return box;
  };
  const textBox = (/** @type {string} */ text) =>
    make("div.sj-code", {}, make("pre", { tabindex: "0", text: text.slice(0, 10 * LONG) }));
  const rawBox = (/** @type {string} */ text) =>
    text.length > LONG ? later("long-answer", "longText", text, "text") : textBox(text);

  const bodyOf = (/** @type {Answer} */ { kind, blob, text, type }) => {
    if (isMedia(kind) && blob) {
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(blob);
      return make(kind === "image" ? "img" : kind, { src: address, controls: kind !== "image", alt: TEXTS.body });
    }
    if (kind === "binary") return hint(fill(TEXTS.binary, type || "?"));
    if (kind === "json" && text.length > LONG) return later("long-answer", "longJson", text, kind);
    if (kind === "json") {
      try {
        return make(
          "div.sj-json.highlight",
          { tabindex: "0", role: "region", "aria-label": TEXTS.body },
          SHARED.jsonNode(read(text))
        );
      } catch {
        // It says JSON and is none, or nests too deeply: shown as it is.
      }
    }
    if (isMarkup(type) && text.length <= LONG)
      return later("markup", "markup", text, /html/.test(type) ? "html" : "xml");
    return rawBox(text);
  };

  const differences = (/** @type {any} */ known, /** @type {Answer} */ { code, kind, text, isStopped }) => {
    if (!known) return data.responses ? make("p.sj-p-differs", { text: fill(TEXTS.undocumented, code) }) : null;
    if (known.schema === undefined || known.schema === true) return null;
    if (kind !== "json" && kind !== "stream") return null;
    const checked = () => {
      const { problems, isWhole } = SHARED.checkResponse(known.schema, text, data.definitions, kind, read);
      if (!problems.length)
        return isWhole && !isStopped ? make("p.sj-p-fits", { text: TEXTS.fits }) : hint(TEXTS.fitsSoFar);
      return make(
        "details.sj-p-differs",
        {},
        make("summary", {
          text: problems.length === 1 ? TEXTS.oneDifference : fill(TEXTS.differences, problems.length)
        }),
        make(
          "ul",
          {},
          problems
            .slice(0, 50)
            .map((/** @type {Problem} */ each) =>
              make("li", {}, make("code", { text: placeText(each.path) || TEXTS.body }), ` ${wordsOf(each)}`)
            )
        )
      );
    };
    if (text.length <= MOST_CHECKED) return checked();
    const later = make(
      "p",
      {},
      button(TEXTS.checkNow, () => later.replaceWith(checked()))
    );
    return later;
  };

  const repeatedHint = (/** @type {string} */ text) => {
    try {
      const repeated = text.length > LONG ? [] : allRepeated(read(text));
      return repeated.length ? hint(fill(TEXTS.repeatedKeys, repeated.slice(0, 20).join(", "))) : null;
    } catch {
      return null;
    }
  };

  /** Show an answer that is read; also one of before. @param {Answer} answer */
  const draw = (answer) => {
    const { code, reason, headers, type, kind, text, size, took, url, charset, redirect, by, isStopped, blob } = answer;
    const facts = make("span.sj-facts", {
      text: [timeText(took), sizeText(size), charset !== "utf-8" && text && charset, isStopped && TEXTS.stopped]
        .filter(Boolean)
        .join(" · ")
    });
    const known = documentedAnswer(data, code, type);
    const words = known && document.getElementById(known.id)?.querySelector(".sj-text")?.textContent?.trim();
    const table = make(
      "table.sj-p-headers",
      {},
      make(
        "tbody",
        {},
        [...headers].map(([name, value]) =>
          make(
            "tr",
            {},
            make("th", { scope: "row", text: name }),
            make("td", {}, SHARED.isAddress(value) ? make("span", { text: value, "data-address": value }) : value)
          )
        )
      )
    );
    const hasRaw = kind === "json" || (isMarkup(type) && text);
    const panes = /** @type {[string, () => any][]} */ ([
      [TEXTS.body, () => (size ? bodyOf(answer) : hint(TEXTS.noBody))],
      ...(hasRaw ? [[TEXTS.raw, () => rawBox(text)]] : []),
      [fill(TEXTS.headers, headers.size), () => make("div", {}, table, hint(TEXTS.exposed))]
    ]);
    const drawn = /** @type {any[]} */ ([]);
    const pane = make("div.sj-p-pane");
    const open = (/** @type {number} */ index) => {
      tabs.forEach((each, at) => press(each, at === index));
      pane.replaceChildren((drawn[index] ??= panes[index][1]()));
    };
    const tabs = panes.map(([title], index) => button(title, () => open(index)));
    open(0);
    const name = downloadName(headers.get("content-disposition") ?? "", url, type);
    const save =
      blob &&
      size > 0 &&
      button(
        TEXTS.download,
        () => {
          const url = URL.createObjectURL(blob);
          make("a", { href: url, download: name }).click();
          setTimeout(() => URL.revokeObjectURL(url), 9000);
        },
        { title: name }
      );
    const tools = text
      ? [
          button(TEXTS.copy, ({ target }) => copy(text, target)),
          button(TEXTS.search, async () => {
            await loadChunk("search-answer");
            SHARED.searchAnswer?.(place, pane);
          })
        ]
      : [];
    place.replaceChildren(
      ...[
        head(chip(code, reason), facts, ...by),
        words && hint(words),
        redirect && hint(fill(TEXTS.redirected, redirect)),
        code === 401 && data.security && make("p", {}, button(TEXTS.toCredentials, toCredentials)),
        differences(known, answer),
        kind === "json" && repeatedHint(text),
        make("div.sj-p-beside", {}, make("div.sj-p-switch", {}, tabs), ...tools, save),
        pane
      ].filter(Boolean)
    );
    status.textContent = `${code} ${reason}, ${facts.textContent}`;
    const leads =
      [...headers.keys()].some((each) => /^(location|content-location|link)$/.test(each)) ||
      known?.links ||
      pane.querySelector("[data-address]");
    if (leads) loadChunk("follow")?.then(() => SHARED.follow?.(place, answer, known, follow(answer)));
  };

  const show = async (
    /** @type {Response} */ response,
    /** @type {{url: string, isDirect: boolean, told: any, started: number | null, by: any[], stop: () => void}} */ {
      url,
      isDirect,
      told,
      started,
      by,
      stop
    }
  ) => {
    const elapsed = () => (started === null ? null : Math.round(performance.now() - started));
    const took = elapsed();
    const { status: code, words: reason, headers, isRefused } = told;
    if (isRefused)
      return void failure("refused", { values: [(await response.json().catch(() => ({}))).detail ?? response.status] });
    const type = headers.get("content-type") ?? "";
    const first = kindOfAnswer(type);
    const facts = make("span.sj-facts", { text: timeText(took) });
    const live = make("pre", { tabindex: "0" });
    const stopper = button(TEXTS.stop, stop);
    place.replaceChildren(
      head(chip(code, reason), facts, ...by, stopper),
      ...(first === "stream" ? [make("div.sj-code", {}, live)] : [])
    );
    const { blob, isStopped } = await readAnswer(response, (text, size) => {
      facts.textContent = [timeText(took), sizeText(size)].filter(Boolean).join(" · ");
      if (first === "stream") live.append(text());
    });
    const bytes = isMedia(first) || first === "binary" ? new Uint8Array() : new Uint8Array(await blob.arrayBuffer());
    const charset = charsetOf(bytes, type);
    const text = new TextDecoder(charset, { ignoreBOM: false }).decode(bytes);
    const kind = first || (text.includes("\ufffd") ? "binary" : /^\s*[{[]/.test(text) ? "json" : "text");
    const answer = {
      code,
      reason,
      headers,
      type,
      kind,
      text: kind === "binary" ? "" : text,
      size: blob.size,
      took: elapsed(),
      url,
      charset,
      redirect: response.redirected && isDirect ? response.url : "",
      by,
      isStopped,
      blob
    };
    draw(answer);
    return answer;
  };
  return { show, draw, failure };
}

/** How long an answer took; simulated ones have no time. @param {number | null} took */
const timeText = (took) => (took === null ? "" : `${took} ms`);

/** @param {string} type */
const isMarkup = (type) => /[/+](xml|html)\b|\bxhtml/.test(essenceOf(type));

SHARED.responseView = responseView;
