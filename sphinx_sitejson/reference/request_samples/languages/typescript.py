"""Samples for TypeScript: those for Node.js with a type annotation."""

from __future__ import annotations

from sphinx_sitejson.reference.request_samples.request import SampleRequest

from .language import Language
from .node import node_code


def generate(request: SampleRequest) -> str:
    """Write a call of fetch for TypeScript."""
    return node_code(request, ": Response")


LANGUAGE = Language(
    name="typescript",
    label="TypeScript",
    lexer="typescript",
    generate=generate,
    spellings=("ts",),
)
