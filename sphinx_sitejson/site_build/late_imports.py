"""Functions and classes by name, imported when they are first used.

A reference is ``"package.module:name"``, the module as seen from the package. What a project
does not use is never imported: the build steps and registrations only name it.
``tests/sphinx_ext/test_late_imports.py`` resolves every reference.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.transforms import Transform
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

PACKAGE = __name__.partition(".")[0]

REFERENCES: dict[str, int | None] = {}
"""What was registered, transforms with their priority: a test compares it with what is named."""


def resolve_reference(reference: str) -> Any:
    """Import what a reference names; an error stops the build, on whichever page it happens."""
    module, name = _names(reference)
    try:
        return getattr(_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ExtensionError(f'"{reference}" cannot be imported', error) from error


@cache
def _module(name: str) -> ModuleType:
    # Python would look for its parents each time.
    return import_module(name)


def late_function(reference: str) -> Callable[..., Any]:
    """Return a function that imports another one when it is called."""

    def call(*arguments: Any, **options: Any) -> Any:
        return resolve_reference(reference)(*arguments, **options)

    call.__module__, call.__name__ = _names(reference)
    return call


class _LateDirective(type):
    """The metaclass of lazy directives: docutils reads their attributes to parse a block."""

    reference: str

    @property
    def required_arguments(cls) -> int:
        return cls.load().required_arguments

    @property
    def optional_arguments(cls) -> int:
        return cls.load().optional_arguments

    @property
    def final_argument_whitespace(cls) -> bool:
        return cls.load().final_argument_whitespace

    @property
    def option_spec(cls) -> Any:
        return cls.load().option_spec

    @property
    def has_content(cls) -> bool:
        return cls.load().has_content

    def load(cls) -> type[Directive]:
        loaded: type[Directive] = resolve_reference(cls.reference)
        return loaded

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        return cls.load()(*arguments, **options)


def late_directive(reference: str) -> type[Directive]:
    """Return a lazy directive class, whose instances are of the named class."""
    REFERENCES[reference] = None
    module, name = _names(reference)
    members = {"reference": reference, "__module__": module}
    return cast("type[Directive]", _LateDirective(name, (Directive,), members))


def late_transform(
    reference: str, priority: int, condition: Callable[[SphinxTransform], bool] | None = None
) -> type[Transform]:
    """Return a transform that runs the named one on the documents that fulfill a condition.

    :param priority: that of the named class, by which Sphinx sorts transforms.
    """
    REFERENCES[reference] = priority

    def initialize(self: SphinxTransform, document: nodes.document, startnode: Any = None) -> None:
        # That of docutils also finds the language of the page, which only the named one needs.
        self.document, self.startnode = document, startnode

    def apply(self: SphinxTransform, **options: Any) -> None:
        if condition is None or condition(self):
            resolve_reference(reference)(self.document, self.startnode).apply(**options)

    module, name = _names(reference)
    members = {
        "default_priority": priority,
        "__init__": initialize,
        "apply": apply,
        "__module__": module,
    }
    return type(name, (SphinxTransform,), members)


def late_visitors(visit: str, depart: str) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return the visitors of a node."""
    REFERENCES.update(dict.fromkeys((visit, depart)))
    return late_function(visit), late_function(depart)


@cache
def _names(reference: str) -> tuple[str, str]:
    module, _, name = reference.partition(":")
    return f"{PACKAGE}.{module}", name
