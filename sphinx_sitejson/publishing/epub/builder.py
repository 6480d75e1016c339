"""Build EPUB with Sphinx's builder, converting its pages for EPUB readers."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.tabs import sd_tab_label

from sphinx_sitejson.common.files import STATIC, write_text
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.nodes import find_nodes
from sphinx_sitejson.site_build.output_files import is_epub, publish_copy
from sphinx_sitejson.site_build.private_interfaces import is_set_by_author

from ..images import convert_bitmap, convert_image, is_unsupported_bitmap, report_images

if TYPE_CHECKING:
    from .pages import EpubPage

STYLE_FILE = "sitejson-book.css"
STYLE_SOURCE = STATIC / "book" / STYLE_FILE

UNKNOWN = "unknown"
"""Sphinx's value for missing metadata in an EPUB."""

# Lines of content.opf as Sphinx writes them: a page, metadata without a value, and a page in the
# reading order, also one that is not linear.
_MANIFEST_ITEM = re.compile(
    r'<item id="([^"]*)" href="([^"]*)" media-type="application/xhtml\+xml" />'
)
_EMPTY_METADATA = re.compile(r"\s*<(dc:[a-z]+|meta)( property=\"[^\"]*\")?></\1>")
_SPINE_ITEM = re.compile(r'\s*<itemref idref="([^"]*)"[^>]*/>')
_NONLINEAR_ITEM = re.compile(r'<itemref idref="([^"]*)" linear="no" />')


def replace_epub_builder(app: Sphinx) -> None:
    """Replace Sphinx's builder, unless another extension has replaced it."""
    if app.registry.builders.get("epub") is Epub3Builder:
        app.add_builder(SiteEpubBuilder, override=True)


