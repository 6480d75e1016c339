"""Check the language of the site, and the catalogs with its translations."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.common.languages import is_known_language, suggest_language
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.common.labels import CATALOG
from sphinx_sitejson.sphinx_ext.common.reports import report, report_config_value

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_TEXT = r'"(?:[^"\\]|\\.)*+"'
_KEYWORD = r"msg(?:ctxt|id|id_plural|str(?:\[\d+\])?)"
_BAD_LINE = re.compile(
    rf"^(?![ \t]*(?:#.*|(?:{_KEYWORD}[ \t]*)?{_TEXT})?[ \t\r]*$).+", re.MULTILINE
)
_OPEN_TEXT = re.compile(rf'[ \t]*(?:{_KEYWORD}[ \t]*)?"')
_MAX_REPORTED = 3
"""How many lines of one catalog are reported."""


def check_language(app: Sphinx) -> None:
    """Report a language of ``conf.py`` that does not exist, and invalid lines of its catalogs."""
    language = app.config.language
    if not isinstance(language, str) or not language:
        return
    catalogs = list(_catalogs(app, language))
    if not catalogs and not is_known_language(language):
        message = f'"language": {quoted(language)} is not the code of a language, such as "en" or '
        message += f'"pt_BR"; labels are in English.{suggest_language(language)}'
        report_config_value(app, "language", message, code=ProblemCode.WRONG_VALUE)
    for file in catalogs:
        report(_find_invalid_lines(file))


def _catalogs(app: Sphinx, language: str) -> Iterator[Path]:
    """Yield the catalogs that Sphinx compiles."""
    for folder in app.config.locale_dirs:
        messages = Path(app.srcdir, folder, language, "LC_MESSAGES")
        for place, folders, names in os.walk(messages):
            folders.sort()
            for name in sorted(names):
                # The catalog of labels is checked when it is read.
                if name.endswith(".po") and name != f"{CATALOG}.po":
                    yield Path(place, name)


def _find_invalid_lines(file: Path) -> Iterator[Problem]:
    try:
        text = read_file(file).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        # Sphinx reports it.
        return
    for number, found in enumerate(_BAD_LINE.finditer(text)):
        if number == _MAX_REPORTED:
            return
        cause = (
            "the text has no closing quotation mark"
            if _OPEN_TEXT.match(found[0])
            else "this is neither msgid, msgstr, a text in quotation marks, nor a comment"
        )
        yield Problem(
            code=ProblemCode.CATALOG,
            message=f"{cause}, so the translation is incomplete or missing.",
            location=Location(file=str(file), line=text.count("\n", 0, found.start()) + 1),
        )
