"""LaTeX and PDF: chapters, images, tables, and characters that its fonts do not have."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.transforms.post_transforms.images import ImageConverter
from sphinx.util.images import guess_mimetype

from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.reference.nodes import titled_section
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.config import keeps_latex_layout
from sphinx_sitejson.site_build.private_interfaces import is_set_by_author
from sphinx_sitejson.site_build.templates import render

from .images import BITMAP_SUFFIXES, convert_image, report_images

DEFAULT_ENGINE = "pdflatex"


def set_latex_defaults(app: Sphinx, config: Config) -> None:
    """Begin chapters on any page and show page references, unless the author chose otherwise.

    Define how tables and characters are shown that the fonts lack.
    """
    if keeps_latex_layout(app):
        return
    elements = {"sphinxsetup": "hmargin={0.9in,0.9in}, vmargin={0.85in,0.85in}"}
    if "classoptions" not in config.latex_elements:
        elements["extraclassoptions"] = "openany,oneside"
    elements |= config.latex_elements
    parts = [render("latex_tables.tex.jinja"), elements.get("preamble", "")]
    if config.latex_engine == DEFAULT_ENGINE:
        # Missing characters are replaced with their names; other engines have more fonts.
        parts.insert(1, render("latex_characters.tex.jinja"))
    config.latex_elements = elements | {"preamble": "\n".join(map(str, parts))}
    if not is_set_by_author(config, "latex_show_pagerefs"):
        config.latex_show_pagerefs = True


class GroupChapterTransform(SphinxPostTransform):
    """Makes each group of the navigation a chapter, with its pages as sections."""

    default_priority = 20
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Group the pages of one LaTeX document."""
        groups = () if site_of(self.env).keeps_latex else site_domain(self.env).data["toctree"]
        pages = {page["docname"]: page for page in self.document.findall(addnodes.start_of_file)}
        for number, (caption, _written, docnames) in enumerate(groups):
            results = [pages[name] for name in docnames if name in pages]
            together = [page for page in results if page.parent is results[0].parent]
            if caption and len(together) > 1:
                # In a section at the position of the first one.
                parent = together[0].parent
                index = parent.index(together[0])
                for page in together:
                    parent.remove(page)
                group = titled_section(f"sitejson-group-{number}", caption, *together)
                parent.insert(index, group)


class SchemaChapterTransform(SphinxPostTransform):
    """Puts the pages of schemas into one chapter; Sphinx would make each an appendix."""

    default_priority = 20
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book: what is appended to it are documents of their own."""
        stubs = site_documents(self.env).pages.stubs
        pages = [
            page
            for page in self.document.children
            if isinstance(page, nodes.document)
            and (stub := stubs.get(page.get("docname", "")))
            and stub.is_schema
        ]
        if len(pages) < 2:
            return
        chapter = titled_section("sitejson-schemas", _("Schemas"))
        index = self.document.index(pages[0])
        for page in pages:
            self.document.remove(page)
            chapter += addnodes.start_of_file("", *page.children, docname=page["docname"])
        appendix = pages[0].copy()
        appendix.clear()
        # The chapter belongs to none of the pages.
        appendix.attributes.pop("docname", None)
        appendix += chapter
        self.document.insert(index, appendix)


CONVERSION_RULES = [
    ("image/svg+xml", "application/pdf"),
    *((f"image/{name}", "image/png") for name in ("webp", "gif", "avif", "bmp", "tiff")),
]


class LatexImageConverter(ImageConverter):
    """Converts images for LaTeX with Pillow or an installed program."""

    # After the converters that authors chose (200), before what is left is described (250).
    default_priority = 210
    conversion_rules = CONVERSION_RULES

    def apply(self, **kwargs: Any) -> None:
        """Convert the images of LaTeX documents; other formats support them."""
        if site_of(self.env).builder.format == "latex":
            super().apply(**kwargs)

    def is_available(self) -> bool:
        """Whether the converter can be used; it is decided for each image."""
        return True

    def guess_mimetypes(self, node: nodes.image) -> list[str]:
        """Return the types of an image; Sphinx does not recognize AVIF."""
        is_avif = node["uri"].lower().endswith(".avif") and "?" not in node["candidates"]
        return ["image/avif"] if is_avif else list(super().guess_mimetypes(node))

    def convert(self, _from: str | os.PathLike[str], _to: str | os.PathLike[str]) -> bool:
        """Convert one image; return False if no installed program can."""
        return convert_image(Path(_from), Path(_to))


class LatexImageFallback(SphinxPostTransform):
    """Replaces images that LaTeX does not support with their descriptions."""

    # After the transforms that convert images (200, 210).
    default_priority = 250
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one LaTeX document."""
        known = frozenset(site_of(self.env).builder.supported_image_types)
        unsupported = [
            image
            for image in self.document.findall(nodes.image)
            if "*" in image.get("candidates", {})
            and (kind := guess_mimetype(image["uri"])) not in known
            and (kind is not None or Path(image["uri"]).suffix.lower() in BITMAP_SUFFIXES)
        ]
        for image in unsupported:
            emphasis = nodes.emphasis("", image.get("alt") or image["uri"].rpartition("/")[2])
            is_inline = isinstance(image.parent, nodes.TextElement)
            image.replace_self(emphasis if is_inline else nodes.paragraph("", "", emphasis))
        names = list(dict.fromkeys(image["uri"] for image in unsupported))
        report_images(names, "a PDF cannot contain", "PNG, JPEG, or PDF")


LINE_WIDTH = 84
"""The number of monospaced characters in a line, without cell padding."""

MAX_UNHYPHENATED = 13
"""The longest word that LaTeX does not hyphenate."""

PAGE_NUMBER = " (page 100)"
"""The page reference after an internal link."""

