"""JSONPath queries (RFC 9535), evaluated by ``jsonpath-rfc9535`` within limits.

Queries come from untrusted files, so each one may visit a limited number of values, and regular
expressions are matched in linear time. Import this module late: most projects have no query.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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

from sphinx_sitejson.common.problems import JsonPath, strip_credentials_in_text

from ..raw import list_members

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

    def __init__(self) -> None:
        self.seconds = MAX_SECONDS


def find_values(query: str, document: Any, budget: QueryBudget) -> list[tuple[JsonPath, Any]]:
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
                waiting += reversed([*_inner_containers(node)])


def _inner_containers(node: JSONPathNode) -> Iterator[JSONPathNode]:
    for key, member in list_members(node.value):
        if isinstance(member, dict | list):
            yield node.new_child(member, key, node)


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
    except (jsonschema_rs.ValidationError, ValueError):
        return None
