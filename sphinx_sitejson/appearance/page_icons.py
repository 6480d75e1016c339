"""Icons in pages: one SVG sprite per page, and images of the project.

The markup of an icon only references its symbol, so the sprite of a page follows from its HTML.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_sitejson.common.files import is_outside_repository
from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.settings.project_files import (
    describe_missing_file,
    entries_with_icon,
    find_project_file,
    suggest_file,
)
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.front_matter import key_location
from sphinx_sitejson.site_build.output_files import publish_copy, published_path
from sphinx_sitejson.site_build.reports import report_at, report_config_value
from sphinx_sitejson.site_build.templates import render

from .icons import (
    STROKE,
    Icon,
    IconMatch,
    IconStyle,
    StrokeIcons,
    UnreadableIconError,
    icon_files,
    look_up_icon,
    parse_icon_reference,
    read_svg_icon,
)
from .images import is_black_drawing

FILE_PREFIX = "sj-icon-file:"
"""Prefix of project images until the page that shows them is known."""

_USE = re.compile(r'<use href="#(sj-icon-(solid|regular|brands)-([a-z0-9-]+))"/>')
_FILE = re.compile(rf'(<img class="sj-icon"[^>]* src="){FILE_PREFIX}([^"]*)(">)')

logger = logging.getLogger(__name__)


@cache
def icon_markup(name: str, icon_type: str | None = None) -> Markup:
    """Return the markup of an icon.

    :param name: the name of an icon, the URL of an image, or the path of one in the project.
    """
    reference = parse_icon_reference(name, icon_type)
    is_file = reference.kind == "file"
    return render(
        "icon.html.jinja",
        reference=reference,
        id=f"sj-icon-{reference.style}-{reference.value or 'unknown'}",
        source=f"{FILE_PREFIX}{reference.value}" if is_file else reference.value,
    )


def icon_sprite(html: str, project: Mapping[str, Icon], body: str = "") -> Markup:
    """Return the sprite of the icons in HTML, without those that the body of a page has."""
    present = {id for id, _style, _name in _USE.findall(body)}
    icons = [
        (id, _look_up(name, style, project).icon)
        for id, style, name in dict.fromkeys(_USE.findall(html))
        if id not in present
    ]
    has_strokes = any(icon.style == STROKE for _, icon in icons)
    return (
        render("icon_sprite.html.jinja", icons=icons, has_strokes=has_strokes)
        if icons
        else Markup()
    )


def _look_up(name: str, style: IconStyle, project: Mapping[str, Icon]) -> IconMatch:
    icon = project.get(name)
    # Lucide has no brands: its "x" is a cross.
    is_other = icon is not None and icon.style == STROKE and style == "brands"
    return IconMatch(icon=icon) if icon and not is_other else look_up_icon(name, style)


_image_uris: BuildState[dict[str, str]] = BuildState(lambda env: {})
"""The URLs of published images from the root of the site, by reference; empty if there is none."""


def resolve_images(app: Sphinx, html: str, root: str) -> str:
    """Publish images of the project that are icons, and insert their URLs relative to a page.

    :param root: the relative URL of the root.
    """
    if FILE_PREFIX not in html:
        return html
    uris = _image_uris(app.env)

    def insert_url(match: re.Match[str]) -> str:
        reference = unescape(match[2])
        if reference not in uris:
            uris[reference] = ""
            if file := _icon_file(app.env, reference):
                path = published_path(site_of(app.env).root, file)
                if publish_copy(app, file, path):
                    mark = '" data-ink="' if is_black_drawing(file) else ""
                    uris[reference] = f"{quote(path)}{mark}"
        uri = uris[reference]
        return f"{match[1]}{root}{uri}{match[3]}" if uri else ""

    return _FILE.sub(insert_url, html)


def _icon_file(env: BuildEnvironment, reference: str) -> Path | None:
    """Return the file of an icon, also of one that Sphinx copies to the root of the site."""
    root, folders = site_of(env).root, ("", *env.config.html_extra_path)
    files = (find_project_file(root, f"{folder}/{reference.lstrip('/')}") for folder in folders)
    return next(filter(None, files), None)


@dataclass(frozen=True)
class ProjectIcons:
    """The icons that precede those of Font Awesome, by name."""

    icons: Mapping[str, Icon] = field(default_factory=dict)
    digest: str = ""


project_icons: BuildState[ProjectIcons] = BuildState(lambda env: ProjectIcons())


def add_icons_to_body(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], *others: object
) -> None:
    """Append the icon sprite to a page's body, for any theme, and report unknown names."""
    body = context.get("body")
    if not isinstance(body, str) or "sj-icon" not in body:
        return
    for _, style, name in dict.fromkeys(_USE.findall(body)):
        check_icon(app.env, name, style, pagename)
    for reference in dict.fromkeys(unescape(match[2]) for match in _FILE.finditer(body)):
        check_icon(app.env, reference, None, pagename)
    body = resolve_images(app, body, str(context.get("content_root", "")))
    context["body"] = body + str(icon_sprite(body, project_icons(app.env).icons))


