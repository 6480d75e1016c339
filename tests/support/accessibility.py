"""What axe finds wrong on a page."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

RUN_AXE = """
(tags) => axe.run(document, {runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]})
"""


# Scripts that watch sizes are told with the frame; the next one begins after them.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def accessibility_violations(page: Page, *, rules: tuple[str, ...] = RULES) -> list[str]:
    """Return one line for each place that breaks a rule, once the page is drawn as it is.

    A line has the rule, its meaning and the element.
    """
    page.evaluate(DRAWN)
    if not page.evaluate("() => 'axe' in window"):
        # Evaluated rather than added as a script element, which a content policy could refuse.
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found = page.evaluate(RUN_AXE, list(rules))
    return [
        f"{violation['id']}: {violation['help']} ({' '.join(map(str, node['target']))})"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
