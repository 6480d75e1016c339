"""Lets pictures on web pages move.

A page has the still picture ``images/motion/NAME-light.jpg``, which books and plain text show as it
is. Web pages play the file of that name in ``_static/motion`` instead, once, unless a reader asks
for less motion.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

MOTION, STILLS = "_static/motion", "images/motion"


def add_motion(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document
) -> None:
    """Complete the pictures of one page."""
    body = context.get("body", "")
    if app.builder.name not in ("html", "dirhtml") or "_images/" not in body:
        return
    for moving in Path(app.srcdir, MOTION).glob("*.webp"):
        address = escape(context["pathto"](f"{MOTION}/{moving.name}", 1))
        # Sphinx changes the name of a file if another folder has one of that name.
        if still := app.builder.images.get(f"{STILLS}/{moving.stem}.jpg"):
            body = with_motion(body, still, address)
    context["body"] = body
    if "key-picture" in body:
        app.add_css_file("key-pictures.css")


def with_motion(body: str, still: str, address: str) -> str:
    """Offer an animation beside the still picture."""
    media = "(prefers-reduced-motion: no-preference)"
    source = f'<source media="{media}" srcset="{address}" type="image/webp">'
    image = rf'<img\b[^>]*_images/{re.escape(still)}"[^>]*>'
    return re.sub(image, lambda match: f"<picture>{source}{match[0]}</picture>", body)


def setup(app: Sphinx) -> dict[str, bool]:
    """Look at each page last, when all of it is there."""
    app.connect("html-page-context", add_motion, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
