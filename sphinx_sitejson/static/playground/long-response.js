// @ts-check
"use strict";

// Virtual rows for long responses: only visible rows are rendered.

const ROW_HEIGHT = 20;
const MAX_ROW_LENGTH = 600;
/** How long a task may block the page. */
const MAX_TASK_MS = 24;

const yieldToEvents = () => new Promise((done) => setTimeout(done));

/**
 * The values of a JSON text in document order, parsed in slices. For each: start and end, start of its key, depth,
 * parent, number of children, and the index of the value after its last descendant.
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

  /** Parse the text; yields the progress from 0 to 1. Throws SyntaxError. @returns {Generator<number>} */
  *read() {
    const { text } = this;
    const open = /** @type {number[]} */ ([]);
    let at = 0;
    let steps = 0;
    const fail = () => {
      throw new SyntaxError(`No JSON at ${at}`);
    };
    const skipSpace = () => {
      for (
        let code = text.charCodeAt(at);
        code === 32 || code === 10 || code === 13 || code === 9;
        code = text.charCodeAt(at)
      )
        at += 1;
    };
    const skipString = () => {
      if (text.charCodeAt(at) !== 34) fail();
      for (;;) {
        at = text.indexOf('"', at + 1);
        if (at < 0) {
          at = text.length;
          fail();
        }
        let slashes = at;
        while (text.charCodeAt(slashes - 1) === 92) slashes -= 1;
        if ((at - slashes) % 2 === 0) break;
      }
      at += 1;
    };
    const literal = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}]|$)/y;
    do {
      skipSpace();
      const parent = open[open.length - 1] ?? -1;
      let key = -1;
      if (parent >= 0 && text[this.start[parent]] === "{") {
        key = at;
        skipString();
        skipSpace();
        if (text[at] !== ":") fail();
        at += 1;
        skipSpace();
      }
      const index = this.start.length;
      this.start.push(at);
      this.end.push(at);
      this.key.push(key);
      this.depth.push(open.length);
      this.parent.push(parent);
      this.count.push(0);
      this.next.push(0);
      if (parent >= 0) this.count[parent] += 1;
      const char = text[at];
      let isInside = false;
      if (char === '"') skipString();
      else if (char === "{" || char === "[") {
        at += 1;
        skipSpace();
        if (text[at] === (char === "{" ? "}" : "]")) at += 1;
        else {
          open.push(index);
          isInside = true;
        }
      } else {
        literal.lastIndex = at;
        at += literal.exec(text)?.[0].length ?? fail();
      }
      if (!isInside) {
        this.end[index] = at;
        this.next[index] = index + 1;
        for (
          skipSpace();
          open.length && text[at] === (text[this.start[open[open.length - 1]]] === "{" ? "}" : "]");
          skipSpace()
        ) {
          const closed = /** @type {number} */ (open.pop());
          at += 1;
          this.end[closed] = at;
          this.next[closed] = this.start.length;
        }
        if (open.length) {
          if (text[at] !== ",") fail();
          at += 1;
        }
      }
      if (++steps % 4000 === 0) yield at / text.length;
    } while (open.length);
    skipSpace();
    if (at < text.length) fail();
  }

  /**
   * List the visible rows while some values are open: twice the index of a value, plus one for its closing bracket.
   * @param {Set<number>} open
   * @returns {number[]}
   */
  visibleRows(open) {
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

  /** Find the innermost value at an offset of the text. @param {number} offset */
  indexAt(offset) {
    const startOf = (/** @type {number} */ index) => (this.key[index] < 0 ? this.start[index] : this.key[index]);
    let [low, high] = [0, this.start.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Find the offsets of the lines of a text; long lines are split. @param {string} text @returns {number[]} */
function findLineStarts(text) {
  const found = [];
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf("\n", at);
    const fail = end < 0 ? text.length : end;
    for (let from = at; from === at || from < fail; from += MAX_ROW_LENGTH) found.push(from);
    if (end < 0) break;
    at = end + 1;
  }
  return found;
}

/**
 * Create a scrolling box that renders only the visible rows.
 * @param {() => number} count
 * @param {(index: number) => any} draw
 */
function createRowsBox(count, draw) {
  const space = createElement("div.sj-p-lines-space");
  const content = createElement("div.sj-p-lines-content");
  const box = createElement(
    "div.sj-p-lines.highlight",
    { tabindex: "0", role: "region", "aria-label": TEXTS.body, onscroll: () => update() },
    space,
    content
  );
  let last = "";
  const update = (isNew = false) => {
    const from = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - 10);
    const to = Math.min(count(), from + Math.ceil((box.clientHeight || 400) / ROW_HEIGHT) + 20);
    if (!isNew && last === `${from}:${to}`) return;
    last = `${from}:${to}`;
    space.style.blockSize = `${count() * ROW_HEIGHT}px`;
    content.style.transform = `translateY(${from * ROW_HEIGHT}px)`;
    content.replaceChildren(...Array.from({ length: to - from }, (_, index) => draw(from + index)));
  };
  new ResizeObserver(() => update(true)).observe(box);
  return {
    box,
    update,
    reveal: (/** @type {number} */ index) => {
      box.scrollTop = Math.max(0, index * ROW_HEIGHT - box.clientHeight / 2);
      update(true);
    }
  };
}

/**
 * Render a text with the matches of a query marked.
 * @param {string} text
 * @param {string} query
 * @param {string} kind
 * @returns {any[]}
 */
function markMatches(text, query, kind) {
  const cut = text.length > MAX_ROW_LENGTH ? `${text.slice(0, MAX_ROW_LENGTH)}…` : text;
  const found = [];
  const lower = query ? cut.toLowerCase() : "";
  let from = 0;
  for (let at = query ? lower.indexOf(query) : -1; at >= 0; at = lower.indexOf(query, from)) {
    found.push(cut.slice(from, at), createElement("mark", { text: cut.slice(at, at + query.length) }));
    from = at + query.length;
  }
  return [createElement("span", { class: kind }, ...found, cut.slice(from))];
}

/** Find the offsets of a query in a text, ignoring case. @param {string} text @param {string} query */
function findMatches(text, query) {
  const found = /** @type {number[]} */ ([]);
  const lower = text.toLowerCase();
  // Letters whose lower case is longer would shift all offsets.
  const inside = lower.length === text.length ? lower : text;
  for (
    let at = query ? inside.indexOf(query) : -1;
    at >= 0 && found.length < 100_000;
    at = inside.indexOf(query, at + query.length)
  )
    found.push(at);
  return found;
}

SHARED.renderLongText = (/** @type {any} */ container, /** @type {string} */ text) => {
  const starts = findLineStarts(text);
  let query = "";
  const rows = createRowsBox(
    () => starts.length,
    (index) =>
      createElement(
        "div.sj-line",
        {},
        ...markMatches(text.slice(starts[index], starts[index + 1] ?? text.length).replace(/\n$/, ""), query, "")
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
  rows.box.search = (/** @type {string} */ searchText) => {
    query = searchText.toLowerCase();
    const matches = findMatches(text, query);
    rows.update(true);
    return { count: matches.length, show: (/** @type {number} */ index) => rows.reveal(rowAt(matches[index])) };
  };
  container.replaceChildren(rows.box);
  rows.update(true);
};

SHARED.renderLongJson = async (/** @type {any} */ container, /** @type {string} */ text) => {
  const tree = new JsonRows(text);
  const progress = container.firstElementChild;
  try {
    let began = performance.now();
    for (const part of tree.read()) {
      if (performance.now() - began < MAX_TASK_MS) continue;
      if (progress) progress.textContent = `${TEXTS.reading} ${Math.round(part * 100)} %`;
      await yieldToEvents();
      began = performance.now();
    }
  } catch {
    return SHARED.renderLongText(container, text);
  }
  const open = new Set([0]);
  let visible = tree.visibleRows(open);
  let query = "";
  const updateRows = () => {
    visible = tree.visibleRows(open);
    rows.update(true);
  };
  const draw = (/** @type {number} */ index) => {
    const at = visible[index] >> 1;
    const isEnd = visible[index] % 2 === 1;
    const isList = tree.count[at] > 0;
    const char = text[tree.start[at]];
    const next = tree.next[at];
    const isLast = at === 0 || next >= tree.start.length || tree.parent[next] !== tree.parent[at];
    const tail = isLast ? "" : ",";
    const row = createElement("div.sj-line", {});
    row.style.paddingInlineStart = `${Math.min(tree.depth[at], 40) * 14 + (isList && !isEnd ? 0 : 18)}px`;
    const closing = char === "{" ? "}" : "]";
    if (isEnd) {
      row.append(closing + tail);
      return row;
    }
    const isOpen = open.has(at);
    if (isList)
      row.append(
        createButton(
          isOpen ? "▾" : "▸",
          () => {
            if (isOpen) open.delete(at);
            else open.add(at);
            updateRows();
            rows.box.focus({ preventScroll: true });
          },
          {
            class: "sj-row-fold",
            "aria-expanded": String(isOpen),
            "aria-label": formatText(TEXTS.fields, tree.count[at])
          }
        )
      );
    if (tree.key[at] >= 0)
      row.append(...markMatches(text.slice(tree.key[at], tree.start[at]).replace(/\s*:\s*$/, ""), query, "nt"), ": ");
    if (isList)
      row.append(
        char,
        ...(isOpen ? [] : [createElement("span.sj-json-count", { text: ` ${tree.count[at]} ${closing}${tail}` })])
      );
    else
      row.append(
        ...markMatches(
          text.slice(tree.start[at], tree.end[at]),
          query,
          char === '"' ? "s2" : /[-\d]/.test(char) ? "mi" : "k"
        ),
        tail
      );
    return row;
  };
  const rows = createRowsBox(() => visible.length, draw);
  rows.box.search = (/** @type {string} */ searchText) => {
    query = searchText.toLowerCase();
    const matches = findMatches(text, query);
    rows.update(true);
    return {
      count: matches.length,
      show: (/** @type {number} */ index) => {
        const value = tree.indexAt(matches[index]);
        for (let ancestor = tree.parent[value]; ancestor >= 0; ancestor = tree.parent[ancestor]) open.add(ancestor);
        updateRows();
        rows.reveal(visible.indexOf(2 * value));
      }
    };
  };
  container.replaceChildren(rows.box);
  rows.update(true);
};