class SiteEpubBuilder(Epub3Builder):
    """Sphinx's EPUB builder, with pages that are valid in every EPUB reader."""

    converted_images: Mapping[str, str]
    """For each image in another format, the suffix of its converted file, "" if there is none."""

    def make_id(self, name: str) -> str:
        """Return the id of a file, the same for its name and for its escaped URL."""
        return super().make_id(unquote(html.unescape(name)))

    def get_refnodes(
        self, doctree: nodes.Node, result: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return the entries of the contents, without characters that XML forbids."""
        # Every build registers this class; only those of EPUB convert pages.
        from .xhtml import xml_text

        found = super().get_refnodes(doctree, result)
        for entry in found:
            entry["text"] = xml_text(entry["text"])
        return found

    def copy_html_logo(self) -> None:
        """Skip the logo, which Sphinx's EPUB theme does not show."""
        if self._includes_site_file("html_logo"):
            super().copy_html_logo()

    def copy_html_favicon(self) -> None:
        """Skip the favicon."""
        if self._includes_site_file("html_favicon"):
            super().copy_html_favicon()

    def _includes_site_file(self, name: str) -> bool:
        has_theme = self.config.epub_theme != "epub" or self.config.epub_cover
        return bool(has_theme) or is_set_by_author(self.config, name)

    def handle_finish(self) -> None:
        """Include the pages of the navigation in the contents, unless the author chose otherwise.

        Sphinx would read all pages again if the value changed before the environment is saved.
        """
        config = self.config
        has_navigation = bool(site_domain(self.env).data["toctree"])
        if has_navigation and not is_set_by_author(config, "epub_tocscope"):
            config.epub_tocscope = "includehidden"
        self.converted_images = self._convert_images()
        # Sphinx compares paths of the system.
        originals = [str(Path(name)) for name in self.converted_images if self._is_of_pages(name)]
        excluded = [*self._cache_files(), *originals]
        config.epub_exclude_files = [*config.epub_exclude_files, *excluded]
        super().handle_finish()

    def _convert_images(self) -> dict[str, str]:
        """Convert the images of pages that are in another format, and the cover.

        Return for each the suffix that its converted file has in addition, "" if there is none.
        """
        folder, cover = Path(self.outdir), (*self.config.epub_cover, "")[0]
        cached = {Path(name).as_posix() for name in self._cache_files()}
        found = {
            name: path
            for path in sorted(folder.rglob("*"))
            if path.is_file()
            and is_unsupported_bitmap(path)
            and (name := path.relative_to(folder).as_posix()) not in cached
        }
        pages = folder.rglob(f"*{self.out_suffix}") if found else ()
        texts = [unquote(html.unescape(page.read_text("utf-8"))) for page in pages]
        result = {
            name: _convert_for_epub(path)
            for name, path in found.items()
            # Others may belong to style sheets.
            if self._is_of_pages(name) or name == cover or any(path.name in text for text in texts)
        }
        if suffix := result.get(cover):
            self.config.epub_cover = (cover + suffix, *self.config.epub_cover[1:])
        sources = {f"{self.imagedir}/{name}": str(file) for file, name in self.images.items()}
        left_out = [sources.get(name, name) for name, suffix in result.items() if not suffix]
        if left_out:
            report_images(left_out, "an EPUB cannot contain", "PNG, JPEG, or SVG")
            # The next build writes all pages again, for what is installed then.
            Path(folder, ".buildinfo").unlink(missing_ok=True)
        return result

    def _is_of_pages(self, name: str) -> bool:
        """Whether Sphinx copied an image for a page."""
        return name.startswith(f"{self.imagedir}/")

    def _cache_files(self) -> Iterator[str]:
        """Yield the doctree files, if they are inside the output folder."""
        folder, cache_folder = Path(self.outdir), Path(self.doctreedir)
        if cache_folder != folder and cache_folder.is_relative_to(folder):
            files = (path for path in sorted(cache_folder.rglob("*")) if path.is_file())
            yield from (str(path.relative_to(folder)) for path in files)

    def build_content(self) -> None:
        """Convert the pages, then complete the manifest."""
        super().build_content()
        pages = self._convert_pages()
        path = Path(self.outdir, "content.opf")
        text = path.read_text(encoding="utf-8")
        write_text(path, self._complete_manifest(text, pages), below=self.outdir)

    def _convert_pages(self) -> dict[str, EpubPage]:
        from .pages import convert_page, remove_dead_fragments

        folder, images = Path(self.outdir), self.converted_images
        names = [name for name in self.files if name.endswith(self.out_suffix)]
        # An image that is not in the book is replaced with its description.
        files = frozenset(self.files) - images.keys()
        page_names = {*names, "nav.xhtml"}
        pages = {}
        for name in names:
            text = (folder / name).read_text(encoding="utf-8")
            page = convert_page(name, text, files=files, pages=page_names, images=images)
            pages[name] = page
            if page.text != text:
                write_text(folder / name, page.text, below=folder)
        ids = {name: page.ids for name, page in pages.items()}
        for name, page in pages.items():
            if any(fragment not in ids.get(target, ()) for target, fragment in page.fragments):
                text = remove_dead_fragments(name, page.text, ids)
                write_text(folder / name, text, below=folder)
        return pages

    def _complete_manifest(self, text: str, pages: Mapping[str, EpubPage]) -> str:
        """Add the properties of pages to the manifest, and unlinked pages to the reading order."""
        linked = {name for page in pages.values() for name in page.links}
        unlinked = {self.make_id(name) for name in pages if name not in linked}

        def item(match: re.Match[str]) -> str:
            page = pages.get(unquote(html.unescape(match[2])))
            if page is None or not page.properties:
                return match[0]
            return match[0].replace(" />", f' properties="{" ".join(page.properties)}" />')

        def order(match: re.Match[str]) -> str:
            return f'<itemref idref="{match[1]}" />' if match[1] in unlinked else match[0]

        text = _without_repeated(text)
        return _EMPTY_METADATA.sub("", _NONLINEAR_ITEM.sub(order, _MANIFEST_ITEM.sub(item, text)))


def _convert_for_epub(source: Path) -> str:
    """Convert an image to PNG or JPEG, whichever is smaller; return the suffix to add, or ""."""
    targets = {suffix: source.with_name(source.name + suffix) for suffix in (".png", ".jpg")}
    time = source.stat().st_mtime_ns
    for suffix, target in targets.items():
        if target.is_file() and target.stat().st_mtime_ns == time:
            return suffix
    png, jpeg = targets.values()
    if not convert_image(source, png):
        return ""
    is_jpeg = convert_bitmap(png, jpeg) and jpeg.stat().st_size < png.stat().st_size
    target, other = (jpeg, png) if is_jpeg else (png, jpeg)
    other.unlink(missing_ok=True)
    # Another build converts it only if it has changed.
    os.utime(target, ns=(time, time))
    return target.suffix


def _without_repeated(text: str) -> str:
    """Remove duplicates from the spine; Sphinx repeats pages with escaped names."""
    seen: set[str] = set()

    def first(match: re.Match[str]) -> str:
        is_new = match[1] not in seen
        seen.add(match[1])
        return match[0] if is_new else ""

    return _SPINE_ITEM.sub(first, text)


def hide_epub_version(app: Sphinx) -> None:
    """Set a copyright and a version, so that Sphinx does not warn of missing ones.

    Most projects have neither, and EPUB requires neither: empty metadata is removed.
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


def add_style(app: Sphinx, env: BuildEnvironment) -> None:
    """Publish the EPUB style sheet, before the pages that link to it."""
    if is_epub(app.builder):
        publish_copy(app, STYLE_SOURCE, f"_static/{STYLE_FILE}")
        app.add_css_file(STYLE_FILE)


class TabLabelTransform(SphinxPostTransform):
    """Removes ``aria-controls`` from tab labels of sphinx-design.

    HTML does not allow it on a label, which is tied to its input already.
    """

    # After the transform of sphinx-design that makes the labels (200).
    default_priority = 300
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        site = site_of(self.env)
        if site.keeps_theme and site.builder.name != "epub":
            return
        for label in find_nodes(self.document, sd_tab_label):
            label.attributes.pop("aria_controls", None)
