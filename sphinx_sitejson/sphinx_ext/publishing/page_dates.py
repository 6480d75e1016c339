"""The date on which each page was last changed: from its front matter, else from git."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.i18n import format_date

from sphinx_sitejson.publishing.git_dates import read_commit_dates, read_head
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.json_cache import cache_file, read_cache, write_cache
from sphinx_sitejson.sphinx_ext.common.other_extensions import PAGE_DATES

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

DEFAULT_FORMAT = "%b %d, %Y"
"""That of Sphinx, for an empty ``html_last_updated_fmt``."""


def _read_dates(env: BuildEnvironment) -> Mapping[str, str] | None:
    """Return the dates by page; None outside of a repository."""
    # sphinx-last-updated-by-git has them already, as texts of seconds.
    known: Mapping[str, tuple[bytes | None, bool]] | None = getattr(env, "git_last_updated", None)
    if known is not None:
        times = {name: time for name, (time, _is_shown) in known.items() if time}
        return {
            name: datetime.fromtimestamp(int(time), UTC).isoformat() for name, time in times.items()
        }
    folder = Path(env.srcdir)
    head = read_head(folder)
    if head is None:
        return None
    paths = {name: Path(env.doc2path(name)) for name in sorted(env.all_docs)}
    files = {
        name: path.relative_to(folder).as_posix()
        for name, path in paths.items()
        if path.is_relative_to(folder)
    }
    file = cache_file(env, "page-dates.json")
    cached = read_cache(file)
    key = [head[0], sorted(files.values())]
    if not isinstance(cached, dict) or cached.get("key") != key:
        dates = read_commit_dates(folder, files.values(), head[1])
        cached = {"key": key, "dates": dict(dates)}
        write_cache(file, cached)
    return {name: cached["dates"][path] for name, path in files.items() if path in cached["dates"]}


page_dates: BuildState[Mapping[str, str] | None] = BuildState(_read_dates)
"""The dates from git, as ``2026-01-31T12:00:00+00:00``."""


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
