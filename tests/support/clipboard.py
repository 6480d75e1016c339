"""What a click copies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_EMPTY = "nothing was copied yet"
# Read once: between two looks something else may be written.
_COPIED = """async (empty) => {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const text = await navigator.clipboard.readText();
    if (text !== empty) return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return "";
}"""


def copied_by(button: Locator) -> str:
    """Click a button that copies, and return what is in the clipboard once it is there."""
    page = button.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(f"navigator.clipboard.writeText('{_EMPTY}')")
    button.click()
    return str(page.evaluate(_COPIED, _EMPTY))


@contextmanager
def paused_clock(page: Page) -> Iterator[None]:
    """Stop the timers of a page: what it shows for a moment is not missed on a busy machine."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    yield
    page.clock.resume()
