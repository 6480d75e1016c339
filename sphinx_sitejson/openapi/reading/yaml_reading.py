"""YAML from text, event by event: nothing nests in C, and nothing is larger than it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from sphinx_sitejson.problems import JsonPath, quoted

from .texts import TextFault, line_and_column
from .yaml_scalars import plain_scalar, tagged_scalar

DEEPEST_NESTING = 100
"""How deeply the values of a document may nest; real ones stay below 40."""
_ALIAS_LIMIT = 500_000
"""How many values the aliases of a document may add."""
_BLANK_LINE = re.compile(r"^[ \t]+$", re.MULTILINE)
_CONTAINER_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
_WRITTEN_AS_TEXT = (("openapi",), ("info", "version"))
"""Versions are kept as they are written: 1.10 is not 1.1."""
_MERGE = "<<"


class YamlFaultError(Exception):
    """The text cannot be read; holds the fault."""

    def __init__(self, fault: TextFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedKey:
    """A key that its mapping already had."""

    path: JsonPath
    line: int
    column: int


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being read."""

    value: Any
    anchor: str | None
    key: str | None = None
    merged: list[Any] = field(default_factory=list)
    size: int = 1
    height: int = 1


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A value that aliases may repeat, with what it costs to write it out."""

    value: Any
    size: int
    height: int


def yaml_events(text: str) -> Iterator[Any]:
    """Yield what the parser finds; raise YamlFaultError where the text is no YAML."""
    if "\t" in text:
        # The fast parser refuses a tab where the indentation of a text is not known yet.
        text = _BLANK_LINE.sub("", text)
    parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        while not isinstance(event := parser.get_event(), yaml.StreamEndEvent):
            yield event
    except yaml.YAMLError as error:
        raise YamlFaultError(_syntax_fault(text, error)) from None
    finally:
        parser.dispose()


class YamlReader:
    """Reads the first document of a YAML text."""

    def __init__(self) -> None:
        self.repeated_keys: list[RepeatedKey] = []
        self.has_more_documents = False
        self._value: Any = None
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored] = {}
        self._added_by_aliases = 0
        self._event: Any = None

    def read(self, text: str) -> Any:
        """Return the value; raise YamlFaultError."""
        documents = 0
        for event in yaml_events(text):
            self._event = event
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._read_scalar(event)
            elif kind is yaml.MappingStartEvent:
                self._begin({})
            elif kind is yaml.SequenceStartEvent:
                self._begin([])
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._end()
            elif kind is yaml.AliasEvent:
                self._read_alias(event.anchor)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self.has_more_documents = True
                    break
        return self._value

    def _read_scalar(self, event: Any) -> None:
        text = event.value
        parent = self._open[-1] if self._open else None
        value: Any = text
        if parent is not None and parent.key is None and type(parent.value) is dict:
            pass
        elif event.tag is not None:
            try:
                value = tagged_scalar(event.tag, text)
            except KeyError:
                raise self._unknown_tag() from None
        elif event.implicit[0] and not self._is_written_as_text():
            value = plain_scalar(text)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, 0)
        self._add(value, 1, 0)

    def _is_written_as_text(self) -> bool:
        return (
            len(self._open) <= 2
            and self._event.value != ""
            and tuple(part.key for part in self._open) in _WRITTEN_AS_TEXT
        )

    def _begin(self, value: Any) -> None:
        event = self._event
        if event.tag not in _CONTAINER_TAGS:
            raise self._unknown_tag()
        if self._open and self._open[-1].key is None and type(self._open[-1].value) is dict:
            raise self._fault("a mapping or a list cannot be a key.")
        self._open.append(_Open(value, event.anchor))
        if len(self._open) > DEEPEST_NESTING:
            raise self._fault("the values are nested too deeply to be read.")
        if event.anchor is not None:
            # Until it is complete, an alias of it would put the value into itself.
            self._anchors.pop(event.anchor, None)

    def _end(self) -> None:
        done = self._open.pop()
        value = done.value
        if done.merged:
            merged: dict[str, Any] = {}
            for mapping in reversed(done.merged):
                merged.update(mapping)
            value = {**merged, **value}
        if done.anchor is not None:
            self._anchors[done.anchor] = _Anchored(value, done.size, done.height)
        self._add(value, done.size, done.height)

    def _read_alias(self, name: str) -> None:
        anchored = self._anchors.get(name)
        if anchored is None:
            raise self._fault(f"the alias {quoted(name)} has no complete value to stand for.")
        self._added_by_aliases += anchored.size
        if self._added_by_aliases > _ALIAS_LIMIT:
            raise self._fault("the aliases write out to too many values.")
        if len(self._open) + anchored.height > DEEPEST_NESTING:
            raise self._fault("the values are nested too deeply to be read.")
        self._add(anchored.value, anchored.size, anchored.height)

    def _add(self, value: Any, size: int, height: int) -> None:
        if not self._open:
            self._value = value
            return
        parent = self._open[-1]
        if type(parent.value) is list:
            parent.value.append(value)
        elif parent.key is None:
            self._add_key(parent, value)
            return
        else:
            if parent.key != _MERGE or not _merge(parent, value):
                parent.value[parent.key] = value
            parent.key = None
        parent.size += size
        if height >= parent.height:
            parent.height = height + 1

    def _add_key(self, parent: _Open, key: Any) -> None:
        if not isinstance(key, str):
            raise self._fault("a mapping or a list cannot be a key.")
        if key in parent.value:
            mark = self._event.start_mark
            path = tuple(self._path())
            self.repeated_keys.append(
                RepeatedKey(path=(*path, key), line=mark.line + 1, column=mark.column + 1)
            )
        parent.key = key

    def _path(self) -> Iterator[str | int]:
        for part in self._open[:-1]:
            if part.key is not None:
                yield part.key
            elif type(part.value) is list:
                yield len(part.value)

    def _unknown_tag(self) -> YamlFaultError:
        return self._fault(f"the tag {quoted(str(self._event.tag))} is not allowed in a document.")

    def _fault(self, message: str) -> YamlFaultError:
        mark = self._event.start_mark
        return YamlFaultError(
            TextFault(message=message, line=mark.line + 1, column=mark.column + 1)
        )


def _merge(parent: _Open, value: Any) -> bool:
    mappings = value if isinstance(value, list) else [value]
    if not all(isinstance(mapping, dict) for mapping in mappings):
        return False
    parent.merged.extend(mappings)
    return True


def _syntax_fault(text: str, error: yaml.YAMLError) -> TextFault:
    mark = getattr(error, "problem_mark", None)
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML")
    message = f"this is not valid YAML: {reason}."
    if mark is not None:
        return TextFault(message=message, line=mark.line + 1, column=mark.column + 1)
    line, column = line_and_column(text, int(getattr(error, "position", 0)))
    return TextFault(message=message, line=line, column=column)
