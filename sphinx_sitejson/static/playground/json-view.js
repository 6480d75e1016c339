// @ts-check
"use strict";

// Values that fold. All text goes into text nodes.

/** @param {any} value */
const isAddress = (value) => typeof value === "string" && /^(https?:\/\/|\/)[^\s"]+$/.test(value);

/** @param {any} value */
function scalarNode(value) {
  const found = colored(typeof value === "string" ? "s2" : isNumber(value) ? "mi" : "k", writeJson(value));
  // What may be an address of this API gets a link, if somebody knows where it leads.
  if (isAddress(value)) found.dataset.address = value;
  return found;
}

/** One value, and what is in it once it is open. @param {any} value @param {string | null} key @returns {any} */
function jsonNode(value, key = null, depth = 0, tail = "", isRepeated = false) {
  const name =
    key === null
      ? []
      : [colored("nt", JSON.stringify(key)), isRepeated && make("span.sj-chip", { text: TEXTS.repeatedKey }), ": "];
  if (!isList(value)) return make("div", {}, ...name, scalarNode(value), tail);
  const isArray = Array.isArray(value);
  const repeated = repeatedIn(value);
  const entries = isArray ? value.map((each) => ["", each]) : pairsOf(value);
  const [start, end] = isArray ? "[]" : "{}";
  if (!entries.length) return make("div", {}, ...name, start + end, tail);
  const inside = make("div.sj-json-in");
  const show = (from = 0, most = 200) => {
    const shown = entries.slice(from, from + most);
    inside.append(
      ...shown.map(([each, member], index) =>
        jsonNode(
          member,
          isArray ? null : each,
          depth + 1,
          from + index < entries.length - 1 ? "," : "",
          repeated.has(each)
        )
      )
    );
    const next = from + most;
    if (next < entries.length)
      inside.append(
        button(
          fill(TEXTS.more, entries.length - next),
          ({ target }) => {
            target.remove();
            show(next);
          },
          { "data-more": true }
        )
      );
  };
  const isOpen = depth < 3 && (depth === 0 || entries.length <= 50);
  if (isOpen) show();
  const fold = make(
    "details",
    { open: isOpen, ontoggle: () => inside.firstChild ?? show() },
    make("summary", {}, ...name, start, make("span.sj-json-count", { text: ` ${entries.length} ${end}${tail}` })),
    inside,
    make("div.sj-json-end", {}, end + tail)
  );
  // For whoever looks for a text in all of it.
  fold.reveal = () => {
    fold.open = true;
    if (!inside.firstChild) show(0, Infinity);
    inside.querySelector(":scope > [data-more]")?.click();
  };
  return fold;
}

SHARED.isAddress = isAddress;
SHARED.jsonNode = jsonNode;
