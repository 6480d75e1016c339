"""The garbage collector during a build: the one setting of the process that changes."""

from __future__ import annotations

import atexit
import gc
from weakref import WeakKeyDictionary, finalize

from sphinx.application import Sphinx

RELAXED_THRESHOLDS = (50_000, 20, 50)
"""The thresholds of the three generations, for :func:`gc.set_threshold`."""

_restore: WeakKeyDictionary[Sphinx, finalize[..., Sphinx]] = WeakKeyDictionary()


def relax_garbage_collection(app: Sphinx) -> None:
    """Run the garbage collector less often until the build has finished.

    A build keeps nearly all of its objects until its end, so that frequent collections find no
    garbage and take longer the larger the site is. At exit, Python collects several times, which
    takes a third of a build of one page; ``gc.freeze`` prevents that. Higher thresholds, or a
    disabled collector, are left unchanged.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    original = gc.get_threshold()
    if not 0 < original[0] < RELAXED_THRESHOLDS[0]:
        return
    gc.set_threshold(*RELAXED_THRESHOLDS)
    # Also of an application that never builds.
    _restore[app] = finalize(app, gc.set_threshold, *original)
    _restore[app].atexit = False


def restore_thresholds(app: Sphinx, exception: Exception | None) -> None:
    """Restore the thresholds when the build has finished."""
    if restore := _restore.pop(app, None):
        restore()
