"""Signs that the fonts of a PDF do not have: words stand for them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.templates import render

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

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
