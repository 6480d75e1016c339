"""Keeps shortened style sheets and scripts between builds.

Making them takes longer than reading and writing one page, which is what most builds do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson import assets
from sphinx_sitejson.sphinx_ext.domain import Door
from sphinx_sitejson.sphinx_ext.kept_json import keep, kept_file, read_kept

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FILE = "short-texts.json"


class ShortTexts:
    """Shortens texts, or knows how they look when shortened."""

    def __init__(self, file: Path) -> None:
        self._file = file
        kept = read_kept(file)
        self._kept: dict[str, str] = kept if isinstance(kept, dict) else {}
        self._used: dict[str, str] = {}

    def of_file(self, path: Path) -> str:
        """Return a style sheet or script without what only people read."""
        text = path.read_text(encoding="utf-8")
        short = self.style(text) if path.suffix == ".css" else self.script(text)
        return f"{short.strip()}\n"

    def style(self, text: str) -> str:
        """Shorten a style sheet."""
        return self._remembered("css", _short_style, text)

    def script(self, text: str) -> str:
        """Shorten a script."""
        return self._remembered("js", _short_script, text)

    def _remembered(self, kind: str, shorten: Callable[[str], str], text: str) -> str:
        key = hashlib.sha256(f"{_rules()}{kind}{text}".encode()).hexdigest()
        if key not in self._used:
            self._used[key] = self._kept.get(key) or shorten(text)
        return self._used[key]

    def save(self) -> None:
        """Keep what this build has used, if that is something else than before."""
        if self._used and self._used.keys() != self._kept.keys():
            keep(self._file, self._used)


_short_style = cache(assets.compact_css)
_short_script = cache(assets.small_script)


@cache
def _rules() -> str:
    """Return a short text that changes with the code that shortens."""
    code = b"".join(path.read_bytes() for path in sorted(Path(assets.__file__).parent.glob("*.py")))
    return hashlib.sha256(code).hexdigest()


short_texts: Door[ShortTexts] = Door(lambda env: ShortTexts(kept_file(env, FILE)))


def save_texts(app: Sphinx, exception: Exception | None) -> None:
    """Keep the texts for the next build."""
    if exception is None:
        short_texts(app.env).save()
