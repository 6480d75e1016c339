"""Mark and lock the output directories of a build, and explain file errors.

The marker lets later builds recognize that nothing in the folder is a source. Builds into the same
folder wait for each other.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from weakref import WeakKeyDictionary, finalize

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from sphinx_sitejson.common.files import (
    OUTPUT_MARKER,
    OUTPUT_MARKER_TEXT,
    describe_os_error,
    is_disk_error,
)

if sys.platform != "win32":
    import fcntl


logger = logging.getLogger(__name__)

MAX_WAIT = 300.0
SECONDS_BETWEEN_TRIES = 0.1
_WORKER_ERROR = re.compile(r"\[Errno (\d+)\] ([^:\n]+)(?:: '([^'\n]*)')?")
"""An error of a parallel process, which is passed as text."""
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


_locks: WeakKeyDictionary[Sphinx, list[finalize[..., Sphinx]]] = WeakKeyDictionary()


def lock_folders(app: Sphinx, config: Config) -> None:
    """Lock the output directories, waiting for other builds; stop if they cannot be locked."""
    # The marker would become part of an EPUB.
    config.epub_exclude_files = [*config.epub_exclude_files, OUTPUT_MARKER]
    for folder in sorted({Path(app.outdir), Path(app.doctreedir)}):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = open_marker(folder / OUTPUT_MARKER)
        except OSError as error:
            raise SystemExit(
                f"The build stops: {folder} cannot be written ({describe_os_error(error)})."
            ) from None
        # Also for an application that is discarded without a build.
        _locks.setdefault(app, []).append(finalize(app, os.close, handle))
        wait_for_lock(handle, folder)


def release_folders(app: Sphinx, exception: Exception | None) -> None:
    """Release the locks of this application."""
    for release in _locks.pop(app, ()):
        release()


def open_marker(mark: Path) -> int:
    """Open or create the marker of a folder; a link is removed first."""
    if mark.is_symlink():
        mark.unlink()
    handle = os.open(mark, _OPEN, 0o666)
    try:
        text = OUTPUT_MARKER_TEXT.encode()
        if os.read(handle, len(text) + 1) != text:
            os.ftruncate(handle, 0)
            os.pwrite(handle, text, 0)
    except BaseException:
        os.close(handle)
        raise
    return handle


def wait_for_lock(handle: int, folder: Path) -> None:
    """Wait until no other process builds into a folder, for some minutes at most."""
    if sys.platform == "win32":
        return
    end = time.monotonic() + MAX_WAIT
    is_reported = False
    while time.monotonic() < end:
        try:
            # The lock belongs to the process: a second application in it does not wait.
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except (BlockingIOError, PermissionError):
            if not is_reported:
                logger.info("another build is writing to %s; waiting for it to finish", folder)
                is_reported = True
        except OSError:
            # Not every file system has locks.
            return
        time.sleep(SECONDS_BETWEEN_TRIES)


def explain_file_error(app: Sphinx, exception: Exception | None) -> None:
    """Replace the traceback of a file error with one sentence."""
    if exception is None or app.verbosity:
        return
    for error in exception_chain(exception):
        if is_disk_error(error, app.outdir, app.doctreedir, app.srcdir):
            file = f"{os.fsdecode(error.filename)}: " if error.filename else ""
            raise SystemExit(f"The build stops: {file}{describe_os_error(error)}.")


def exception_chain(exception: BaseException) -> Iterator[BaseException]:
    """Yield an exception and its causes."""
    seen: list[BaseException] = []
    waiting = [exception]
    while waiting:
        error = waiting.pop(0)
        seen.append(error)
        yield error
        match = _WORKER_ERROR.search(getattr(error, "traceback", ""))
        worker = OSError(int(match[1]), match[2], match[3]) if match else None
        inner = (worker, getattr(error, "orig_exc", None), error.__cause__, error.__context__)
        waiting += [one for one in inner if isinstance(one, BaseException) and one not in seen]
