"""What axe finds wrong on a page."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from .windows import wait_until_still

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
([type, values]) => axe.run(document, {runOnly: {type, values}, resultTypes: ["violations"]})
"""


# Rows, objects, keys, and entries of the sidebar after the sixth are like those before.
SHORTEN = """() => {
  const lists = "main tbody, main section, main dd, main dl.settings-keys, .sj-rows";
  const alike = "tr, dl, dt, dd, li:not(:has([aria-current])), section:has(> .settings-keys)";
  for (const list of document.querySelectorAll(lists)) {
    const kept = list.matches(".settings-keys") ? 12 : 6;
    const rows = list.querySelectorAll(`:scope > :is(${alike})`);
    [...rows].slice(kept).forEach((row) => row.remove());
  }
}"""


def shorten_lists(page: Page) -> None:
    """Take the ends of long tables and lists from a page: for each element axe needs its time."""
    page.evaluate(SHORTEN)


def accessibility_violations(page: Page, *, colors_only: bool = False) -> list[str]:
    """Return one line for each element that breaks a rule, once nothing moves.

    A line has the rule, its meaning and the element.

    :param colors_only: for a page whose structure was checked in another mode.
    """
    wait_until_still(page)
    if not page.evaluate("() => 'axe' in window"):
        # Evaluated rather than added as a script element, which a content policy could refuse.
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        page.evaluate(JUDGE_CONTRAST_BEHIND_ORNAMENTS)
    run_only = ("rule", COLOR_RULES) if colors_only else ("tag", RULES)
    found = page.evaluate(RUN_AXE, run_only)
    return [
        f"{violation['id']}: {violation['help']} ({' '.join(map(str, node['target']))})"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
