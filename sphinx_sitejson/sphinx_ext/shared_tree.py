"""The sidebar's tree, rendered once for all pages that share it.

A tree of a thousand pages on each of a thousand pages would be a million rows to render. All
that differs from page to page is the way to the root, which row is the current one, and which
folds are open around it: these are put in afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from sphinx_sitejson.navigation.sections import pages_of
from sphinx_sitejson.navigation.views import SidebarGroup

if TYPE_CHECKING:
    from .html_pages import PageContext

ROOT_MARK = "\ue000/"
"""Stands for the way to the site's root; no text of a page has this character."""

_FOLD = re.compile(r'<details class="sj-fold">|</details>')

Render = Callable[..., str]
"""The template macro that renders one group: context, group, name of the current page."""


class SharedTrees:
    """Keeps the rendered trees of a build."""

    def __init__(self) -> None:
        self._rendered: dict[tuple[int, str], str] = {}
        self._can_be_shared: dict[int, bool] = {}

    def html(self, page: PageContext, render: Render) -> Markup:
        """Return the tree as one page shows it."""
        groups = page.navigation.groups
        if not page.has_separate_pages or not self._is_shared(groups):
            return Markup("").join(
                Markup(render(page, group, page.name_of_page)) for group in groups
            )
        key = (id(groups), page.navigation.version)
        if key not in self._rendered:
            context = SharedContext(page)
            self._rendered[key] = "".join(render(context, group, "") for group in groups)
        own_row = f'href="{ROOT_MARK}{escape(page.target_uri)}"'
        html = self._rendered[key].replace(own_row, 'href="#" aria-current="page"')
        return Markup(_with_open_folds(html).replace(ROOT_MARK, page.content_root))

    def _is_shared(self, groups: tuple[SidebarGroup, ...]) -> bool:
        """A page with pages below it shows them only near itself, so its tree is its own."""
        key = id(groups)
        if key not in self._can_be_shared:
            self._can_be_shared[key] = not any(page.entries for page in pages_of(groups))
        return self._can_be_shared[key]


class SharedContext:
    """What the template knows while it renders a tree that belongs to no page."""

    def __init__(self, page: PageContext) -> None:
        self._page = page
        self.navigation = page.navigation

    def href(self, url: str) -> str:
        """Return an address from the root."""
        docname = self._page.page_of(url)
        return f"{ROOT_MARK}{self._page.uri_of(docname)}" if docname else self._page.href(url)

    def is_external(self, url: str) -> bool:
        """Whether a link opens beside the site."""
        return self._page.is_external(url)

    def icon(self, name: str, icon_type: str | None = None) -> Markup:
        """Return an icon, with an address from the root if it is an image."""
        return self._page.icon_from(ROOT_MARK, name, icon_type)


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
