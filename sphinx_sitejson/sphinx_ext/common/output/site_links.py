"""Turns URLs of the settings into addresses that work from every page, also from disk."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx.util.osutil import relative_uri

from sphinx_sitejson.common.network.urls import joined_url, parts_of_url
from sphinx_sitejson.navigation.tree import clean_path, find_page

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class SiteLinks:
    """Addresses as one page has to write them.

    :param base: where the page stands on its server, when addresses must not depend on it.
    """

    def __init__(
        self, builder: Builder, env: BuildEnvironment, pagename: str, base: str = ""
    ) -> None:
        self._builder = builder
        self._env = env
        self._pagename = pagename
        self._base = base
        self._addresses: dict[str, str] = {}

    def href(self, url: str) -> str:
        """Return the address of a page, a file of the site, or another site."""
        if url not in self._addresses:
            self._addresses[url] = self._address(url)
        return self._addresses[url]

    def _address(self, url: str) -> str:
        parts = parts_of_url(url)
        if parts.scheme or parts.netloc or not parts.path:
            return url
        path = self._page_address(parts.path) or self.file_href(quote(clean_path(parts.path)))
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return path + query + fragment

    def file_href(self, uri: str) -> str:
        """Return the address of a file by its place below the site's root."""
        if parts_of_url(uri).scheme:
            return uri
        relative = relative_uri(self._builder.get_target_uri(self._pagename), uri) or "./"
        return self._from_base(relative)

    def _page_address(self, path: str) -> str:
        if not clean_path(path):
            return self._relative(self._env.config.root_doc)
        docname = find_page(path, self._env.all_docs)
        if docname is None:
            docname = find_page(posixpath.join(path, "index"), self._env.all_docs)
        return self._relative(docname) if docname else ""

    def _relative(self, docname: str) -> str:
        # An empty address is the page itself, which some readers resolve against the base.
        relative = self._builder.get_relative_uri(self._pagename, docname)
        return self._from_base(relative) or "#"

    def _from_base(self, relative: str) -> str:
        whole = joined_url(self._base, relative)
        # The root, seen from a page that does not know where on its server it is.
        is_unknown = whole == "/" and not self._base.startswith("/")
        return "./" if is_unknown else whole
