"""Icons in pages: each drawing stands once in a page, and is used wherever the page shows it.

The markup of an icon only names its drawing, so nothing has to be handed from a page's parts to
the page: what the finished HTML names is what the page needs.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from sphinx.util import logging

from sphinx_sitejson.appearance.icons import FoundIcon, Icon, look_up_icon, read_reference
from sphinx_sitejson.appearance.icons.svg_files import (
    UnreadableIconError,
    icon_files,
    read_svg_icon,
)
from sphinx_sitejson.common.files import is_outside_repository
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.settings.project_files import (
    describe_missing_file,
    find_project_file,
    icon_references,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.output_files import FILES_FOLDER, publish_copy
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.common.templates import render
from sphinx_sitejson.sphinx_ext.settings.front_matter import key_location

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.appearance.icons.model import IconStyle


FILE_MARK = "sj-icon-file:"
"""Stands before the path of an image of the project until the page that shows it is known."""

_USE = re.compile(r'<use href="#(sj-icon-(solid|regular|brands)-([a-z0-9-]+))"/>')
_FILE = re.compile(rf'(<img class="sj-icon"[^>]* src="){FILE_MARK}([^"]*)(">)')

logger = logging.getLogger(__name__)


@cache
def icon_markup(name: str, icon_type: str | None = None) -> Markup:
    """Return an icon as part of a page's body.

    :param name: the name of an icon, the address of an image, or the path of one in the project.
    """
    reference = read_reference(name, icon_type)
    is_file = reference.kind == "file"
    return render(
        "icon.html.jinja",
        reference=reference,
        id=f"sj-icon-{reference.style}-{reference.value or 'unknown'}",
        source=f"{FILE_MARK}{reference.value}" if is_file else reference.value,
    )


def icon_sprite(html: str, own: Mapping[str, Icon], present: Iterable[str] = ()) -> Markup:
    """Return the drawings that some HTML uses, without those that are present already."""
    icons = [(id, found.icon) for id, found in used_icons(html, own) if id not in set(present)]
    return render("icon_sprite.html.jinja", icons=icons) if icons else Markup()


def used_icons(html: str, own: Mapping[str, Icon]) -> Iterator[tuple[str, FoundIcon]]:
    """Yield each icon that some HTML names, by the name of its drawing."""
    for id, style, name in dict.fromkeys(_USE.findall(html)):
        yield id, _look_up(name, style, own)


def ids_of_icons(html: str) -> frozenset[str]:
    """Return the names of the drawings that some HTML uses."""
    return frozenset(id for id, _, _ in _USE.findall(html))


def _look_up(name: str, style: IconStyle, own: Mapping[str, Icon]) -> FoundIcon:
    return FoundIcon(icon=own[name]) if name in own else _look_up_once(name, style)


@cache
def _look_up_once(name: str, style: IconStyle) -> FoundIcon:
    return look_up_icon(name, style)


@dataclass(slots=True)
class IconFiles:
    """Brings images that serve as icons into the built site, when a page shows them."""

    app: Sphinx
    _found: dict[str, str] = field(default_factory=dict)

    def uri(self, reference: str) -> str:
        """Return where the image stands in the built site; nothing if there is none."""
        if reference not in self._found:
            self._found[reference] = self._copy(reference)
        return self._found[reference]

    def _copy(self, reference: str) -> str:
        root = site_of(self.app.env).root
        file = find_project_file(root, reference)
        if file is None:
            return ""
        relative = file.relative_to(root.resolve()).as_posix()
        path = f"{FILES_FOLDER}/{relative}"
        return quote(path) if publish_copy(self.app, file, path) else ""

    def resolve(self, html: str, root: str) -> str:
        """Turn the marks before paths of images into addresses, from the way to the root."""
        if FILE_MARK not in html:
            return html

        def image(found: re.Match[str]) -> str:
            uri = self.uri(unescape(found[2]))
            return f"{found[1]}{root}{uri}{found[3]}" if uri else ""

        return _FILE.sub(image, html)


@dataclass(frozen=True, slots=True)
class ProjectIcons:
    """The icons of the owner's folder, by name."""

    icons: Mapping[str, Icon] = field(default_factory=dict)
    digest: str = ""


project_icons: BuildState[ProjectIcons] = BuildState(lambda env: ProjectIcons())


