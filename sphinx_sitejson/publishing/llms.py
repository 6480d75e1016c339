"""``llms.txt`` and ``llms-full.txt``: the site for language models."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .markdown_text import link, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPage:
    """A page in the list."""

    title: str
    address: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSection:
    """Pages that belong together."""

    title: str
    pages: tuple[ListedPage, ...]


def llms_text(
    name: str, summary: str, sections: Iterable[ListedSection], instructions: str = ""
) -> str:
    """Return the list of all pages.

    :param instructions: what language models should know before they read on.
    """
    parts = [f"# {_line(name)}"]
    if summary:
        parts.append(f"> {_line(summary)}")
    if instructions.strip():
        parts.append(instructions.strip())
    for section in sections:
        lines = "\n".join(map(_entry, section.pages))
        parts.append(f"## {_line(section.title)}\n\n{lines}")
    return "\n\n".join(parts) + "\n"


def _entry(page: ListedPage) -> str:
    description = f": {_line(page.description)}" if page.description else ""
    return f"- {link(_line(page.title), page.address)}{description}"


def full_page(text: str, address: str) -> str:
    """Return a page as it stands in the file of all pages: below its title, where it is from."""
    title, separator, rest = text.partition("\n")
    if not title.startswith("# "):
        title, separator, rest = "", "", text
    source = f"Source: <{address}>"
    return "\n".join(filter(None, (title, source))) + f"\n{separator}{rest.lstrip()}".rstrip()


def full_text(pages: Iterable[str]) -> str:
    """Return the text of all pages."""
    return "\n\n".join(pages) + "\n"


def _line(text: str) -> str:
    return plain(" ".join(text.split()))
