"""Autoescape the theme's templates; those of others stay as in Sphinx."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst

from sphinx_sitejson.common.files import TEMPLATES, THEME

if TYPE_CHECKING:
    from sphinx.application import Sphinx

OWN_FOLDERS = (THEME, TEMPLATES / "sphinx")
"""Whose templates escape what they show."""

PARTS_OF_THE_THEME = ("partials", "macros")
"""A project may replace a file of these folders by a changed copy: it escapes like the original."""


class EscapingCodeGenerator(CodeGenerator):
    """Compiles a template so that it escapes, or does not, whichever template it is used by."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Give the template, its blocks and its macros their own choice, then compile them."""
        is_own = escapes_values(self.name, self.filename)
        escapes = is_own or _escapes_anyway(self.environment, self.name)
        self._is_trusted = _is_of_package(self.filename)
        if self._is_trusted:
            self.writeline("from jinja2 import Environment")
            self.environment = _without_sandbox(self.environment)
        parts: Iterable[Any] = node.find_all((nodes.Block, nodes.Macro, nodes.CallBlock))
        for part in (node, *parts):
            part.body = [_escaping(part.body, escapes)]
        node.set_environment(self.environment)
        super().visit_Template(node, frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Import macros; those of ours need nothing of the page, so they are made once."""
        if not self._is_trusted or node.with_context:
            super()._import_common(node, frame)
            return
        self.write("environment.get_template(")
        self.visit(node.template, frame)
        self.write(f", {self.name!r})._get_default_module()")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Read an attribute; in a template of ours without asking whether it may be read."""
        if not self._is_trusted:
            super().visit_Getattr(node, frame)
            return
        self.write("Environment.getattr(environment, ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")


def escapes_values(name: str | None, file: str | None) -> bool:
    """Whether a template is one of the theme, or stands in for a part of it."""
    if name is None or file is None:
        return False
    return _is_of_package(file) or name.lstrip("!") in _own_parts()


def _is_of_package(file: str | None) -> bool:
    return file is not None and _is_own(str(Path(file).parent))


def _without_sandbox(environment: Environment) -> Environment:
    """Return an environment in which calls are compiled as they are.

    Sphinx guards what templates call and read, since others write them. Ours need no guard, which
    costs a tenth of writing a page.
    """
    plain = environment.overlay()
    plain.sandboxed = False
    return plain


@cache
def _is_own(folder: str) -> bool:
    place = Path(folder).resolve()
    return any(place.is_relative_to(own.resolve()) for own in OWN_FOLDERS)


@cache
def _own_parts() -> frozenset[str]:
    return frozenset(
        file.relative_to(THEME).as_posix()
        for part in PARTS_OF_THE_THEME
        for file in (THEME / part).glob("*.html")
    )


def _escapes_anyway(environment: Environment, name: str | None) -> bool:
    """Whether an extension of the project had the environment escape this template."""
    choice = environment.autoescape
    return choice(name) if callable(choice) else choice


def _escaping(body: list[nodes.Node], escapes: bool) -> nodes.Node:
    line = body[0].lineno if body else 1
    choice = nodes.Keyword("autoescape", nodes.Const(escapes), lineno=line)
    return nodes.ScopedEvalContextModifier([choice], body, lineno=line)


def escape_project_templates(app: Sphinx) -> None:
    """Have the templates of a build compiled so; those of builders without templates are none."""
    bridge = getattr(app.builder, "templates", None)
    environment = getattr(bridge, "environment", None)
    if isinstance(environment, Environment):
        environment.code_generator_class = EscapingCodeGenerator
