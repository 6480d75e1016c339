"""The limits of JavaScript from ``conf.py``, and the date that pages see."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import did_you_mean
from sphinx_sitejson.site_build.build_state import site_domain
from sphinx_sitejson.site_build.reports import report_config_value

LIMITS = "sitejson_javascript_limits"

MAX_LIMITS = {
    "memory": 4_000_000_000,
    "seconds": 600,
    "nodes": 10_000_000,
    "text": 1_000_000_000,
    "depth": 1_000,
}
"""The maximum values of the limits."""

_DAY = 24 * 60 * 60


def check_limits(app: Sphinx, config: Config) -> None:
    """Remove invalid limits of ``conf.py``, and report them."""
    limits: dict[Any, Any] = getattr(config, LIMITS)
    problems = dict(_limit_problems(limits))
    setattr(config, LIMITS, {key: value for key, value in limits.items() if key not in problems})
    report_config_value(app, LIMITS, *problems.values())


def _limit_problems(limits: dict[Any, Any]) -> Iterator[tuple[Any, str]]:
    for key, value in limits.items():
        if key not in MAX_LIMITS:
            hint = did_you_mean(str(key), MAX_LIMITS)
            yield key, f'"{LIMITS}" has no limit "{key}"; it is ignored.{hint}'
        elif isinstance(value, bool) or not isinstance(value, int | float):
            yield key, f'"{LIMITS}": "{key}" must be a number; the default is used.'
        elif not 0 < value <= MAX_LIMITS[key]:
            maximum = f"{MAX_LIMITS[key]:,}"
            yield key, f'"{LIMITS}": "{key}" must be from 1 to {maximum}; the default is used.'


def build_time() -> int:
    """Return the time that pages see: ``SOURCE_DATE_EPOCH``, or the start of the day (UTC).

    The output of builds on the same day is identical.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(epoch) if epoch.isdecimal() else int(time.time()) // _DAY * _DAY


def find_pages_with_old_dates(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that depend on the date, and were read on another day."""
    pages: dict[str, int] = site_domain(env).data["clock"]
    return [docname for docname, read_at in pages.items() if read_at != build_time()]
