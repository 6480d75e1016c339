// @ts-check
"use strict";

// Render a response. Nothing of it becomes markup: text goes into text nodes, media come from blobs.

/** Longer texts are rendered with virtual rows. */
const MAX_DRAWN_LENGTH = 100_000;
/** Longer responses are validated on request. */
const MAX_VALIDATED_LENGTH = 500_000;

/**
 * Read a response to its end, or until the reader stops it.
 * @param {Response} response
 * @param {(text: () => string, size: number) => void} progress
 * @returns {Promise<{blob: Blob, stopped: string}>} `stopped` says why it is incomplete
 */
async function readResponse(response, progress) {
  const chunks = [];
  const type = response.headers.get("content-type") ?? "";
  const decoder = new TextDecoder(detectCharset(new Uint8Array(), type));
  const reader = response.body?.getReader();
  let size = 0;
  let stopped = "";
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      chunks.push(step.value);
      size += step.value.length;
      const bytes = step.value;
      progress(() => decoder.decode(bytes, { stream: true }), size);
    }
  } catch (/** @type {any} */ error) {
    // The reader stopped it, or the connection was lost.
    stopped = error.name === "AbortError" ? TEXTS.stopped : TEXTS.cutOff;
  }
  return { blob: new Blob(chunks, { type }), stopped };
}

/**
 * A response that was read, as it is rendered and stored in the history.
 * @typedef {{code: number, reason: string, headers: Map<string, string>, type: string, kind: string, text: string, size: number, duration: number | null, url: string, charset: string, redirect: string, provider: any[], stopped: string, blob?: Blob}} ResponseRecord
 */

/**
 * @param {{container: any, status: any, element: any}} pane the element for responses
 * @param {any} data
 * @param {{hasProxy: boolean, retry: () => void, copyCurl: (button: any) => void, copy: (text: string, button: any) => void, toCredentials: () => void, linkContext: (record: ResponseRecord) => any}} means
 */
