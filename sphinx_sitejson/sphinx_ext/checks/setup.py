"""Registers the choice of checks, and the builder that only checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.common.enabled_checks import DEFAULT_CHECKS

from .dry_builder import DryBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_checks(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_checks", [*DEFAULT_CHECKS], "", types=frozenset({list, tuple}))
    app.add_builder(DryBuilder)
