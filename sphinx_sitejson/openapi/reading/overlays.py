"""Apply OpenAPI Overlays 1.0 and 1.1 to a document.

JSONPath queries (RFC 9535) are evaluated by ``jsonpath-rfc9535`` within limits. They come from
untrusted files, so each one may visit a limited number of values, and regular expressions are
matched in linear time. Import this module late: most projects have no overlay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from time import process_time
from typing import Any

import jsonschema_rs
from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathError, JSONPathNode
from jsonpath_rfc9535.filter_expressions import Expression, FilterContext, FilterExpression
from jsonpath_rfc9535.function_extensions import Match, Search
from jsonpath_rfc9535.parse import Parser
from jsonpath_rfc9535.segments import (
    JSONPathChildSegment,
    JSONPathRecursiveDescentSegment,
    JSONPathSegment,
)
from jsonpath_rfc9535.selectors import FilterSelector
from jsonpath_rfc9535.tokens import TokenStream

from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP, is_deeper_than, iter_values
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    quoted,
    strip_credentials_in_text,
)
from sphinx_sitejson.common.records import record

from ..raw import NoTargetError, get_value, list_members
from .sources import DocumentFile

Selected = list[tuple[JsonPath, Any]]
"""The paths and the values that a query selects."""
MAX_QUERY_LENGTH = 4_000
"""How many characters a query may have; the queries of real overlays have fewer than 300."""

MAX_VISITED = 5_000_000
"""How many values one query may visit: a short query could run for days."""

MAX_SECONDS = 300.0
"""How much CPU time the queries of a document may take together.

The cost per value differs: long texts and large objects are compared in full.
"""

VISITS_BETWEEN_CHECKS = 2_000
"""How many values a query visits before it checks the deadline."""


class JsonPathError(Exception):
    """A query that is invalid or exceeds a limit; the message completes "…: {message}."."""


class QueryBudget:
    """How much CPU time the queries of one document have left."""

    seconds = MAX_SECONDS


def find_values(query: str, document: Any, budget: QueryBudget) -> Selected:
    """Return the paths and values that a query selects; raise JsonPathError.

    ``$.servers[?@.url == 'a']`` selects ``[(("servers", 0), {"url": "a"})]``.
    """
    if len(query) > MAX_QUERY_LENGTH:
        raise JsonPathError(f"it has more than {MAX_QUERY_LENGTH:,} characters")
    started = process_time()
    try:
        found = _Environment(started + budget.seconds).find(query, document)
        return [(node.location, node.value) for node in found]
    except JSONPathError as error:
        raise JsonPathError(_describe(error, query)) from None
    except RecursionError:
        raise JsonPathError("it is nested too deeply or has too many parts") from None
    except (ValueError, OverflowError):
        # The library converts numbers of any length, and infinite ones.
        raise JsonPathError("it contains a number that is too large") from None
    finally:
        budget.seconds -= process_time() - started


_INTERNALS = re.compile(r" starting at index \d+| <TokenType[^>]*>")
"""Parts of the library's messages that do not help an author, or repeat the position."""


def _describe(error: JSONPathError, query: str) -> str:
    """Return the message of the library with the position, and with the cure of one mistake."""
    message = strip_credentials_in_text(_INTERNALS.sub("", str(error.args[0])))[:120]
    if error.token is None:
        return message
    index = error.token.index
    if index >= len(query):
        return f"{message}, at its end"
    message += f", at character {index + 1}"
    # The likeliest mistake: "$.info.x-internal".
    if query[index] == "-" and message.startswith("expected '.'"):
        message += "; a name with a hyphen is written ['x-name']"
    return message


class _ChildSegment(JSONPathChildSegment):
    env: _Environment

    def resolve(self, nodes: Iterable[JSONPathNode]) -> Iterator[JSONPathNode]:
        for node in super().resolve(nodes):
            self.env.count_visit()
            yield node


class _DescendantSegment(JSONPathRecursiveDescentSegment):
    """Visits all containers below a node in document order, without recursion."""

    env: _Environment

    def resolve(self, nodes: Iterable[JSONPathNode]) -> Iterator[JSONPathNode]:
        for start in nodes:
            waiting = [start]
            while waiting:
                node = waiting.pop()
                self.env.count_visit()
                for selector in self.selectors:
                    for found in selector.resolve(node):
                        self.env.count_visit()
                        yield found
                waiting += (
                    node.new_child(member, key, node)
                    for key, member in reversed(list_members(node.value))
                    if isinstance(member, dict | list)
                )