def add_icons_to_body(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Put the drawings below a page's body, under whatever theme, and report unknown names."""
    body = context.get("body")
    if not isinstance(body, str) or "sj-icon" not in body:
        return
    own = project_icons(app.env).icons
    for _, style, name in dict.fromkeys(_USE.findall(body)):
        report_icon(app.env, _look_up(name, style, own), name, pagename)
    files = IconFiles(app)
    for reference in dict.fromkeys(unescape(found[2]) for found in _FILE.finditer(body)):
        if not files.uri(reference):
            report_missing_image(reference, pagename, site_of(app.env).root)
    body = files.resolve(body, str(context.get("content_root", "")))
    context["body"] = body + str(icon_sprite(body, own))


def check_page_icon(app: Sphinx, doctree: nodes.document) -> None:
    """Report the icon of a page's front matter when there is none of that name."""
    docname = app.env.docname
    domain = site_domain(app.env)
    facts = domain.facts.get(docname)
    if facts is None or not facts.icon:
        return
    reference = read_reference(facts.icon, facts.icon_type)
    code = ProblemCode.UNKNOWN_ICON
    message = ""
    if reference.kind == "name":
        found = _look_up(reference.value, reference.style, project_icons(app.env).icons)
        message = found.problem
    elif reference.kind == "file" and not find_project_file(domain.site.root, facts.icon):
        code, message = ProblemCode.MISSING_FILE, _no_image(facts.icon, domain.site.root)
    if message:
        place = key_location(app.env, docname, "icon")
        report([Problem(code=code, message=message, place=place)])


def check_icon(env: BuildEnvironment, name: str, icon_type: str, docname: str) -> None:
    """Check an icon of a page that is not written."""
    reference = read_reference(name, icon_type or None)
    root = site_of(env).root
    if reference.kind == "name":
        found = _look_up(reference.value, reference.style, project_icons(env).icons)
        report_icon(env, found, reference.value, docname)
    elif reference.kind == "file" and not find_project_file(root, name):
        report_missing_image(name, docname, root)


def report_icon(env: BuildEnvironment, found: FoundIcon, name: str, docname: str) -> None:
    """Warn about an icon that differs from what a page requests."""
    if found.problem:
        location = _place_of_icon(env, name, docname)
        logger.warning(
            "%s",
            found.problem,
            type="sitejson",
            subtype=ProblemCode.UNKNOWN_ICON,
            location=location,
        )


def _place_of_icon(env: BuildEnvironment, name: str, docname: str) -> str | tuple[str, int]:
    """Return the first line of a page that names an icon as a value; else the page."""
    try:
        text = Path(env.doc2path(docname)).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return docname
    value = rf"(?:fa-)?{re.escape(name)}"
    found = re.search(rf"""icon\S*[=:`]\s*[{{"'`]*{value}\b""", text, re.IGNORECASE)
    return (docname, text.count("\n", 0, found.start()) + 1) if found else docname


def report_missing_image(path: str, docname: str, root: Path) -> None:
    """Warn of an image that is not there."""
    message = _no_image(path, root)
    logger.warning(
        "%s", message, type="sitejson", subtype=ProblemCode.MISSING_FILE, location=docname
    )


def _no_image(path: str, root: Path) -> str:
    return f'the file "{path}" {describe_missing_file(root, path)}; the icon is left out.'


def read_project_icons(app: Sphinx) -> None:
    """Read the owner's folder of icons, then check the icons that the settings name."""
    site = site_of(app.env)
    if app.config.sitejson_icons_path:
        folder = Path(os.path.normpath(Path(app.confdir, app.config.sitejson_icons_path)))
        # A folder elsewhere is the owner's choice; one of the project may not lead elsewhere.
        is_inside = folder.is_relative_to(app.confdir)
        icons = dict(_project_icons(folder, Path(app.confdir) if is_inside else folder))
        digest = hashlib.sha256(repr(sorted(icons.items())).encode()).hexdigest()[:8]
        project_icons.set(app.env, ProjectIcons(icons, digest))
    report(
        Problem(
            code=ProblemCode.UNKNOWN_ICON, message=found.problem, place=site.loaded.place(named.at)
        )
        for named in icon_references(site.settings)
        for reference in [read_reference(named.icon, named.icon_type)]
        if reference.kind == "name"
        for found in [_look_up(reference.value, reference.style, project_icons(app.env).icons)]
        if found.problem
    )


def _project_icons(folder: Path, root: Path) -> Iterator[tuple[str, Icon]]:
    if not os.path.isdir(folder):  # noqa: PTH112 - a name may be too long, which pathlib raises
        message = '"sitejson_icons_path" names no folder; there are no icons of your own.'
        report(
            [Problem(code=ProblemCode.MISSING_FILE, message=message, place=Place(file="conf.py"))]
        )
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
            report(
                [
                    Problem(
                        code=ProblemCode.UNKNOWN_ICON, message=message, place=Place(file=str(file))
                    )
                ]
            )
        else:
            yield icon.name, icon
