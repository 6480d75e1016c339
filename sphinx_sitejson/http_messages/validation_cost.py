"""Estimate what the validation of a value costs, before the validator is asked.

The validator applies a schema to a value once for each way that leads there, and every error has
a copy of the value. Both grow exponentially where variants contain each other: with three of them,
there are three billion ways through a value of twenty levels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sphinx_sitejson.openapi.keywords import validation_keywords

MAX_STEPS = 100_000_000
"""How often schemas may be applied to find out whether a value is valid: a few seconds."""
MAX_ERROR_UNITS = 50_000
"""How much may be collected to describe what is invalid: about a second, and 200 MB."""
_MAX_PAIRS = 100_000
"""How many pairs of a schema and a shape are looked at."""
_COMPARISONS_PER_PAIR = 16
_MAX_CACHED_RULES = 20_000
_MAX_DEPTH = 400
"""How many schemas may be applied inside each other; Python and the validator use recursion."""
_NODES_PER_UNIT = 64
_LEVELS_PER_UNIT = 4
"""An error has the copy of its value and three paths; a unit is about 4 kB."""
_PATTERN_STEPS = 30_000
"""The time that a pattern takes until it reaches the limit of backtracking, in steps."""
_OPTION_STEPS = 16
"""The time that the comparison of two objects or lists takes."""
_BACKTRACKING = re.compile(r"\(\?[=!<]|\\[1-9k]")
"""Patterns without lookaround and backreferences take linear time."""
UNCONVERTED: Mapping[str, Any] = {}
"""Takes the place of a schema that was too complex to convert."""
_ASSERTIONS = frozenset(
    {*validation_keywords(), "anyOf", "not", "contains", "additionalProperties"} - {"required"}
)


class Cost(NamedTuple):
    """The highest cost of a validation."""

    steps: int
    errors: int
    """The units of all errors."""
    first: int
    """The units of the first error alone: it may be about many variants, which have errors."""


_FREE = Cost(0, 0, 0)
_TOO_MUCH = Cost(MAX_STEPS + 1, MAX_ERROR_UNITS + 1, MAX_ERROR_UNITS + 1)


class _TooMuchError(Exception):
    """Raised where even the estimate would take too long."""


@dataclass(frozen=True, eq=False)
class _Shape:
    """What the cost of a value depends on; most objects of a list have the same shape."""

    size: int
    """The number of scalars; long strings count like several."""
    is_object: bool = False
    members: tuple[tuple[str, _Shape], ...] = ()
    items: tuple[tuple[_Shape, int], ...] = ()
    """The items of a list by their shapes, with their numbers, rounded up."""


_SCALAR = _Shape(1)


def _find_shape(value: Any, known: dict[object, _Shape], depth: int = 0) -> _Shape:
    """Return the shape of a value, the same one for all values that are alike.

    :param known: the shapes that were found before.
    """
    key: object
    if isinstance(value, str) and len(value) > _NODES_PER_UNIT:
        size = _round_up(len(value) // _NODES_PER_UNIT)
        return known.setdefault(size, _Shape(size))
    if not isinstance(value, dict | list):
        return _SCALAR
    if depth > _MAX_DEPTH:
        raise _TooMuchError
    inner = value.values() if isinstance(value, dict) else value
    shapes = [_find_shape(each, known, depth + 1) for each in inner]
    if isinstance(value, dict):
        key = (*value, *shapes)
        if key not in known:
            members = tuple(zip(value, shapes, strict=True))
            size = 1 + sum(shape.size for shape in shapes)
            known[key] = _Shape(size, is_object=True, members=members)
        return known[key]
    key = items = frozenset((item, _round_up(count)) for item, count in Counter(shapes).items())
    if key not in known:
        size = 1 + sum(item.size * count for item, count in items)
        known[key] = _Shape(size, items=tuple(items))
    return known[key]


def _round_up(count: int) -> int:
    """Round up to a power of two: similar lists have the same shape."""
    return 1 << (count - 1).bit_length()


class _Rules:
    """The keywords of a converted schema, by what they apply to.

    :param target: the schema that ``$ref`` refers to.
    """

    def __init__(self, schema: Mapping[str, Any], target: Any) -> None:
        get = schema.get
        parts = (target, *get("allOf", ()), get("then"), get("else"))
        self.parts = [part for part in parts if part is not None]
        self.variants = get("anyOf", ())
        self.conditions = [schema[key] for key in ("if", "not") if key in schema]
        self.dependent = get("dependentSchemas", {})
        self.properties = get("properties", {})
        self.patterns = [*get("patternProperties", {}).values()]
        self.additional, self.names = get("additionalProperties"), get("propertyNames")
        self.first_items, self.items = get("prefixItems", ()), get("items")
        self.contains = get("contains")
        self.required = frozenset(get("required", ()))
        options = schema["enum"] if isinstance(get("enum"), list) else ()
        # A value seldom violates all of its rules.
        self.assertions = (sum(key in _ASSERTIONS for key in schema) + 1) // 2
        self.assertions += len(options) // _NODES_PER_UNIT
        self.scalar_steps = _PATTERN_STEPS if _BACKTRACKING.search(get("pattern", "")) else 0
        # The validator compares them one by one, and finds strings at once.
        structured = [option for option in options if isinstance(option, dict | list)]
        self.structured_steps = _OPTION_STEPS * len(structured)

    def conjuncts(self, shape: _Shape) -> list[tuple[Any, _Shape, int]]:
        """Return the schemas whose errors are all reported: with a shape, and how often."""
        found, members = [(part, shape, 1) for part in self.parts], shape.members
        if self.properties or self.additional is not None:
            get, additional = self.properties.get, self.additional
            found += [(get(name, additional), member, 1) for name, member in members]
        # Which patterns match, and which item is the first, is not worth the time.
        found += [(part, member, 1) for part in self.patterns for _, member in members]
        found += [(part, item, 1) for part in self.first_items for item, _ in shape.items]
        if self.items is not None:
            found += [(self.items, item, count) for item, count in shape.items]
        if self.names is not None:
            found.append((self.names, _SCALAR, len(members)))
        if self.dependent:
            found += [(self.dependent.get(name), shape, 1) for name, _ in members]
        return found

    def tests(self, shape: _Shape) -> Iterator[tuple[Any, _Shape, int]]:
        """Yield the schemas whose errors are not reported."""
        yield from ((part, shape, 1) for part in self.conditions)
        if self.contains is not None:
            yield from ((self.contains, item, count) for item, count in shape.items)


class CostEstimator:
    """Estimate the cost of validations with the converted schemas of one document.

    :param targets: the schemas by the texts of ``$ref``.
    """

    def __init__(self, targets: Mapping[str, Any]) -> None:
        self._targets = targets
        self._rules: dict[int, tuple[Any, _Rules]] = {}

    def estimate(self, schema: Any, value: Any) -> Cost:
        """Return the cost of the validation of a value.

        With `T` as the variants ``{"properties": {"a": T}}`` and ``{"properties": {"a": T}}``,
        the errors of ``{"a": {"a": {}}}`` cost about twice as much as those of ``{"a": {}}``.
        """
        try:
            return _Estimate(self).cost(schema, _find_shape(value, {}), 0)
        except (_TooMuchError, RecursionError):
            return _TOO_MUCH

    def rules(self, schema: Mapping[str, Any]) -> _Rules:
        # The schema is stored too, so that no other object can get the same id().
        found = self._rules.get(id(schema))
        if found is None:
            if len(self._rules) > _MAX_CACHED_RULES:
                self._rules.clear()
            target = self._targets.get(schema.get("$ref", ""))
            found = self._rules[id(schema)] = (schema, _Rules(schema, target))
        return found[1]


class _Estimate:
    """The estimate for one value."""

    def __init__(self, schemas: CostEstimator) -> None:
        self._schemas = schemas
        self._pairs_left = _MAX_PAIRS
        self._costs: dict[tuple[int, int], Cost] = {}
        self._open: dict[tuple[int, int], int] = {}
        self._outermost = _MAX_DEPTH
        """The depth of the outermost open pair that the last pair leads back to."""

    def cost(self, schema: Any, shape: _Shape, depth: int) -> Cost:
        """Return the cost of a schema and a shape.

        :param depth: how many schemas are applied around this one.
        """
        if schema is None or schema is True:
            return _FREE
        pair = (id(schema), id(shape))
        if pair in self._costs:
            return self._costs[pair]
        if pair in self._open:
            # A schema that is its own part ends here, for the validator too.
            self._outermost = min(self._outermost, self._open[pair])
            return _FREE
        outermost, self._outermost = self._outermost, _MAX_DEPTH
        self._open[pair] = depth
        cost = self._sum(schema, shape, depth)
        del self._open[pair]
        if self._outermost >= depth:
            self._costs[pair] = cost
            self._outermost = outermost
        else:
            # Where the outer pair is not open, this one costs more.
            self._outermost = min(outermost, self._outermost)
        return cost

    def _sum(self, schema: Any, shape: _Shape, depth: int) -> Cost:
        units = 1 + shape.size // _NODES_PER_UNIT + depth // _LEVELS_PER_UNIT
        if schema is False:
            return Cost(1, units, units)
        rules = self._schemas.rules(schema)
        members = len(shape.members) * (1 + len(rules.patterns))
        items = len(shape.items) * (1 + len(rules.first_items))
        comparisons = len(rules.required) + members + items
        self._pairs_left -= 1 + comparisons // _COMPARISONS_PER_PAIR
        if depth > _MAX_DEPTH or self._pairs_left < 0 or schema is UNCONVERTED:
            raise _TooMuchError
        missing = len(rules.required.difference(dict(shape.members))) if shape.is_object else 0
        errors = first = (rules.assertions + missing) * units
        is_scalar = not shape.members and not shape.items
        steps = 1 + (rules.scalar_steps if is_scalar else rules.structured_steps)
        for part, inner, count in rules.conjuncts(shape):
            # Most schemas of scalars were looked at before.
            known = self._costs.get((id(part), id(inner)))
            cost = known or self.cost(part, inner, depth + 1)
            steps += cost.steps * count
            errors += cost.errors * count
            first = max(first, cost.first)
        for part in rules.variants:
            cost = self.cost(part, shape, depth + 1)
            steps += cost.steps
            errors += cost.errors
            first += cost.errors
        for part, inner, count in rules.tests(shape):
            steps += self.cost(part, inner, depth + 1).steps * count
        # Otherwise the numbers could get hundreds of digits.
        return Cost(*map(min, (steps, errors, first), _TOO_MUCH))
