"""The base URL of the site, and links of the settings as relative URLs."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Collection, Mapping
from posixpath import normpath
from urllib.parse import SplitResult, quote, unquote, urlsplit, urlunsplit

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.osutil import relative_uri

from sphinx_sitejson.common.network.urls import is_web_url, join_url, split_url, strip_credentials
from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.project_pages import clean_path, find_page
from sphinx_sitejson.site_build.build_state import BuildState
from sphinx_sitejson.site_build.other_extensions import keeps_other_theme
from sphinx_sitejson.site_build.private_interfaces import is_set_by_author
from sphinx_sitejson.site_build.reports import report_config_value

_DRIVE = re.compile(r"/?[A-Za-z]:")

MAX_NAME_BYTES = 200
"""How many bytes a name of a file may have; file systems end at 255."""


@record
class SiteUrl:
    """A parsed URL: a path of this site, or an external URL."""

    path: str = ""
    """The path from the root, decoded, without slashes at its ends."""
    suffix: str = ""
    """Query and fragment, as written."""
    external_url: str = ""
    """The absolute URL, if it is not on this site."""


def parse_site_url(text: str) -> SiteUrl | None:
    """Parse a URL: ``/a/b?x#y`` gives the path ``a/b`` and the suffix ``?x#y``; None if invalid."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        is_web = parts.scheme.lower() in ("http", "https") and bool(parts.netloc)
        return SiteUrl(external_url=text) if is_web else None
    path = unquote(parts.path)
    if not path or not is_plain_path(path):
        return None
    return SiteUrl(path=clean_path(path), suffix=_query_and_fragment(parts))


def is_plain_path(path: str) -> bool:
    """Whether a decoded path stays below the root on every file system."""
    names = path.split("/")
    return (
        ".." not in names
        and path.isprintable()
        and not any(char in path for char in '\\"<>|\0')
        and not _DRIVE.match(path)
        and all(len(name.encode()) <= MAX_NAME_BYTES for name in names)
    )


def page_at(path: str, pages: Collection[str]) -> str | None:
    """Return the page of a path, which may be that of a folder; None if there is none."""
    page = path.removesuffix(".html").removesuffix(".htm")
    return find_page(page, pages) or find_page(f"{page}/index", pages)


def relative_url(source: str, target: str) -> str:
    """Return the relative URL from one file of the site to another."""
    here = source.split("/")[:-1]
    there = target.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    return "/".join([".."] * (len(here) - common) + there[common:]) or "./"


def absolute_url(config: Config, path: str) -> str:
    """Return the absolute URL of a path from the root; empty if that of the site is unknown."""
    base = base_url(config)
    return f"{base.rstrip('/')}/{path.lstrip('/')}" if base else ""


def base_path(base: str) -> str:
    """Return the path of a base URL, without a trailing slash."""
    return normpath(split_url(base).path or "/").rstrip("/")


_REPOSITORY_NAME = re.compile(r"([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)")
_WORKFLOW_VARIABLES = ("GITHUB_WORKFLOW", "GITHUB_WORKFLOW_REF", "GITHUB_JOB")


def host_base_url(variables: Mapping[str, str]) -> str:
    """Return the base URL of the site from the environment of its host; empty if unknown.

    :param variables: the environment variables of the build.
    """
    gitlab_pages = variables.get("CI_PAGES_URL", "")
    return (
        variables.get("READTHEDOCS_CANONICAL_URL", "")
        or (f"{gitlab_pages.rstrip('/')}/" if gitlab_pages else "")
        or _github_pages(variables)
    )


def _github_pages(variables: Mapping[str, str]) -> str:
    """Return the URL on GitHub Pages.

    Workflows build sites for all kinds of hosts, so the name of the workflow, its file or its job
    must contain "pages".
    """
    if variables.get("GITHUB_ACTIONS") != "true":
        return ""
    workflow = " ".join(variables.get(name, "") for name in _WORKFLOW_VARIABLES)
    is_for_pages = variables.get("GITHUB_PAGES") == "true" or "pages" in workflow.lower()
    match = _REPOSITORY_NAME.fullmatch(variables.get("GITHUB_REPOSITORY", ""))
    is_github_com = variables.get("GITHUB_SERVER_URL", "https://github.com") == "https://github.com"
    if not (is_for_pages and match and is_github_com):
        return ""
    owner, name = match[1].lower(), match[2]
    host = f"{owner}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


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
    if _is_base_url(url):
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
        report_config_value(app, "html_baseurl", message)


def base_url(config: Config) -> str:
    """Return the absolute URL of the site; empty if it is unknown."""
    url = str(config.html_baseurl or "")
    return url if _is_base_url(url) else ""


def paths_below_base(config: Config, path: str) -> list[str]:
    """Return the paths that an absolute path may mean: it may begin with that of the base URL.

    ``/docs/guide`` gives ``/docs/guide`` and ``/guide`` on ``https://example.com/docs``.
    """
    base = base_path(base_url(config))
    is_below_base = bool(base) and f"{path}/".startswith(f"{base}/")
    return [path, path.removeprefix(base) or "/"] if is_below_base else [path]


SITE_ALIAS = "@site/"
"""The folder of the project, in links and imports of Docusaurus."""


def paths_below_alias(reference: str) -> list[str]:
    """Return the paths that a reference below ``@site/`` may mean.

    The pages may be in a folder of that project: ``@site/docs/a.md`` gives ``/docs/a.md`` and
    ``/a.md``.
    """
    path = reference.removeprefix(SITE_ALIAS)
    return [f"/{path}", f"/{path.partition('/')[2]}"]


def is_on_read_the_docs() -> bool:
    """Return whether the site is built on Read the Docs, which adds a version menu."""
    return os.environ.get("READTHEDOCS") == "True"


def _is_base_url(url: object) -> bool:
    return (
        isinstance(url, str)
        and is_web_url(url)
        and url.isprintable()
        and not any(char in url for char in ' "<>\\')
    )


class SiteLinks:
    """URLs as seen from one page.

    :param base: the URL path of the site, if links must not be relative to the page.
    """

    def __init__(self, app: Sphinx, pagename: str, base: str = "") -> None:
        self._builder = app.builder
        self._env = app.env
        self._pagename = pagename
        self._base = base
        self.links_to_page = False
        """Whether a link to the page itself was among those so far."""

    def href(self, url: str) -> str:
        """Return the URL of a page, a file of the site, or another site."""
        parts = split_url(url)
        if parts.scheme or parts.netloc or not parts.path:
            return url
        if docname := self._find_page(parts.path):
            self.links_to_page |= docname == self._pagename
            # An empty URL is the page itself, which some readers resolve against the base.
            path = self._from_base(self._builder.get_relative_uri(self._pagename, docname)) or "#"
        else:
            path = self.file_href(quote(clean_path(parts.path)))
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

    def _from_base(self, relative: str) -> str:
        absolute = join_url(self._base, relative)
        # The root, from a page with an unknown URL path.
        is_unknown = absolute == "/" and not self._base.startswith("/")
        return "./" if is_unknown else absolute


def _query_and_fragment(parts: SplitResult) -> str:
    return urlunsplit(("", "", "", parts.query, parts.fragment))
