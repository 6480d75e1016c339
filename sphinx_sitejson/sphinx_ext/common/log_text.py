"""What this package says in a terminal is only read there: no text of a file can act in it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sphinx.util.logging import NAMESPACE

from sphinx_sitejson.common.characters import printable
from sphinx_sitejson.common.problems import without_credentials_in

from .reports import TRACEBACK

if TYPE_CHECKING:
    from sphinx.application import Sphinx

OWN_LOGGERS = f"{NAMESPACE}.{__name__.partition('.')[0]}."


class PrintableMessages(logging.Filter):
    """Escapes what a message of this package has of control characters, and hides passwords.

    Those of Sphinx and of other extensions may have colors on purpose and stay as they are.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every message pass, ours with its text and its place made printable."""
        if record.name.startswith(OWN_LOGGERS):
            text = printable(without_credentials_in(logging.LogRecord.getMessage(record)))
            if record.levelno >= logging.WARNING:
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
    logger = logging.getLogger(NAMESPACE)
    for handler in logger.handlers:
        handler.addFilter(PrintableMessages())
    # Sphinx writes a line for each event, and takes its time for it even if no handler wants it.
    logger.setLevel(min((handler.level for handler in logger.handlers), default=logger.level))
