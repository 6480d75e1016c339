"""What a git folder says of its repository, read without running git."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sphinx_sitejson.common.files.bounds import repository_root

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
