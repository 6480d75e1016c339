"""Formulas that are written as a component."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.props import flag_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_latex(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a formula, which every writer knows."""
    written = call.props.get("children")
    parts = [written] if isinstance(written, str) else [node.astext() for node in call.children]
    formula = " ".join(parts).strip()
    if not formula:
        return []
    if call.is_inline or flag_prop(call, "inline"):
        return [nodes.math(formula, formula)]
    block = nodes.math_block(formula, formula, nowrap=False, number=None, docname=call.env.docname)
    block.source, block.line = call.source, call.line
    return [block]


FAMILY = Family(components=(spec("Latex", build_latex, "inline", is_block=False),))
