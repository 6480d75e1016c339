"""Build EPUB with Sphinx's builder, converting its pages for EPUB readers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx.builders.epub3 import Epub3Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.tabs import sd_tab_label

from sphinx_sitejson.common.files import STATIC, write_text
from sphinx_sitejson.publishing.epub.pages import BookPage, book_page, without_dead_places
from sphinx_sitejson.publishing.epub.xhtml import xml_text
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.output_files import is_epub, publish_copy
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

STYLE_FILE = "sitejson-book.css"
STYLE_SOURCE = STATIC / "book" / STYLE_FILE

UNKNOWN = "unknown"
"""Sphinx's own word in a book for what nobody has said."""


_ITEM = re.compile(r'<item id="([^"]*)" href="([^"]*)" media-type="application/xhtml\+xml" />')
_NOTHING = re.compile(r"\s*<(dc:[a-z]+|meta)( property=\"[^\"]*\")?></\1>")
_IN_ORDER = re.compile(r'\s*<itemref idref="([^"]*)"[^>]*/>')
_SECONDARY = re.compile(r'<itemref idref="([^"]*)" linear="no" />')


class BookBuilder(Epub3Builder):
    """Sphinx's own builder, with pages that every reader of books can open."""

    def make_id(self, name: str) -> str:
        """Return one id for a file, whether its name comes from a folder or from a link."""
        return super().make_id(unquote(html.unescape(name)))

    def get_refnodes(
        self, doctree: nodes.Node, result: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return the entries of the contents, in characters that XML has."""
        found = super().get_refnodes(doctree, result)
        for entry in found:
            entry["text"] = xml_text(entry["text"])
        return found

    def copy_html_logo(self) -> None:
        """Leave out the logo of the site, which Sphinx's theme for books does not show."""
        if self._shows_files_of_site("html_logo"):
            super().copy_html_logo()

    def copy_html_favicon(self) -> None:
        """Leave out the sign of the site in the bar of a browser."""
        if self._shows_files_of_site("html_favicon"):
            super().copy_html_favicon()

    def _shows_files_of_site(self, name: str) -> bool:
        config = self.config
        is_plain = config.epub_theme == "epub" and not config.epub_cover
        return is_set_by_author(config, name) or not is_plain

    def handle_finish(self) -> None:
        """Show the pages of the navigation in the contents of the book, unless the author chose.

        Sphinx would read all pages again if the value changed before it keeps its environment.
        """
        has_navigation = bool(site_domain(self.env).data["toctree"])
        if has_navigation and not is_set_by_author(self.config, "epub_tocscope"):
            self.config.epub_tocscope = "includehidden"
        self.config.epub_exclude_files = [*self.config.epub_exclude_files, *self._cache_files()]
        super().handle_finish()

    def _cache_files(self) -> Iterator[str]:
        """Yield what builds keep for the next one, where that lies in the folder of the book."""
        folder, kept = Path(self.outdir), Path(self.doctreedir)
        if kept != folder and kept.is_relative_to(folder):
            files = (path for path in sorted(kept.rglob("*")) if path.is_file())
            yield from (str(path.relative_to(folder)) for path in files)

    def build_content(self) -> None:
        """Write the list of the book's files, once its pages are as they should be."""
        super().build_content()
        pages = self._fit_pages()
        path = Path(self.outdir, "content.opf")
        text = path.read_text(encoding="utf-8")
        write_text(path, self._with_facts(text, pages), below=Path(self.outdir))

    def _fit_pages(self) -> dict[str, BookPage]:
        names = [name for name in self.files if name.endswith(self.out_suffix)]
        files, known = frozenset(self.files), {*names, "nav.xhtml"}
        pages = {}
        for name in names:
            path = Path(self.outdir, name)
            text = path.read_text(encoding="utf-8")
            page = book_page(name, text, files=files, pages=known)
            pages[name] = page
            if page.text != text:
                write_text(path, page.text, below=Path(self.outdir))
        ids = {name: page.ids for name, page in pages.items()}
        for name, page in pages.items():
            if any(place not in ids.get(of, ()) for of, place in page.places):
                text = without_dead_places(name, page.text, ids)
                write_text(Path(self.outdir, name), text, below=Path(self.outdir))
        return pages

    def _with_facts(self, text: str, pages: Mapping[str, BookPage]) -> str:
        """Say what pages hold, and give those that nobody links to a place in the order."""
        linked = frozenset[str]().union(*(page.links for page in pages.values()))
        unlinked = {self.make_id(name) for name in pages if name not in linked}

        def item(found: re.Match[str]) -> str:
            page = pages.get(unquote(html.unescape(found[2])))
            if page is None or not page.properties:
                return found[0]
            return found[0].replace(" />", f' properties="{" ".join(page.properties)}" />')

        def order(found: re.Match[str]) -> str:
            return f'<itemref idref="{found[1]}" />' if found[1] in unlinked else found[0]

        text = _without_repeated(text)
        return _NOTHING.sub("", _SECONDARY.sub(order, _ITEM.sub(item, text)))


def _without_repeated(text: str) -> str:
    """Name each page once in the order; Sphinx repeats those whose address has signs escaped."""
    seen: set[str] = set()

    def first(found: re.Match[str]) -> str:
        is_new = found[1] not in seen
        seen.add(found[1])
        return found[0] if is_new else ""

    return _IN_ORDER.sub(first, text)


def hide_epub_version(app: Sphinx) -> None:
    """Let Sphinx find rights and a version, which it would miss with a warning.

    Most documentation has neither, and a book needs neither: what is empty is left out of it.
    """
    if not is_epub(app.builder):
        return
    config = app.config
    config.epub_copyright = config.epub_copyright or UNKNOWN
    config.version = config.version or UNKNOWN


def restore_epub_version(app: Sphinx) -> None:
    """Restore the configured version after Sphinx's check, as pages show it."""
    if is_epub(app.builder) and app.config.version == UNKNOWN:
        app.config.version = ""


def add_style(app: Sphinx, env: BuildEnvironment) -> Iterator[str]:
    """Bring the style sheet of books, before the pages that link to it."""
    if is_epub(app.builder):
        publish_copy(app, STYLE_SOURCE, f"_static/{STYLE_FILE}")
        app.add_css_file(STYLE_FILE)
    return iter(())


class LabelsOfTabs(SphinxPostTransform):
    """Takes the name of the content from labels: each is tied to its button already.

    HTML does not allow "aria-controls" on a label that belongs to a button.
    """

    # After the transform of sphinx-design that makes the labels (200).
    default_priority = 300
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        site = site_of(self.env)
        if site.keeps_theme and site.builder.name != "epub":
            return
        for label in self.document.findall(sd_tab_label):
            label.attributes.pop("aria_controls", None)
