"""Links and images as authors of pages write them: by path, with or without extension."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.common.problems import (
    Place,
    Problem,
    ProblemCode,
    quoted,
    strip_credentials_in_text,
)
from sphinx_sitejson.mdx.url_schemes import is_outside_the_site, is_picture, is_unsafe
from sphinx_sitejson.settings.project_files import describe_missing_file, find_project_file
from sphinx_sitejson.sphinx_ext.common.reports import report

from .url_credentials import drawn_address

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

LINK_DOMAIN = "sitejson"
"""The domain of links that wait until all pages are known."""

_PAGE_SUFFIX = re.compile(r"\.(?:mdx|md|rst|html)$", re.IGNORECASE)


def link_node(
    href: str, *children: nodes.Node, env: BuildEnvironment, source: str, line: int
) -> nodes.Element:
    """Return a link to a page, a file of the project, a heading, or another site.

    A link that must not be followed is reported and leaves its words.
    """
    written, href = href, drawn_address(href.strip(), env=env, source=source, line=line)
    if href != written.strip():
        children = tuple(map(_plain_words, children))
    if is_unsafe(href):
        message = f"the address {quoted(href)} is not allowed; only its words are shown."
        _warn(ProblemCode.UNSAFE_ADDRESS, message, source, line)
        link: nodes.Element = nodes.inline("", "", *children)
    elif is_outside_the_site(href):
        link = nodes.reference("", "", *children, refuri=href)
    elif found := _linked_file(env, href):
        link = addnodes.pending_xref("", *children, reftype="file", reftarget=href)
        link["filename"] = str(env.dlfiles.add_file(env.docname, found))
        env.note_dependency(found)
    else:
        link = addnodes.pending_xref("", *children, reftype="page", reftarget=href)
    if isinstance(link, addnodes.pending_xref):
        link.attributes.update(
            refdomain=LINK_DOMAIN, refdoc=env.docname, refexplicit=True, refwarn=False
        )
    link.source, link.line = source, line
    return link


def image_node(
    src: str, *, env: BuildEnvironment, source: str, line: int, alt: str = ""
) -> nodes.Element:
    """Return an image that is copied into the site; a missing one is reported, its words stay."""
    src = drawn_address(src.strip(), env=env, source=source, line=line)
    image = nodes.image(alt=alt)
    image.source, image.line = source, line
    if is_picture(src) or (is_outside_the_site(src) and not is_unsafe(src)):
        image["uri"] = src
        return image
    if found := project_file(env, src):
        image["uri"] = f"/{found}"
        return image
    message = f"the image {quoted(src)} {why_no_file(env, src)}; its description is shown instead."
    _warn(ProblemCode.MISSING_FILE, message, source, line)
    return nodes.inline(alt, alt, classes=["sj-missing-image"])


def _plain_words(child: nodes.Node) -> nodes.Node:
    """Return the words of a link that may be its address."""
    return nodes.Text(strip_credentials_in_text(child)) if isinstance(child, nodes.Text) else child


def project_file(env: BuildEnvironment, reference: str) -> str | None:
    """Return a file of the project by its path from the root, or nothing.

    A path without a leading slash is seen from the page, then from the root.
    """
    root = Path(env.srcdir)
    for place in _places(env, reference):
        found = find_project_file(root, place)
        if found is not None:
            return found.relative_to(root.resolve()).as_posix()
    return None


def why_no_file(env: BuildEnvironment, reference: str) -> str:
    """Say why there is no such file, after its name: an ending of a sentence."""
    return describe_missing_file(Path(env.srcdir), *_places(env, reference))


def _places(env: BuildEnvironment, reference: str) -> list[str]:
    """Return the paths from the root at which a file is looked for."""
    path = re.split(r"[?#]", reference, maxsplit=1)[0]
    places = [path] if path else []
    if not path.startswith("/"):
        folder = posixpath.dirname(env.docname)
        places.insert(0, posixpath.normpath(posixpath.join("/", folder, path)))
    return places


def _linked_file(env: BuildEnvironment, href: str) -> str | None:
    """Return the file that a link names, unless it is a page."""
    path = unquote(split_url(href).path)
    if not posixpath.splitext(path)[1] or _PAGE_SUFFIX.search(path):
        return None
    return project_file(env, href)


def _warn(code: ProblemCode, message: str, source: str, line: int) -> None:
    report([Problem(code=code, message=message, place=Place(file=source, line=line))])
