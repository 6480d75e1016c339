"""What axe finds wrong on a page."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

# Names, roles and structure are the same in every mode of a page; only these depend on its colors.
COLOR_RULES = ("color-contrast", "link-in-text-block")

# Ornaments of ::before and ::after lie behind the text of whole pages, where axe judges no contrast
# unless they are ignored. A configured check has no defaults: the other options are those of axe.
JUDGE_CONTRAST_BEHIND_ORNAMENTS = """
() => axe.configure({checks: [{id: "color-contrast", options: {
  ignorePseudo: true,
  ignoreUnicode: true,
  ignoreLength: false,
  boldValue: 700,
  boldTextPt: 14,
  largeTextPt: 18,
  contrastRatio: {normal: {expected: 4.5}, large: {expected: 3}},
  pseudoSizeThreshold: 0.25,
  shadowOutlineEmMax: 0.2,
  textStrokeEmMin: 0.03,
}}]})
"""

RUN_AXE = """
([tags, colorRules]) => axe.run(document, {
  runOnly: {type: "tag", values: tags},
  rules: Object.fromEntries(colorRules.map((rule) => [rule, {enabled: false}])),
  resultTypes: ["violations"],
})
"""

# Contrast takes axe most of its time, for hundreds of rows, links and tokens that look the same.
# One element is judged for all with the same text style on the same grounds: those of all elements
# that its box touches, be they around it or not, with all that mixes colors or hides a part.
JUDGE_COLORS = """
([rules, part]) => {
  const LAYER = ["opacity", "filter", "mixBlendMode", "visibility", "overflow", "clip", "clipPath"];
  const FONT = ["color", "fontFamily", "fontSize", "fontWeight", "textShadow", "webkitTextStroke",
    "textDecoration", "borderBottom"];
  const PICTURES = "img, svg, video, canvas, iframe, object";
  const CONTROLS = "input, select, textarea, button";
  const STATES = ":disabled, [aria-disabled=true], label, a";
  const values = (style, names) => names.map((name) => style[name]).join();
  const grounds = [];
  const texts = [];

  const visit = (element, around, parentFont) => {
    const style = getComputedStyle(element);
    if (style.display === "none") return;
    const box = element.getBoundingClientRect();
    const states = [element.checkVisibility(), element.matches(STATES), box.right > 0];
    const layer = values(style, LAYER) + states;
    const layers = around.at(-1) === layer ? around : [...around, layer];
    const ground = values(style, ["backgroundColor", "backgroundImage"]);
    if (ground !== "rgba(0, 0, 0, 0),none" || element.matches(PICTURES)) {
      grounds.push({box, look: [ground, values(style, ["position", "zIndex"]), ...layers].join()});
    }
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = words.map((node) => node.data).join("").trim();
    const font = values(style, FONT);
    if (text || element.matches(CONTROLS)) {
      // Of a single character or sign, axe is not sure.
      const kind = [text.length > 1, /[\\p{L}\\p{N}]/u.test(text), box.width > 1, box.height > 1];
      texts.push({element, box, look: [element.localName, kind, font, parentFont, layers].join()});
    }
    for (const child of element.children) visit(child, layers, font);
  };
  visit(document.documentElement, [], "");

  const touches = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const holds = (a, b) =>
    a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
  const judged = new Map();
  for (const {element, box, look} of texts) {
    if (part && !element.closest(part)) continue;
    const behind = grounds.filter((ground) => touches(ground.box, box));
    const looks = behind.map((ground) => holds(ground.box, box) + ground.look);
    const key = [look, ...new Set(looks)].join("\\n");
    if (!judged.has(key)) judged.set(key, element);
  }
  return axe.run({include: [...judged.values()]}, {
    runOnly: {type: "rule", values: rules},
    resultTypes: ["violations"],
  });
}
"""


# Scripts that watch sizes are told with the frame; the next one begins after them.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# What fades in has too little contrast until it is there. Some animations never end.
SETTLED = """
() => Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.timeline === document.timeline && each.playState === "running")
    .filter((each) => each.effect.getComputedTiming().endTime < Infinity)
    .map((each) => each.finished)
).then(() => undefined)
"""


def accessibility_violations(page: Page, *, part: str = "", colors_only: bool = False) -> list[str]:
    """Return one line for each element that breaks a rule, once the page is drawn as it is.

    A line has the rule, its meaning and the element.

    :param part: a selector of what was opened on a page whose colors were judged before; the page
        behind it keeps them, but may have lost its structure.
    :param colors_only: for a page whose structure was checked in another mode.
    """
    page.evaluate(DRAWN)
    page.evaluate(SETTLED)
    if not page.evaluate("() => 'axe' in window"):
        # Evaluated rather than added as a script element, which a content policy could refuse.
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        page.evaluate(JUDGE_CONTRAST_BEHIND_ORNAMENTS)
    found = page.evaluate(JUDGE_COLORS, [COLOR_RULES, part])["violations"]
    if not colors_only:
        found += page.evaluate(RUN_AXE, [RULES, COLOR_RULES])["violations"]
    return [
        f"{violation['id']}: {violation['help']} ({' '.join(map(str, node['target']))})"
        for violation in found
        for node in violation["nodes"]
    ]
