"""The checks that there are, and those that the author wants; each is a warning of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_sitejson.common.problems import ProblemCode, did_you_mean

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

DEFAULT_CHECKS = ("broken_link",)
"""On unless the author says otherwise: what they find is wrong for everyone."""

OPTIONAL_CHECKS = (
    "example_mismatch",
    "interactive_component",
    "operation_without_page",
    "page_without_navigation",
    "sample_language",
    "unused_schema",
)
ALL_CHECKS = (*DEFAULT_CHECKS, *OPTIONAL_CHECKS)


def normalize_enabled_checks(app: Sphinx, config: Config) -> None:
    """Parse the configured list of checks, and report unknown ones."""
    wanted = list(config.sitejson_checks)
    for name in wanted:
        if name != "all" and name not in ALL_CHECKS:
            logger.warning(
                'sitejson_checks: there is no check "%s".%s',
                name,
                did_you_mean(str(name), (*ALL_CHECKS, "all")),
                type="sitejson",
                subtype=ProblemCode.UNKNOWN_CHECK,
            )
    config.sitejson_checks = [*ALL_CHECKS] if "all" in wanted else wanted


def is_check_on(config: Config, name: ProblemCode) -> bool:
    """Whether a check is to be made."""
    return name in config.sitejson_checks
