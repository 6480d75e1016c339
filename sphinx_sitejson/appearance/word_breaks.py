"""Lets long names break where their words end, and not in the middle of one."""

from __future__ import annotations

import re

_NAME_OF_CODE = re.compile(r'(?<=<span class="pre">)[^<>\s]{16,}(?=</span>)')
_TITLE = re.compile(r"(<h1\b[^>]*>)([^<]+)")
_LONG_WORD = re.compile(r"[^<>&;\s]{16,}")
_END_OF_WORD = re.compile(r"(?<=\w)[._/](?=\w)|(?<=[a-z0-9])(?=[A-Z])")


def in_contents(html: str) -> str:
    """Return the list of headings; names of code in it may break."""
    return _NAME_OF_CODE.sub(_with_breaks, html)


def in_title(html: str) -> str:
    """Return a page whose title may break, as that of a schema is often one long name."""
    return _TITLE.sub(
        lambda title: title[1] + _LONG_WORD.sub(_with_breaks, title[2]), html, count=1
    )


def _with_breaks(name: re.Match[str]) -> str:
    return _END_OF_WORD.sub(lambda end: f"{end[0]}<wbr>", name[0])
