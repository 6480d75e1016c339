"""The sidebar's tree, rendered once for all pages that show the same part of it.

All that differs between such pages is the way to the root, which row is the current one, and
which folds are open around it: these are put in afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from .html_pages import PageContext

ROOT_MARK = "\ue000/"
"""Stands for the way to the site's root; no text of a page has this character."""

_FOLD = re.compile(r'<details class="sj-fold"[^>]*>|</details>')

Render = Callable[..., str]
"""The template macro that renders some entries of the tree: context, entries."""


class SharedTrees:
    """Keeps the rendered parts of trees for a build."""

    def __init__(self) -> None:
        self._rendered: dict[tuple[int, str], str] = {}

    def html(self, page: PageContext, render: Render) -> Markup:
        """Return the tree as one page shows it."""
        if not page.has_separate_pages:
            return Markup(render(page, page.whole_groups))
        # The site map keeps what pages share, so that these objects live as long as the build.
        key = (id(page.navigation.groups), page.navigation.version)
        if key not in self._rendered:
            # Plain text, for replacing in markup would escape what is put in.
            self._rendered[key] = str(render(page.from_root, page.navigation.groups))
        own_row = f'href="{ROOT_MARK}{escape(page.target_uri)}"'
        html = self._rendered[key].replace(own_row, 'href="#" aria-current="page"')
        return Markup(_with_open_folds(html).replace(ROOT_MARK, page.content_root))


def _with_open_folds(html: str) -> str:
    """Open the folds around the current row."""
    current = html.find('aria-current="page"')
    around: list[int] = []
    for fold in _FOLD.finditer(html, 0, max(current, 0)):
        if fold[0].startswith("</"):
            around.pop()
        else:
            around.append(fold.end() - 1)
    for position in reversed(around):
        html = f"{html[:position]} open{html[position:]}"
    return html
