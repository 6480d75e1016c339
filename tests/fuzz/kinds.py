"""What is damaged, and how each damaged thing is read: one entry for each kind of input.

``make test`` tries a few examples of each kind, always the same; ``make fuzz`` as many new ones as
its minutes allow.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from . import (
    documents,
    expressions,
    newer_settings,
    overlays,
    pages,
    requests,
    secrets,
    settings_files,
    sites,
    texts,
)

Check = Callable[[Any, Path], None]
"""Reads an example, with a folder to write in; raises when a promise is broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of input."""

    name: str
    examples: st.SearchStrategy[Any]
    check: Check
    few: int
    """How many examples ``make test`` tries."""
    batch: int = 100
    """How many ``make fuzz`` tries before it turns to the next kind."""


KINDS = (
    Kind(name="settings", examples=settings_files.values(), check=settings_files.read, few=25),
    Kind(name="settings-text", examples=settings_files.texts(), check=settings_files.read, few=25),
    Kind(name="newer-settings", examples=newer_settings.files(), check=newer_settings.read, few=25),
    Kind(name="navigation", examples=settings_files.sites(), check=settings_files.map_site, few=25),
    Kind(name="redirects", examples=settings_files.redirects(), check=settings_files.lead, few=25),
    Kind(name="document", examples=documents.values(), check=documents.read, few=12, batch=25),
    Kind(name="document-text", examples=documents.texts(), check=documents.read, few=12, batch=25),
    Kind(name="overlay", examples=overlays.overlays(), check=overlays.lay, few=8, batch=15),
    Kind(name="changes", examples=documents.pairs(), check=documents.compare, few=12, batch=25),
    Kind(name="description", examples=texts.descriptions(), check=texts.describe, few=40),
    Kind(name="front-matter", examples=pages.front_matter(), check=pages.read_top, few=40),
    Kind(name="mdx", examples=pages.texts(), check=pages.read, few=40),
    Kind(name="expression", examples=expressions.expressions(), check=expressions.work_out, few=60),
    Kind(name="address", examples=requests.addresses(), check=requests.lead_on, few=60),
    Kind(name="request", examples=requests.heads(), check=requests.answer, few=60),
    Kind(name="secret", examples=secrets.examples(), check=secrets.keep_secret, few=20, batch=50),
    Kind(name="site", examples=sites.sites(), check=sites.build, few=2, batch=8),
)