class _CountedFilter(FilterExpression):
    """A filter that counts the members that it is evaluated for, selected or not."""

    def __init__(self, expression: Expression, env: _Environment) -> None:
        super().__init__(expression.token, expression)
        self.env = env

    def evaluate(self, context: FilterContext) -> bool:
        self.env.count_visit()
        return super().evaluate(context)


class _Parser(Parser):
    env: _Environment

    def parse_query(
        self, stream: TokenStream, *, in_filter: bool = False
    ) -> Iterator[JSONPathSegment]:
        for segment in super().parse_query(stream, in_filter=in_filter):
            is_descendant = isinstance(segment, JSONPathRecursiveDescentSegment)
            kind = _DescendantSegment if is_descendant else _ChildSegment
            yield kind(env=self.env, token=segment.token, selectors=segment.selectors)

    def parse_filter_selector(self, stream: TokenStream) -> FilterSelector:
        selector = super().parse_filter_selector(stream)
        selector.expression = _CountedFilter(selector.expression.expression, self.env)
        return selector


class _LinearMatch(Match):
    def __call__(self, string: object, pattern: object) -> bool:
        return isinstance(pattern, str) and _is_matching(string, f"^(?:{pattern})$")


class _LinearSearch(Search):
    def __call__(self, string: object, pattern: object) -> bool:
        return isinstance(pattern, str) and _is_matching(string, pattern)


class _Environment(JSONPathEnvironment):
    parser_class = _Parser

    def __init__(self, deadline: float) -> None:
        super().__init__()
        self._visits = 0
        self._deadline = deadline

    def setup_function_extensions(self) -> None:
        """Register the functions of the RFC; the library's ``match`` and ``search`` backtrack."""
        super().setup_function_extensions()
        self.function_extensions |= {"match": _LinearMatch(), "search": _LinearSearch()}

    def count_visit(self) -> None:
        self._visits += 1
        if self._visits > MAX_VISITED:
            raise JsonPathError(f"it looks at more than {MAX_VISITED:,} values")
        if self._visits % VISITS_BETWEEN_CHECKS == 0 and process_time() > self._deadline:
            raise JsonPathError("it takes too long")


def _is_matching(text: object, pattern: str) -> bool:
    expression = _compile_pattern(pattern)
    return isinstance(text, str) and expression is not None and expression.is_valid(text)


@lru_cache(maxsize=128)
def _compile_pattern(pattern: str) -> jsonschema_rs.Draft202012Validator | None:
    """Compile a regular expression for the engine that matches in linear time; None if invalid."""
    try:
        return jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
        )
    except ValueError:
        return None


@dataclass
class OverlayOrigins:
    """A tree of the values that overlays wrote, to find the origin of each value."""

    file: int = 0
    """The number of the overlay that wrote the value; 0 for the document."""
    at: JsonPath = ()
    """The path of the value in the overlay."""
    members: dict[str | int, OverlayOrigins] = field(default_factory=dict)
    former: list[int] | None = None
    """The original indexes of the entries that are left in a list."""

    def put(self, path: JsonPath, overlay: int, at: JsonPath) -> None:
        """Record that an overlay wrote a value."""
        self._node(path[:-1]).members[path[-1]] = OverlayOrigins(overlay, at)

    def remove(self, path: JsonPath, left: int | None) -> None:
        """Record that a value was removed; following entries of a list move up.

        :param left: the number of entries of the list after the removal.
        """
        node, gone = self._node(path[:-1]), path[-1]
        node.members.pop(gone, None)
        if left is None or not isinstance(gone, int):
            return
        if node.former is None:
            node.former = list(range(left + 1))
        if gone < len(node.former):
            del node.former[gone]
        node.members = {
            key - 1 if isinstance(key, int) and key > gone else key: member
            for key, member in node.members.items()
        }

    def _node(self, path: JsonPath) -> OverlayOrigins:
        node = self
        for part in path:
            node = node.members.setdefault(part, OverlayOrigins())
        return node

    def origin(self, path: JsonPath) -> tuple[int, JsonPath]:
        """Return the number of the file that a value is from, and the path in it."""
        file = 0
        at: JsonPath = ()
        node: OverlayOrigins | None = self
        for part in path:
            old = part
            if node is not None and node.former is not None and isinstance(part, int):
                old = node.former[part] if part < len(node.former) else part
            node = node.members.get(part) if node is not None else None
            if node is not None and node.file:
                file, at = node.file, node.at
            else:
                at = (*at, old)
        return file, at


