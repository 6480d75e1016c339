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

LONGEST_NAME = 200
"""How many bytes a name of a file may have; file systems end at 255."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteAddress:
    """An address taken apart: a path of this site, or another site."""

    path: str = ""
    """The path from the root, decoded, without slashes at its ends."""
    ending: str = ""
    """Query and fragment, as written."""
    elsewhere: str = ""
    """The whole address, if it does not lie on this site."""


def read_address(text: str) -> SiteAddress | None:
    """Take an address apart; None if it can be neither a path nor a web address."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        is_web = parts.scheme.lower() in ("http", "https") and bool(parts.netloc)
        return SiteAddress(elsewhere=text) if is_web else None
    path = unquote(parts.path)
    if not path or not is_plain_path(path):
        return None
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return SiteAddress(path=clean_path(path), ending=query + fragment)


def is_plain_path(path: str) -> bool:
    """Whether a decoded path stays below the root on every file system."""
    names = path.split("/")
    return (
        ".." not in names
        and path.isprintable()
        and not any(char in path for char in '\\"<>|\0')
        and not _DRIVE.match(path)
        and all(len(name.encode()) <= LONGEST_NAME for name in names)
    )


def page_at(path: str, pages: Collection[str]) -> str | None:
    """Return the page that a path of the site means: its name, or that of a folder's index."""
    if not path:
        return "index" if "index" in pages else None
    page = path.removesuffix(".html").removesuffix(".htm")
    return find_page(page, pages) or find_page(f"{page}/index", pages)


def relative_url(source: str, target: str) -> str:
    """Return how a file of the site leads to another path of it, also when opened from disk."""
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
    """Return the path below which a site of that address lies, without a slash at its end."""
    path = split_url(base).path
    return "" if path in ("", "/") else normpath(path).rstrip("/")


_NAME_OF_REPOSITORY = re.compile(r"([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)")
_WORKFLOW_VARIABLES = ("GITHUB_WORKFLOW", "GITHUB_WORKFLOW_REF", "GITHUB_JOB")


def address_of_host(variables: Mapping[str, str]) -> str:
    """Return the address at which the site will be, or nothing where no host tells it.

    :param variables: the environment of the build.
    """
    return (
        variables.get("READTHEDOCS_CANONICAL_URL", "")
        or _with_slash(variables.get("CI_PAGES_URL", ""))
        or _github_pages(variables)
    )


def _github_pages(variables: Mapping[str, str]) -> str:
    """Return the address on GitHub Pages.

    Workflows build sites for all kinds of hosts, so the name of the workflow, of its file or of
    its job has to say that this one is for GitHub Pages.
    """
    if variables.get("GITHUB_ACTIONS") != "true":
        return ""
    told = " ".join(variables.get(name, "") for name in _WORKFLOW_VARIABLES)
    is_for_pages = variables.get("GITHUB_PAGES") == "true" or "pages" in told.lower()
    found = _NAME_OF_REPOSITORY.fullmatch(variables.get("GITHUB_REPOSITORY", ""))
    is_of_github = variables.get("GITHUB_SERVER_URL", "https://github.com") == "https://github.com"
    if not (is_for_pages and found and is_of_github):
        return ""
    owner, name = found[1].lower(), found[2]
    host = f"{owner}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def _with_slash(address: str) -> str:
    return f"{address.rstrip('/')}/" if address else ""
