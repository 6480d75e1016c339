"""How lists are written into a request: from ``collectionFormat`` to a style."""

from __future__ import annotations

from typing import Any

from sphinx_sitejson.common.problems import JsonPath, quoted

from .conversion_state import ConversionState, Raw, mapping

_IN_PAIRS: dict[str, Raw] = {
    "csv": {"style": "form", "explode": False},
    "ssv": {"style": "spaceDelimited", "explode": False},
    "pipes": {"style": "pipeDelimited", "explode": False},
    "multi": {"style": "form", "explode": True},
}
"""Where a value stands beside its name: in the query and in forms."""
_ALONE: dict[str, Raw] = {"csv": {"style": "simple"}}
"""Where only the value stands: in the path and in headers."""


def style_of(raw: Raw, path: JsonPath, state: ConversionState) -> Raw:
    """Return the style of a parameter, a header or a form field; say what it cannot tell."""
    if raw.get("type") != "array":
        return {}
    styles = _IN_PAIRS if raw.get("in") in ("query", "formData") else _ALONE
    written: Any = raw.get("collectionFormat", "csv")
    _nested(mapping(raw.get("items")), (*path, "items"), state)
    if written not in styles:
        _lose(written, (*path, "collectionFormat"), state)
        written = "csv"
    return dict(styles[written])


def _nested(items: Raw, path: JsonPath, state: ConversionState) -> None:
    while items.get("type") == "array":
        written = items.get("collectionFormat", "csv")
        state.lose(
            (*path, "collectionFormat") if "collectionFormat" in items else path,
            f"OpenAPI 3.0 cannot say how a list inside a list is joined ({quoted(str(written))}); "
            "the list is shown without it.",
        )
        items, path = mapping(items.get("items")), (*path, "items")


def _lose(written: Any, path: JsonPath, state: ConversionState) -> None:
    state.lose(
        path,
        f"OpenAPI 3.0 has no style for the collectionFormat {quoted(str(written))} here; requests "
        "are shown with commas.",
    )
