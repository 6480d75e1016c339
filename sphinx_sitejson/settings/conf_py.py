"""Read ``conf.py`` as text, without running it.

Sphinx reports most of its mistakes with the tail of a traceback, or with a name and no line.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean

_EXTENSIONS = "extensions"
_LIKENESS = 0.9
_LIKENESS_OF_OURS = 0.6
_FRAME = re.compile(r'^ +File "(?P<file>[^"]+)", line (?P<line>\d+)', re.MULTILINE)
NOT_LOADED = re.compile(
    r"Builder name sitejson-check not registered|unknown config value '?sitejson_preview"
)
"""Messages of Sphinx about what the commands ask of the extension."""

_NOT_IMPORTED = re.compile(r"Could not import extension (?P<name>.+?) \(exception: (?P<why>.*)\)")
_UNKNOWN_THEME = re.compile(r"no theme named '(?P<name>[^']*)' found")
_LINE_OF_CONF = re.compile(r'File "[^"]*\bconf\.py", line (?P<line>\d+)')
_EXCEPTION = re.compile(
    r"^\s*(?P<kind>[A-Z]\w*(?:Error|Exception|Exit)): (?P<why>.*)$", re.MULTILINE
)


@dataclass(frozen=True)
class _Entry:
    """A text in the list of extensions."""

    value: str
    line: int
    parts: tuple[str, ...]
    """The texts that Python has joined, since no comma is between them."""


class ConfFile:
    """A ``conf.py`` that Python can read; raises SyntaxError or ValueError for another."""

    def __init__(self, source: str, file: str) -> None:
        self.file = file
        self._source = source
        self.tree = ast.parse(source)

    @cached_property
    def _assignments(self) -> list[tuple[str, ast.expr]]:
        found: list[tuple[str, ast.expr]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                found += [(name, node.value) for name in names]
            elif (
                isinstance(node, ast.AnnAssign | ast.AugAssign)
                and isinstance(node.target, ast.Name)
                and node.value is not None
            ):
                found.append((node.target.id, node.value))
        return found

    @property
    def assigned(self) -> dict[str, ast.expr]:
        """The value of each name."""
        return dict(self._assignments)

    @cached_property
    def used(self) -> frozenset[str]:
        """The names whose values the file itself uses."""
        return frozenset(
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        )

    def line_of(self, name: str) -> int | None:
        """Return the line of the value of a name."""
        value = self.assigned.get(name)
        return value.lineno if value is not None else None

    @cached_property
    def extensions(self) -> tuple[_Entry, ...]:
        """The texts in the list of extensions, and in what is added to it."""
        lists: list[ast.expr] = [value for name, value in self._assignments if name == _EXTENSIONS]
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = node.func.value
                if isinstance(owner, ast.Name) and owner.id == _EXTENSIONS:
                    lists += node.args
        return tuple(
            _Entry(text.value, text.lineno, self._joined_texts(text))
            for node in lists
            for text in ast.walk(node)
            if isinstance(text, ast.Constant) and isinstance(text.value, str)
        )

    def _joined_texts(self, node: ast.Constant) -> tuple[str, ...]:
        text = ast.get_source_segment(self._source, node) or ""
        try:
            tokens = list(tokenize.generate_tokens(io.StringIO(f"({text}\n)").readline))
            return tuple(ast.literal_eval(t.string) for t in tokens if t.type == tokenize.STRING)
        except (tokenize.TokenError, SyntaxError, ValueError):
            return ()


def _parse(file: Path) -> ConfFile:
    """Parse ``conf.py``, as an empty file if it cannot be read."""
    try:
        source = read_file(file).decode("utf-8-sig")
    except (OSError, UnicodeError):
        # Such as a project without the file, whose values are those of the command line.
        source = ""
    return ConfFile(source, str(file))


def read_conf_file(file: Path) -> ConfFile | None:
    """Return the parsed ``conf.py``, or None if Python cannot read it."""
    try:
        return _parse(file)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _problem(
    message: str, file: str | Path, line: int | None = None, column: int | None = None
) -> Problem:
    location = Location(str(file), line=line, column=column)
    return Problem(ProblemCode.CONF_PY, message, location, stops_build=True)


def find_slips(file: Path) -> list[Problem]:
    """Return the mistakes that stop every build: syntax, and names that cannot be extensions.

    ``extensions = ["sphinx-sitejson"]`` gives the problem ``"sphinx-sitejson" is the name of a
    package; its extension is "sphinx_sitejson".``
    """
    try:
        conf = _parse(file)
    except SyntaxError as error:
        message = f"Python cannot read the file: {error.msg}."
        return [_problem(message, file, error.lineno, error.offset)]
    except (ValueError, RecursionError):
        message = "Python cannot read the file: it contains a null character, or is nested deeply."
        return [_problem(message, file)]
    return list(_extension_slips(conf))


def _extension_slips(conf: ConfFile) -> Iterator[Problem]:
    value = conf.assigned.get(_EXTENSIONS)
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        message = f'"{_EXTENSIONS}" must be a list: write [{value.value!r}].'
        yield _problem(message, conf.file, value.lineno)
        return
    for entry in conf.extensions:
        if len(entry.parts) > 1 and not _exists(entry.value):
            between = " and ".join(f'"{part}"' for part in entry.parts[:2])
            yield _problem(f"a comma is missing between {between}.", conf.file, entry.line)
        elif "-" in entry.value and not _exists(entry.value):
            yield _problem(_explain_package(entry.value), conf.file, entry.line)


def _explain_package(name: str) -> str:
    for module in (name.replace("-", "_"), name.replace("-", ".", 1).replace("-", "_")):
        if _exists(module):
            return f'"{name}" is the name of a package; its extension is "{module}".'
    module = name.replace("-", "_")
    return f'"{name}" is not a valid extension name; perhaps you mean "{module}".'


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def misspelled_names(conf: ConfFile, known: Collection[str]) -> Iterator[Problem]:
    """Yield the names in ``conf.py`` that have no effect, and are close to those that have one."""
    for name, value in conf.assigned.items():
        if name in known or name in conf.used or name.startswith("_"):
            continue
        likeness = _LIKENESS_OF_OURS if name.startswith("sitejson_") else _LIKENESS
        if hint := did_you_mean(name, known, likeness=likeness):
            location = Location(conf.file, line=value.lineno)
            message = f'"{name}" is not a configuration value of Sphinx or an extension.{hint}'
            yield Problem(ProblemCode.CONF_PY, message, location)


def explain_failure(log: str, file: Path) -> Problem | None:
    """Return why Sphinx stopped, with the line of ``conf.py``; None if that is not the reason."""
    conf = read_conf_file(file)
    if conf is None:
        return None
    if NOT_LOADED.search(log):
        message = 'the extension "sphinx_sitejson" is not loaded; add it to "extensions".'
        return _problem(message, conf.file, conf.line_of(_EXTENSIONS))
    if match := _NOT_IMPORTED.search(log):
        lines_of_name = (each.line for each in conf.extensions if each.value == match["name"])
        line = next(lines_of_name, conf.line_of(_EXTENSIONS))
        message = f'the extension "{match["name"]}" cannot be imported ({match["why"]}).'
        message += did_you_mean(match["name"], ["sphinx_sitejson"], likeness=0.8)
        return _problem(message, conf.file, line)
    if match := _UNKNOWN_THEME.search(log):
        message = f'"html_theme": there is no theme "{match["name"]}".'
        return _problem(message, conf.file, conf.line_of("html_theme"))
    errors = list(_EXCEPTION.finditer(log))
    if not errors:
        return None
    reason = f"{errors[-1]['kind']}: {errors[-1]['why']}."
    lines, frames = list(_LINE_OF_CONF.finditer(log)), list(_FRAME.finditer(log))
    if "programmable error in your configuration file" in log and lines:
        message = f"Python cannot run the file: {reason}"
        return _problem(message, conf.file, int(lines[-1]["line"]))
    if "in load_extension" in log and frames:
        message = f"the extension cannot be set up: {reason}"
        return _problem(message, frames[-1]["file"], int(frames[-1]["line"]))
    return None


def plain_values(folder: Path) -> Mapping[str, Any]:
    """Return the literal values that ``conf.py`` assigns.

    ``project = "Docs"`` gives ``{"project": "Docs"}``.
    """
    conf = read_conf_file(folder / "conf.py")
    values: dict[str, Any] = {}
    for statement in conf.tree.body if conf else ():
        if isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            try:
                values |= dict.fromkeys(names, ast.literal_eval(statement.value))
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                # A later value that is not plain takes the place of an earlier one, too.
                values = {name: value for name, value in values.items() if name not in names}
    return values
