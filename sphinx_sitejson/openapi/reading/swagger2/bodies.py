"""The body or the form fields of an operation: from parameters to a request body."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_sitejson.common.problems import JsonPath, quoted

from . import media_types
from .collections import style_of
from .conversion_state import ConversionState, FoundObject, Raw, extensions, mapping
from .parameters import READ, value_schema
from .position_map import At
from .schemas import schema

_IN_BODIES = ("body", "formData")


def belongs_to_body(raw: Raw) -> bool:
    """Tell whether a parameter is the body, or a field of its form."""
    return raw.get("in") in _IN_BODIES


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyParameters:
    """The parameters of an operation that make its body, in the order in which they count."""

    parameters: tuple[FoundObject, ...]
    consumes: tuple[str, ...]
    shared_consumes: tuple[str, ...]
    """What the document says, by which shared bodies are made."""

    def converted(self, at: At, state: ConversionState) -> Raw | None:
        """Return the request body, if there is one.

        :param at: where the request body will stand, and where the parameters stand
        """
        bodies = [found for found in self.parameters if found.raw.get("in") == "body"]
        fields = {found.raw.get("name"): found for found in self.parameters if found not in bodies}
        if bodies:
            self._refuse(fields.values(), state)
            return self._body(bodies[-1], at.new, state)
        return self._form([*fields.values()], at, state) if fields else None

    def _body(self, found: FoundObject, new: JsonPath, state: ConversionState) -> Raw:
        is_shared = found.path[:1] == ("parameters",) and len(found.path) == 2
        if is_shared and self.consumes == self.shared_consumes:
            return state.reference({"$ref": f"#/parameters/{_escaped(str(found.path[1]))}"})
        return request_body(found.raw, At(new, found.path), self.consumes, state)

    def _form(self, fields: list[FoundObject], at: At, state: ConversionState) -> Raw:
        state.moves.note(at)
        has_file = any(found.raw.get("type") == "file" for found in fields)
        types = media_types.of_form(self.consumes, has_file=has_file)
        content = {name: _form_content(fields, name, at, state) for name in types}
        is_required = any(found.raw.get("required") is True for found in fields)
        return {"content": content, **({"required": True} if is_required else {})}

    def _refuse(self, fields: Iterable[FoundObject], state: ConversionState) -> None:
        for found in fields:
            state.lose(
                found.path,
                f"the form field {quoted(str(found.raw.get('name')))} is beside a body, and an "
                "operation has one or the other; the field is left out.",
            )


def request_body(raw: Raw, at: At, consumes: tuple[str, ...], state: ConversionState) -> Raw:
    """Convert a body parameter; its name has no meaning."""
    state.moves.note(at)
    new: Raw = {key: raw[key] for key in ("description", "required") if key in raw}
    content: Raw = {}
    for name in media_types.of_body(consumes):
        inside = At((*at.new, "content", name), at.old)
        state.moves.note(inside)
        media: Raw = {}
        if "schema" in raw:
            place = inside / "schema"
            state.moves.note(place)
            media["schema"] = schema(raw["schema"], place, state)
        content[name] = {**media, **_example(raw, name, inside, state)}
    return {**new, "content": content, **extensions(raw, read=READ)}


def _example(raw: Raw, name: str, at: At, state: ConversionState) -> Raw:
    by_type = mapping(raw.get("x-examples"))
    if name in by_type:
        place = At((*at.new, "example"), (*at.old, "x-examples", name))
        state.moves.note(place)
        return {"example": by_type[name]}
    own = {key: value for key, value in by_type.items() if "/" not in key}
    if own:
        state.moved(at, "examples", "x-examples")
        return {"examples": {key: {"value": value} for key, value in own.items()}}
    if "x-example" in raw:
        state.moved(at, "example", "x-example")
        return {"example": raw["x-example"]}
    return {}


def _form_content(
    fields: list[FoundObject], media_type: str, at: At, state: ConversionState
) -> Raw:
    around = At((*at.new, "content", media_type, "schema"), at.old)
    properties: Raw = {}
    encoding: Raw = {}
    for found in fields:
        name = str(found.raw.get("name"))
        place = At((*around.new, "properties", name), found.path)
        state.moves.note(place)
        properties[name] = _field(found.raw, place, state)
        style = style_of(found.raw, found.path, state)
        if style:
            encoding[name] = style
        if style.get("explode") is False and media_type == media_types.MULTIPART:
            state.lose(
                found.path,
                "OpenAPI 3.0 cannot say that a list is joined in one part of a form; each entry "
                "is shown as a part of its own.",
            )
    required = [str(found.raw.get("name")) for found in fields if found.raw.get("required") is True]
    new: Raw = {"type": "object", "properties": properties}
    if required:
        new["required"] = required
    return {"schema": new, **({"encoding": encoding} if encoding else {})}


def _field(raw: Raw, at: At, state: ConversionState) -> Raw:
    new = mapping(value_schema(raw, at, state))
    if "description" in raw:
        new["description"] = raw["description"]
    if "x-example" in raw:
        state.moved(at, "example", "x-example")
        new["example"] = raw["x-example"]
    new.update(extensions(raw, read=READ))
    return new


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1").replace("%", "%25")
