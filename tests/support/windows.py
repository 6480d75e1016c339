"""Windows: their widths, and what is drawn in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


# Scripts that watch sizes are told with the frame; the next one begins after them.
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# Some animations never end, and those of a scrolled page end with it.
_STILL = """
() => Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.timeline === document.timeline && each.playState === "running")
    .filter((each) => each.effect.getComputedTiming().endTime < Infinity)
    .map((each) => each.finished)
).then(() => undefined)
"""


def wait_until_drawn(page: Page) -> None:
    """Wait until the page is laid out, and until scripts have measured it."""
    page.evaluate(_DRAWN)


def wait_until_still(page: Page) -> None:
    """Wait until transitions and animations have ended: styles and colors are final only then."""
    wait_until_drawn(page)
    page.evaluate(_STILL)


def exceeded_widths(page: Page, address: str, widths: Sequence[int]) -> list[int]:
    """Open a page in a window of the first width, and return all widths that it does not fit in."""
    exceeded = []
    page.set_viewport_size({"width": widths[0], "height": 800})
    page.goto(address)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            exceeded.append(width)
    return exceeded