@record
class OverlaidFile(DocumentFile):
    """A document with overlays applied."""

    origins: OverlayOrigins = field(repr=False, compare=False)
    files: tuple[DocumentFile, ...]
    """The document and the overlays."""

    def locate(self, path: JsonPath, *, at_key: bool = False) -> Location:
        """Return the location of a value or its key, in the document or in an overlay."""
        file, at = self.origins.origin(path)
        return self.files[file].locate(at, at_key=at_key)

    def locate_all(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Location]:
        """Return the locations of keys or values; each file is scanned once."""
        origins = {path: self.origins.origin(path) for path in paths}
        found = {
            file: self.files[file].locate_all(at for other, at in origins.values() if other == file)
            for file in dict.fromkeys(file for file, _ in origins.values())
        }
        return {path: found[file][at] for path, (file, at) in origins.items()}


VERSIONS = ("1.0", "1.1")

MAX_ADDED_VALUES = 200_000
"""The number of values that overlays may add: copies of copies grow exponentially."""


class _OverlayApplication:
    """A document and the overlays that have been applied to it."""

    def __init__(self, value: Any) -> None:
        self.value = _separate_copy(value)
        self.origins = OverlayOrigins()
        self.problems: list[Problem] = []
        self._added = 0
        """The number of values that overlays have added."""
        self._budget = QueryBudget()

    def apply(self, overlay: DocumentFile, number: int) -> None:
        """Apply the actions of one overlay in order; an invalid one is reported and skipped."""
        self._overlay, self._number = overlay, number
        self._at: JsonPath = ()
        for index, action in enumerate(self._actions()):
            self._at, self._action = ("actions", index), action
            if not isinstance(action, Mapping) or not isinstance(action.get("target"), str):
                self._report('an action must have a "target", a JSONPath query.')
                continue
            if self._added > MAX_ADDED_VALUES:
                return
            if self._budget.seconds < 0:
                message = (
                    f"the queries before this one took more than {MAX_SECONDS:.0f} seconds; this "
                    "action and all that follow were ignored."
                )
                self._report(message)
                return
            found = self._find("target")
            if found == []:
                self._report(f"{quoted(action['target'])} finds nothing in the document.", "target")
            elif found:
                self._apply_action(found)

    def _report(self, message: str, *keys: str | int) -> None:
        location = self._overlay.locate((*self._at, *keys))
        self.problems.append(Problem(ProblemCode.OPENAPI_OVERLAY, message, location))

    def _actions(self) -> list[Any]:
        value = self._overlay.value
        version = value.get("overlay") if isinstance(value, Mapping) else None
        if not isinstance(version, str) or not version.startswith(VERSIONS):
            self._report('this is not an overlay: "overlay" must be 1.0.x or 1.1.x.', "overlay")
            return []
        actions = value.get("actions")
        if not isinstance(actions, list):
            self._report('"actions" must be an array; nothing was changed.', "actions")
            return []
        return actions

    def _find(self, key: str) -> Selected | None:
        query = self._action[key]
        if not isinstance(query, str):
            self._report("must be a JSONPath query.", key)
            return None
        try:
            found = find_values(query, self.value, self._budget)
        except JsonPathError as error:
            message = f"{quoted(query)} cannot be used as a JSONPath query (RFC 9535): {error}."
            self._report(message, key)
            return None
        # A query may select the same value twice.
        return list({path: (path, value) for path, value in found}.values())

    def _apply_action(self, targets: Selected) -> None:
        action, paths = self._action, [path for path, _ in targets]
        if action.get("remove") is True:
            for path in sorted(paths, key=_removal_order, reverse=True):
                self._remove(path)
        elif "copy" in action:
            sources = self._find("copy")
            if sources is not None and len(sources) != 1:
                message = f"{quoted(action['copy'])} must find one value, not {len(sources)}."
                self._report(message, "copy")
            elif sources:
                self._update_all("copy", paths, sources[0][1])
        elif "update" in action:
            self._update_all("update", paths, action["update"])
        else:
            self._report('an action needs "update", "copy", or "remove"; it changes nothing.')

    def _update_all(self, key: str, paths: list[JsonPath], value: Any) -> None:
        if not self._is_within_limits(key, paths, value):
            return
        # All parts of a copied value have the same origin.
        self._is_copy = key == "copy"
        value = _separate_copy(value) if self._is_copy else value
        for path in paths:
            # The same action may have replaced a container of the value.
            with suppress(NoTargetError):
                self._update(path, get_value(self.value, path), value, key)

    def _is_within_limits(self, key: str, paths: list[JsonPath], value: Any) -> bool:
        """Return whether a value may be written to all targets; report it if not."""
        if isinstance(value, dict | list) and is_deeper_than(
            value, MAX_LEVELS - max(map(len, paths))
        ):
            self._report(f"{TOO_DEEP}; nothing was changed.", key)
            return False
        self._added += len(paths) * sum(1 for _ in iter_values(value))
        if self._added > MAX_ADDED_VALUES:
            message = (
                f"the overlays add more than {MAX_ADDED_VALUES:,} values; this action and all that "
                "follow were ignored."
            )
            self._report(message, key)
            return False
        return True

    def _remove(self, path: JsonPath) -> None:
        if not path:
            self._report("the document itself cannot be removed.")
            return
        parent = get_value(self.value, path[:-1])
        del parent[path[-1]]
        self.origins.remove(path, len(parent) if isinstance(parent, list) else None)

    def _update(self, path: JsonPath, target: Any, value: Any, key: str) -> None:
        at = (*self._at, key)
        if isinstance(target, Mapping) and isinstance(value, Mapping):
            self._merge(path, target, value, at)
        elif isinstance(target, list):
            self._extend(path, target, value, at)
        elif path and not isinstance(target, Mapping):
            self._put(path, value, at)
        else:
            self._report("an object can only be updated with an object; nothing was changed.", key)

    def _merge(self, path: JsonPath, target: Any, value: Mapping[str, Any], at: JsonPath) -> None:
        for key, new in value.items():
            old, inner, below = target.get(key), self._inside(at, key), (*path, key)
            if isinstance(old, Mapping) and isinstance(new, Mapping):
                self._merge(below, old, new, inner)
            elif isinstance(old, list) and isinstance(new, list):
                self._extend(below, old, new, inner)
            else:
                self._put(below, new, inner)

    def _extend(self, path: JsonPath, target: list[Any], value: Any, at: JsonPath) -> None:
        is_list = isinstance(value, list)
        for index, new in enumerate(value if is_list else [value]):
            target.append(_separate_copy(new))
            inner = self._inside(at, index) if is_list else at
            self.origins.put((*path, len(target) - 1), self._number, inner)

    def _put(self, path: JsonPath, value: Any, at: JsonPath) -> None:
        get_value(self.value, path[:-1])[path[-1]] = _separate_copy(value)
        self.origins.put(path, self._number, at)

    def _inside(self, at: JsonPath, key: str | int) -> JsonPath:
        return at if self._is_copy else (*at, key)


def _separate_copy(value: Any) -> Any:
    """Copy a value; of YAML aliases, each gets a copy of its own."""
    if isinstance(value, dict):
        return {key: _separate_copy(member) for key, member in value.items()}
    return [*map(_separate_copy, value)] if isinstance(value, list) else value


def _removal_order(path: JsonPath) -> tuple[int, int]:
    """Return a sort key by depth, then by list index, so that removals do not shift others."""
    last = path[-1] if path else 0
    return len(path), last if isinstance(last, int) else 0


def apply_overlays(source: DocumentFile, overlays: Sequence[DocumentFile]) -> OverlaidFile:
    """Apply overlays to a document in order; the origin of every value is recorded."""
    overlaid = _OverlayApplication(source.value)
    for number, overlay in enumerate(overlays, start=1):
        if overlay.value is not None:
            overlaid.apply(overlay, number)
    return OverlaidFile(
        file=source.file,
        value=overlaid.value,
        text=source.text,
        is_json=source.is_json,
        problems=(*source.problems, *overlaid.problems),
        origins=overlaid.origins,
        files=(source, *overlays),
        converted_by=source.converted_by,
    )
