// @ts-check
"use strict";

// Answers that are too long to be drawn at once: only the rows that are seen exist.

const ROW = 20;
const LONGEST_ROW = 600;
/** So long a script may keep the page busy. */
const SLICE = 24;

const pause = () => new Promise((done) => setTimeout(done));

/**
 * The values of a JSON text in their order, found piece by piece. Of each: where it and its name begin and end, how
 * deep it stands, what it stands in, how many it has, and which comes after all that is in it.
 */
class JsonRows {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    for (const name of ["start", "end", "key", "depth", "parent", "count", "next"])
      /** @type {any} */ (this)[name] = [];
  }

  /** @type {number[]} */ start = [];
  /** @type {number[]} */ end = [];
  /** @type {number[]} */ key = [];
  /** @type {number[]} */ depth = [];
  /** @type {number[]} */ parent = [];
  /** @type {number[]} */ count = [];
  /** @type {number[]} */ next = [];

  /** Read it; from time to time it says how far it is. Raises SyntaxError. @returns {Generator<number>} */
  *read() {
    const { text } = this;
    const open = /** @type {number[]} */ ([]);
    let at = 0;
    let steps = 0;
    const stop = () => {
      throw new SyntaxError(`No JSON at ${at}`);
    };
    const skip = () => {
      for (
        let code = text.charCodeAt(at);
        code === 32 || code === 10 || code === 13 || code === 9;
        code = text.charCodeAt(at)
      )
        at += 1;
    };
    const pastString = () => {
      if (text.charCodeAt(at) !== 34) stop();
      for (;;) {
        at = text.indexOf('"', at + 1);
        if (at < 0) {
          at = text.length;
          stop();
        }
        let slashes = at;
        while (text.charCodeAt(slashes - 1) === 92) slashes -= 1;
        if ((at - slashes) % 2 === 0) break;
      }
      at += 1;
    };
    const word = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}]|$)/y;
    do {
      skip();
      const within = open[open.length - 1] ?? -1;
      let key = -1;
      if (within >= 0 && text[this.start[within]] === "{") {
        key = at;
        pastString();
        skip();
        if (text[at] !== ":") stop();
        at += 1;
        skip();
      }
      const index = this.start.length;
      this.start.push(at);
      this.end.push(at);
      this.key.push(key);
      this.depth.push(open.length);
      this.parent.push(within);
      this.count.push(0);
      this.next.push(0);
      if (within >= 0) this.count[within] += 1;
      const sign = text[at];
      let isInside = false;
      if (sign === '"') pastString();
      else if (sign === "{" || sign === "[") {
        at += 1;
        skip();
        if (text[at] === (sign === "{" ? "}" : "]")) at += 1;
        else {
          open.push(index);
          isInside = true;
        }
      } else {
        word.lastIndex = at;
        at += word.exec(text)?.[0].length ?? stop();
      }
      if (!isInside) {
        this.end[index] = at;
        this.next[index] = index + 1;
        for (
          skip();
          open.length && text[at] === (text[this.start[open[open.length - 1]]] === "{" ? "}" : "]");
          skip()
        ) {
          const closed = /** @type {number} */ (open.pop());
          at += 1;
          this.end[closed] = at;
          this.next[closed] = this.start.length;
        }
        if (open.length) {
          if (text[at] !== ",") stop();
          at += 1;
        }
      }
      if (++steps % 4000 === 0) yield at / text.length;
    } while (open.length);
    skip();
    if (at < text.length) stop();
  }

  /**
   * The rows that are seen while some values are open: twice the number of a value, and one more for its end.
   * @param {Set<number>} open
   * @returns {number[]}
   */
  seen(open) {
    const found = [];
    const inside = /** @type {number[]} */ ([]);
    for (let at = 0; at < this.start.length || inside.length;) {
      while (inside.length && this.next[inside[inside.length - 1]] === at)
        found.push(2 * /** @type {number} */ (inside.pop()) + 1);
      if (at >= this.start.length) break;
      found.push(2 * at);
      if (open.has(at) && this.count[at]) {
        inside.push(at);
        at += 1;
      } else at = this.next[at];
    }
    return found;
  }

  /** The value that stands at a place of the text, or around it. @param {number} place */
  at(place) {
    const begin = (/** @type {number} */ index) => (this.key[index] < 0 ? this.start[index] : this.key[index]);
    let [low, high] = [0, this.start.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (begin(middle) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The beginnings of the lines of a text; those that are too long are cut. @param {string} text @returns {number[]} */
function lineStarts(text) {
  const found = [];
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf("\n", at);
    const stop = end < 0 ? text.length : end;
    for (let from = at; from === at || from < stop; from += LONGEST_ROW) found.push(from);
    if (end < 0) break;
    at = end + 1;
  }
  return found;
}

/** A box that draws what is seen of many rows. @param {() => number} count @param {(index: number) => any} draw */
function rowsBox(count, draw) {
  const space = make("div.sj-p-lines-space");
  const shown = make("div.sj-p-lines-shown");
  const box = make(
    "div.sj-p-lines.highlight",
    { tabindex: "0", role: "region", "aria-label": TEXTS.body, onscroll: () => update() },
    space,
    shown
  );
  let last = "";
  const update = (isNew = false) => {
    const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 10);
    const to = Math.min(count(), from + Math.ceil((box.clientHeight || 400) / ROW) + 20);
    if (!isNew && last === `${from}:${to}`) return;
    last = `${from}:${to}`;
    space.style.blockSize = `${count() * ROW}px`;
    shown.style.transform = `translateY(${from * ROW}px)`;
    shown.replaceChildren(...Array.from({ length: to - from }, (_, index) => draw(from + index)));
  };
  new ResizeObserver(() => update(true)).observe(box);
  return {
    box,
    update,
    reveal: (/** @type {number} */ index) => {
      box.scrollTop = Math.max(0, index * ROW - box.clientHeight / 2);
      update(true);
    }
  };
}

/**
 * A text in which what is looked for is marked.
 * @param {string} text
 * @param {string} sought
 * @param {string} kind
 * @returns {any[]}
 */
function markedText(text, sought, kind) {
  const cut = text.length > LONGEST_ROW ? `${text.slice(0, LONGEST_ROW)}…` : text;
  const found = [];
  const lower = sought ? cut.toLowerCase() : "";
  let from = 0;
  for (let at = sought ? lower.indexOf(sought) : -1; at >= 0; at = lower.indexOf(sought, from)) {
    found.push(cut.slice(from, at), make("mark", { text: cut.slice(at, at + sought.length) }));
    from = at + sought.length;
  }
  return [make("span", { class: kind }, ...found, cut.slice(from))];
}

/** All places of a text in another, whatever their case. @param {string} text @param {string} sought */
function placesOf(text, sought) {
  const found = /** @type {number[]} */ ([]);
  const lower = text.toLowerCase();
  // Letters that grow when they become small would move all places.
  const inside = lower.length === text.length ? lower : text;
  for (
    let at = sought ? inside.indexOf(sought) : -1;
    at >= 0 && found.length < 100_000;
    at = inside.indexOf(sought, at + sought.length)
  )
    found.push(at);
  return found;
}

SHARED.longText = (/** @type {any} */ place, /** @type {string} */ text) => {
  const starts = lineStarts(text);
  let sought = "";
  const rows = rowsBox(
    () => starts.length,
    (index) =>
      make(
        "div.sj-line",
        {},
        ...markedText(text.slice(starts[index], starts[index + 1] ?? text.length).replace(/\n$/, ""), sought, "")
      )
  );
  const rowAt = (/** @type {number} */ at) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  rows.box.search = (/** @type {string} */ words) => {
    sought = words.toLowerCase();
    const places = placesOf(text, sought);
    rows.update(true);
    return { count: places.length, show: (/** @type {number} */ index) => rows.reveal(rowAt(places[index])) };
  };
  place.replaceChildren(rows.box);
  rows.update(true);
};

SHARED.longJson = async (/** @type {any} */ place, /** @type {string} */ text) => {
  const tree = new JsonRows(text);
  const said = place.firstElementChild;
  try {
    let began = performance.now();
    for (const part of tree.read()) {
      if (performance.now() - began < SLICE) continue;
      if (said) said.textContent = `${TEXTS.reading} ${Math.round(part * 100)} %`;
      await pause();
      began = performance.now();
    }
  } catch {
    return SHARED.longText(place, text);
  }
  const open = new Set([0]);
  let seen = tree.seen(open);
  let sought = "";
  const change = () => {
    seen = tree.seen(open);
    rows.update(true);
  };
  const draw = (/** @type {number} */ index) => {
    const at = seen[index] >> 1;
    const isEnd = seen[index] % 2 === 1;
    const isList = tree.count[at] > 0;
    const sign = text[tree.start[at]];
    const next = tree.next[at];
    const isLast = at === 0 || next >= tree.start.length || tree.parent[next] !== tree.parent[at];
    const tail = isLast ? "" : ",";
    const row = make("div.sj-line", {});
    row.style.paddingInlineStart = `${Math.min(tree.depth[at], 40) * 14 + (isList && !isEnd ? 0 : 18)}px`;
    const close = sign === "{" ? "}" : "]";
    if (isEnd) {
      row.append(close + tail);
      return row;
    }
    const isOpen = open.has(at);
    if (isList)
      row.append(
        button(
          isOpen ? "▾" : "▸",
          () => {
            if (isOpen) open.delete(at);
            else open.add(at);
            change();
            rows.box.focus({ preventScroll: true });
          },
          { class: "sj-row-fold", "aria-expanded": String(isOpen), "aria-label": fill(TEXTS.fields, tree.count[at]) }
        )
      );
    if (tree.key[at] >= 0)
      row.append(...markedText(text.slice(tree.key[at], tree.start[at]).replace(/\s*:\s*$/, ""), sought, "nt"), ": ");
    if (isList)
      row.append(sign, ...(isOpen ? [] : [make("span.sj-json-count", { text: ` ${tree.count[at]} ${close}${tail}` })]));
    else
      row.append(
        ...markedText(
          text.slice(tree.start[at], tree.end[at]),
          sought,
          sign === '"' ? "s2" : /[-\d]/.test(sign) ? "mi" : "k"
        ),
        tail
      );
    return row;
  };
  const rows = rowsBox(() => seen.length, draw);
  rows.box.search = (/** @type {string} */ words) => {
    sought = words.toLowerCase();
    const places = placesOf(text, sought);
    rows.update(true);
    return {
      count: places.length,
      show: (/** @type {number} */ index) => {
        const value = tree.at(places[index]);
        for (let around = tree.parent[value]; around >= 0; around = tree.parent[around]) open.add(around);
        change();
        rows.reveal(seen.indexOf(2 * value));
      }
    };
  };
  place.replaceChildren(rows.box);
  rows.update(true);
};
