"""When Python looks for objects that are no longer used."""

from __future__ import annotations

import atexit
import gc
from typing import TYPE_CHECKING
from weakref import finalize

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SELDOM = (50_000, 20, 50)
"""After how many new objects, and how many rounds of the younger generations."""


def relax_garbage_collection(app: Sphinx) -> None:
    """Let Python look for unreachable objects less often until the application ends.

    A build keeps nearly all that it makes until its end, so looking for garbage after every few
    hundred new objects finds none, and takes longer the larger the site is. Most of all when
    Python leaves: then it looks at everything several times, which takes a third of a build of
    one page. Ending with the build would make Python look through all of it once more, just
    before a command line tool leaves. Where somebody looks less often already, or not at all, it
    stays so. Seen with Python 3.11 to 3.14.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    usual = gc.get_threshold()
    if not 0 < usual[0] < SELDOM[0]:
        return
    gc.set_threshold(*SELDOM)
    finalize(app, gc.set_threshold, *usual).atexit = False
