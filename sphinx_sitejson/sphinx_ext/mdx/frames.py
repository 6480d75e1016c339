"""The ground of the renderer of MDX pages: the file it is in, its names, props and warnings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import token_line

from sphinx_sitejson.mdx.expressions.evaluating import Scope, attribute_value, spread_values
from sphinx_sitejson.mdx.expressions.values import NotData
from sphinx_sitejson.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.reports import report

from .myst_renderer import MystRenderer

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.mdx.scanning.masking import Mark, Page
    from sphinx_sitejson.sphinx_ext.components.registry import ComponentSpec

    from .snippets import SourceFile

MOST_PARTS = 5_000
"""How many snippets, templates and elements of values a page may bring in: each may double."""

_IGNORED_PROPS = ("on", "data-", "aria-")


@dataclass(slots=True)
class Frame:
    """The file whose text is being rendered, and the names known in it."""

    source: SourceFile
    scope: Scope
    children: list[nodes.Node] = field(default_factory=list)
    """What stands between the tags of the use of a snippet."""
    warned: set[str] = field(default_factory=set)


class FrameRenderer(MystRenderer):
    """Knows in which file a text stands, and what its expressions may use."""

    frames: list[Frame]
    parts: int
    """How much the page has brought in so far."""

    @property
    def frame(self) -> Frame:
        """The innermost file."""
        return self.frames[-1]

    def has_room(self, line: int) -> bool:
        """Whether the page may bring in one part more; what has none is reported once."""
        self.parts += 1
        if self.parts == MOST_PARTS + 1:
            message = f"the page brings in more than {MOST_PARTS} parts; the others are left out."
            self.report("mdx_snippet", message, line)
        return self.parts <= MOST_PARTS

    def props_of(self, page: Page, mark: Mark, name: str, line: int) -> dict[str, PropValue]:
        """Return the props of a tag; those that are programs are left out, with a warning."""
        assert mark.tag is not None
        text = page.scan.text
        props: dict[str, PropValue] = {}
        for attribute in mark.tag.attributes:
            try:
                if attribute.kind == "spread":
                    props.update(spread_values(text, attribute, self.frame.scope))
                else:
                    props[attribute.name] = attribute_value(text, attribute, self.frame.scope)
            except NotData:
                if is_handler(attribute.name):
                    props[attribute.name] = True
                    continue
                written = text[attribute.start : attribute.end].strip()
                which = f'"{attribute.name}"' if attribute.name else "the props"
                message = f"<{name}>: {which} is no plain value: {quoted(written)}; it is left out."
                self.report("mdx_expression", message, line)
        return props

    def checked_props(
        self, spec: ComponentSpec, props: Mapping[str, PropValue], line: int
    ) -> dict[str, PropValue]:
        """Return the props under their right names, and report those that have none."""
        checked: dict[str, PropValue] = {}
        for name, value in props.items():
            if name in spec.props or name == "children" or name.startswith(_IGNORED_PROPS):
                checked[name] = value
                continue
            right = nearest_prop(name, spec.props)
            if right and right not in props:
                checked[right] = value
                message = f'<{spec.name}>: there is no prop "{name}"; it is read as "{right}".'
            else:
                checked[name] = value
                message = f'<{spec.name}>: there is no prop "{name}"; it has no effect.'
            self.report("unknown_prop", message, line)
        return checked

    def line_of(self, token: SyntaxTreeNode) -> int:
        """Return the line of a token, also inside of a paragraph."""
        delta = token.meta.get("delta", 0) if token.meta else 0
        return token_line(token, 0) + int(delta)

    def report(self, code: ProblemCode, message: str, line: int) -> None:
        """Warn at a line of the file that is being rendered."""
        place = Place(file=str(self.document["source"]), line=line or 1)
        report([Problem(code=code, message=message, place=place)])


def is_handler(name: str) -> bool:
    """Whether a prop is a program that answers an event."""
    return name[:2] == "on" and name[2:3].isupper()


def nearest_prop(name: str, known: frozenset[str]) -> str:
    """Return the prop that was meant, or nothing."""
    by_lower_case = {prop.lower(): prop for prop in known}
    if name.lower() in by_lower_case:
        return by_lower_case[name.lower()]
    nearest = get_close_matches(name.lower(), by_lower_case, n=1, cutoff=0.8)
    return by_lower_case[nearest[0]] if nearest else ""
