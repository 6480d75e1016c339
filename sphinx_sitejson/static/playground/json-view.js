// @ts-check
"use strict";

// Render JSON as nested details elements. All text goes into text nodes.

/** @param {any} value */
const looksLikeUrl = (value) => typeof value === "string" && /^(https?:\/\/|\/)[^\s"]+$/.test(value);

/** @param {any} value */
function renderScalar(value) {
  const found = highlightToken(typeof value === "string" ? "s2" : isNumber(value) ? "mi" : "k", stringifyJson(value));
  // A URL gets a link once response-links.js finds its operation.
  if (looksLikeUrl(value)) found.dataset.url = value;
  return found;
}

/**
 * Render a value; its children are rendered when it is opened.
 * @param {any} value
 * @param {string | null} key
 * @returns {any}
 */
function renderJson(value, key = null, depth = 0, tail = "", isRepeated = false) {
  const name =
    key === null
      ? []
      : [
          highlightToken("nt", JSON.stringify(key)),
          isRepeated && createElement("span.sj-chip", { text: TEXTS.repeatedKey }),
          ": "
        ];
  if (!isContainer(value)) return createElement("div", {}, ...name, renderScalar(value), tail);
  const isArray = Array.isArray(value);
  const repeated = findRepeatedKeys(value);
  const entries = isArray ? value.map((each) => ["", each]) : objectEntries(value);
  const [start, end] = isArray ? "[]" : "{}";
  if (!entries.length) return createElement("div", {}, ...name, start + end, tail);
  const content = createElement("div.sj-json-content");
  const renderEntries = (from = 0, limit = 200) => {
    const visible = entries.slice(from, from + limit);
    content.append(
      ...visible.map(([each, member], index) =>
        renderJson(
          member,
          isArray ? null : each,
          depth + 1,
          from + index < entries.length - 1 ? "," : "",
          repeated.has(each)
        )
      )
    );
    const next = from + limit;
    if (next < entries.length)
      content.append(
        createButton(
          formatText(TEXTS.more, entries.length - next),
          ({ target }) => {
            target.remove();
            renderEntries(next);
          },
          { "data-more": true }
        )
      );
  };
  const isOpen = depth < 3 && (depth === 0 || entries.length <= 50);
  if (isOpen) renderEntries();
  const details = createElement(
    "details",
    { open: isOpen, ontoggle: () => content.firstChild ?? renderEntries() },
    createElement(
      "summary",
      {},
      ...name,
      start,
      createElement("span.sj-json-count", { text: ` ${entries.length} ${end}${tail}` })
    ),
    content,
    createElement("div.sj-json-end", {}, end + tail)
  );
  // For the search, which needs all entries.
  details.reveal = () => {
    details.open = true;
    if (!content.firstChild) renderEntries(0, Infinity);
    content.querySelector(":scope > [data-more]")?.click();
  };
  return details;
}

SHARED.looksLikeUrl = looksLikeUrl;
SHARED.renderJson = renderJson;
