"""How problems reach the author: as Sphinx messages of the type ``sitejson``."""

from __future__ import annotations

import logging as python_logging
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_sitejson.common.characters import printable
from sphinx_sitejson.common.problems import without_credentials_in

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.common.problems import Problem

MOST_ALIKE = 100
"""How often the same sentence is said in a build; the others are counted."""

TRACEBACK = "sitejson_traceback"
"""The attribute of a log record that has the traceback of an error."""

logger = logging.getLogger(__name__)


def report(problems: Iterable[Problem], *, traceback: str = "") -> None:
    """Log each problem under its own subtype, with the place it was found at.

    What the site has mended by itself is an information.

    :param traceback: what ``log_text`` appends to the message, for developers.
    """
    for problem in problems:
        place = problem.place
        if problem.is_repaired:
            logger.info("%s", problem)
            continue
        log = logger.error if problem.stops_build else logger.warning
        # Sphinx takes a location without a line for the name of a document.
        location = place.position if place.line is not None else None
        subject = place.key_path if location else place.file
        message = f"{subject}: {problem.message}" if subject else problem.message
        extra = {TRACEBACK: traceback} if traceback else {}
        log("%s", message, type="sitejson", subtype=problem.code, location=location, extra=extra)


class Alike(python_logging.Filter):
    """Holds back sentences that a build has said often enough, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._said: Counter[tuple[str, str]] = Counter()

    def filter(self, record: python_logging.LogRecord) -> bool:
        """Say whether a message of ours passes; the others always do."""
        if getattr(record, "type", "") != "sitejson":
            return True
        # Without its place, which Sphinx puts in front of it, and its code, which comes behind.
        words, code = python_logging.LogRecord.getMessage(record), getattr(record, "subtype", "")
        sentence = (words.removesuffix(f" [sitejson.{code}]"), str(code))
        self._said[sentence] += 1
        return self._said[sentence] <= MOST_ALIKE

    def held_back(self) -> list[tuple[str, str, int]]:
        """Return the sentences, the code of each, and how often it was not said."""
        return [
            (sentence, code, count - MOST_ALIKE)
            for (sentence, code), count in self._said.items()
            if count > MOST_ALIKE
        ]


def begin_counting(app: Sphinx) -> None:
    """Count sentences from here on, where Sphinx shows its warnings: of all processes."""
    for handler in _shown_warnings():
        handler.filters = [found for found in handler.filters if not isinstance(found, Alike)]
        handler.addFilter(Alike())


def log_repeated_messages(app: Sphinx, exception: Exception | None) -> None:
    """Log how often each repeated message was suppressed."""
    for handler in _shown_warnings():
        for counter in [found for found in handler.filters if isinstance(found, Alike)]:
            handler.removeFilter(counter)
            for sentence, code, count in counter.held_back():
                message = f"{sentence} The same applies to {count} other places."
                logger.warning("%s", message, type="sitejson", subtype=code)


def _shown_warnings() -> list[python_logging.Handler]:
    """Return what shows warnings; the handler of other messages refuses them."""
    handlers = python_logging.getLogger(logging.NAMESPACE).handlers
    return [handler for handler in handlers if handler.level >= python_logging.WARNING]


OWN_LOGGERS = f"{logging.NAMESPACE}.{__name__.partition('.')[0]}."


class PrintableMessages(python_logging.Filter):
    """Escapes what a message of this package has of control characters, and hides passwords.

    Those of Sphinx and of other extensions may have colors on purpose and stay as they are.
    """

    def filter(self, record: python_logging.LogRecord) -> bool:
        """Let every message pass, ours with its text and its place made printable."""
        if record.name.startswith(OWN_LOGGERS):
            text = printable(without_credentials_in(python_logging.LogRecord.getMessage(record)))
            if record.levelno >= python_logging.WARNING:
                # Programs read warnings line by line.
                text = text.replace("\n", "\\n")
            if traceback := getattr(record, TRACEBACK, ""):
                text = f"{text}\n{printable(without_credentials_in(traceback))}"
            record.msg, record.args = text, ()
            if isinstance(location := getattr(record, "location", None), str):
                record.location = printable(location)
        return True


def setup_log_text(app: Sphinx) -> None:
    """Watch the messages on their way out, those of other processes included."""
    logger = python_logging.getLogger(logging.NAMESPACE)
    for handler in logger.handlers:
        handler.addFilter(PrintableMessages())
    # Sphinx writes a line for each event, and takes its time for it even if no handler wants it.
    logger.setLevel(min((handler.level for handler in logger.handlers), default=logger.level))
