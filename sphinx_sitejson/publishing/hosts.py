"""The address of a site, as the host that builds and publishes it tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
