"""The base URL of the site, and the links of the settings as relative URLs."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, quote, urlsplit

from sphinx.util.osutil import relative_uri

from sphinx_sitejson.common.network.urls import join_url, split_url, strip_credentials
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.navigation.tree import clean_path, find_page
from sphinx_sitejson.publishing.site_urls import base_path, host_base_url
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.other_extensions import keeps_other_theme
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author

from .reports import report_config_value

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

renamed_pages: BuildState[Mapping[str, str]] = BuildState(lambda env: {})
"""Generated pages by their previous names, which links may still have."""


def resolve_base_url(app: Sphinx, config: Config) -> None:
    """Set the base URL from the environment of the hosting service, unless it is configured.

    With another theme the value stays unchanged, since it may be rendered on every page.
    """
    if keeps_other_theme(app, config):
        return
    if not is_set_by_author(config, "html_baseurl"):
        config.html_baseurl = strip_credentials(host_base_url(os.environ))
    url = config.html_baseurl
    if is_web_url(url):
        return
    config.html_baseurl = ""
    if isinstance(url, str) and url.startswith("/"):
        # Only a path, as in many projects without a known host.
        config.sitejson_404_prefix = config.sitejson_404_prefix or url.strip("/")
    elif url:
        message = (
            f'html_baseurl: "{url}" is not a URL; it must begin with https://. '
            "The site is built as if it had none."
        )
        report_config_value(app, "html_baseurl", message, code=ProblemCode.WRONG_VALUE)


def base_url(config: Config) -> str:
    """Return the absolute URL of the site; empty if it is unknown."""
    url = str(config.html_baseurl or "")
    return url if is_web_url(url) else ""


def paths_below_base(config: Config, path: str) -> list[str]:
    """Return the paths that an absolute path may mean: it may begin with that of the base URL.

    ``/docs/guide`` gives ``/docs/guide`` and ``/guide`` on ``https://example.com/docs``.
    """
    base = base_path(base_url(config))
    is_below_base = bool(base) and f"{path}/".startswith(f"{base}/")
    return [path, path.removeprefix(base) or "/"] if is_below_base else [path]


def is_on_read_the_docs() -> bool:
    """Return whether the site is built on Read the Docs, which adds a version menu."""
    return os.environ.get("READTHEDOCS") == "True"


def is_web_url(url: object) -> bool:
    """Return whether a value is a valid base URL."""
    if not isinstance(url, str):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    is_plain = url.isprintable() and not any(char in url for char in ' "<>\\')
    return parts.scheme in ("http", "https") and bool(parts.netloc) and is_plain


class SiteLinks:
    """URLs as seen from one page.

    :param base: the URL path of the site, if links must not be relative to the page.
    """

    def __init__(
        self, builder: Builder, env: BuildEnvironment, pagename: str, base: str = ""
    ) -> None:
        self._builder = builder
        self._env = env
        self._pagename = pagename
        self._base = base
        self._urls: dict[str, str] = {}
        self.links_to_page = False
        """Whether a link to the page itself was among those so far."""

    def href(self, url: str) -> str:
        """Return the URL of a page, a file of the site, or another site."""
        if url not in self._urls:
            self._urls[url] = self._url(url)
        return self._urls[url]

    def _url(self, url: str) -> str:
        parts = split_url(url)
        if parts.scheme or parts.netloc or not parts.path:
            return url
        docname = self._find_page(parts.path)
        path = self._relative(docname) if docname else self.file_href(quote(clean_path(parts.path)))
        rest = _query_and_fragment(parts)
        return rest if rest and path == "#" else path + rest

    def site_uri(self, url: str) -> str:
        """Return the URL of a page or a file from the root of the site; others unchanged."""
        parts = split_url(url)
        if parts.scheme or parts.netloc or not parts.path:
            return url
        docname = self._find_page(parts.path)
        path = self._builder.get_target_uri(docname) if docname else quote(clean_path(parts.path))
        return path + _query_and_fragment(parts)

    def file_href(self, uri: str) -> str:
        """Return the URL of a file by its path in the site."""
        if split_url(uri).scheme:
            return uri
        relative = relative_uri(self._builder.get_target_uri(self._pagename), uri) or "./"
        return self._from_base(relative)

    def _find_page(self, path: str) -> str | None:
        """Return the page with a path; the current one may have no source file."""
        if not clean_path(path):
            return str(self._env.config.root_doc)
        if clean_path(path) == self._pagename:
            return self._pagename
        docname = find_page(path, self._env.all_docs, renamed_pages(self._env))
        return docname or find_page(posixpath.join(path, "index"), self._env.all_docs)

    def _relative(self, docname: str) -> str:
        self.links_to_page |= docname == self._pagename
        # An empty URL is the page itself, which some readers resolve against the base.
        relative = self._builder.get_relative_uri(self._pagename, docname)
        return self._from_base(relative) or "#"

    def _from_base(self, relative: str) -> str:
        absolute = join_url(self._base, relative)
        # The root, from a page with an unknown URL path.
        is_unknown = absolute == "/" and not self._base.startswith("/")
        return "./" if is_unknown else absolute


def _query_and_fragment(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return query + fragment
