"""Report problems as Sphinx warnings of the type ``sitejson``, safe for terminals."""

from __future__ import annotations

import logging as python_logging
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.common.problems import (
    Location,
    Problem,
    ProblemCode,
    ProjectCode,
    strip_credentials_in_text,
)

MAX_REPEATED = 100
"""How often the same message is logged in a build; the others are counted."""

TRACEBACK = "sitejson_traceback"
"""The attribute of a log record that has the traceback of an error."""

logger = logging.getLogger(__name__)


def report(problems: Iterable[Problem], *, traceback: str = "") -> None:
    """Log each problem as a warning with its code as subtype, and its location.

    A repaired problem is logged as information.

    :param traceback: appended to the message by ``PrintableMessageFilter``.
    """
    for problem in problems:
        source = problem.location
        if problem.is_repaired:
            logger.info("%s", problem)
            continue
        log = logger.error if problem.stops_build or problem.is_error else logger.warning
        # Sphinx treats a location without a line as a docname.
        location = source.position if source.line is not None else None
        subject = source.key_path if location else source.file
        message = f"{subject}: {problem.message}" if subject else problem.message
        extra = {TRACEBACK: traceback} if traceback else {}
        log("%s", message, type="sitejson", subtype=problem.code, location=location, extra=extra)


def report_at(code: ProblemCode | ProjectCode, message: str, location: Location) -> None:
    """Report one problem."""
    report([Problem(code, message, location)])


def report_config_value(
    app: Sphinx, name: str, *messages: str, code: ProblemCode = ProblemCode.WRONG_VALUE
) -> None:
    """Log warnings about a configuration value, located where ``conf.py`` assigns it.

    ``/docs/conf.py:2: "sitejson_checks" must be a list …``
    """
    if messages:
        location = conf_location(app, name)
        report(Problem(code, message, location) for message in messages)


def conf_location(app: Sphinx, name: str) -> Location:
    """Return where ``conf.py`` assigns a configuration value.

    Values of the command line have no location.
    """
    # Most builds have no such warning.
    from sphinx_sitejson.settings.conf_py import read_conf_file

    file = Path(app.confdir, "conf.py")
    conf = read_conf_file(file)
    line = conf.line_of(name) if conf else None
    return Location(str(file) if line else "", line=line)


class RepeatedMessageFilter(python_logging.Filter):
    """Suppresses messages that were logged often enough, and counts them.

    A message about a line is logged once, also if several pages include the file.
    """

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[tuple[str, str]] = Counter()
        """How often each message was logged, with its code."""
        self._located: set[tuple[str, str]] = set()

    def filter(self, record: python_logging.LogRecord) -> bool:
        """Return whether to log a message; those of other loggers always pass."""
        if getattr(record, "type", "") != "sitejson":
            return True
        # Without the location and the code, which Sphinx adds.
        message, code = python_logging.LogRecord.getMessage(record), getattr(record, "subtype", "")
        sentence = (message.removesuffix(f" [sitejson.{code}]"), str(code))
        location = getattr(record, "location", None)
        if isinstance(location, str):
            if (location, message) in self._located:
                return False
            self._located.add((location, message))
        self.counts[sentence] += 1
        return self.counts[sentence] <= MAX_REPEATED


def count_repeated_messages(app: Sphinx) -> None:
    """Count messages in the warning handlers of Sphinx, which get those of all processes."""
    for handler in _warning_handlers():
        others = [
            found for found in handler.filters if not isinstance(found, RepeatedMessageFilter)
        ]
        # Before the filter of Sphinx that counts the warnings of the build.
        handler.filters = [RepeatedMessageFilter(), *others]


def log_repeated_messages(app: Sphinx, exception: Exception | None) -> None:
    """Log how often each repeated message was suppressed."""
    for handler in _warning_handlers():
        for counter in [
            found for found in handler.filters if isinstance(found, RepeatedMessageFilter)
        ]:
            handler.removeFilter(counter)
            for (sentence, code), count in counter.counts.items():
                if (others := count - MAX_REPEATED) > 0:
                    message = f"{sentence} The same applies to {others} other places."
                    logger.warning("%s", message, type="sitejson", subtype=code)


def _warning_handlers() -> list[python_logging.Handler]:
    """Return the handlers of warnings."""
    handlers = python_logging.getLogger(logging.NAMESPACE).handlers
    return [handler for handler in handlers if handler.level >= python_logging.WARNING]


PACKAGE_LOGGERS = f"{logging.NAMESPACE}.{__name__.partition('.')[0]}."


class PrintableMessageFilter(python_logging.Filter):
    """Escapes control characters and strips credentials in messages of this package.

    Locations become absolute, like those of Sphinx. Messages of Sphinx and of other extensions may
    contain colors and stay unchanged.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def filter(self, record: python_logging.LogRecord) -> bool:
        """Make the text and the location of a message printable; all messages pass."""
        if record.name.startswith(PACKAGE_LOGGERS):
            text = escape_unprintable(
                strip_credentials_in_text(python_logging.LogRecord.getMessage(record))
            )
            if record.levelno >= python_logging.WARNING:
                # Programs parse warnings line by line.
                text = text.replace("\n", "\\n")
            if traceback := getattr(record, TRACEBACK, ""):
                text = f"{text}\n{escape_unprintable(strip_credentials_in_text(traceback))}"
            record.msg, record.args = text, ()
            if isinstance(location := getattr(record, "location", None), str):
                location = absolute_location(location, self._folder)
                record.location = escape_unprintable(location)
        return True


_POSITION = re.compile(r"(?P<file>[^:\n]+)(?P<position>(?::\d+){1,2})")


def absolute_location(location: str, folder: Path) -> str:
    """Return the location of a file with its absolute path: those of API documents are relative.

    ``api.yaml:4:1`` becomes ``/docs/api.yaml:4:1``.
    """
    match = _POSITION.fullmatch(location)
    file = Path(os.path.normpath(folder / match["file"])) if match else folder
    return f"{file}{match['position']}" if match and is_file(file) else location


def install_log_filters(app: Sphinx) -> None:
    """Add the filters to the handlers of Sphinx, which get messages of all processes."""
    logger = python_logging.getLogger(logging.NAMESPACE)
    for handler in logger.handlers:
        handler.addFilter(PrintableMessageFilter(Path(app.srcdir)))
    # Sphinx formats a debug message for each event, even if no handler needs it.
    logger.setLevel(min((handler.level for handler in logger.handlers), default=logger.level))
