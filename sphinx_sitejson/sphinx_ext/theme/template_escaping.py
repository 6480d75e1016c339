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

ESCAPED_FOLDERS = (THEME, TEMPLATES / "sphinx")
"""Folders of templates that are autoescaped."""

THEME_PARTS = ("partials", "macros")
"""A project may override files of these folders; they are escaped like the originals."""


class EscapingCodeGenerator(CodeGenerator):
    """Compiles templates with autoescaping that depends on the template, not on its caller."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Set autoescaping of the template, its blocks and its macros, then compile them."""
        is_theme_template = escapes_values(self.name, self.filename)
        escapes = is_theme_template or _autoescapes(self.environment, self.name)
        self._is_trusted = _is_package_template(self.filename)
        if self._is_trusted:
            self.writeline("from jinja2 import Environment")
            self.environment = _without_sandbox(self.environment)
        parts: Iterable[Any] = node.find_all((nodes.Block, nodes.Macro, nodes.CallBlock))
        for part in (node, *parts):
            part.body = [_set_autoescape(part.body, escapes)]
        node.set_environment(self.environment)
        super().visit_Template(node, frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Import macros; ours do not depend on the page, so their module is shared."""
        if not self._is_trusted or node.with_context:
            super()._import_common(node, frame)
            return
        self.write("environment.get_template(")
        self.visit(node.template, frame)
        self.write(f", {self.name!r})._get_default_module()")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Read an attribute; in our templates without the checks of the sandbox."""
        if not self._is_trusted:
            super().visit_Getattr(node, frame)
            return
        self.write("Environment.getattr(environment, ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")


def escapes_values(name: str | None, file: str | None) -> bool:
    """Whether a template is one of the theme, or overrides a part of it."""
    if name is None or file is None:
        return False
    return _is_package_template(file) or name.lstrip("!") in _theme_parts()


def _is_package_template(file: str | None) -> bool:
    return file is not None and _is_escaped_folder(str(Path(file).parent))


def _without_sandbox(environment: Environment) -> Environment:
    """Return an environment without the sandbox.

    Sphinx renders all templates in a sandbox. Ours are trusted, and the sandbox would cost a tenth
    of writing a page.
    """
    plain = environment.overlay()
    plain.sandboxed = False
    return plain


@cache
def _is_escaped_folder(folder: str) -> bool:
    path = Path(folder).resolve()
    return any(path.is_relative_to(escaped.resolve()) for escaped in ESCAPED_FOLDERS)


@cache
def _theme_parts() -> frozenset[str]:
    return frozenset(
        file.relative_to(THEME).as_posix()
        for part in THEME_PARTS
        for file in (THEME / part).glob("*.html")
    )


def _autoescapes(environment: Environment, name: str | None) -> bool:
    """Whether another extension has enabled autoescaping of this template."""
    choice = environment.autoescape
    return choice(name) if callable(choice) else choice


def _set_autoescape(body: list[nodes.Node], escapes: bool) -> nodes.Node:
    line = body[0].lineno if body else 1
    choice = nodes.Keyword("autoescape", nodes.Const(escapes), lineno=line)
    return nodes.ScopedEvalContextModifier([choice], body, lineno=line)


def escape_project_templates(app: Sphinx) -> None:
    """Install the code generator in the template environment of a build."""
    bridge = getattr(app.builder, "templates", None)
    environment = getattr(bridge, "environment", None)
    if isinstance(environment, Environment):
        environment.code_generator_class = EscapingCodeGenerator
