// @ts-check
"use strict";

// Edit a JSON text in place: unchanged parts keep their formatting. Pure.

/**
 * The range of a value in a text, and those of its children.
 * @typedef {{start: number, end: number, children: {from: number, node: Span}[]}} Span
 */

/** Find the ranges of all values of a valid JSON text. @param {string} text @returns {Span} */
function parseSpans(text) {
  let at = 0;
  const skip = () => {
    while (" \n\r\t".includes(text[at] ?? "x")) at += 1;
  };
  const skipString = () => {
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    at += 1;
  };
  /** @returns {Span} */
  const read = () => {
    skip();
    const start = at;
    const children = /** @type {Span["children"]} */ ([]);
    const char = text[at];
    if (char === '"') skipString();
    else if (char === "{" || char === "[") {
      at += 1;
      for (skip(); !"]}".includes(text[at]); skip()) {
        if (text[at] === ",") {
          at += 1;
          skip();
        }
        const from = at;
        if (char === "{") {
          skipString();
          skip();
          at += 1;
        }
        children.push({ from, node: read() });
      }
      at += 1;
    } else while (!" \n\r\t,]}".includes(text[at] ?? " ")) at += 1;
    return { start, end: at, children };
  };
  return read();
}

/**
 * Match the items of two lists: equal items at both ends correspond.
 * @param {any[]} old
 * @param {any[]} now
 * @returns {(number | null)[]}
 */
function matchItems(old, now) {
  const [before, after] = [old, now].map((list) => list.map((each) => stringifyJson(each)));
  let [start, end] = [0, 0];
  while (start < before.length && before[start] === after[start]) start += 1;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const moved = before.length - after.length;
  return after.map((_, index) =>
    index >= after.length - end ? index + moved : index < before.length - end ? index : null
  );
}

/**
 * Match the members of two objects by name, repeated keys in order; new members come last.
 * @param {[string, any][]} old
 * @param {[string, any][]} now
 * @returns {[number | null, number][]}
 */
function matchMembers(old, now) {
  const unmatched = new Set(now.keys());
  const matched = old.map(([name], index) => {
    const found = [...unmatched].find((each) => now[each][0] === name);
    if (found === undefined) return null;
    unmatched.delete(found);
    return /** @type {[number, number]} */ ([index, found]);
  });
  return [
    .../** @type {[number, number][]} */ (matched.filter(Boolean)),
    ...[...unmatched].map((each) => /** @type {[null, number]} */ ([null, each]))
  ];
}

/**
 * Change the value of a JSON text; only what differs is rewritten.
 * @param {string} text
 * @param {any} value
 * @returns {string}
 */
function editJson(text, value) {
  const unit = text.includes("\n") ? (/\n([ \t]+)/.exec(text)?.[1] ?? "  ") : "";
  const lineAt = (/** @type {number} */ at) =>
    unit && `\n${/^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at) + 1))?.[0] ?? ""}`;
  /** @param {Span} node @param {any} old @param {any} now @returns {string} */
  const rewrite = (node, old, now) => {
    const same = stringifyJson(old) === stringifyJson(now);
    if (same) return text.slice(node.start, node.end);
    const line = lineAt(node.start);
    const areBoth = (/** @type {(value: any) => boolean} */ test) => test(old) && test(now);
    if (!areBoth(Array.isArray) && !areBoth(isObject)) return stringifyJson(now, unit, line);
    const { children } = node;
    const [oldPairs, newPairs] = /** @type {[string, any][][]} */ (
      Array.isArray(old)
        ? [old.map((each) => ["", each]), now.map((/** @type {any} */ each) => ["", each])]
        : [objectEntries(old), objectEntries(now)]
    );
    const order = Array.isArray(old)
      ? matchItems(old, now).map((from, to) => /** @type {[number | null, number]} */ ([from, to]))
      : matchMembers(oldPairs, newPairs);
    if (!order.length || !children.length) return stringifyJson(now, unit, line);
    const [first] = children;
    const last = children[children.length - 1];
    const leadingSpace = text.slice(node.start + 1, first.from);
    const colon = Array.isArray(old) ? "" : text.slice(first.from, first.node.start).replace(/^"(?:\\.|[^"\\])*"/, "");
    const separatorAfter = (/** @type {number} */ index) =>
      text.slice(children[index].node.end, children[index + 1].from);
    const defaultSeparator = children.length > 1 ? separatorAfter(0) : `,${leadingSpace}`;
    let found = text[node.start] + leadingSpace;
    order.forEach(([from, to], index) => {
      const before = index ? order[index - 1][0] : null;
      if (index) found += before !== null && from === before + 1 ? separatorAfter(before) : defaultSeparator;
      const [name, member] = newPairs[to];
      if (from !== null)
        found +=
          text.slice(children[from].from, children[from].node.start) +
          rewrite(children[from].node, oldPairs[from][1], member);
      else
        found +=
          (Array.isArray(old) ? "" : JSON.stringify(name) + colon) + stringifyJson(member, unit, line && line + unit);
    });
    return found + text.slice(last.node.end, node.end);
  };
  try {
    const old = parseJson(text);
    const root = parseSpans(text);
    return text.slice(0, root.start) + rewrite(root, old, value) + text.slice(root.end);
  } catch {
    return stringifyJson(value, "  ");
  }
}

/**
 * Return offset, line and column of the first syntax error, or null.
 * @param {string} text
 * @returns {{at: number, line: number, column: number} | null}
 */
function findJsonError(text) {
  try {
    parseJson(text);
    return null;
  } catch (/** @type {any} */ error) {
    const at = Math.min(error.at ?? 0, text.length);
    const lines = text.slice(0, at).split(/\r\n|\r|\n/);
    return { at, line: lines.length, column: lines[lines.length - 1].length + 1 };
  }
}

/**
 * The problem of a text that is no JSON.
 * @param {ReturnType<typeof findJsonError>} error
 * @param {(string | number)[]} path
 */
const jsonProblem = (error, path = []) => ({ path, rule: "json", limit: `${error?.line}:${error?.column}` });
