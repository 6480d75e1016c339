// @ts-check
"use strict";

// The requests of this tab and their answers: shown, sent again, compared.

const MOST_COMPARED = 4_000_000;

/**
 * The lines of two texts: those that stayed, went and came.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[" " | "-" | "+", string][]}
 */
function lineChanges(one, other) {
  let [start, end] = [0, 0];
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const same = (/** @type {string[]} */ lines) => lines.map((line) => /** @type {[" ", string]} */ ([" ", line]));
  return [...same(one.slice(0, start)), ...middleChanges(a, b), ...same(one.slice(one.length - end))];
}

/** @param {string[]} a @param {string[]} b @returns {[" " | "-" | "+", string][]} */
function middleChanges(a, b) {
  const whole = () => [
    ...a.map((line) => /** @type {["-", string]} */ (["-", line])),
    ...b.map((line) => /** @type {["+", string]} */ (["+", line]))
  ];
  if (!a.length || !b.length || a.length * b.length > MOST_COMPARED) return whole();
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

/** An answer as lines that can be compared. @param {any} entry @returns {string[]} */
function comparable({ code, reason, text, kind }) {
  let body = text;
  try {
    if (kind === "json") body = writeJson(readJson(text), "  ");
  } catch {
    // What is no JSON is compared as it is.
  }
  return [`${code} ${reason}`.trim(), ...body.split(/\r\n|\r|\n/)];
}

/**
 * @param {any} place
 * @param {{entries: () => any[], clear: () => void, show: (entry: any) => void, again: (entry: any) => void, back: () => void}} means
 */
SHARED.history = (/** @type {any} */ place, /** @type {any} */ { entries, clear, show, again, back }) => {
  const chosen = new Set();
  const compare = button(
    TEXTS.compare,
    () => {
      const [one, other] = all.filter((each) => chosen.has(each));
      const lines = lineChanges(comparable(other), comparable(one));
      const count = lines.filter(([sign]) => sign !== " ").length;
      place.replaceChildren(
        make(
          "div.sj-p-answer-head",
          {},
          make("span.sj-label", { text: count ? fill(TEXTS.changedLines, count) : TEXTS.noChange }),
          button(TEXTS.history, draw)
        ),
        make(
          "div.sj-code.sj-p-changes",
          {},
          make(
            "pre",
            { tabindex: "0" },
            lines.slice(0, 5000).map(([sign, line]) => make("span", { "data-sign": sign, text: `${sign} ${line}\n` }))
          )
        )
      );
    },
    { disabled: true }
  );
  let all = /** @type {any[]} */ ([]);
  const row = (/** @type {any} */ entry) => {
    const box = make("input", {
      type: "checkbox",
      "aria-label": `${TEXTS.compare}: ${entry.method} ${entry.url}`,
      onchange: () => {
        if (box.checked) chosen.add(entry);
        else chosen.delete(entry);
        compare.disabled = chosen.size !== 2;
      }
    });
    const time = new Date(entry.at).toLocaleTimeString();
    return make(
      "li",
      {},
      box,
      make(
        "div",
        {},
        make("span.sj-method", { "data-method": entry.method.toLowerCase(), text: entry.method }),
        " ",
        make("code", { text: entry.url })
      ),
      make(
        "div.sj-p-beside",
        {},
        make("span.sj-status", {
          "data-kind": `${String(entry.code)[0]}xx`,
          text: `${entry.code} ${entry.reason}`.trim()
        }),
        make("span.sj-facts", { text: entry.took === null ? time : `${time} · ${entry.took} ms` }),
        button(TEXTS.show, () => show(entry)),
        button(TEXTS.sendAgain, () => again(entry))
      )
    );
  };
  const draw = () => {
    all = entries();
    chosen.clear();
    compare.disabled = true;
    place.replaceChildren(
      make(
        "div.sj-p-answer-head",
        {},
        make("span.sj-label", { text: TEXTS.history }),
        compare,
        button(TEXTS.forget, () => {
          clear();
          draw();
        }),
        button(TEXTS.back, back)
      ),
      all.length ? make("ul.sj-p-history", {}, all.map(row)) : make("p.sj-p-hint", { text: TEXTS.noHistory })
    );
    place.focus();
  };
  draw();
};
