"""Read and write files of a project and of its built site, within its bounds.

Files are written to a temporary file first and then renamed, so that a build that is interrupted
leaves no file half written. Nothing is written through a symbolic link that points outside.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import field
from pathlib import Path
from typing import TypeGuard

from .records import record

PACKAGE = Path(__file__).parents[1]
LOCALE = PACKAGE / "locale"
"""Message catalogs of the labels."""
STATIC = PACKAGE / "static"
"""Static files that pages need with any theme."""
TEMPLATES = PACKAGE / "templates"
THEME = PACKAGE / "theme" / "sitejson"

_NONBLOCKING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """The path is a pipe, a socket or a device."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "It is not a regular file", str(path))


def read_file(path: Path, limit: int = -1) -> bytes:
    """Return the content of a regular file, or its first bytes; raise OSError."""
    _check(path, path.stat().st_mode)
    handle = os.open(path, os.O_RDONLY | _NONBLOCKING)
    with os.fdopen(handle, "rb") as file:
        # It may have become something else since.
        _check(path, os.fstat(handle).st_mode)
        return file.read(limit)


def read_text(path: Path) -> str:
    """Return the text of a file; bytes that are not UTF-8 are replaced."""
    text = read_file(path).decode("utf-8", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_file(path: Path) -> bool:
    """Return whether a path is a file; False also for paths that the file system refuses."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def describe_os_error(error: OSError) -> str:
    """Describe why a file could not be read or written, for a message in parentheses."""
    if isinstance(error, NotRegularError):
        return "it is not a regular file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    return (error.strerror or str(error) or "it cannot be used").partition(" (")[0].lower()


def describe_missing_folder(path: Path) -> str:
    """Return why a command cannot use a folder."""
    return (
        f'{path} is a file; name its folder, "{path.parent}".'
        if path.is_file()
        else f"No such folder: {path}"
    )


def _check(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotRegularError(path)


OUTPUT_MARKER = ".sitejson-output"
"""The file that marks a folder as the output of a build."""

OUTPUT_MARKER_TEXT = (
    "Written by a build of sphinx-sitejson; nothing in this folder is read as a source.\n"
)

_BUILD_INFO = ".buildinfo"
_BUILD_INFO_BEGINS = b"# Sphinx build info"
_ENVIRONMENT = "environment.pickle"
_WEB_SITE = frozenset({"objects.inv", "searchindex.js"})


def is_build_output(folder: Path, names: Collection[str] | None = None) -> bool:
    """Return whether a folder is the output of this extension or of any Sphinx builder.

    :param names: the names of the files in the folder, if they are known.
    """

    def has(name: str) -> bool:
        return (folder / name).is_file() if names is None else name in names

    if has(OUTPUT_MARKER) or has(_ENVIRONMENT) or all(map(has, _WEB_SITE)):
        return True
    if not has(_BUILD_INFO):
        return False
    try:
        beginning = read_file(folder / _BUILD_INFO, len(_BUILD_INFO_BEGINS))
    except OSError:
        return False
    return beginning == _BUILD_INFO_BEGINS


def enclosing_build_output(path: Path, root: Path) -> Path | None:
    """Return the build output below a root that contains a path, or None."""
    if not path.is_relative_to(root):
        return None
    inner = [folder for folder in path.parents if folder != root and folder.is_relative_to(root)]
    return next((folder for folder in reversed(inner) if is_build_output(folder)), None)


GIT_FOLDER = ".git"

NOT_IN_PROJECT = "is not in the project"
OUTSIDE_REPOSITORY = "is a symbolic link that points outside the repository"
IS_OUTPUT = "is in the output of an earlier build"


def repository_root(start: Path) -> Path | None:
    """Return the root of the git repository that contains a folder."""
    folders = (start, *start.parents)
    return next((folder for folder in folders if (folder / GIT_FOLDER).exists()), None)


def folder_around(file: Path, srcdir: Path, chosen: str = "") -> Path:
    """Return the folder to which references of a document to other files are restricted.

    This is the repository of the project, or the nearest common parent of the document and the
    source folder, or the folder of the document if that would be the root of the file system.

    :param chosen: the folder that the author names, relative to the source folder.
    """
    for root in ((srcdir / chosen).resolve() if chosen else None, repository_root(srcdir)):
        if root is not None and file.is_relative_to(root):
            return root
    if file.anchor != srcdir.anchor:
        return file.parent
    common = Path(os.path.commonpath([file.parent, srcdir]))
    return file.parent if common == Path(common.anchor) else common


def is_outside_repository(path: Path, root: Path) -> bool:
    """Return whether a path resolves to a location outside the project's repository.

    ``.git`` counts as outside, since its files may contain passwords. Without a repository,
    everything outside the project is outside. Raise OSError for a cycle of links.
    """
    real_root = root.resolve()
    try:
        target = path.resolve()
    except RuntimeError:
        # Python before 3.13 raises RuntimeError for a cycle of links.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    folder = real_root if target.is_relative_to(real_root) else repository_root(real_root)
    if folder is None or not target.is_relative_to(folder):
        return True
    return GIT_FOLDER in target.relative_to(folder).parts


def read_refusal(path: Path, root: Path) -> str:
    """Return why a file must not be read, as the predicate of a sentence, or an empty string.

    :param path: the path as it is written, below the resolved root.
    """
    normalized = Path(os.path.normpath(path))
    real_root = root.resolve()
    if not (normalized.is_relative_to(real_root) or normalized.is_relative_to(root)):
        return NOT_IN_PROJECT
    try:
        if is_outside_repository(path, root):
            return OUTSIDE_REPOSITORY
        return IS_OUTPUT if enclosing_build_output(normalized, real_root) else ""
    except (OSError, ValueError):
        return NOT_IN_PROJECT


_NO_SOURCES = ("node_modules", "__pycache__")
_MAX_LINKS_TO_FOLDER = 20
"""How many links to one folder are followed; more could multiply without end."""


@record
class SourceTree:
    """The files of a project, and the folders that were not searched."""

    built: tuple[str, ...]
    """Outputs of earlier builds."""
    link_cycles: tuple[str, ...]
    """Links to a folder that contains them."""
    files: tuple[str, ...] = field(repr=False)


def scan_source_tree(root: Path) -> SourceTree:
    """List the files of a project; links to folders are followed, as Sphinx follows them."""
    built: list[str] = []
    link_cycles: list[str] = []
    files: list[str] = []
    link_counts: Counter[str] = Counter()
    start = str(root.resolve())
    real_paths: dict[str, tuple[str, ...]] = {start: (start,)}
    """The real paths of each folder and of the folders around it."""
    # A folder that cannot be read is skipped: Sphinx does not find it either.
    for folder, folders, names in os.walk(start, followlinks=True):
        around = real_paths.pop(folder)
        prefix = folder[len(start) :].replace(os.sep, "/").lstrip("/")
        subfolders, folders[:] = sorted(folders, reverse=True), []
        if prefix and is_build_output(Path(folder), names):
            built.append(prefix)
            continue
        if "pyvenv.cfg" in names:
            continue
        files += (f"{prefix}/{name}".lstrip("/") for name in sorted(names))
        for name in subfolders:
            path = Path(folder, name)
            if name.startswith(".") or name in _NO_SOURCES:
                continue
            real_path = f"{around[-1]}/{name}"
            if path.is_symlink():
                real_path = os.path.realpath(path)
                link_counts[real_path] += 1
                if real_path in around or link_counts[real_path] > _MAX_LINKS_TO_FOLDER:
                    link_cycles.append(f"{prefix}/{name}".lstrip("/"))
                    continue
            real_paths[str(path)] = (*around, real_path)
            folders.insert(0, name)
    return SourceTree(built=tuple(built), link_cycles=tuple(link_cycles), files=tuple(files))


def exclude_pattern(path: str) -> str:
    """Return a path as an exclude pattern of Sphinx: ``a[1]`` becomes ``a?1]``."""
    return re.sub(r"[*?[]", "?", path)


DISK_ERRORS = frozenset({errno.ENOSPC, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Error numbers of a disk that is full or read-only."""


