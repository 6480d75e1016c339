"""JavaScript in a build: the budget of a page from ``conf.py``, and the date that pages see."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, did_you_mean
from sphinx_sitejson.mdx.javascript.engine import Limits
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.reports import report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

LIMITS = "sitejson_javascript_limits"
HIGHEST = {
    "memory": 4_000_000_000,
    "seconds": 600,
    "nodes": 10_000_000,
    "text": 1_000_000_000,
    "depth": 1_000,
}
"""What the limits may be raised to."""

_DAY = 24 * 60 * 60


def check_limits(app: Sphinx, config: Config) -> None:
    """Take out of the budget in ``conf.py`` what is no limit, and report it."""
    given: dict[Any, Any] = getattr(config, LIMITS)
    problems = dict(_limit_problems(given))
    setattr(config, LIMITS, {key: value for key, value in given.items() if key not in problems})
    place = Place(file="conf.py")
    report(
        Problem(code=ProblemCode.WRONG_VALUE, message=message, place=place)
        for message in problems.values()
    )


def _limit_problems(given: dict[Any, Any]) -> Iterator[tuple[Any, str]]:
    for key, value in given.items():
        if key not in HIGHEST:
            hint = did_you_mean(str(key), HIGHEST)
            yield key, f'"{LIMITS}" has no limit "{key}"; it is ignored.{hint}'
        elif isinstance(value, bool) or not isinstance(value, int | float):
            yield key, f'"{LIMITS}": "{key}" must be a number; the default is used.'
        elif not 0 < value <= HIGHEST[key]:
            most = f"{HIGHEST[key]:,}"
            yield key, f'"{LIMITS}": "{key}" must be from 1 to {most}; the default is used.'


def page_limits(env: BuildEnvironment) -> Limits:
    """Return the budget of a page: that of ``conf.py``, else the default."""
    given: dict[str, Any] = getattr(env.config, LIMITS)
    return Limits(
        **{name: value if name == "seconds" else int(value) for name, value in given.items()}
    )


def build_time() -> int:
    """Return the time that pages see: ``SOURCE_DATE_EPOCH``, or the begin of the day (UTC).

    Builds of one day give the same bytes.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(epoch) if epoch.isdecimal() else int(time.time()) // _DAY * _DAY


def record_clock(env: BuildEnvironment) -> None:
    """Remember that a page shows something that depends on the date."""
    site_domain(env).data["clock"][env.docname] = build_time()


def record_interactive(env: BuildEnvironment, components: Sequence[str]) -> None:
    """Remember the components of a page that handle events: those that stand in a file."""
    used: dict[str, set[str]] = site_domain(env).data["interactive"]
    if named := {each for each in components if "#" in each}:
        used.setdefault(env.docname, set()).update(named)


def pages_with_old_dates(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that show a date, and were read on another one."""
    pages: dict[str, int] = site_domain(env).data["clock"]
    return [docname for docname, read_at in pages.items() if read_at != build_time()]
