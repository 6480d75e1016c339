"""Registers the checks of the package, and the builder that only checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.common.enabled_checks import register_check

from .dry_builder import DryBuilder
from .site_checks import CHECKS

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_checks(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    for check in CHECKS:
        register_check(app, check)
    default = [check.name for check in CHECKS if check.is_default]
    app.add_config_value("sitejson_checks", default, "", types=frozenset({list, tuple}))
    app.add_builder(DryBuilder)
