"""The formats of API descriptions that the project adds to those of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError

from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.extension_points import (
    code_digest,
    require_function,
    require_name,
)
from sphinx_sitejson.sphinx_ext.common.page_failures import summarize_error
from sphinx_sitejson.sphinx_ext.patches.application import application_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.openapi.reading.api_formats import ApiFormat

ConvertDocument = Callable[[dict[str, Any]], dict[str, Any]]
MatchDocument = Callable[[dict[str, Any]], bool]

added_formats: BuildState[tuple[ApiFormat, ...]] = BuildState(lambda env: ())
"""The formats that the project adds."""


def add_api_format(
    app: Sphinx,
    name: str,
    convert: ConvertDocument,
    *,
    matches: MatchDocument,
    suffixes: Iterable[str],
) -> None:
    """Register a format: ``sphinx_sitejson.add_api_format`` has the parameters."""
    from sphinx_sitejson.openapi.reading.api_formats import ApiFormat

    require_name("add_api_format", name)
    require_function("add_api_format", name, "convert", convert)
    require_function("add_api_format", name, "matches", matches)
    endings = (suffixes,) if isinstance(suffixes, str) else tuple(suffixes)
    if not endings or not all(str(each).startswith(".") for each in endings):
        raise ExtensionError(
            f'add_api_format: "suffixes" of "{name}" must be endings such as ".json".'
        )
    _registered(app)[name] = ApiFormat(
        name=name,
        matches=_without_raising(matches),
        convert=_with_reason(name, convert),
        suffixes=tuple(each.lower() for each in endings),
        digest=f"{code_digest(matches)} {code_digest(convert)}",
    )


def collect_added_formats(app: Sphinx) -> None:
    """Make the formats of the project available to the build."""
    added_formats.set(app.env, tuple(_registered(app).values()))


def _registered(app: Sphinx) -> dict[str, ApiFormat]:
    return application_state(app, "_sitejson_api_formats", dict[str, "ApiFormat"])


def _without_raising(matches: MatchDocument) -> MatchDocument:
    """Return a function that does not recognize documents for which the original one fails.

    It is asked about every file that may be a document, whatever its content.
    """

    def matches_or_not(document: dict[str, Any]) -> bool:
        try:
            return bool(matches(document))
        except Exception:
            return False

    return matches_or_not


def _with_reason(name: str, convert: ConvertDocument) -> ConvertDocument:
    """Return a function whose errors are the reason why a document cannot be used."""
    from sphinx_sitejson.openapi.reading.workspace import UnreadableError

    def convert_or_refuse(document: dict[str, Any]) -> dict[str, Any]:
        try:
            return convert(document)
        except Exception as error:
            reason = summarize_error(error, __file__)
            raise UnreadableError(f'the format "{name}" cannot convert it: {reason}.') from None

    return convert_or_refuse
