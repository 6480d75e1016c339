"""Icons in pages: each drawing stands once in a page, and is used wherever the page shows it.

The markup of an icon only names its drawing, so nothing has to be handed from a page's parts to
the page: what the finished HTML names is what the page needs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from sphinx.util import logging

from sphinx_sitejson.icons import FoundIcon, Icon, look_up, read_reference
from sphinx_sitejson.icons.svg_files import UnreadableIconError, icon_files, read_svg_icon
from sphinx_sitejson.problems import Place, Problem
from sphinx_sitejson.settings.named_icons import named_icons
from sphinx_sitejson.settings.project_files import find_project_file

from .components import render
from .domain import site_domain
from .reports import report
from .site_files import FILES_FOLDER

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_sitejson.icons.values import IconStyle

AFTER_OTHER_EXTENSIONS = 900
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


def icon_sprite(html: str, own: dict[str, Icon], present: Iterable[str] = ()) -> Markup:
    """Return the drawings that some HTML uses, without those that are present already."""
    icons = [(id, found.icon) for id, found in used_icons(html, own) if id not in set(present)]
    return render("icon_sprite.html.jinja", icons=icons) if icons else Markup()


def used_icons(html: str, own: dict[str, Icon]) -> Iterator[tuple[str, FoundIcon]]:
    """Yield each icon that some HTML names, by the name of its drawing."""
    for id, style, name in dict.fromkeys(_USE.findall(html)):
        yield id, _look_up(name, style, own)


def ids_of_icons(html: str) -> frozenset[str]:
    """Return the names of the drawings that some HTML uses."""
    return frozenset(id for id, _, _ in _USE.findall(html))


def _look_up(name: str, style: IconStyle, own: dict[str, Icon]) -> FoundIcon:
    return FoundIcon(icon=own[name]) if name in own else _look_up_once(name, style)


@cache
def _look_up_once(name: str, style: IconStyle) -> FoundIcon:
    return look_up(name, style)


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
        root = site_domain(self.app.env).site.root
        file = find_project_file(root, reference)
        if file is None:
            return ""
        relative = file.relative_to(root.resolve()).as_posix()
        target = Path(self.app.outdir, FILES_FOLDER, relative)
        target.parent.mkdir(parents=True, exist_ok=True)
        copyfile(file, target)
        return quote(f"{FILES_FOLDER}/{relative}")

    def resolve(self, html: str, root: str) -> str:
        """Turn the marks before paths of images into addresses, from the way to the root."""
        if FILE_MARK not in html:
            return html

        def image(found: re.Match[str]) -> str:
            uri = self.uri(unescape(found[2]))
            return f"{found[1]}{root}{uri}{found[3]}" if uri else ""

        return _FILE.sub(image, html)


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
    site = site_domain(app.env).site
    for _, found in used_icons(body, site.own_icons):
        report_icon(found, pagename)
    files = IconFiles(app)
    for reference in dict.fromkeys(unescape(found[2]) for found in _FILE.finditer(body)):
        if not files.uri(reference):
            report_missing_image(reference, pagename)
    body = files.resolve(body, str(context.get("content_root", "")))
    context["body"] = body + str(icon_sprite(body, site.own_icons))


def check_front_matter(app: Sphinx, doctree: nodes.document) -> None:
    """Report the icon of a page's front matter when there is none of that name."""
    docname = app.env.docname
    domain = site_domain(app.env)
    facts = domain.facts.get(docname)
    if facts is None or not facts.icon:
        return
    reference = read_reference(facts.icon, facts.icon_type)
    if reference.kind == "name":
        report_icon(_look_up(reference.value, reference.style, domain.site.own_icons), docname)
    elif reference.kind == "file" and not find_project_file(domain.site.root, facts.icon):
        report_missing_image(facts.icon, docname)


def report_icon(found: FoundIcon, docname: str) -> None:
    """Warn of an icon that is not as a page asks for it."""
    if found.problem:
        logger.warning(
            "%s", found.problem, type="sitejson", subtype="unknown_icon", location=docname
        )


def report_missing_image(path: str, docname: str) -> None:
    """Warn of an image that is not there."""
    message = f'the file "{path}" is not in the project; the icon is left out.'
    logger.warning("%s", message, type="sitejson", subtype="missing_file", location=docname)


def read_own_icons(app: Sphinx) -> None:
    """Read the owner's folder of icons, then check the icons that the settings name."""
    site = site_domain(app.env).site
    if app.config.sitejson_icons_path:
        folder = Path(app.confdir, app.config.sitejson_icons_path)
        site.own_icons = dict(_own_icons(folder))
        digest = hashlib.sha256(repr(sorted(site.own_icons.items())).encode())
        site.own_icons_digest = digest.hexdigest()[:8]
    report(
        Problem(code="unknown_icon", message=found.problem, place=site.loaded.place(named.at))
        for named in named_icons(site.settings)
        for reference in [read_reference(named.icon, named.icon_type)]
        if reference.kind == "name"
        for found in [_look_up(reference.value, reference.style, site.own_icons)]
        if found.problem
    )


def _own_icons(folder: Path) -> Iterator[tuple[str, Icon]]:
    if not folder.is_dir():
        message = '"sitejson_icons_path" names no folder; there are no icons of your own.'
        report([Problem(code="missing_file", message=message, place=Place(file="conf.py"))])
        return
    for file in icon_files(folder):
        try:
            icon = read_svg_icon(file)
        except (OSError, UnreadableIconError) as error:
            message = f"the icon cannot be used: {error}."
            report([Problem(code="unknown_icon", message=message, place=Place(file=str(file)))])
        else:
            yield icon.name, icon


def setup_icons(app: Sphinx) -> None:
    """Register the folder of own icons, and connect to the pages."""
    app.add_config_value("sitejson_icons_path", "", "", types=frozenset({str}))
    app.connect("builder-inited", read_own_icons)
    app.connect("doctree-read", check_front_matter)
    app.connect("html-page-context", add_icons_to_body, priority=AFTER_OTHER_EXTENSIONS)
