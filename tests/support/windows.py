"""Windows: their widths, and what is drawn in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

LAPTOP, DESKTOP, PHONE = (1280, 800), (1440, 900), (390, 844)

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


def viewport(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


@contextmanager
def own_page(
    browser: Browser, size: tuple[int, int] | None = None, **options: Any
) -> Iterator[Page]:
    """Open an empty page in a fresh context: no cookies, no storage, nothing cached."""
    if size:
        options["viewport"] = viewport(size)
    context = browser.new_context(**options)
    yield context.new_page()
    context.close()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(viewport(size))


def visit(page: Page, url: str, size: tuple[int, int] | None = None, **media: Any) -> None:
    """Open a page in a window of a size, for readers with these media."""
    if size:
        resize(page, size)
    if media:
        page.emulate_media(**media)
    page.goto(url)


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
    visit(page, address, (widths[0], 800))
    for width in widths:
        resize(page, (width, 800))
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            exceeded.append(width)
    return exceeded