def _icon_problem(
    env: BuildEnvironment, name: str, icon_type: str | None
) -> tuple[ProblemCode, str]:
    """Return what is wrong with an icon; an empty message if nothing is."""
    reference = parse_icon_reference(name, icon_type)
    root = site_of(env).root
    if reference.kind == "file" and not _icon_file(env, name):
        reason = f"{describe_missing_file(root, name)}; the icon was ignored."
        return ProblemCode.MISSING_FILE, f'the file "{name}" {reason}{suggest_file(root, name)}'
    message = ""
    if reference.kind == "name":
        message = _look_up(reference.value, reference.style, project_icons(env).icons).problem
    return ProblemCode.UNKNOWN_ICON, message


def check_page_icon(app: Sphinx, doctree: nodes.document) -> None:
    """Report an unknown icon in the front matter of a page."""
    docname = app.env.docname
    facts = site_domain(app.env).facts_of(docname)
    if not facts.icon:
        return
    code, message = _icon_problem(app.env, facts.icon, facts.icon_type)
    if message:
        report_at(code, message, key_location(app.env, docname, "icon"))


def check_icon(env: BuildEnvironment, name: str, icon_type: str | None, docname: str) -> None:
    """Warn about an icon in the text of a page that is unknown or missing."""
    code, message = _icon_problem(env, name, icon_type)
    if not message:
        return
    location = _icon_location(env, name, docname)
    logger.warning("%s", message, type="sitejson", subtype=code, location=location)


_SNIPPET_SUFFIXES = (".mdx", ".md", ".jsx", ".tsx", ".js", ".ts", ".json")


def _icon_location(env: BuildEnvironment, name: str, docname: str) -> str:
    """Return the first line that uses an icon, in a page or its snippets; else the page."""
    value = rf"(?:fa-)?{re.escape(name)}"
    use = re.compile(rf"""icon\S*[=:`]\s*[{{"'`]*{value}\b""", re.IGNORECASE)
    snippets = (
        Path(env.srcdir, file)
        for file in sorted(env.dependencies[docname])
        if Path(file).suffix in _SNIPPET_SUFFIXES
    )
    for file in (env.doc2path(docname), *snippets):
        try:
            text = Path(file).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if match := use.search(text):
            return f"{file}:{text.count(chr(10), 0, match.start()) + 1}"
    return docname


def read_project_icons(app: Sphinx) -> None:
    """Read the icons of the project, then check the icons of the settings."""
    site = site_of(app.env)
    icons: dict[str, Icon] = {}
    if app.config.sitejson_icons_path:
        folder = Path(os.path.normpath(Path(app.confdir, app.config.sitejson_icons_path)))
        # The author may name a folder elsewhere; links in the project must not leave it.
        is_inside = folder.is_relative_to(app.confdir)
        icons |= _project_icons(app, folder, Path(app.confdir) if is_inside else folder)
    library = site.settings.icons.library
    digest = hashlib.sha256(repr((library, sorted(icons.items()))).encode()).hexdigest()[:8]
    available = StrokeIcons(icons) if library == "lucide" else icons
    project_icons.set(app.env, ProjectIcons(available, digest))
    for entry in entries_with_icon(site.settings):
        code, message = _icon_problem(app.env, entry.icon or "", entry.icon_type)
        # Missing files of the settings are reported with the others.
        if message and code == ProblemCode.UNKNOWN_ICON:
            report_at(code, message, site.loaded.locate((*entry.at, "icon")))


def _project_icons(app: Sphinx, folder: Path, root: Path) -> Iterator[tuple[str, Icon]]:
    if not os.path.isdir(folder):  # noqa: PTH112 - a name may be too long, which pathlib raises
        path = quoted(str(app.config.sitejson_icons_path))
        message = f'"sitejson_icons_path": {path} is not a folder; it was ignored.'
        report_config_value(app, "sitejson_icons_path", message, code=ProblemCode.MISSING_FILE)
        return
    for file in icon_files(folder):
        try:
            if is_outside_repository(file, root):
                raise UnreadableIconError(
                    "it is a symbolic link that points outside the repository"
                )
            icon = read_svg_icon(file)
        except (OSError, UnreadableIconError) as error:
            message = f"the icon cannot be used: {error}."
            line, column = getattr(error, "line", 1), getattr(error, "column", None)
            location = Location(str(file), line=line, column=column)
            report_at(ProblemCode.UNKNOWN_ICON, message, location)
        else:
            yield icon.name, icon
