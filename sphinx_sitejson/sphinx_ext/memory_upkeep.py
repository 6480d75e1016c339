"""Lets Python look for unreachable objects less often while a build runs.

A build keeps nearly all that it makes until its end, so looking for garbage after every few
hundred new objects finds none, and takes longer the larger the site is.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SELDOM = (50_000, 20, 50)
"""After how many new objects, and how many rounds of the younger generations."""


def setup_memory_upkeep(app: Sphinx) -> None:
    """Begin at once, since the stored environment is loaded before any event; end with the build.

    Where somebody looks less often already, or not at all, it stays so.
    """
    usual = gc.get_threshold()
    if not 0 < usual[0] < SELDOM[0]:
        return
    gc.set_threshold(*SELDOM)
    app.connect("build-finished", lambda app, exception: gc.set_threshold(*usual), priority=999)
