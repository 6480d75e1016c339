"""``conf.py`` as the commands read it, without executing it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.common.problems import Problem
from sphinx_sitejson.settings.conf_py import explain_failure, find_slips


def conf_source(folder: Path) -> str:
    """Return the text of ``conf.py``; empty if there is none that can be read as text."""
    try:
        return read_file(folder / "conf.py").decode("utf-8-sig")
    except (OSError, UnicodeError):
        return ""


def conf_slips(folder: Path) -> list[Problem]:
    """Return the mistakes in ``conf.py`` that stop every build."""
    return find_slips(conf_source(folder), str(folder / "conf.py"))


def conf_failure(folder: Path, log: str) -> Problem | None:
    """Return why a build stopped, if the reason is in ``conf.py``."""
    return explain_failure(log, conf_source(folder), str(folder / "conf.py"))


def plain_values(folder: Path) -> Mapping[str, Any]:
    """Return the literal values that ``conf.py`` assigns.

    ``project = "Docs"`` gives ``{"project": "Docs"}``.
    """
    try:
        tree = ast.parse(read_file(folder / "conf.py"))
    except (OSError, ValueError, SyntaxError, RecursionError):
        return {}
    values: dict[str, Any] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            try:
                values |= dict.fromkeys(names, ast.literal_eval(statement.value))
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                # A later value that is not plain takes the place of an earlier one, too.
                values = {name: value for name, value in values.items() if name not in names}
    return values
