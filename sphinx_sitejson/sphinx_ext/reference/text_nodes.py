"""The nodes for HTML elements in texts of documents, which docutils has no node for."""

from __future__ import annotations

from docutils import nodes


class text_element(nodes.Inline, nodes.TextElement):
    """A line break, struck text or image: ``tag`` and ``attributes``.

    Its content is for formats that have no such element: the link to an image, for example.
    """


class text_rule(nodes.General, nodes.Element):
    """A horizontal rule, which is allowed anywhere, unlike a transition."""
