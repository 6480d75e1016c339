"""Paths and URLs of a site, and its base URL as known to the host that builds it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.navigation.tree import clean_path, find_page

_DRIVE = re.compile(r"/?[A-Za-z]:")

MAX_NAME_BYTES = 200
"""How many bytes a name of a file may have; file systems end at 255."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return SiteUrl(path=clean_path(path), suffix=query + fragment)


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
    if not path:
        return "index" if "index" in pages else None
    page = path.removesuffix(".html").removesuffix(".htm")
    return find_page(page, pages) or find_page(f"{page}/index", pages)


def relative_url(source: str, target: str) -> str:
    """Return the relative URL from one file of the site to another."""
    here = source.split("/")[:-1]
    there = target.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    steps = [".."] * (len(here) - common) + there[common:]
    return "/".join(steps) or "./"


def absolute_url(base: str, path: str) -> str:
    """Return the absolute URL of a path below the base URL of the site."""
    return f"{base.rstrip('/')}/{path.lstrip('/')}"


def base_path(base: str) -> str:
    """Return the path of a base URL, without a trailing slash."""
    path = split_url(base).path
    return "" if path in ("", "/") else normpath(path).rstrip("/")


_REPOSITORY_NAME = re.compile(r"([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)")
_WORKFLOW_VARIABLES = ("GITHUB_WORKFLOW", "GITHUB_WORKFLOW_REF", "GITHUB_JOB")


def host_base_url(variables: Mapping[str, str]) -> str:
    """Return the base URL of the site from the environment of its host; empty if unknown.

    :param variables: the environment variables of the build.
    """
    return (
        variables.get("READTHEDOCS_CANONICAL_URL", "")
        or _add_slash(variables.get("CI_PAGES_URL", ""))
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


def _add_slash(url: str) -> str:
    return f"{url.rstrip('/')}/" if url else ""
