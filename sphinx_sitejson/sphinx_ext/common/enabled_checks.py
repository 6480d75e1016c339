"""The checks of the package and of the project, and which of them are on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from sphinx_sitejson.common.problems import (
    CheckFinding,
    ProblemCode,
    did_you_mean,
    nearest_name,
    quoted,
    suggest_name,
)
from sphinx_sitejson.sphinx_ext.patches.application import application_state, is_set_by_author

from .extension_points import require_function, require_name
from .reports import report_config_value

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

CheckFunction = Callable[[BuildEnvironment], Iterable[CheckFinding]]
"""Checks the site once all pages are read, and yields problems."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A check of the complete site; its name is the code of its warnings."""

    name: str
    run: CheckFunction | None
    """Not set if other build steps do the work."""
    is_default: bool = False
    """Whether it is on unless the author chooses the checks."""


def registered_checks(app: Sphinx) -> dict[str, Check]:
    """Return the checks of the package and of the project, by name."""
    return application_state(app, "_sitejson_checks", dict[str, Check])


def register_check(app: Sphinx, check: Check) -> None:
    """Register a check."""
    registered_checks(app)[check.name] = check


def add_check(app: Sphinx, name: str, run: CheckFunction, *, is_default: bool = True) -> None:
    """Register a check of the project: ``sphinx_sitejson.add_check`` has the parameters."""
    require_name("add_check", name)
    require_function("add_check", name, "run", run)
    if name in {*ProblemCode, "all"} or name in registered_checks(app):
        raise ExtensionError(f'add_check: there is already a "{name}"; choose another name.')
    register_check(app, Check(name=name, run=run, is_default=is_default))


def normalize_enabled_checks(app: Sphinx, config: Config) -> None:
    """Complete the list of checks that are on, and report unknown ones."""
    checks = registered_checks(app)
    enabled = list(config.sitejson_checks)
    for name in enabled:
        if name != "all" and name not in checks:
            hint = did_you_mean(str(name), (*checks, "all"))
            message = f'sitejson_checks: there is no check "{name}".{hint}'
            report_config_value(app, "sitejson_checks", message, code=ProblemCode.UNKNOWN_CHECK)
    if not is_set_by_author(config, "sitejson_checks"):
        enabled = [check.name for check in checks.values() if check.is_default]
    config.sitejson_checks = [*checks] if "all" in enabled else enabled


def report_unknown_codes(app: Sphinx, config: Config) -> None:
    """Report warning codes in ``suppress_warnings`` that are close to one that exists."""
    name, prefix = "suppress_warnings", "sitejson."
    known = {*ProblemCode, *registered_checks(app), "*"}
    named = (str(code) for code in config.suppress_warnings)
    codes = [code.removeprefix(prefix) for code in named if code.startswith(prefix)]
    messages = [
        f"{name}: there is no warning {quoted(prefix + code)}.{suggest_name(prefix + nearest)}"
        for code in codes
        if code not in known and (nearest := nearest_name(code, known, likeness=0.8))
    ]
    report_config_value(app, name, *messages, code=ProblemCode.CONF_PY)


def is_check_on(config: Config, name: str) -> bool:
    """Whether a check is enabled."""
    return name in config.sitejson_checks
