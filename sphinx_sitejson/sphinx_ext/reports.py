"""How problems reach the author: as Sphinx messages of the type ``sitejson``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx_sitejson.problems import Problem

logger = logging.getLogger(__name__)


def report(problems: Iterable[Problem]) -> None:
    """Log each problem under its own subtype, with the place it was found at.

    What the site has mended by itself is an information.
    """
    for problem in problems:
        place = problem.place
        if problem.is_mended:
            logger.info("%s", problem)
            continue
        log = logger.error if problem.stops_build else logger.warning
        # Sphinx takes a location without a line for the name of a document.
        location = place.position if place.line is not None else None
        subject = place.key_path if location else place.file
        message = f"{subject}: {problem.message}" if subject else problem.message
        log("%s", message, type="sitejson", subtype=problem.code, location=location)