function createResponseView(
  { container, status },
  data,
  { hasProxy, retry, copyCurl, copy, toCredentials, linkContext }
) {
  let objectUrl = "";
  let last = { text: "null", value: /** @type {any} */ (null) };
  /** A body is parsed once, however often it is rendered. @param {string} text */
  const parseBody = (text) => {
    if (last.text !== text) last = { text, value: parseJson(text) };
    return last.value;
  };

  const renderHead = (/** @type {any[]} */ ...children) => createElement("div.sj-p-response-head", {}, ...children);
  const renderStatus = (/** @type {number} */ code, /** @type {string} */ reason) =>
    createElement("span.sj-status", { "data-kind": `${String(code)[0]}xx`, text: `${code} ${reason}`.trim() });
  /** @param {string} kind @param {{values?: any[], code?: string, link?: string, diagnose?: () => any}} more */
  const showFailure = (kind, { values = [], code = "", link = "", diagnose } = {}) => {
    const [title, text] = TEXTS.failures[kind];
    container.replaceChildren(
      createElement(
        "div.sj-notice",
        { "data-tone": "danger", role: "alert", "data-failure": kind },
        createElement("strong", { text: title }),
        createElement("p", { text: formatText(text, ...values) }),
        code && createElement("pre", { tabindex: "0", text: code }),
        code && createElement("p", { text: hasProxy ? "" : TEXTS.orProxy }),
        createElement(
          "p.sj-p-row",
          {},
          diagnose && createButton(TEXTS.diagnose, diagnose),
          createButton(TEXTS.retry, retry),
          createButton(TEXTS.copyCurl, ({ target }) => copyCurl(target)),
          code && createButton(TEXTS.copyHeaders, ({ target }) => copy(code, target)),
          link && createElement("a", { href: link, target: "_blank", rel: "noopener noreferrer", text: TEXTS.openUrl })
        )
      )
    );
  };

  /**
   * Render a body with another chunk once it is loaded; if that fails, as text.
   * @param {string} chunk
   * @param {string} name
   * @param {string} text
   * @param {string} kind
   */
  const renderLater = (chunk, name, text, kind) => {
    const box = createElement("div", {}, createHint(TEXTS.reading));
    Promise.resolve(loadChunk(chunk)).then(() =>
      SHARED[name] ? SHARED[name](box, text, kind) : box.replaceChildren(renderText(text))
    );
    return box;
  };
  const renderText = (/** @type {string} */ text) =>
    createElement(
      "div.sj-code",
      {},
      createElement("pre", { tabindex: "0", text: text.slice(0, 10 * MAX_DRAWN_LENGTH) })
    );
  const renderRaw = (/** @type {string} */ text) =>
    text.length > MAX_DRAWN_LENGTH ? renderLater("long-response", "renderLongText", text, "text") : renderText(text);

  const renderBody = (/** @type {ResponseRecord} */ { kind, blob, text, type }) => {
    if (isMedia(kind) && blob) {
      URL.revokeObjectURL(objectUrl);
      objectUrl = URL.createObjectURL(blob);
      return createElement(kind === "image" ? "img" : kind, {
        src: objectUrl,
        controls: kind !== "image",
        alt: TEXTS.body
      });
    }
    if (kind === "binary") return createHint(formatText(TEXTS.binary, type || "?"));
    if (kind === "json" && text.length > MAX_DRAWN_LENGTH)
      return renderLater("long-response", "renderLongJson", text, kind);
    if (kind === "json") {
      try {
        return createElement(
          "div.sj-json.highlight",
          { tabindex: "0", role: "region", "aria-label": TEXTS.body },
          SHARED.renderJson(parseBody(text))
        );
      } catch {
        // Invalid or too deeply nested JSON is rendered as text.
      }
    }
    if (isMarkup(type) && text.length <= MAX_DRAWN_LENGTH)
      return renderLater("markup", "renderMarkup", text, /html/.test(type) ? "html" : "xml");
    return renderRaw(text);
  };

  const renderDifferences = (
    /** @type {any} */ documented,
    /** @type {ResponseRecord} */ { code, kind, text, stopped }
  ) => {
    if (!documented)
      return data.responses ? createElement("p.sj-p-mismatch", { text: formatText(TEXTS.undocumented, code) }) : null;
    if (documented.schema === undefined || documented.schema === true) return null;
    // Nothing to compare: a response to HEAD, or one that the page shows as empty or incomplete anyway.
    if (!text || (stopped && kind === "json") || (kind !== "json" && kind !== "stream")) return null;
    const renderValidation = () => {
      const { problems, isComplete } = SHARED.validateResponse(
        documented.schema,
        text,
        data.definitions,
        kind,
        parseBody
      );
      if (!problems.length)
        return isComplete && !stopped
          ? createElement("p.sj-p-match", { text: TEXTS.fits })
          : createHint(TEXTS.fitsSoFar);
      return createElement(
        "details.sj-p-mismatch",
        {},
        createElement("summary", {
          text: problems.length === 1 ? TEXTS.oneDifference : formatText(TEXTS.differences, problems.length)
        }),
        createElement(
          "ul",
          {},
          problems
            .slice(0, 50)
            .map((/** @type {Problem} */ each) =>
              createElement(
                "li",
                {},
                createElement("code", { text: formatPath(each.path) || TEXTS.body }),
                ` ${describeProblem(each)}`
              )
            )
        )
      );
    };
    if (text.length <= MAX_VALIDATED_LENGTH) return renderValidation();
    const deferred = createElement(
      "p",
      {},
      createButton(TEXTS.checkNow, () => deferred.replaceWith(renderValidation()))
    );
    return deferred;
  };

  const renderRepeatedKeys = (/** @type {string} */ text) => {
    try {
      const repeated = text.length > MAX_DRAWN_LENGTH ? [] : findAllRepeatedKeys(parseBody(text));
      return repeated.length ? createHint(formatText(TEXTS.repeatedKeys, repeated.slice(0, 20).join(", "))) : null;
    } catch {
      return null;
    }
  };

  /** Render a response, or an entry of the history. @param {ResponseRecord} record */
  const render = (record) => {
    const { code, reason, headers, type, kind, text, size, duration, url, charset, redirect, provider, stopped, blob } =
      record;
    const facts = createElement("span.sj-facts", {
      text: [formatDuration(duration), formatSize(size), charset !== "utf-8" && text && charset, stopped]
        .filter(Boolean)
        .join(" · ")
    });
    const documented = findDocumentedResponse(data, code, type);
    const description =
      documented && document.getElementById(documented.id)?.querySelector(".sj-text")?.textContent?.trim();
    const table = createElement(
      "table.sj-p-headers",
      {},
      createElement(
        "tbody",
        {},
        [...headers].map(([name, value]) =>
          createElement(
            "tr",
            {},
            createElement("th", { scope: "row", text: name }),
            createElement(
              "td",
              {},
              SHARED.looksLikeUrl(value) ? createElement("span", { text: value, "data-url": value }) : value
            )
          )
        )
      )
    );
    const hasRaw = kind === "json" || (isMarkup(type) && text);
    const panes = /** @type {[string, () => any][]} */ ([
      [TEXTS.body, () => (size ? renderBody(record) : createHint(TEXTS.noBody))],
      ...(hasRaw ? [[TEXTS.raw, () => renderRaw(text)]] : []),
      [formatText(TEXTS.headers, headers.size), () => createElement("div", {}, table, createHint(TEXTS.exposed))]
    ]);
    const drawn = /** @type {any[]} */ ([]);
    const pane = createElement("div.sj-p-pane");
    const open = (/** @type {number} */ index) => {
      tabs.forEach((each, at) => setPressed(each, at === index));
      pane.replaceChildren((drawn[index] ??= panes[index][1]()));
    };
    const tabs = panes.map(([title], index) => createButton(title, () => open(index)));
    open(0);
    const name = downloadName(headers.get("content-disposition") ?? "", url, type);
    const save =
      blob &&
      size > 0 &&
      createButton(
        TEXTS.download,
        () => {
          const url = URL.createObjectURL(blob);
          createElement("a", { href: url, download: name }).click();
          setTimeout(() => URL.revokeObjectURL(url), 9000);
        },
        { title: name }
      );
    const tools = text
      ? [
          createButton(TEXTS.copy, ({ target }) => copy(text, target)),
          createButton(TEXTS.search, async () => {
            await loadChunk("search-response");
            SHARED.openSearch?.(container, pane);
          })
        ]
      : [];
    container.replaceChildren(
      ...[
        renderHead(renderStatus(code, reason), facts, ...provider),
        description && createHint(description),
        redirect && createHint(formatText(TEXTS.redirected, redirect)),
        code === 401 && data.security && createElement("p", {}, createButton(TEXTS.toCredentials, toCredentials)),
        renderDifferences(documented, record),
        kind === "json" && renderRepeatedKeys(text),
        createElement("div.sj-p-row", {}, createElement("div.sj-p-switch", {}, tabs), ...tools, save),
        pane
      ].filter(Boolean)
    );
    status.textContent = `${code} ${reason}, ${facts.textContent}`;
    const hasLinks =
      [...headers.keys()].some((each) => /^(location|content-location|link)$/.test(each)) ||
      documented?.links ||
      pane.querySelector("[data-url]");
    if (hasLinks)
      loadChunk("response-links")?.then(() =>
        SHARED.linkResponse?.(container, record, documented, linkContext(record))
      );
  };

  const show = async (
    /** @type {Response} */ response,
    /** @type {{url: string, isDirect: boolean, head: any, started: number | null, provider: any[], stop: () => void}} */ {
      url,
      isDirect,
      head,
      started,
      provider,
      stop
    }
  ) => {
    const elapsed = () => (started === null ? null : Math.round(performance.now() - started));
    const duration = elapsed();
    const { status: code, reason, headers, isRefused } = head;
    if (isRefused)
      return void showFailure("refused", {
        values: [(await response.json().catch(() => ({}))).detail ?? response.status]
      });
    const type = headers.get("content-type") ?? "";
    const first = classifyResponse(type);
    const facts = createElement("span.sj-facts", { text: formatDuration(duration) });
    const streamText = createElement("pre", { tabindex: "0" });
    const stopButton = createButton(TEXTS.stop, stop);
    container.replaceChildren(
      renderHead(renderStatus(code, reason), facts, ...provider, stopButton),
      ...(first === "stream" ? [createElement("div.sj-code", {}, streamText)] : [])
    );
    const { blob, stopped } = await readResponse(response, (text, size) => {
      facts.textContent = [formatDuration(duration), formatSize(size)].filter(Boolean).join(" · ");
      if (first === "stream") streamText.append(text());
    });
    const bytes = isMedia(first) || first === "binary" ? new Uint8Array() : new Uint8Array(await blob.arrayBuffer());
    const charset = detectCharset(bytes, type);
    const text = new TextDecoder(charset, { ignoreBOM: false }).decode(bytes);
    const kind = first || (text.includes("\ufffd") ? "binary" : /^\s*[{[]/.test(text) ? "json" : "text");
    const record = {
      code,
      reason,
      headers,
      type,
      kind,
      text: kind === "binary" ? "" : text,
      size: blob.size,
      duration: elapsed(),
      url,
      charset,
      redirect: response.redirected && isDirect ? response.url : "",
      provider,
      stopped,
      blob
    };
    render(record);
    return record;
  };
  return { show, render, showFailure };
}

/** The duration of a response; simulated ones have none. @param {number | null} duration */
const formatDuration = (duration) => (duration === null ? "" : `${duration} ms`);

/** @param {string} type */
const isMarkup = (type) => /[/+](xml|html)\b|\bxhtml/.test(mediaTypeEssence(type));

SHARED.createResponseView = createResponseView;
