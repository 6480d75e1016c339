"""Changes of what is on its way out, and when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.common.messages import form
from sphinx_sitejson.openapi.raw import RawObject, text_of

from .sentences import RuleStatement, Statement, phrase

_ENDS = ("x-sunset", "x-sunset-date", "x-deprecated-sunset", "x-removal-date", "x-sunset-at")


def deprecation(
    before: bool, after: bool, old: RawObject, new: RawObject
) -> Iterator[RuleStatement]:
    """Yield what became of a deprecation; the dates stand among the vendor extensions."""
    was, now = _end(old), _end(new)
    if after and not before:
        yield "deprecated", phrase("{place} is deprecated.", alone=form("It is deprecated."))
    elif before and not after:
        yield (
            "not-deprecated",
            phrase(
                "{place} is no longer deprecated.",
                alone=form("It is no longer deprecated."),
            ),
        )
    if now and not was:
        end = phrase("{place} ends on {date}.", alone=form("It ends on {date}."), date=now)
        yield "sunset-set", end
    elif was and not now:
        yield "sunset-removed", _no_end(was)
    elif was != now:
        yield ("sunset-earlier" if now < was else "sunset-later"), _other_end(was, now)


def _no_end(was: str) -> Statement:
    return phrase(
        "{place} no longer ends on {date}.",
        alone=form("It no longer ends on {date}."),
        date=was,
    )


def _other_end(was: str, now: str) -> Statement:
    return phrase(
        "{place} ends on {now}, no longer on {was}.",
        alone=form("It ends on {now}, no longer on {was}."),
        was=was,
        now=now,
    )


def _end(raw: RawObject) -> str:
    """Return the date, which is written so that later ones come later in the alphabet."""
    return next(filter(None, (text_of(raw, key) for key in _ENDS)), "")
