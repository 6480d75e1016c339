"""Changes of what is on its way out, and when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.openapi.raw import RawObject, text_of

from .value_limits import Told

_ENDS = ("x-sunset", "x-sunset-date", "x-deprecated-sunset", "x-removal-date", "x-sunset-at")


def deprecation(before: bool, after: bool, old: RawObject, new: RawObject) -> Iterator[Told]:
    """Yield what became of a deprecation; the dates stand among the vendor extensions."""
    was, now = _end(old), _end(new)
    if after and not before:
        yield "deprecated", "is deprecated"
    elif before and not after:
        yield "not-deprecated", "is no longer deprecated"
    if now and not was:
        yield "sunset-set", f"ends on {now}"
    elif was and not now:
        yield "sunset-removed", f"no longer ends on {was}"
    elif was != now:
        rule = "sunset-earlier" if now < was else "sunset-later"
        yield rule, f"ends on {now}, no longer on {was}"


def _end(raw: RawObject) -> str:
    """Return the date, which is written so that later ones come later in the alphabet."""
    return next(filter(None, (text_of(raw, key) for key in _ENDS)), "")