def is_disk_error(error: BaseException, *folders: str | Path) -> TypeGuard[OSError]:
    """Return whether a disk is full or read-only, or a file below some folders cannot be used."""
    if not isinstance(error, OSError):
        return False
    file = Path(os.fsdecode(error.filename)) if error.filename else None
    is_ours = file is not None and any(map(file.is_relative_to, folders))
    return error.errno in DISK_ERRORS or is_ours


_TEMPORARY = ".sitejson-{}.new"
_TEMPORARY_NAME = re.compile(r"\.sitejson-[0-9a-f]{16}\.new")
_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def write_bytes(path: Path, content: bytes, *, below: Path) -> None:
    """Write a file atomically, and create its parent folders; raise OSError.

    :param below: the folder that the file must be in; it may be a link itself.
    """
    temporary = write_temporary(path, content, below=below)
    try:
        temporary.replace(path)
    except BaseException:
        remove(temporary)
        raise


def write_text(path: Path, text: str, *, below: Path) -> None:
    """Write a text as UTF-8, without converting line endings."""
    write_bytes(path, text.encode(), below=below)


def write_if_changed(path: Path, content: bytes, *, below: Path) -> bool:
    """Write a file unless it has this content already; return whether it was written."""
    if _has_content(path, content):
        return False
    write_bytes(path, content, below=below)
    return True


