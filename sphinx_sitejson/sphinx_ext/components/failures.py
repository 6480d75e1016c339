"""Components of a project's own that raise: told with page, line and name; their content stays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from .calls import Component, ComponentCall

LONGEST_REASON = 200


def without_raising(build: Component) -> Component:
    """Return a function of the owner that ends no build."""

    def build_or_keep(call: ComponentCall) -> Sequence[nodes.Node]:
        children = list(call.children)
        try:
            made = list(build(call))
            for node in made:
                if not isinstance(node, nodes.Node):
                    raise TypeError(f"it returned {type(node).__name__}, which is no node")
        except Exception as error:
            call.report("component_failed", failure_message(call.name, error))
            return children
        return made

    return build_or_keep


def failure_message(name: str, error: Exception) -> str:
    """Say what a component raised, and where."""
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    if len(reason) > LONGEST_REASON:
        reason = f"{reason[: LONGEST_REASON - 1]}…"
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename != __file__]
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"<{name}> failed: {reason}{place}; its content is shown."
