"""Changes of bodies: media types, their schemas, and how the parts of forms are sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sphinx_sitejson.common.messages import Message, joined
from sphinx_sitejson.openapi.model import Encoding, MediaType, RequestBody

from .equality import Sameness
from .parameters import exploding, header_changes, reserved, restyled, retyped
from .results import Change, change
from .rules import Direction
from .schemas import SchemaComparison
from .sentences import RuleStatement, added, phrase, removed, requirement

PLACE = Message("body")


def body_changes(
    old: RequestBody | None, new: RequestBody | None, direction: Direction, same: Sameness
) -> Iterator[Change]:
    """Yield what became of the body of a request."""
    if old is None and new is not None:
        rule = "required-body-added" if new.required else "body-added"
        yield change(rule, PLACE, added(new.required), direction)
    elif old is not None and new is None:
        yield change("body-removed", PLACE, removed(), direction)
    elif old is not None and new is not None:
        for rule, statement in requirement(old.required, new.required):
            yield change(rule, PLACE, statement, direction)
        yield from media_type_changes(old.content, new.content, PLACE, direction, same)


def media_type_changes(
    old: Iterable[MediaType],
    new: Iterable[MediaType],
    place: str,
    direction: Direction,
    same: Sameness,
) -> Iterator[Change]:
    """Yield what became of the forms of a body; how their names are written does not matter."""
    before = {_written(media.name): media for media in old}
    after = {_written(media.name): media for media in new}
    partners = {name: _partner(name, before, after) for name in before}
    for name, media in before.items():
        partner = partners[name]
        if partner is None:
            gone = phrase("{place}: the media type {name} was removed.", name=media.name)
            yield change("media-type-removed", place, gone, direction)
            continue
        if partner != name:
            became = phrase(
                "{place}: the media type {was} became {now}.",
                was=media.name,
                now=after[partner].name,
            )
            yield change(_media_rule(name, partner), place, became, direction)
        yield from _media_type(media, after[partner], place, direction, same)
    for name, media in after.items():
        if name not in partners.values():
            new_one = phrase("{place}: the media type {name} was added.", name=media.name)
            yield change("media-type-added", place, new_one, direction)


def _written(name: str) -> str:
    return "".join(name.lower().split())


def _partner(
    name: str, before: Mapping[str, MediaType], after: Mapping[str, MediaType]
) -> str | None:
    """Return the name under which a media type lives on: its own, or one around or inside it."""
    if name in after:
        return name
    left = [other for other in after if other not in before]
    bare = name.partition(";")[0]
    for fits in (
        lambda other: other.partition(";")[0] == bare,
        lambda other: _covers(other, bare) or _covers(bare, other),
    ):
        found = next(filter(fits, left), None)
        if found is not None:
            return found
    return None


def _covers(wide: str, narrow: str) -> bool:
    """Tell whether a range such as ``image/*`` covers a media type."""
    return wide == "*/*" or (wide.endswith("/*") and narrow.startswith(wide[:-1]))


def _media_rule(old: str, new: str) -> str:
    if _covers(new, old):
        return "media-type-wider"
    return "media-type-narrower" if _covers(old, new) else "media-type-parameters"


def _media_type(
    old: MediaType, new: MediaType, place: str, direction: Direction, same: Sameness
) -> Iterator[Change]:
    is_xml = "xml" in new.name.lower()
    schemas = SchemaComparison(direction, same, is_xml=is_xml)
    yield from schemas.compare(old.schema, new.schema, place)
    items = SchemaComparison(direction, same, is_xml=is_xml)
    yield from items.compare(old.item_schema, new.item_schema, joined("", (place, "[]")))
    before, after = ({one.name: one for one in media.encoding} for media in (old, new))
    for name in {**before, **after}:
        none = Encoding(name=name)
        first, second = before.get(name, none), after.get(name, none)
        part = joined("", (place, f".{name}"))
        yield from _encoding(first, second, part, direction, same)


def _encoding(
    old: Encoding, new: Encoding, place: str, direction: Direction, same: Sameness
) -> Iterator[Change]:
    if _written(old.content_type) != _written(new.content_type):
        statement = retyped(old.content_type, new.content_type)
        yield change("content-type-changed", place, statement, direction)
    for rule, statement in _writing(old, new):
        yield change(rule, place, statement, direction)
    yield from header_changes(old.headers, new.headers, place, direction, same)


def _writing(old: Encoding, new: Encoding) -> Iterator[RuleStatement]:
    if (old.style or "form") != (new.style or "form"):
        yield "style-changed", restyled(old.style, new.style)
    else:
        yield from exploding(_explodes(old), _explodes(new))
    yield from reserved(old.allow_reserved, new.allow_reserved)


def _explodes(encoding: Encoding) -> bool:
    return encoding.explode if encoding.explode is not None else encoding.style in ("", "form")
