"""The messages that the documentation shows are those of the program."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from support.labels import read_catalog

ROOT = Path(__file__).parents[2]
PAGES = (
    "reference/warnings", "reference/command-line", "guides/checks", "guides/api-pages",
    "guides/mock-and-verify", "guides/proxy", "get-started/first-site",
    "get-started/leaving-another-theme", "get-started/from-mintlify",
)  # fmt: skip
_BLOCK = re.compile(r"^( *)```(?:text|console)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
_DETAIL = re.compile(r'"detail": "(.*)"')
# Names, numbers, and what stands between the parts of a sentence.
_BETWEEN = re.compile(r"\"[^\"]*\"|'[^']*'|\S*[\d/#]\S*|[;:.,()→]")
_LABEL = re.compile(r"(?<![*\w])\*([A-Z][^*]*)\*(?![*\w])")
_PLACES = re.compile(r"%\(\w+\)s|%[sd]|\{\w*\}")
FEWEST_WORDS = 4
"""Shorter parts are names, or are put together from pieces."""
PUT_TOGETHER = frozenset(
    {
        "and an icon needs",
        "must be one of",
        "must be a number such as",
        "days ago is used",
        "this is nested too deeply",
        "but missing from the response",
        # By Babel, and by the library that judges examples.
        "Got line without corresponding context on",
        "is not of type",
        "is greater than the maximum of",
    }
)
"""Parts whose words come from several places."""


def pieces_of_messages() -> list[str]:
    """Return the texts of the package, without what is filled in."""
    found = set()
    for path in (ROOT / "sphinx_sitejson").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {piece.strip(" ;:.,()") for piece in _PLACES.split(node.value)}
    return sorted(piece for piece in found if len(piece.split()) >= 2)


def parts_of_shown_messages() -> Iterator[str]:
    """Yield the parts of sentences that the pages show."""
    for page in PAGES:
        text = (ROOT / f"example_project/{page}.mdx").read_text("utf-8")
        blocks = "\n".join(block[2] for block in _BLOCK.finditer(text))
        for line in [*blocks.splitlines(), *_DETAIL.findall(text)]:
            if not line.lstrip().startswith("$"):
                parts = map(str.strip, _BETWEEN.split(line))
                yield from (part for part in parts if len(part.split()) >= FEWEST_WORDS)


def test_every_message_is_one_of_the_program():
    pieces = pieces_of_messages()
    everything = "\n".join(pieces)
    parts = list(parts_of_shown_messages())
    assert len(parts) > 80
    unknown = [
        part
        for part in parts
        if part not in everything
        and part not in PUT_TOGETHER
        and not any(piece in part for piece in pieces if len(piece.split()) >= FEWEST_WORDS - 1)
    ]
    assert unknown == []


def test_every_label_in_the_guides_is_one_of_the_program():
    # Sphinx translates one of them.
    known = {message.id for message in read_catalog("de")} | {"Search"}
    guides = ROOT / "example_project/guides"
    shown = [
        label
        for page in ("analytics", "language-models", "mock-and-verify", "playground")
        for label in _LABEL.findall((guides / f"{page}.mdx").read_text("utf-8"))
    ]
    assert len(shown) > 20
    assert sorted({" ".join(label.split()) for label in shown} - known) == []
