"""LaTeX and PDF: chapters, images, tables, and characters that its fonts do not have."""

from __future__ import annotations

import os
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.transforms.post_transforms.images import ImageConverter
from sphinx.util.images import guess_mimetype

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.common.templates import render
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

CLASS_OPTIONS = ("extraclassoptions", "classoptions")

MARGINS = "hmargin={0.9in,0.9in}, vmargin={0.85in,0.85in}"


def set_latex_defaults(app: Sphinx, config: Config) -> None:
    """Begin chapters on the next page and name the pages of links, unless the author chose."""
    elements = config.latex_elements
    if not any(name in elements for name in CLASS_OPTIONS):
        elements = {**elements, "extraclassoptions": "openany,oneside"}
    if "sphinxsetup" not in elements:
        elements = {**elements, "sphinxsetup": MARGINS}
    preamble = f"{render('latex_tables.tex.jinja')}\n{elements.get('preamble', '')}"
    config.latex_elements = {**elements, "preamble": preamble}
    if not is_set_by_author(config, "latex_show_pagerefs"):
        config.latex_show_pagerefs = True


class GroupsAsChapters(SphinxPostTransform):
    """Makes a chapter of each group of the navigation, with its pages as sections."""

    default_priority = 20
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book; one that begins elsewhere has no groups."""
        groups = site_domain(self.env).data["toctree"]
        pages = {page["docname"]: page for page in self.document.findall(addnodes.start_of_file)}
        for number, (caption, _written, docnames) in enumerate(groups):
            found = [pages[name] for name in docnames if name in pages]
            together = [page for page in found if page.parent is found[0].parent]
            if caption and len(together) > 1:
                _gather(together, caption, f"sitejson-group-{number}")


def _gather(pages: list[addnodes.start_of_file], caption: str, name: str) -> None:
    """Put pages below a heading, where the first of them stands."""
    parent = pages[0].parent
    place = parent.index(pages[0])
    for page in pages:
        parent.remove(page)
    title = nodes.title(caption, caption)
    parent.insert(place, nodes.section("", title, *pages, ids=[name]))


class SchemasInOneChapter(SphinxPostTransform):
    """Makes one chapter of the pages of schemas, each of which Sphinx would make an appendix."""

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
        title = _("Schemas")
        chapter = nodes.section("", nodes.title(title, title), ids=["sitejson-schemas"])
        place = self.document.index(pages[0])
        for page in pages:
            self.document.remove(page)
            chapter += addnodes.start_of_file("", *page.children, docname=page["docname"])
        appendix = pages[0].copy()
        appendix.clear()
        # The chapter belongs to none of the pages.
        appendix.attributes.pop("docname", None)
        appendix += chapter
        self.document.insert(place, appendix)


SECONDS = 60
"""How long a program may take for a picture."""

DRAWING = "image/svg+xml"
PHOTOS = ("image/webp", "image/gif", "image/avif", "image/bmp", "image/tiff")
RULES = [(DRAWING, "application/pdf"), *((photo, "image/png") for photo in PHOTOS)]
MOST_NAMED = 5


class PicturesForLatex(ImageConverter):
    """Converts pictures with a program that is installed."""

    # After the converters that authors chose (200), before what is left is described (250).
    default_priority = 210
    conversion_rules = RULES

    def apply(self, **kwargs: Any) -> None:
        """Convert the pictures of a book; other formats show them as they are."""
        if site_of(self.env).builder.format == "latex":
            super().apply(**kwargs)

    def is_available(self) -> bool:
        """Whether it may be asked: each picture has converters of its own."""
        return True

    def convert(self, _from: str | os.PathLike[str], _to: str | os.PathLike[str]) -> bool:
        """Convert one picture; False where no program is installed that could."""
        source, target = Path(_from), Path(_to)
        return any(_runs(command, target) for command in commands(source, target))


def commands(source: Path, target: Path) -> Iterator[list[str]]:
    """Yield the commands that could convert a picture, the best first."""
    if target.suffix == ".pdf":
        yield ["rsvg-convert", "--format=pdf", f"--output={target}", str(source)]
        yield ["inkscape", f"--export-filename={target}", str(source)]
    # Of a picture that moves, the first.
    yield ["magick", f"{source}[0]", str(target)]
    yield ["convert", f"{source}[0]", str(target)]


def _runs(command: list[str], target: Path) -> bool:
    if shutil.which(command[0]) is None:
        return False
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and target.is_file() and target.stat().st_size > 0


class PicturesOfLatex(SphinxPostTransform):
    """Shows the description of a picture where LaTeX could not read the picture itself."""

    # After the transforms that convert pictures (200, 210).
    default_priority = 250
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book."""
        known = frozenset(site_of(self.env).builder.supported_image_types)
        left_out = [
            image
            for image in self.document.findall(nodes.image)
            if "*" in image.get("candidates", {})
            and (kind := guess_mimetype(image["uri"])) is not None
            and kind not in known
        ]
        for image in left_out:
            words = image.get("alt") or image["uri"].rpartition("/")[2]
            shown = nodes.emphasis("", words)
            is_among_words = isinstance(image.parent, nodes.TextElement)
            image.replace_self(shown if is_among_words else nodes.paragraph("", "", shown))
        report(_problems([image["uri"] for image in left_out]))