def write_if_possible(path: Path, content: bytes, *, below: Path) -> bool:
    """Write a file that is only a cache; return whether that was possible."""
    try:
        write_bytes(path, content, below=below)
    except OSError:
        return False
    return True


def write_temporary(path: Path, content: bytes, *, below: Path) -> Path:
    """Write the content to a temporary file next to a path, which the caller renames."""
    make_folder(path.parent, below=below)
    temporary = temporary_path(path)
    handle = os.open(temporary, _CREATE, 0o666)
    try:
        _fill(handle, content)
        # Those of the file that is replaced.
        with contextlib.suppress(OSError):
            known = path.lstat().st_mode
            if stat.S_ISREG(known):
                temporary.chmod(stat.S_IMODE(known))
    except BaseException:
        remove(temporary)
        raise
    return temporary


def temporary_path(path: Path) -> Path:
    """Return an unused, unpredictable path in the same folder."""
    return path.with_name(_TEMPORARY.format(secrets.token_hex(8)))


def make_folder(folder: Path, *, below: Path) -> list[Path]:
    """Create a folder and its parents; return the new ones, the outermost first.

    Raise OutsideError, before anything is created, if a link on the way points outside.
    """
    missing = []
    nearest = folder
    while not nearest.is_dir() and nearest != nearest.parent:
        missing.append(nearest)
        nearest = nearest.parent
    # An outer folder that is missing itself is created with the others.
    if missing and nearest.is_relative_to(below) and not _is_inside(nearest, below):
        raise OutsideError(folder)
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
    if not _is_inside(folder, below):
        raise OutsideError(folder)
    return missing[::-1]


def _is_inside(folder: Path, outer: Path) -> bool:
    return Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(outer))


class OutsideError(OSError):
    """A file would be written outside its folder."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EPERM, "It would be outside the folder", str(path))


def write_to_pipe(path: Path, text: str) -> None:
    """Write to an existing pipe or device, which cannot be replaced by a file."""
    with os.fdopen(os.open(path, os.O_WRONLY), "w", encoding="utf-8") as pipe:
        pipe.write(text)


def remove(path: Path) -> None:
    """Remove a file or link if it exists; ignore errors."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def remove_below(path: Path, below: Path) -> None:
    """Remove a file below a folder, and its parents that become empty.

    Nothing is removed through a link that points outside.
    """
    if not path.is_relative_to(below) or ".." in path.parts or not _is_inside(path.parent, below):
        return
    remove(path)
    for folder in path.parents:
        if folder == below:
            break
        with contextlib.suppress(OSError):
            folder.rmdir()


def find_temporary_files(folder: Path) -> Iterator[Path]:
    """Yield the temporary files that killed processes left below a folder."""
    for parent, _, names in os.walk(folder):
        yield from (Path(parent, name) for name in names if _TEMPORARY_NAME.fullmatch(name))


def _fill(handle: int, content: bytes) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(content)


def _has_content(path: Path, content: bytes) -> bool:
    try:
        facts = os.lstat(path)
        is_alike = stat.S_ISREG(facts.st_mode) and facts.st_size == len(content)
        return is_alike and read_file(path) == content
    except OSError:
        return False
