"""A use of a component, and the function that builds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from docutils import nodes
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.mdx.javascript.values import JsxValue, PropValue

__all__ = ["Component", "ComponentCall", "JsxValue", "PropValue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentCall:
    """One use of a component on a page."""

    name: str
    """The name as written, such as ``Card``."""
    props: Mapping[str, PropValue]
    """The values of the props, by name."""
    children: Sequence[nodes.Node]
    """The content between the tags, as nodes.

    They are blocks, unless the component is inline and used in text.
    """
    is_inline: bool
    """Whether the use is inside a paragraph, a heading or a table cell."""
    source: str
    """The file that uses the component."""
    line: int
    """The line in that file."""
    env: BuildEnvironment
    """The Sphinx build environment."""
    report: Callable[[str, str], None]
    """Reports a warning at the location of this use. Takes a code and a message."""


Component = Callable[[ComponentCall], Sequence[nodes.Node]]
"""Returns the nodes of a use, for every builder."""
