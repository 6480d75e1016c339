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
    Location,
    Problem,
    ProblemCode,
    quoted,
)
from sphinx_sitejson.mdx.url_schemes import is_external_url, is_image_data_url, is_unsafe_url
from sphinx_sitejson.settings.project_files import (
    describe_missing_file,
    find_project_file,
    suggest_file,
)
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.common.site_urls import paths_below_base

from .url_credentials import publishable_text, publishable_url

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

LINK_DOMAIN = "sitejson"
"""The domain of links that are resolved once all pages are known."""

_PAGE_SUFFIX = re.compile(r"\.(?:mdx|md|rst|html)$", re.IGNORECASE)


def link_node(
    href: str, *children: nodes.Node, env: BuildEnvironment, source: str, line: int
) -> nodes.Element:
    """Return a link to a page, a file of the project, a heading, or another site.

    An unsafe URL is reported, and only the text of the link remains.
    """
    original, href = href, publishable_url(href.strip(), env=env, source=source, line=line)
    if href != original.strip():
        children = tuple(map(_strip_credentials, children))
    if is_unsafe_url(href):
        message = f"the URL {quoted(href)} is not allowed; only its text is shown."
        _warn(ProblemCode.UNSAFE_ADDRESS, message, source, line)
        link: nodes.Element = nodes.inline("", "", *children)
    elif is_external_url(href):
        link = nodes.reference("", "", *children, refuri=href)
    elif found := _linked_file(env, href):
        link = addnodes.pending_xref("", *children, reftype="file", reftarget=href)
        link["filename"] = str(env.dlfiles.add_file(env.docname, found))
        env.note_dependency(found)
    else:
        # Sphinx names the source of references that a translation changes.
        link = addnodes.pending_xref(href, *children, reftype="page", reftarget=href)
    if isinstance(link, addnodes.pending_xref):
        link.attributes.update(
            refdomain=LINK_DOMAIN, refdoc=env.docname, refexplicit=True, refwarn=False
        )
    link.source, link.line = source, line
    return link


def image_node(
    src: str, *, env: BuildEnvironment, source: str, line: int, alt: str = ""
) -> nodes.Element:
    """Return an image that is copied into the site.

    A missing file is reported, and its alternative text is returned instead.
    """
    src = publishable_url(src.strip(), env=env, source=source, line=line)
    image = nodes.image(alt=alt)
    image.source, image.line = source, line
    if is_image_data_url(src) or (is_external_url(src) and not is_unsafe_url(src)):
        image["uri"] = src
        return image
    if found := project_file(env, src):
        image["uri"] = f"/{found}"
        return image
    reason = explain_missing_file(env, src)
    message = f"the image {quoted(src)} {reason}; showing its alt text instead."
    message += suggest_missing_file(env, src)
    _warn(ProblemCode.MISSING_FILE, message, source, line)
    return nodes.inline(alt, alt, classes=["sj-missing-image"])


def _strip_credentials(child: nodes.Node) -> nodes.Node:
    """Return the text of a link, which may repeat its URL, without credentials."""
    return nodes.Text(publishable_text(child)) if isinstance(child, nodes.Text) else child


def project_file(env: BuildEnvironment, reference: str) -> str | None:
    """Return the path of a project file relative to the root, or ``None``.

    A path without a leading slash is relative to the page, or else to the root.
    """
    root = Path(env.srcdir)
    for path in _candidate_paths(env, reference):
        found = find_project_file(root, path)
        if found is not None:
            return found.relative_to(root.resolve()).as_posix()
    return None


def explain_missing_file(env: BuildEnvironment, reference: str) -> str:
    """Return why there is no such file, as the end of a sentence after its name."""
    return describe_missing_file(Path(env.srcdir), *_candidate_paths(env, reference))


def suggest_missing_file(env: BuildEnvironment, reference: str) -> str:
    """Return a sentence that suggests a similar file, or an empty string."""
    root = Path(env.srcdir)
    hints = (suggest_file(root, path) for path in _candidate_paths(env, reference))
    return next(filter(None, hints), "")


def _candidate_paths(env: BuildEnvironment, reference: str) -> list[str]:
    """Return the paths from the root at which a file is searched."""
    path = re.split(r"[?#]", reference, maxsplit=1)[0]
    if path.startswith("/"):
        return paths_below_base(env.config, path)
    beside = posixpath.normpath(posixpath.join("/", posixpath.dirname(env.docname), path))
    return [beside, path] if path else [beside]


def _linked_file(env: BuildEnvironment, href: str) -> str | None:
    """Return the file that a link points to, unless it is a page."""
    path = unquote(split_url(href).path)
    if not posixpath.splitext(path)[1] or _PAGE_SUFFIX.search(path):
        return None
    return project_file(env, href)


def _warn(code: ProblemCode, message: str, source: str, line: int) -> None:
    report([Problem(code=code, message=message, location=Location(file=source, line=line))])