def _problems(uris: list[str]) -> Iterator[Problem]:
    names = list(dict.fromkeys(uris))
    if not names:
        return
    rest = f" and {len(names) - MOST_NAMED} others" if len(names) > MOST_NAMED else ""
    shown = ", ".join(map(quoted, names[:MOST_NAMED])) + rest
    has_drawing = any(name.lower().endswith(".svg") for name in names)
    program = "rsvg-convert or Inkscape" if has_drawing else "ImageMagick"
    message = (
        f"a PDF cannot show {shown}, and no program is installed that converts them; their "
        f"descriptions are shown. Install {program}, or use PNG, JPEG, or PDF."
    )
    yield Problem(code=ProblemCode.PICTURE_LEFT_OUT, message=message, place=Place(file=names[0]))


LINE = 84
"""How many characters of code stand in a line of a page, between the edges of cells."""

LONGEST_SYLLABLES = 13
"""How many letters of a word stay together: LaTeX breaks longer ones between syllables."""

PAGE_NUMBER = " (page 100)"
"""What stands behind each link."""

LINES_THAT_STAY_TOGETHER = 25
"""The longest table that is not broken between pages."""

GIVEN = "colwidths-given"


class TablesOfLatex(SphinxPostTransform):
    """Gives columns their widths, unless the author did: LaTeX would make them all alike."""

    default_priority = 260
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        for table in self.document.findall(nodes.table):
            if GIVEN not in table["classes"]:
                fit_columns(table)


