"""The date on which each page was last changed: front matter, else git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer
from typing import IO

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.i18n import format_date

from sphinx_sitejson.common.files import repository_root
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.other_extensions import PAGE_DATES
from sphinx_sitejson.site_build.output_files import cache_file, read_cache, write_cache

MAX_SECONDS = 20
"""How long git may run; files that it has not reached by then have no date."""

_COMMIT = b"\x02"
_LOG = (
    "log",
    "--no-show-signature",
    "--no-renames",
    "--relative",
    "--name-only",
    "-z",
    "--format=%x02%H %cI",
    "--",
    ".",
)


def read_head(folder: Path) -> tuple[str, Path] | None:
    """Return the newest commit and the path of the list of a shallow clone's oldest commits.

    None if the folder is not in a repository with a commit, or if git is not installed.
    """
    # Without a repository there is no process of git.
    if "GIT_DIR" not in os.environ and repository_root(folder.resolve()) is None:
        return None
    command = _command(folder, "rev-parse", "HEAD", "--git-path", "shallow")
    try:
        done = subprocess.run(
            command, capture_output=True, check=True, timeout=MAX_SECONDS, env=_environment()
        )
    except (OSError, subprocess.SubprocessError):
        return None
    head, _, path = os.fsdecode(done.stdout).strip().partition("\n")
    return head, folder / path


def read_commit_dates(folder: Path, files: Collection[str], shallow: Path) -> Mapping[str, str]:
    """Return the date of the last commit of each file, with one process of git for all files.

    The oldest commits of a shallow clone seem to add all files that they contain, so they give
    no dates.

    :param files: paths relative to the folder.
    :param shallow: the list of these commits.
    """
    remaining, dates = set(files), dict[str, str]()
    ends: Collection[str] = ()
    with suppress(OSError, ValueError):
        ends = shallow.read_text(encoding="ascii").split()
    try:
        process = subprocess.Popen(
            _command(folder, *_LOG),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )
    except OSError:
        return dates
    timer = Timer(MAX_SECONDS, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        for commit, date, file in _changed_files(process.stdout):
            if file in remaining:
                remaining.remove(file)
                if commit not in ends:
                    dates[file] = date
                if not remaining:
                    break
    finally:
        timer.cancel()
        process.kill()
        process.communicate()
    return dates


def _command(folder: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(folder), *arguments]


def _environment() -> dict[str, str]:
    return {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def _changed_files(stream: IO[bytes]) -> Iterator[tuple[str, str, str]]:
    """Yield commit, date and path of each changed file, the newest commit first."""
    commit = date = ""
    for field in _split_fields(stream):
        if field.startswith(_COMMIT):
            commit, _, date = os.fsdecode(field[1:]).partition(" ")
        elif field:
            yield commit, date, os.fsdecode(field)


def _split_fields(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the fields between zero bytes; the first file of a commit follows a line end."""
    rest = b""
    while block := stream.read(1 << 16):
        *fields, rest = (rest + block).split(b"\0")
        yield from (field.lstrip(b"\n") for field in fields)
    yield rest.lstrip(b"\n")


DEFAULT_FORMAT = "%b %d, %Y"
"""That of Sphinx, for an empty ``html_last_updated_fmt``."""


@BuildState
def page_dates(env: BuildEnvironment) -> Mapping[str, str] | None:
    """Return the dates from git by page, as ``2026-01-31T12:00:00+00:00``; None outside of git."""
    # sphinx-last-updated-by-git has them already, as texts of seconds.
    known: Mapping[str, tuple[bytes | None, bool]] | None = getattr(env, "git_last_updated", None)
    if known is not None:
        return {
            name: datetime.fromtimestamp(int(time), UTC).isoformat()
            for name, (time, _is_shown) in known.items()
            if time
        }
    folder = Path(env.srcdir)
    head = read_head(folder)
    if head is None:
        return None
    paths = {name: env.doc2path(name) for name in sorted(env.all_docs)}
    files = {
        name: path.relative_to(folder).as_posix()
        for name, path in paths.items()
        if path.is_relative_to(folder)
    }
    file = cache_file(env, "page-dates.json")
    cached = read_cache(file, dict)
    key = [head[0], sorted(files.values())]
    if cached.get("key") != key:
        dates = read_commit_dates(folder, files.values(), head[1])
        cached = {"key": key, "dates": dict(dates)}
        write_cache(file, cached)
    return {name: cached["dates"][path] for name, path in files.items() if path in cached["dates"]}


def last_updated(env: BuildEnvironment, docname: str) -> str:
    """Return the date of a page, or an empty string if it is unknown."""
    explicit_date = site_domain(env).facts_of(docname).last_updated
    return explicit_date or (page_dates(env) or {}).get(docname, "")


def shows_date(app: Sphinx, docname: str) -> bool:
    """Whether a page shows its date, by its front matter, else by the settings."""
    page_setting = site_domain(app.env).facts_of(docname).shows_date
    if page_setting is not None:
        return page_setting
    return site_of(app.env).settings.extra.shows_dates or (
        app.config.html_last_updated_fmt is not None
    )


def date_text(app: Sphinx, docname: str, sphinx_date: str | None, language: str) -> str | None:
    """Return the date that a page shows.

    :param sphinx_date: the date that Sphinx provides, which is that of the build. It is used only
        outside a repository.
    :param language: the language of the page.
    """
    if PAGE_DATES.is_provided_by_other(app):
        return sphinx_date
    if not shows_date(app, docname):
        return None
    date = last_updated(app.env, docname)
    if not date:
        return sphinx_date if page_dates(app.env) is None else None
    time = datetime.fromisoformat(date)
    # Without a zone, Sphinx would convert midnight to another day.
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    pattern = app.config.html_last_updated_fmt or DEFAULT_FORMAT
    return format_date(pattern, date=time, language=language)
