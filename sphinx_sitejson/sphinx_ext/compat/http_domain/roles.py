"""Roles for endpoints, and for methods, status codes and headers of the standards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.roles import XRefRole
from sphinx.util.docutils import SphinxRole

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.compat.http_domain.standards import (
    Standard,
    header_standard,
    method_standard,
    status_standard,
)
from sphinx_sitejson.sphinx_ext.common.reports import report

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.environment import BuildEnvironment

_ANY_CODE = re.compile(r"[1-5]xx|default", re.IGNORECASE)
"""What documents write for several codes."""

Find = Callable[[str], Standard | None]
FINDERS: dict[str, Find] = {
    "method": method_standard,
    "statuscode": status_standard,
    "header": header_standard,
}


class EndpointRole(XRefRole):
    """Leads to the description of an endpoint: ``GET /ships``."""

    def __init__(self, method: str) -> None:
        super().__init__(warn_dangling=True)
        self._method = method

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Put the method before a path that stands for itself."""
        words = title if has_explicit_title else f"{self._method.upper()} {title}"
        return words, target.strip()


class StandardRole(SphinxRole):
    """Leads to the section of a standard that defines a word."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; a word that no standard has stays a word."""
        text = nodes.unescape(self.text)
        standard = FINDERS[self._kind](text)
        if standard is None and self._is_wrong(text):
            place = Place(file=self.get_source_info()[0], line=max(self.lineno, 0) or None)
            report(
                [
                    Problem(
                        code=ProblemCode.HTTP_ROLE,
                        message=_not_found(self._kind, text),
                        place=place,
                    )
                ]
            )
        return [standard_node(standard, text)], []

    def _is_wrong(self, text: str) -> bool:
        is_strict = bool(self.config.http_strict_mode)
        return is_strict and self._kind != "header" and not _ANY_CODE.fullmatch(text.strip())


def standard_node(standard: Standard | None, text: str) -> nodes.Node:
    """Return a link to a standard, or the words in emphasis."""
    if standard is None or not standard.url:
        words = standard.words if standard else text
        return nodes.emphasis(words, words)
    return nodes.reference(text, standard.words, refuri=standard.url, internal=False)


def _not_found(kind: str, text: str) -> str:
    what = "a method of HTTP" if kind == "method" else "a status code of HTTP"
    return f"http:{kind}: {quoted(text)} is not {what}; set http_strict_mode = False to allow it."
