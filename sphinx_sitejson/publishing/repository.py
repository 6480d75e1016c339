"""The repository of the documentation, for "edit this page" and issue links.

It is read from ``conf.py``, ``html_context``, the environment of Read the Docs or the ``.git``
folder, without running git.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import quote, urlencode, urlsplit

from sphinx_sitejson.common.files import repository_root

HostKind = Literal["github", "gitlab", "bitbucket", "gitea"]
HOST_KINDS: tuple[HostKind, ...] = get_args(HostKind)

_SHORT_FORM = re.compile(r"(?:[^@/\s]+@)?(?P<host>[^:/\s]+):(?P<path>(?!//)\S+)")
_HOSTS: Mapping[str, HostKind] = {
    "github": "github",
    "gitlab": "gitlab",
    "bitbucket": "bitbucket",
    "gitea": "gitea",
    "forgejo": "gitea",
    "codeberg": "gitea",
}
_EDIT: Mapping[HostKind, str] = {
    "github": "/edit/{branch}/{path}",
    "gitlab": "/-/edit/{branch}/{path}",
    "bitbucket": "/src/{branch}/{path}?mode=edit",
    "gitea": "/_edit/{branch}/{path}",
}
_ISSUE: Mapping[HostKind, tuple[str, str, str]] = {
    "github": ("/issues/new", "title", "body"),
    "gitlab": ("/-/issues/new", "issue[title]", "issue[description]"),
    "bitbucket": ("/issues/new", "title", "content"),
    "gitea": ("/issues/new", "title", "body"),
}
_CONTEXT_KEYS: Mapping[HostKind, tuple[str, str, str]] = {
    "github": ("github_user", "github_repo", "github_version"),
    "gitlab": ("gitlab_user", "gitlab_repo", "gitlab_version"),
    "bitbucket": ("bitbucket_user", "bitbucket_repo", "bitbucket_version"),
    "gitea": ("gitea_user", "gitea_repo", "gitea_version"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """A repository on a host that has pages for changing files and raising issues."""

    kind: HostKind
    url: str
    """The address without a slash at its end, and never with a name or a password in it."""
    branch: str = ""
    folder: str = ""
    """Where the documentation lies in it, without slashes at its ends."""

    def edit_url(self, path: str) -> str:
        """Return where a file of the documentation can be changed."""
        whole = "/".join(filter(None, (self.folder, path)))
        place = _EDIT[self.kind].format(
            branch=quote(self.branch or "HEAD", safe="/"), path=quote(whole)
        )
        return f"{self.url}{place}"

    def issue_url(self, title: str, body: str) -> str:
        """Return where an issue can be raised."""
        place, title_key, body_key = _ISSUE[self.kind]
        return f"{self.url}{place}?{urlencode({title_key: title, body_key: body})}"


def read_remote(remote: str, kind: str = "") -> Repository | None:
    """Understand the address of a repository; None if it has no pages on the web that we know.

    :param kind: the kind of its host; if it is not given, the host's name tells.
    """
    text = remote.strip()
    short = None if "://" in text else _SHORT_FORM.fullmatch(text)
    if short:
        host, path = short["host"], short["path"]
    else:
        try:
            parts = urlsplit(text)
            port = f":{parts.port}" if parts.port and parts.scheme in ("http", "https") else ""
        except ValueError:
            return None
        if parts.scheme not in ("http", "https", "ssh", "git") or not parts.hostname:
            return None
        host, path = f"{parts.hostname}{port}", parts.path
    path = path.strip("/").removesuffix(".git")
    found = kind if kind in HOST_KINDS else _kind_of(host)
    if not found or not re.fullmatch(r"[\w.~-]+(?:/[\w.~-]+)+", path):
        return None
    if not re.fullmatch(r"[A-Za-z0-9.-]+(?::\d+)?", host):
        return None
    scheme = "http" if text.startswith("http://") else "https"
    return Repository(kind=_as_kind(found), url=f"{scheme}://{host}/{path}")


def _kind_of(host: str) -> str:
    return next((kind for name, kind in _HOSTS.items() if name in host.lower()), "")


def _as_kind(text: str) -> HostKind:
    return next(kind for kind in HOST_KINDS if kind == text)


def read_setting(value: object) -> Repository | None:
    """Understand the author's own word: an address, or its parts."""
    if isinstance(value, str):
        return read_remote(value)
    if not isinstance(value, Mapping):
        return None
    repository = read_remote(str(value.get("url", "")), str(value.get("kind", "")))
    if repository is None:
        return None
    return replace(
        repository,
        branch=str(value.get("branch", "")),
        folder=str(value.get("path", "")).strip("/"),
    )


def read_html_context(context: Mapping[str, object]) -> Repository | None:
    """Understand the keys by which themes and hosts have long named a repository."""
    folder = str(context.get("doc_path") or context.get("conf_py_path") or "").strip("/")
    for kind, (user, name, version) in _CONTEXT_KEYS.items():
        if context.get(user) and context.get(name):
            usual = {"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org"}
            host = str(context.get(f"{kind}_host") or usual.get(kind, "gitea.com"))
            address = host if "://" in host else f"https://{host}"
            found = read_remote(f"{address}/{context[user]}/{context[name]}", kind)
            if found is not None:
                return replace(found, branch=str(context.get(version) or ""), folder=folder)
    return None


def read_variables(variables: Mapping[str, str]) -> Repository | None:
    """Understand what Read the Docs tells its builds."""
    found = read_remote(variables.get("READTHEDOCS_GIT_CLONE_URL", ""))
    if found is None:
        return None
    is_branch = variables.get("READTHEDOCS_VERSION_TYPE") == "branch"
    branch = variables.get("READTHEDOCS_GIT_IDENTIFIER", "") if is_branch else ""
    return replace(found, branch=branch)


_SECTION = re.compile(r'\s*\[\s*remote\s+"(?P<name>[^"]+)"\s*\]')
_URL = re.compile(r"\s*url\s*=\s*(?P<url>\S+)\s*")
_REF = re.compile(r"ref:\s*refs/(?:heads|remotes/[^/\s]+)/(?P<branch>\S+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GitFolder:
    """A checked-out repository."""

    root: Path
    remote: str = ""
    branch: str = ""


def find_git_folder(start: Path) -> GitFolder | None:
    """Look for the repository that a folder lies in."""
    root = repository_root(start)
    return _read(root) if root else None


def _read(root: Path) -> GitFolder:
    own = root / ".git"
    if own.is_file():
        # A worktree or a submodule: the file says where its data lie.
        pointer = _text(own).removeprefix("gitdir:").strip()
        own = (root / pointer).resolve() if pointer else own
    shared = (own / _text(own / "commondir").strip()).resolve()
    branch = _branch(_text(own / "HEAD")) or _branch(_text(shared / "refs/remotes/origin/HEAD"))
    return GitFolder(root=root, remote=_origin(_text(shared / "config")), branch=branch)


def _origin(config: str) -> str:
    """Return the address of the remote ``origin``, or of the first one."""
    remotes: dict[str, str] = {}
    name = ""
    for line in config.splitlines():
        if line.lstrip().startswith("["):
            section = _SECTION.fullmatch(line)
            name = section["name"] if section else ""
        elif name and (found := _URL.fullmatch(line)):
            remotes.setdefault(name, found["url"])
    return remotes.get("origin") or next(iter(remotes.values()), "")


def _branch(head: str) -> str:
    found = _REF.match(head)
    return found["branch"] if found else ""


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
