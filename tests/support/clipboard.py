"""What a click copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator

_READ = "navigator.clipboard.readText()"
_EMPTY = "nothing was copied yet"


def copied_by(button: Locator) -> str:
    """Click a button that copies, and return what is in the clipboard once it is there."""
    page = button.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(f"navigator.clipboard.writeText('{_EMPTY}')")
    button.click()
    page.wait_for_function(f"{_READ}.then((text) => text !== '{_EMPTY}')")
    return str(page.evaluate(_READ))
