// @ts-check
"use strict";

// Changing a JSON text here and there: what stays the same stays as it is written. Pure.

/**
 * Where a value stands in a text, and what is in it.
 * @typedef {{start: number, end: number, inside: {from: number, node: Span}[]}} Span
 */

/** The places of all values of a text that is valid JSON. @param {string} text @returns {Span} */
function jsonSpans(text) {
  let at = 0;
  const skip = () => {
    while (" \n\r\t".includes(text[at] ?? "x")) at += 1;
  };
  const pastString = () => {
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    at += 1;
  };
  /** @returns {Span} */
  const read = () => {
    skip();
    const start = at;
    const inside = /** @type {Span["inside"]} */ ([]);
    const sign = text[at];
    if (sign === '"') pastString();
    else if (sign === "{" || sign === "[") {
      at += 1;
      for (skip(); !"]}".includes(text[at]); skip()) {
        if (text[at] === ",") {
          at += 1;
          skip();
        }
        const from = at;
        if (sign === "{") {
          pastString();
          skip();
          at += 1;
        }
        inside.push({ from, node: read() });
      }
      at += 1;
    } else while (!" \n\r\t,]}".includes(text[at] ?? " ")) at += 1;
    return { start, end: at, inside };
  };
  return read();
}

/**
 * Which entry of a list was which before: those at both ends that are the same stay.
 * @param {any[]} old
 * @param {any[]} now
 * @returns {(number | null)[]}
 */
function sameItems(old, now) {
  const [before, after] = [old, now].map((list) => list.map((each) => writeJson(each)));
  let [start, end] = [0, 0];
  while (start < before.length && before[start] === after[start]) start += 1;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const moved = before.length - after.length;
  return after.map((_, index) =>
    index >= after.length - end ? index + moved : index < before.length - end ? index : null
  );
}

/**
 * Which member was which before: by name, and those of one name in their order; those that are new come last.
 * @param {[string, any][]} old
 * @param {[string, any][]} now
 * @returns {[number | null, number][]}
 */
function sameMembers(old, now) {
  const free = new Set(now.keys());
  const kept = old.map(([name], index) => {
    const found = [...free].find((each) => now[each][0] === name);
    if (found === undefined) return null;
    free.delete(found);
    return /** @type {[number, number]} */ ([index, found]);
  });
  return [
    .../** @type {[number, number][]} */ (kept.filter(Boolean)),
    ...[...free].map((each) => /** @type {[null, number]} */ ([null, each]))
  ];
}

/**
 * A JSON text that says another value; only what differs is written anew.
 * @param {string} text
 * @param {any} value
 * @returns {string}
 */
function editedJson(text, value) {
  const unit = text.includes("\n") ? (/\n([ \t]+)/.exec(text)?.[1] ?? "  ") : "";
  const lineAt = (/** @type {number} */ at) =>
    unit && `\n${/^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at) + 1))?.[0] ?? ""}`;
  /** @param {Span} node @param {any} old @param {any} now @returns {string} */
  const rewritten = (node, old, now) => {
    const same = writeJson(old) === writeJson(now);
    if (same) return text.slice(node.start, node.end);
    const line = lineAt(node.start);
    const isBoth = (/** @type {(value: any) => boolean} */ test) => test(old) && test(now);
    if (!isBoth(Array.isArray) && !isBoth(isObject)) return writeJson(now, unit, line);
    const { inside } = node;
    const [was, is] = /** @type {[string, any][][]} */ (
      Array.isArray(old)
        ? [old.map((each) => ["", each]), now.map((/** @type {any} */ each) => ["", each])]
        : [pairsOf(old), pairsOf(now)]
    );
    const order = Array.isArray(old)
      ? sameItems(old, now).map((from, to) => /** @type {[number | null, number]} */ ([from, to]))
      : sameMembers(was, is);
    if (!order.length || !inside.length) return writeJson(now, unit, line);
    const [first] = inside;
    const last = inside[inside.length - 1];
    const lead = text.slice(node.start + 1, first.from);
    const colon = Array.isArray(old) ? "" : text.slice(first.from, first.node.start).replace(/^"(?:\\.|[^"\\])*"/, "");
    const between = (/** @type {number} */ index) => text.slice(inside[index].node.end, inside[index + 1].from);
    const usual = inside.length > 1 ? between(0) : `,${lead}`;
    let found = text[node.start] + lead;
    order.forEach(([from, to], index) => {
      const before = index ? order[index - 1][0] : null;
      if (index) found += before !== null && from === before + 1 ? between(before) : usual;
      const [name, member] = is[to];
      if (from !== null)
        found +=
          text.slice(inside[from].from, inside[from].node.start) + rewritten(inside[from].node, was[from][1], member);
      else
        found +=
          (Array.isArray(old) ? "" : JSON.stringify(name) + colon) + writeJson(member, unit, line && line + unit);
    });
    return found + text.slice(last.node.end, node.end);
  };
  try {
    const old = readJson(text);
    const whole = jsonSpans(text);
    return text.slice(0, whole.start) + rewritten(whole, old, value) + text.slice(whole.end);
  } catch {
    return writeJson(value, "  ");
  }
}

/**
 * Line and column of what is no JSON in a text, or null.
 * @param {string} text
 * @returns {{at: number, line: number, column: number} | null}
 */
function jsonFault(text) {
  try {
    readJson(text);
    return null;
  } catch (/** @type {any} */ error) {
    const at = Math.min(error.at ?? 0, text.length);
    const lines = text.slice(0, at).split(/\r\n|\r|\n/);
    return { at, line: lines.length, column: lines[lines.length - 1].length + 1 };
  }
}
