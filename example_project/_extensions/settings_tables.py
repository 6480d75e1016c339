"""Describes the keys of ``site.json`` in these pages, from the JSON Schema of the package."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from docutils import nodes
from key_pictures import KEY_PICTURES
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.settings.validation import SITE_SCHEMA

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

Schema = dict[str, Any]

KINDS = {
    "string": ("string", "strings"),
    "number": ("number", "numbers"),
    "boolean": ("true or false", "true or false"),
    "array": ("list", "lists"),
    "object": ("object", "objects"),
}
"""What a type is called, alone and in a list."""

WEB_PAGES = "builder_html or builder_dirhtml or builder_singlehtml"
"""The builders that show pictures of keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsKey:
    """One key as the reader sees it; texts mark code with backticks."""

    name: str
    kinds: tuple[str, ...]
    description: str
    notes: tuple[str, ...]


class KeyReader:
    """Walks the schema and flattens it: ``tabs[].name`` is a key of each entry of ``tabs``."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._described: dict[str, str] = {}

    def all_keys(self) -> Iterator[SettingsKey]:
        """Yield all keys of the file, each with those in it."""
        yield from self._keys_of(self._schema, "")

    def _keys_of(self, shape: Schema, parent: str) -> Iterator[SettingsKey]:
        prefix = f"{parent}." if parent else ""
        required = shape.get("required", ())
        for key, value in shape.get("properties", {}).items():
            if "x-without-effect" not in value:
                yield from self._key(f"{prefix}{key}", value, is_required=key in required)
        for value in shape.get("patternProperties", {}).values():
            yield from self._key(f"{prefix}<name>", value, is_required=False)

    def _key(self, name: str, value: Schema, *, is_required: bool) -> Iterator[SettingsKey]:
        value = self._resolved(value)
        objects = list(self._objects(name, value))
        notes = list(self._shape_notes(value))
        if "default" in value:
            notes.append(f"Default: `{_as_json(value['default'])}`.")
        for location, shape in objects:
            known_at = self._described.setdefault(shape.get("x-name", location), location)
            if known_at != location:
                owner = "Each entry" if location.endswith("[]") else "The object"
                notes.append(f"{owner} has the same keys as `{known_at}`.")
        yield SettingsKey(
            name=name,
            kinds=(self._kind(value), "required") if is_required else (self._kind(value),),
            description=value.get("description", ""),
            notes=tuple(notes),
        )
        for location, shape in objects:
            if self._described[shape.get("x-name", location)] == location:
                yield from self._keys_of(shape, location)

    def _resolved(self, value: Schema) -> Schema:
        """Follow a reference; what stands beside it wins, and its name is kept."""
        if "$ref" not in value:
            return value
        name = value["$ref"].rpartition("/")[2]
        return {**self._resolved(self._schema["$defs"][name]), "x-name": name, **value}

    def _shapes(self, value: Schema) -> list[Schema]:
        """Return the forms that a value may have: one, or those of a union."""
        value = self._resolved(value)
        if value.get("then", {}).keys() == value.get("else", {}).keys() == {"$ref"}:
            return [self._resolved(value["else"]), self._resolved(value["then"])]
        branches = (self._shapes(branch) for branch in value.get("anyOf", ()))
        return [shape for shapes in branches for shape in shapes] or [value]

    def _objects(self, name: str, value: Schema) -> Iterator[tuple[str, Schema]]:
        """Yield the forms that are objects, or lists of objects, and how their keys begin."""
        for shape in self._shapes(value):
            if "items" in shape:
                yield from self._objects(f"{name}[]", shape["items"])
            elif "properties" in shape or "patternProperties" in shape:
                yield name, shape

    def _kind(self, value: Schema, *, plural: bool = False) -> str:
        kinds = []
        for shape in self._shapes(value):
            types = shape.get("type", "string")
            for name in [types] if isinstance(types, str) else types:
                kind = KINDS[name][plural]
                kinds.append(
                    f"{kind} of {self._kind(shape['items'], plural=True)}"
                    if name == "array"
                    else kind
                )
        return " or ".join(dict.fromkeys(kinds))

    def _shape_notes(self, value: Schema, *, lead: str = "Value") -> Iterator[str]:
        """Say what each form of a value has to be."""
        shapes = self._shapes(value)
        for shape in shapes:
            if len(shapes) == 1:
                name, what = lead, _expected(shape)
            else:
                kind = self._kind(shape)
                name = f"{lead} as {'an' if kind == 'object' else 'a'} {kind}"
                what = _expected(shape) or _described(shape)
            if what:
                yield f"{name}: {what}."
            if "items" in shape:
                yield from self._shape_notes(shape["items"], lead="Each entry")


def _expected(shape: Schema) -> str:
    if "enum" in shape:
        *others, last = (f"`{choice}`" for choice in shape["enum"])
        comma = "," if len(others) > 1 else ""
        return f"{', '.join(others)}{comma} or {last}" if others else last
    return str(shape.get("x-expected", ""))


def _described(shape: Schema) -> str:
    """Fit the description of one form into a sentence."""
    description = str(shape.get("description", "")).rstrip(".")
    return description[:1].lower() + description[1:]


def _as_json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


class SettingsKeysDirective(SphinxDirective):
    """Lists all keys, each with those in it; a long list of values is shown once."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each key of the file, with all that is in it."""
        self.env.note_dependency(str(files("sphinx_sitejson.settings") / SITE_SCHEMA.name))
        reader = KeyReader(SITE_SCHEMA.full)
        shown: list[nodes.Node] = []
        known: dict[str, str] = {}
        for name, found in groupby(reader.all_keys(), lambda key: re.split(r"[.\[]", key.name)[0]):
            key, *others = found
            section = nodes.section("", nodes.title("", "", nodes.literal(text=name)))
            section["names"].append(nodes.fully_normalize_name(name))
            self.state.document.note_implicit_target(section)
            section["ids"].append(key_anchor(name))
            kinds = nodes.paragraph(
                "", "", nodes.inline(text=" · ".join(key.kinds), classes=["classifier"])
            )
            section += [kinds, *self.words(key, known)]
            items = [self.item(other, known) for other in others]
            if items:
                section += nodes.definition_list("", *items, classes=["settings-keys"])
            shown.append(section)
        return shown

    def item(self, key: SettingsKey, known: dict[str, str]) -> nodes.definition_list_item:
        """Show a key in another one: name and kinds, then its words."""
        term = nodes.term("", "", nodes.literal(text=key.name), ids=[key_anchor(key.name)])
        kinds = [nodes.classifier(text=kind) for kind in key.kinds]
        definition = nodes.definition("", *self.words(key, known))
        item = nodes.definition_list_item("", term, *kinds, definition)
        self.set_source_info(item)
        return item

    def words(self, key: SettingsKey, known: dict[str, str]) -> list[nodes.Node]:
        """Describe a key, or refer to the one that has had these words before."""
        described: list[nodes.Node] = [nodes.paragraph("", "", *inline(key.description))]
        if key.notes:
            notes = nodes.paragraph()
            firsts = {
                note: known.setdefault(note, key.name) if len(note.split()) > 7 else key.name
                for note in key.notes
            }
            for first in dict.fromkeys(firsts.values()):
                own = " ".join(note for note in key.notes if firsts[note] == first)
                notes += nodes.Text(" ") if notes.children else ()
                notes += same_values(first) if first != key.name else inline(own)
            described.append(notes)
        return described + self.pictures(key.name)

    def pictures(self, name: str) -> list[nodes.Node]:
        """Show what a key changes; books do without."""
        picture = KEY_PICTURES.get(name)
        if picture is None:
            return []
        shown = nodes.paragraph(classes=["key-picture"])
        for mode in ("light", "dark"):
            shown += nodes.image(
                uri=f"/{picture.file(name, mode)}",
                alt=picture.alt,
                loading="lazy",
                classes=[f"only-{mode}"],
            )
        return [addnodes.only("", shown, expr=WEB_PAGES)]


def key_anchor(name: str) -> str:
    """Return the anchor of a key."""
    return nodes.make_id(f"key {name}")


def same_values(name: str) -> list[nodes.Node]:
    """Refer to a key with the same values."""
    link = nodes.reference("", "", nodes.literal(text=name), refid=key_anchor(name), internal=True)
    return [nodes.Text("As for "), link, nodes.Text(".")]


def inline(text: str) -> Iterator[nodes.Node]:
    """Turn a text with backticks into nodes."""
    for position, part in enumerate(text.split("`")):
        if part:
            yield nodes.literal(text=part) if position % 2 else nodes.Text(part)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("settings-keys", SettingsKeysDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