MAX_UNBROKEN_LINES = 25
"""The longest table that is kept on one page."""

WIDTHS_SET = "colwidths-given"


class LatexTableTransform(SphinxPostTransform):
    """Sets column widths, unless the author did; LaTeX would make them equal."""

    default_priority = 260
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if site_of(self.env).keeps_latex:
            return
        for table in self.document.findall(nodes.table):
            if WIDTHS_SET not in table["classes"]:
                fit_columns(table)


def fit_columns(table: nodes.table) -> None:
    """Set the column widths of a table, and make a long one breakable."""
    columns = list(table.findall(nodes.colspec))
    rows = [row for row in table.findall(nodes.row) if len(row) == len(columns)]
    cells = [cell for row in rows for cell in row.findall(nodes.entry) if len(cell)]
    is_nested = any(isinstance(cell[0], nodes.table) for cell in cells)
    if not rows or is_nested or len(columns) < 2:
        return
    by_column = list(zip(*(row.children for row in rows), strict=True))
    least = [max(map(minimum_width, column)) for column in by_column]
    most = [max(map(preferred_width, column)) for column in by_column]
    widths = column_widths(least, most)
    for column, width in zip(columns, widths, strict=True):
        column["colwidth"] = width
    classes = [name for name in table["classes"] if name != "colwidths-auto"]
    lines = sum(
        max(lines_in(cell.astext(), width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    is_long = lines > MAX_UNBROKEN_LINES and "longtable" not in classes
    table["classes"] = [*classes, WIDTHS_SET, *(["longtable"] if is_long else [])]


def lines_in(text: str, width: int) -> int:
    """Return the number of lines of a text in a column.

    >>> lines_in("one\\n\\ntwo three", 5)
    3
    """
    return sum(-(-len(line) // width) for line in text.splitlines())


def column_widths(least: list[int], most: list[int]) -> list[int]:
    """Distribute a line among columns: minimum widths first, then by demand.

    >>> column_widths([10, 8], [12, 300])
    [12, 72]
    """
    least = [width + 2 for width in least]
    rest = LINE_WIDTH - sum(least)
    if rest <= 0:
        return least
    demands = [max(wish - have, 0) for wish, have in zip(most, least, strict=True)]
    # The smallest demand first, so that the rest goes to the others.
    by_demand = sorted(range(len(demands)), key=demands.__getitem__)
    for number, column in enumerate(by_demand):
        more = min(demands[column], rest // (len(by_demand) - number))
        least[column] += more
        rest -= more
    # The page is wider than the table: distribute the rest equally.
    return [width + rest // len(least) for width in least]


def minimum_width(cell: nodes.Node) -> int:
    """Return the length of the longest unbreakable part of a cell."""
    literals, blocks = cell.findall(nodes.literal), cell.findall(nodes.FixedTextElement)
    words = (min(len(word), MAX_UNHYPHENATED) for word in cell.astext().split())
    unbroken = (len(word) for piece in literals for word in piece.astext().split())
    code = (line for piece in blocks for line in piece.astext().splitlines())
    lines = (min(len(line), LINE_WIDTH // 2) for line in code)
    return max((*words, *unbroken, *lines, _page_number_width(cell))) or 1


def preferred_width(cell: nodes.Node) -> int:
    """Return the width of a cell without line breaks in paragraphs."""
    return max(map(len, cell.astext().splitlines()), default=1) + _page_number_width(cell)


def _page_number_width(cell: nodes.Node) -> int:
    has_number = any(link.get("internal") for link in cell.findall(nodes.reference))
    return len(PAGE_NUMBER) if has_number else 0


CHARACTER_NAMES = {
    "⌘": "Cmd",
    "⌥": "Alt",
    "⇧": "Shift",
    "⌃": "Ctrl",
    "⏎": "Enter",
    "↵": "Enter",
    "⌫": "Backspace",
    "✓": "yes",
    "✔": "yes",
    "✅": "yes",
    "✗": "no",
    "✘": "no",
    "❌": "no",
    "⚠": "!",
    "▾": "v",
    "▸": ">",
}
"""Characters with a better name than that of Unicode."""


class NamedCharacter(NamedTuple):
    """A character that the fonts may lack, and its replacement."""

    character: str
    number: str
    """The code point, in hexadecimal."""
    name: str


class LatexCharacterTransform(SphinxPostTransform):
    """Passes the names of special characters to LaTeX, for those that its fonts lack."""

    default_priority = 270
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one LaTeX document."""
        site, config = site_of(self.env), self.config
        context: dict[str, Any] = getattr(site.builder, "context", {})
        is_default = config.latex_engine == DEFAULT_ENGINE
        if site.keeps_latex or not is_default or "preamble" not in context:
            return
        texts = (text for text in self.document.findall(nodes.Text) if not text.isascii())
        characters = list(named_characters(character for text in texts for character in text))
        if characters:
            preamble = config.latex_elements.get("preamble", "")
            names = render("latex_character_names.tex.jinja", characters=characters)
            context["preamble"] = f"{names}\n{preamble}"


def named_characters(characters: Iterable[str]) -> Iterator[NamedCharacter]:
    """Yield the characters that are not letters, each once, with their names.

    >>> [(each.number, each.name) for each in named_characters("aé→🚀")]
    [('2192', 'rightwards arrow'), ('1F680', 'rocket')]
    """
    for character in sorted(set(characters)):
        kind = unicodedata.category(character)[0]
        if character.isascii() or kind in "LNZC":
            continue
        # A combining mark only changes the character before it.
        name = "" if kind == "M" else unicodedata.name(character, "").lower()
        if name or kind == "M":
            name = CHARACTER_NAMES.get(character, name)
            yield NamedCharacter(character, f"{ord(character):04X}", name)