def fit_columns(table: nodes.table) -> None:
    """Say how wide the columns of a table are, and whether it may be broken."""
    columns = list(table.findall(nodes.colspec))
    rows = [row for row in table.findall(nodes.row) if len(row) == len(columns)]
    is_nested = any(isinstance(cell[0], nodes.table) for cell in _cells(rows) if len(cell))
    if not rows or is_nested or len(columns) < 2:
        return
    by_column = list(zip(*(row.children for row in rows), strict=True))
    least = [max(map(longest_piece, cells)) for cells in by_column]
    most = [max(map(longest_line, cells)) for cells in by_column]
    widths = column_widths(least, most)
    for column, width in zip(columns, widths, strict=True):
        column["colwidth"] = width
    table["classes"] = [name for name in table["classes"] if name != "colwidths-auto"] + [GIVEN]
    lines = sum(
        max(lines_in(cell.astext(), width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    if lines > LINES_THAT_STAY_TOGETHER and "longtable" not in table["classes"]:
        table["classes"].append("longtable")


def lines_in(text: str, width: int) -> int:
    """Return how many lines a text takes in a column.

    >>> lines_in("one\\n\\ntwo three", 5)
    3
    """
    return sum(-(-len(line) // width) for line in text.splitlines())


def column_widths(least: list[int], most: list[int]) -> list[int]:
    """Share a line among columns: each has room for its longest piece, long ones get the rest.

    >>> column_widths([10, 8], [12, 300])
    [12, 72]
    """
    least = [width + 2 for width in least]
    rest = LINE - sum(least)
    if rest <= 0:
        return least
    wishes = [max(wish - have, 0) for wish, have in zip(most, least, strict=True)]
    widths = list(least)
    # The most modest first, so that what they leave goes to the others.
    waiting = sorted(range(len(wishes)), key=wishes.__getitem__)
    for number, column in enumerate(waiting):
        more = min(wishes[column], rest // (len(waiting) - number))
        widths[column] += more
        rest -= more
    # What nobody needs is shared alike: the page is wider than the table.
    return [width + rest // len(widths) for width in widths]


def longest_piece(cell: nodes.Node) -> int:
    """Return how long the longest part of a cell is that cannot be broken."""
    literals = [piece.astext() for piece in cell.findall(nodes.literal)]
    blocks = [piece.astext() for piece in cell.findall(nodes.FixedTextElement)]
    words = (min(len(word), LONGEST_SYLLABLES) for word in cell.astext().split())
    unbroken = (len(word) for text in literals for word in text.split())
    numbers = (len(PAGE_NUMBER) for link in cell.findall(nodes.reference) if link.get("internal"))
    lines = (min(len(line), LINE // 2) for text in blocks for line in text.splitlines())
    return max((*words, *unbroken, *numbers, *lines), default=1)


def longest_line(cell: nodes.Node) -> int:
    """Return how long a cell would be if its paragraphs had a line each."""
    longest = max(map(len, cell.astext().splitlines()), default=1)
    has_number = any(link.get("internal") for link in cell.findall(nodes.reference))
    return longest + (len(PAGE_NUMBER) if has_number else 0)


def _cells(rows: list[nodes.row]) -> Iterator[nodes.Element]:
    for row in rows:
        yield from row.findall(nodes.entry)


DEFAULT_ENGINE = "pdflatex"

SHORTER_NAMES = {
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
"""Signs that readers know by other words than those of Unicode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A character that fonts may not have."""

    character: str
    number: str
    """In Unicode, in hexadecimal digits."""
    words: str


def show_unknown_characters(app: Sphinx, config: Config) -> None:
    """Let the usual engine name the signs that it has no shape for; others have more fonts."""
    if config.latex_engine == DEFAULT_ENGINE:
        own = config.latex_elements.get("preamble", "")
        preamble = f"{render('latex_characters.tex.jinja')}\n{own}"
        config.latex_elements = {**config.latex_elements, "preamble": preamble}


class SignsOfLatex(SphinxPostTransform):
    """Tells LaTeX the words for the signs of a book, for those that its fonts do not have."""

    default_priority = 270
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book."""
        builder = site_of(self.env).builder
        context: dict[str, Any] = getattr(builder, "context", {})
        if builder.config.latex_engine != DEFAULT_ENGINE or "preamble" not in context:
            return
        texts = (text for text in self.document.findall(nodes.Text) if not text.isascii())
        signs = list(known_signs(character for text in texts for character in text))
        if signs:
            own = builder.config.latex_elements.get("preamble", "")
            context["preamble"] = f"{render('latex_signs.tex.jinja', signs=signs)}\n{own}"


def known_signs(characters: Iterable[str]) -> Iterator[Sign]:
    """Yield those that are no letters, each once, with words where there are some.

    >>> [(sign.number, sign.words) for sign in known_signs("aé→🚀")]
    [('2192', 'rightwards arrow'), ('1F680', 'rocket')]
    """
    for character in sorted(set(characters)):
        kind = unicodedata.category(character)[0]
        if character.isascii() or kind in "LNZC":
            continue
        # A mark only changes the sign before it.
        name = "" if kind == "M" else unicodedata.name(character, "").lower()
        if name or kind == "M":
            words = SHORTER_NAMES.get(character, name)
            yield Sign(character=character, number=f"{ord(character):04X}", words=words)
