// @ts-check
"use strict";

// The history of requests and responses of this tab: show, resend, compare.

const MAX_COMPARED = 4_000_000;

/**
 * Compare two texts line by line: unchanged, removed and added lines.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[" " | "-" | "+", string][]}
 */
function diffLines(one, other) {
  let [start, end] = [0, 0];
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const same = (/** @type {string[]} */ lines) => lines.map((line) => /** @type {[" ", string]} */ ([" ", line]));
  return [...same(one.slice(0, start)), ...diffMiddle(a, b), ...same(one.slice(one.length - end))];
}

/** @param {string[]} a @param {string[]} b @returns {[" " | "-" | "+", string][]} */
function diffMiddle(a, b) {
  const replacement = () => [
    ...a.map((line) => /** @type {["-", string]} */ (["-", line])),
    ...b.map((line) => /** @type {["+", string]} */ (["+", line]))
  ];
  if (!a.length || !b.length || a.length * b.length > MAX_COMPARED) return replacement();
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  const found = /** @type {[" " | "-" | "+", string][]} */ ([]);
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      found.push([" ", a[i]]);
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      found.push(["-", a[i]]);
      i += 1;
    } else {
      found.push(["+", b[j]]);
      j += 1;
    }
  }
  return [
    ...found,
    ...a.slice(i).map((line) => /** @type {["-", string]} */ (["-", line])),
    ...b.slice(j).map((line) => /** @type {["+", string]} */ (["+", line]))
  ];
}

/** Convert a response to lines for the comparison. @param {any} createLabeled @returns {string[]} */
function responseLines({ code, reason, text, kind }) {
  let body = text;
  try {
    if (kind === "json") body = stringifyJson(parseJson(text), "  ");
  } catch {
    // Invalid JSON is compared as text.
  }
  return [`${code} ${reason}`.trim(), ...body.split(/\r\n|\r|\n/)];
}

/**
 * @param {any} container
 * @param {{entries: () => any[], clear: () => void, show: (entry: any) => void, resend: (entry: any) => void, back: () => void}} means
 */
SHARED.renderHistory = (/** @type {any} */ container, /** @type {any} */ { entries, clear, show, resend, back }) => {
  const selected = new Set();
  const compare = createButton(
    TEXTS.compare,
    () => {
      const [one, other] = all.filter((each) => selected.has(each));
      const lines = diffLines(responseLines(other), responseLines(one));
      const count = lines.filter(([sign]) => sign !== " ").length;
      container.replaceChildren(
        createElement(
          "div.sj-p-response-head",
          {},
          createElement("span.sj-label", { text: count ? formatText(TEXTS.changedLines, count) : TEXTS.noChange }),
          createButton(TEXTS.history, render)
        ),
        createElement(
          "div.sj-code.sj-p-changes",
          {},
          createElement(
            "pre",
            { tabindex: "0" },
            lines
              .slice(0, 5000)
              .map(([sign, line]) => createElement("span", { "data-sign": sign, text: `${sign} ${line}\n` }))
          )
        )
      );
    },
    { disabled: true }
  );
  let all = /** @type {any[]} */ ([]);
  const row = (/** @type {any} */ entry) => {
    const checkbox = createElement("input", {
      type: "checkbox",
      "aria-label": `${TEXTS.compare}: ${entry.method} ${entry.url}`,
      onchange: () => {
        if (checkbox.checked) selected.add(entry);
        else selected.delete(entry);
        compare.disabled = selected.size !== 2;
      }
    });
    const time = new Date(entry.at).toLocaleTimeString();
    return createElement(
      "li",
      {},
      checkbox,
      createElement(
        "div",
        {},
        createElement("span.sj-method", { "data-method": entry.method.toLowerCase(), text: entry.method }),
        " ",
        createElement("code", { text: entry.url })
      ),
      createElement(
        "div.sj-p-row",
        {},
        createElement("span.sj-status", {
          "data-kind": `${String(entry.code)[0]}xx`,
          text: `${entry.code} ${entry.reason}`.trim()
        }),
        createElement("span.sj-facts", { text: entry.duration === null ? time : `${time} · ${entry.duration} ms` }),
        createButton(TEXTS.show, () => show(entry)),
        createButton(TEXTS.sendAgain, () => resend(entry))
      )
    );
  };
  const render = () => {
    all = entries();
    selected.clear();
    compare.disabled = true;
    container.replaceChildren(
      createElement(
        "div.sj-p-response-head",
        {},
        createElement("span.sj-label", { text: TEXTS.history }),
        compare,
        createButton(TEXTS.discard, () => {
          clear();
          render();
        }),
        createButton(TEXTS.back, back)
      ),
      all.length
        ? createElement("ul.sj-p-history", {}, all.map(row))
        : createElement("p.sj-p-hint", { text: TEXTS.noHistory })
    );
    container.focus();
  };
  render();
};
