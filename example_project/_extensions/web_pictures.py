"""Gives pictures on web pages their size, so that nothing moves while they load, and some motion.

A page has the still picture ``images/motion/NAME-light.jpg``, which books and plain text show as it
is. Web pages play the file of that name in ``_static/motion`` instead, once, unless a reader asks
for less motion.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import imagesize

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

FOLDERS = ("images/keys", "images/motion")
MOTION = "_static/motion"
_IMAGE = re.compile(r'<img\b(?P<before>[^>]*?)\bsrc="(?P<address>[^"]*_images/(?P<name>[^"/]+))"')


def add_sizes_and_motion(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document
) -> None:
    """Complete the pictures of one page."""
    if app.builder.name not in ("html", "dirhtml") or "_images/" not in context.get("body", ""):
        return
    known = {path.name: path for each in FOLDERS for path in Path(app.srcdir, each).glob("*.*")}

    def with_size(match: re.Match[str]) -> str:
        if match["name"] not in known:
            return match[0]
        width, height = imagesize.get(known[match["name"]])
        return f'{match[0]} width="{width}" height="{height}"'

    body = _IMAGE.sub(with_size, context["body"])
    for moving in Path(app.srcdir, MOTION).glob("*.webp"):
        address = escape(context["pathto"](f"{MOTION}/{moving.name}", 1))
        body = with_motion(body, f"{moving.stem}.jpg", address)
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
    app.connect("html-page-context", add_sizes_and_motion, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
