"""Validate a settings file: report every error at once, and drop the values that are wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from typing import Any, cast

import jsonschema_rs

from sphinx_sitejson.common.json_documents.validation import (
    JSON_TYPE_NAMES,
    Edit,
    Leave,
    Put,
    Remove,
    Repair,
    Violation,
    apply_edits,
    collect_violations,
    describe_loss,
    remove_paths,
)
from sphinx_sitejson.common.languages import is_known_language, suggest_language
from sphinx_sitejson.common.nesting import MAX_NESTING, iter_values, prune_deep_values
from sphinx_sitejson.common.network.urls import (
    public_url,
    strip_credentials,
    strip_link_credentials,
)
from sphinx_sitejson.common.problems import (
    JsonPath,
    LocateSetting,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    key_path,
    quoted,
    suggest_name,
)
from sphinx_sitejson.common.records import record

from .json_object import Object
from .site import SiteSettings
from .structure import NavigationGroup, entry_documents

Schema = dict[str, Any]


@dataclass(frozen=True)
class SchemaFile:
    """The schema of a settings file in the package."""

    name: str

    @property
    def text(self) -> str:
        """The text of the schema."""
        return files(__package__).joinpath(self.name).read_text(encoding="utf-8")

    @cached_property
    def full(self) -> Schema:
        """The parsed schema, which must not be changed."""
        schema: Schema = json.loads(self.text)
        return schema

    @cached_property
    def validator(self) -> jsonschema_rs.Draft202012Validator:
        """The compiled validator."""
        return jsonschema_rs.Draft202012Validator(self.full)

    def rules_at(self, path: Iterable[str | int]) -> Schema:
        """Return the part of the schema at a path."""
        rules: Any = self.full
        for part in path:
            rules = rules[part]
        return cast("Schema", rules)

    def resolved(self, schema: Schema) -> Schema:
        """Resolve ``$ref`` to a definition; other schemas are returned unchanged."""
        reference = schema.get("$ref")
        return self.full["$defs"][reference.rpartition("/")[2]] if reference else schema


SITE_SCHEMA = SchemaFile("site.schema.json")
DOCS_SCHEMA = SchemaFile("docs.schema.json")


@record
class Fault(Repair):
    """An error in a settings file, before its position is known."""

    code: ProblemCode = ProblemCode.WRONG_VALUE
    edit: Edit = Remove()
    at_key: bool = False
    """Whether it is located at the key, not at the value."""
    stops_build: bool = False
    is_repaired: bool = False
    """Whether the author need not do anything."""

    @property
    def left_out(self) -> JsonPath | None:
        """The path of the value that is dropped."""
        return self.path if isinstance(self.edit, Remove) else None


def is_inside(path: JsonPath, others: Container[JsonPath]) -> bool:
    """Return whether a path is equal to or below one of the others."""
    return any(path[:length] in others for length in range(len(path) + 1))


def schema_faults(settings: Any, schema: SchemaFile) -> list[Fault]:
    """Return the schema errors of a settings file."""
    # Two rules of the schema may report the same error.
    return list(dict.fromkeys(_schema_faults(settings, schema)))


def _schema_faults(settings: Any, schema: SchemaFile) -> Iterator[Fault]:
    for violation in collect_violations(settings, schema.validator.iter_errors(settings)):
        rules = schema.rules_at(violation.schema_path[:-1])
        if violation.is_unknown_key:
            yield from _unknown_keys(violation, rules, schema)
        elif violation.schema_path[-1] == "dependentRequired":
            yield _missing_companion(violation, rules)
        elif violation.rule == "required":
            yield _missing_key(violation, rules)
        else:
            yield _wrong_value(violation, rules, schema)


_VALUES_THAT_LOAD_FILES = {"css": "html_css_files", "js": "html_js_files"}
"""Configuration values in place of unknown keys."""
_OTHER_NAMES = {"from": "source", "to": "destination"}
"""What other programs call the keys of redirects."""


def _unknown_keys(violation: Violation, rules: Schema, schema: SchemaFile) -> Iterator[Fault]:
    known = rules.get("properties", {})
    for key in violation.detail:
        outer, _, inner = key.partition(".")
        is_dotted = inner in schema.resolved(known.get(outer, {})).get("properties", {})
        suggestion = f' Did you mean "{inner}" inside "{outer}"?' if is_dotted else ""
        if _OTHER_NAMES.get(key) in known:
            suggestion = suggest_name(_OTHER_NAMES[key])
        if key in _VALUES_THAT_LOAD_FILES:
            suggestion = f' Load such files with "{_VALUES_THAT_LOAD_FILES[key]}" in conf.py.'
        yield Fault(
            code=ProblemCode.UNKNOWN_KEY,
            path=(*violation.path, key),
            statement=f"unknown key {quoted(key)}",
            consequence="it has no effect",
            hint=suggestion,
            nearest=None if suggestion else (key, tuple(known)),
            at_key=True,
        )


def _missing_key(violation: Violation, rules: Schema) -> Fault:
    stops, hint = "x-stops" in rules, ""
    if violation.detail == "navigation":
        # In docs.json, it is an object.
        empty = "[]" if rules["properties"]["navigation"].get("type") == "array" else "{}"
        hint = f' To use the toctrees of the project, add "navigation": {empty}.'
    return Fault(
        code=ProblemCode.MISSING_KEY,
        path=violation.path,
        statement=f'the key "{violation.detail}" is required',
        consequence="" if stops else f"{key_path(violation.path)} was ignored",
        hint=hint,
        edit=Remove() if violation.path else Leave(),
        stops_build=stops,
    )


def _missing_companion(violation: Violation, rules: Schema) -> Fault:
    companions = rules["dependentRequired"].items()
    key = next(
        key for key, names in companions if key in violation.value and violation.detail in names
    )
    return Fault(
        code=ProblemCode.MISSING_KEY,
        path=violation.path,
        statement=f'"{key}" also needs the key "{violation.detail}"',
        # Without it, the rest has another meaning: a font would be loaded from the catalog.
        consequence=f"{key_path(violation.path)} was ignored",
    )


def _wrong_value(violation: Violation, rules: Schema, schema: SchemaFile) -> Fault:
    around = schema.rules_at(violation.alternatives[:-1]) if violation.alternatives else rules
    stops = "x-stops" in around and violation.rule == "type"
    is_choice = violation.rule == "enum" and isinstance(violation.value, str)
    found = JSON_TYPE_NAMES.describe(violation.value)
    is_entry = violation.path[:1] == ("navigation",) and len(violation.path) == 2
    is_page = is_entry and isinstance(violation.value, str)
    return Fault(
        path=violation.path,
        statement=f"must be {_expected(violation, rules)}, not {found}",
        consequence="" if stops else _consequence(violation, rules),
        nearest=(violation.value, tuple(violation.detail)) if is_choice else None,
        hint=f' Write {{"group": "Start", "pages": [{found}]}}.' if is_page else "",
        stops_build=stops,
    )


def _expected(violation: Violation, rules: Schema) -> str:
    if violation.rule == "enum":
        return f"one of {', '.join(map(quoted, violation.detail))}"
    if violation.alternatives:
        return JSON_TYPE_NAMES.types(violation.detail)
    if "x-expected" in rules:
        return str(rules["x-expected"])
    types = rules["type"]
    return JSON_TYPE_NAMES.types([types] if isinstance(types, str) else types)


def _consequence(violation: Violation, rules: Schema) -> str:
    has_default = violation.rule == "enum" or rules.get("type") in ("boolean", "number")
    is_entry = violation.path and isinstance(violation.path[-1], int)
    if has_default and not is_entry and not violation.alternatives:
        return "the default is used"
    return describe_loss(violation.path)


def path_in_file(path: JsonPath, origins: Mapping[JsonPath, JsonPath]) -> JsonPath:
    """Return the path in the file of a value of the settings."""
    for length in range(len(path), 0, -1):
        if path[:length] in origins:
            return (*origins[path[:length]], *path[length:])
    return path


def find_inconsistencies(settings: Object) -> Iterator[Fault]:
    """Yield the inconsistencies in settings that match the schema."""
    yield from _blank_names(settings)
    yield from _background_of_one_mode(settings.get("colors") or {})
    yield from _authentication_without_effect((settings.get("api") or {}).get("auth") or {})
    yield from _unavailable_icon_styles(settings)
    yield from _hidden_socials(settings)
    versions = settings.get("versions") or []
    yield from _repeated_entries(versions, "versions", "version", _version_name)
    yield from _extra_defaults(versions)
    redirects = settings.get("redirects") or []
    yield from _repeated_entries(
        redirects, "redirects", "redirect source", lambda entry: f"/{entry['source'].strip('/')}"
    )


def _blank_names(settings: Object) -> Iterator[Fault]:
    named: list[tuple[JsonPath, Any, str]] = [((), settings, "the site has no title")]
    for key in ("tabs", "anchors"):
        consequence = f"the {key.removesuffix('s')} is shown without text"
        named += [((key, i), entry, consequence) for i, entry in enumerate(settings.get(key) or [])]
    for path, entry, consequence in named:
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str) and not name.strip():
            yield Fault(
                path=(*path, "name"), statement="is empty", consequence=consequence, edit=Leave()
            )


def _background_of_one_mode(colors: Object) -> Iterator[Fault]:
    modes = colors.get("background") or {}
    if len(modes) == 1:
        present, missing = ("light", "dark") if "light" in modes else ("dark", "light")
        yield Fault(
            path=("colors", "background"),
            statement=f'has only a color for "{present}"',
            consequence=f'"{missing}" keeps its default',
            edit=Leave(),
        )


def _authentication_without_effect(auth: Object) -> Iterator[Fault]:
    method = auth.get("method")
    for key in auth:
        if not method or (method == "basic" and key == "inputPrefix"):
            reason = 'if the method is "basic"' if method else 'without "method"'
            statement = f"has no effect {reason}"
            yield Fault(path=("api", "auth", key), statement=statement, edit=Leave())


def _unavailable_icon_styles(settings: Object) -> Iterator[Fault]:
    """Say once which styles of icons cannot be drawn."""
    places = {
        value: path
        for path, value in iter_values(settings)
        if path[-1:] == ("iconType",) and value not in (None, "solid", "regular", "brands")
    }
    if places and (settings.get("icons") or {}).get("library") != "lucide":
        names = ", ".join(map(quoted, sorted(places)))
        yield Fault(
            path=next(iter(places.values())),
            statement=f'only "solid", "regular" and "brands" are free, not {names}',
            consequence="the closest of these styles is used",
            edit=Leave(),
            is_repaired=True,
        )


def _hidden_socials(settings: Object) -> Iterator[Fault]:
    """Name the profiles that only the second place has, which is used if the first is empty."""
    shown, others = (
        # Wrong entries are None.
        dict.fromkeys(
            entry.get("type") if isinstance(entry, dict) else entry
            for entry in socials or ()
            if entry
        )
        for socials in (
            (settings.get("footer") or {}).get("socials"),
            settings.get("footerSocials"),
        )
    )
    if shown and (hidden := [name for name in others if name and name not in shown]):
        yield Fault(
            path=("footerSocials",),
            statement=f'"socials" of "footer" is without {", ".join(map(quoted, hidden))}',
            consequence="only the links there are shown",
            edit=Leave(),
        )


def _repeated_entries(
    entries: list[Any], key: str, what: str, name_of: Callable[[Any], str]
) -> Iterator[Fault]:
    known: set[str] = set()
    for index, entry in enumerate(entries):
        if entry is None:
            continue
        name = name_of(entry)
        if name in known:
            yield Fault(
                path=(key, index),
                statement=f"the {what} {quoted(name)} appears twice",
                consequence="this one was ignored",
            )
        known.add(name)


def _extra_defaults(versions: list[Any]) -> Iterator[Fault]:
    defaults = [
        (index, quoted(_version_name(version)))
        for index, version in enumerate(versions)
        if isinstance(version, dict) and version.get("default")
    ]
    for index, _name in defaults[1:]:
        yield Fault(
            path=("versions", index, "default"),
            statement=f"{defaults[0][1]} is already the default",
            consequence="this one was ignored",
        )


def _version_name(version: Any) -> str:
    return str(version if isinstance(version, str) else version["name"])


MAX_VERSIONS = 1000

# A group of the first level lies two levels below the root (the object, the list), one of the
# second level two levels deeper, and so on; its pages one level below it.
_MAX_LEVELS = 2 * MAX_NESTING + 1


@record
class ValidatedSettings:
    """A valid value, and the errors of the original one."""

    value: Any
    faults: tuple[Fault, ...]
    origins: Mapping[JsonPath, JsonPath] = field(default_factory=dict)
    """The paths of values in the file, if it has another structure than ``site.json``."""

    def build(self, value: Any) -> SiteSettings:
        """Create the settings.

        :param value: the valid value, without unreadable characters.
        """
        return SiteSettings.from_json(value)


def validate_settings(value: Any, schema: SchemaFile = SITE_SCHEMA) -> ValidatedSettings:
    """Validate the value of a settings file, or of one converted from ``docs.json``."""
    value, too_many = _limit_versions(value) if schema is SITE_SCHEMA else (value, [])
    too_deep = [_too_deep(path) for path in prune_deep_values(value, _MAX_LEVELS)[1]]
    cut = _left_out(too_deep)
    value = remove_paths(value, cut)
    found = [fault for fault in schema_faults(value, schema) if not is_inside(fault.path, cut)]
    left_out = _add_incomplete_objects(value, _left_out([*too_deep, *found]), schema)
    checked = remove_paths(value, left_out)
    between = _find_inconsistencies_left(checked, left_out) if schema is SITE_SCHEMA else []
    return ValidatedSettings(
        value=remove_paths(checked, _left_out(between)),
        faults=tuple(
            _extend_consequence(fault, left_out)
            for fault in [*too_many, *too_deep, *found, *between]
        ),
    )


def _limit_versions(value: Any) -> tuple[Any, list[Fault]]:
    """Limit the number of versions, since every page has a menu with all of them."""
    versions = value.get("versions") if isinstance(value, dict) else None
    if not isinstance(versions, list) or len(versions) <= MAX_VERSIONS:
        return value, []
    fault = Fault(
        path=("versions", MAX_VERSIONS),
        statement=f"a menu has at most {MAX_VERSIONS} versions, not {len(versions)}",
        consequence="this one and those after it were ignored",
    )
    return {**value, "versions": versions[:MAX_VERSIONS]}, [fault]


def _too_deep(path: JsonPath) -> Fault:
    return Fault(
        code=ProblemCode.NESTED_TOO_DEEP,
        path=path,
        statement=f"nested too deep (groups may have {MAX_NESTING} levels)",
        consequence="everything deeper was ignored",
    )


def _add_incomplete_objects(
    value: Any, left_out: set[JsonPath], schema: SchemaFile
) -> set[JsonPath]:
    """Add the objects that lack a required key without the invalid values, repeatedly."""
    added = left_out
    while added:
        faults = schema_faults(remove_paths(value, left_out), schema)
        added = {path for path in _left_out(faults) if not is_inside(path, left_out)}
        left_out = left_out | added
    return left_out


def _find_inconsistencies_left(checked: Any, left_out: set[JsonPath]) -> list[Fault]:
    """Return the inconsistencies, except where values were dropped."""
    if not isinstance(checked, dict):
        return []
    return [
        fault
        for fault in find_inconsistencies(checked)
        if not any(path[: len(fault.path)] == fault.path for path in left_out)
    ]


def _extend_consequence(fault: Fault, left_out: set[JsonPath]) -> Fault:
    """Return an error that mentions the object that is dropped because of it."""
    if fault.left_out is None or fault.code == "unknown_key" or fault.stops_build:
        return fault
    for length in range(1, len(fault.left_out)):
        if fault.left_out[:length] in left_out:
            return replace(fault, consequence=f"{key_path(fault.left_out[:length])} was ignored")
    return fault


def _left_out(faults: Iterable[Fault]) -> set[JsonPath]:
    return {fault.left_out for fault in faults if fault.left_out is not None}


def strip_settings_credentials(value: Any) -> tuple[Any, list[Fault], dict[str, str]]:
    """Strip the credentials of all URLs in a settings file, and return the errors.

    The third value has the URLs of documents and overlays with credentials, by those without.
    """
    changed: dict[JsonPath, Edit] = {}
    faults: list[Fault] = []
    documents: dict[str, str] = {}
    for path, text in iter_values(value):
        if not isinstance(text, str):
            continue
        # A document or an overlay, also in a list: the build needs its complete URL.
        if "openapi" in path or "asyncapi" in path:
            plain = _document_name(text, documents)
        elif (plain := strip_link_credentials(strip_credentials(text))) != text:
            faults.append(
                Fault(
                    code=ProblemCode.CREDENTIALS,
                    path=path,
                    statement="the URL contains a user name or password, which every reader could "
                    "see",
                    consequence="they were removed",
                    edit=Leave(),
                )
            )
        if plain != text:
            changed[path] = Put(plain)
    return apply_edits(value, changed), faults, documents


def _document_name(location: str, documents: dict[str, str]) -> str:
    """Return the public URL of a document, numbered if only the secrets differ."""
    public = public_url(location)
    if public == location:
        return location
    name, number = public, 2
    while documents.setdefault(name, location) != location:
        name = f"{public.partition('#')[0]}#{number}"
        number += 1
    return name


def check_named_divisions(settings: SiteSettings, locate: LocateSetting) -> Iterator[Problem]:
    """Report references to tabs, anchors, versions and languages that do not exist."""
    yield from check_versions(settings, locate)
    for division in settings.outline.all_divisions() if settings.outline else ():
        if division.code and not is_known_language(division.code):
            yield Problem(
                ProblemCode.WRONG_VALUE,
                f"{quoted(division.code)} is not the code of a language, such as "
                f'"en" or "pt-BR"; its labels are in English.{suggest_language(division.code)}',
                locate((*division.at, "language")),
            )
    tabs = [tab.name for tab in settings.tabs]
    anchors = [anchor.name for anchor in settings.anchors]
    for group in settings.entries():
        if not isinstance(group, NavigationGroup):
            continue
        if not (group.pages or group.root or any(entry_documents(group))):
            title = f" {quoted(group.group)}" if group.group else ""
            yield Problem(
                ProblemCode.EMPTY_DIVISION,
                f"the group{title} has no pages; it was skipped.",
                locate(group.at),
            )
        for key, name, known in (("tab", group.tab, tabs), ("anchor", group.anchor, anchors)):
            if name and name not in known:
                message = (
                    f'{quoted(name)} is not in "{key}s"; page paths are used instead.'
                    f"{did_you_mean(name, known)}"
                )
                yield Problem(ProblemCode.UNKNOWN_DIVISION, message, locate((*group.at, key)))


def check_versions(settings: SiteSettings, locate: LocateSetting) -> Iterator[Problem]:
    """Report unknown versions of groups, tabs and anchors."""
    known = [version.name for version in settings.versions]
    for entry in (*settings.tabs, *settings.anchors, *settings.entries()):
        if entry.version and entry.version not in known:
            yield unknown_version(entry.version, known, locate((*entry.at, "version")))


def unknown_version(version: str, known: Iterable[str], location: Location) -> Problem:
    message = f'"{version}" is not in "versions"; it has no effect.{did_you_mean(version, known)}'
    return Problem(ProblemCode.UNKNOWN_VERSION, message, location)
