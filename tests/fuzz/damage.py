"""Ways to damage what is good: values of JSON, and texts."""

import copy
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

HOSTILE_TEXTS = (
    *("", " ", "x", "../../x", "/etc/passwd", "C:\\x"),
    "a" * 300,
    *("\u0000", "\x1b[31m", "\u2028", "\u202e", "\ufeff", "é\u0301🍐", "0", "-", "null", "[]"),
    *("{{ x }}", "{x}", "${x}", "%s %(x)s {0}", "'\"`\\", "|a|\n|-|\n|b|", "# a\n## b"),
    *("```{raw} html\n<script>struck()</script>\n```", "{math}`x`"),
    *(".. raw:: html\n\n   <script>struck()</script>", "<script>struck()</script>"),
    *("</script><script>struck()</script>", "<img src=x onerror=struck()>"),
    *("<svg/onload=struck()>", "\"><iframe srcdoc='<script>struck()</script>'>"),
    *("<a href=javascript:struck()>a</a>", "[a](javascript:struck())"),
    *("![a](data:text/html,struck)", "[a](#/components/schemas/x)"),
    *("<style>*{display:none}</style>", "<!--", "<![CDATA[", "javascript:struck()"),
    *("https://user:word@host.example.com/x?token=1", "https://[::1"),
    *("http://a.example.com:99999/", "//host.example.com/x", "mailto:a@example.com", "#/paths"),
    *("#/components/schemas/~2", "other.yaml#/a", "GET /x"),
)

STRANGE_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0),
    -1,
    1.5,
    10**30,
    1e308,
    [],
    {},
    [None],
    [[]],
    {"": None},
    {"x": {"x": {}}},
    {"$ref": "#"},
    {"$ref": "#/"},
    {"$ref": 1},
    ["x", "x"],
)

DEEP = 120
"""Deeper than the limit for nested values."""


def nested(depth: int, *, in_lists: bool) -> Any:
    """Return a value inside a value inside a value."""
    value: Any = "x"
    for _ in range(depth):
        value = [value] if in_lists else {"properties": {"x": value}}
    return value


def texts() -> st.SearchStrategy[str]:
    """Text of any kind, most often one that has done harm somewhere."""
    return st.one_of(
        st.sampled_from(HOSTILE_TEXTS),
        st.text(max_size=12),
        st.tuples(st.sampled_from(HOSTILE_TEXTS), st.sampled_from(HOSTILE_TEXTS)).map("\n\n".join),
    )


def values() -> st.SearchStrategy[Any]:
    """A value that does not fit, or might."""
    return st.one_of(
        texts(),
        st.sampled_from(STRANGE_VALUES).map(copy.deepcopy),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans().map(lambda in_lists: nested(DEEP, in_lists=in_lists)),
    )


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return every place of a value: what holds it, and the key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        present = waiting.pop(0)
        keys = list(present) if isinstance(present, dict) else range(len(present))
        for key in keys:
            found.append((present, key))
            if isinstance(present[key], dict | list):
                waiting.append(present[key])
    return found


def pointers_in(value: Any) -> list[str]:
    """Return the pointer of every object of a value."""
    found = ["#"]
    waiting = [("#", value)]
    while waiting:
        pointer, present = waiting.pop(0)
        entries = present.items() if isinstance(present, dict) else enumerate(present)
        for key, member in entries:
            if isinstance(member, dict | list):
                part = str(key).replace("~", "~0").replace("/", "~1")
                found.append(f"{pointer}/{part}")
                waiting.append((found[-1], member))
    return found


@st.composite
def damaged_value(
    draw: st.DrawFn, seeds: Sequence[Any], keys: Sequence[str], most: int = 4, least: int = 1
) -> Any:
    """One of the good values after a few changes.

    :param keys: the names that mean something to whoever reads the value.
    """
    value = copy.deepcopy(_chosen(draw, seeds))
    pointers = pointers_in(value)
    for _ in range(draw(st.integers(least, most))):
        places = places_in(value)
        if not places:
            break
        holder, key = _chosen(draw, places)
        change = draw(st.sampled_from(_CHANGES))
        change(draw, holder, key, value, keys, pointers)
    return value


def _chosen(draw: st.DrawFn, among: Sequence[Any]) -> Any:
    """Choose by number: `sampled_from` would look at all that large values hold."""
    return among[draw(st.integers(0, len(among) - 1))]


def _replace(draw: st.DrawFn, holder: Any, key: Any, *_others: Any) -> None:
    holder[key] = draw(values())


def _remove(draw: st.DrawFn, holder: Any, key: Any, *_others: Any) -> None:
    del holder[key]


def _rename(draw: st.DrawFn, holder: Any, key: Any, value: Any, keys: Any, pointers: Any) -> None:
    if isinstance(holder, dict):
        name = draw(st.one_of(st.sampled_from(keys), texts()))
        holder[name] = holder.pop(key)


def _add(draw: st.DrawFn, holder: Any, key: Any, value: Any, keys: Any, pointers: Any) -> None:
    if isinstance(holder, dict):
        holder[draw(st.one_of(st.sampled_from(keys), texts()))] = draw(values())
    else:
        holder.insert(key, draw(values()))


def _move(draw: st.DrawFn, holder: Any, key: Any, value: Any, *_others: Any) -> None:
    """Put a part of the value in place of another."""
    other, name = _chosen(draw, places_in(value))
    holder[key] = copy.deepcopy(other[name])


def _refer(draw: st.DrawFn, holder: Any, key: Any, value: Any, keys: Any, pointers: Any) -> None:
    """Put a reference to any part of the value in place of another."""
    holder[key] = {"$ref": _chosen(draw, pointers)}


def _wrap(draw: st.DrawFn, holder: Any, key: Any, value: Any, keys: Any, pointers: Any) -> None:
    name = draw(st.sampled_from(keys))
    holder[key] = [holder[key]] if draw(st.booleans()) else {name: holder[key]}


_CHANGES = (_replace, _replace, _remove, _rename, _add, _move, _refer, _wrap)


@st.composite
def damaged_text(
    draw: st.DrawFn, seeds: Sequence[str], pieces: Sequence[str], most: int = 6
) -> str:
    """One of the good texts with pieces put in, taken out, repeated and cut off."""
    text = _chosen(draw, seeds)
    for _ in range(draw(st.integers(1, most))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 0, 1, 3, 20, 200))))
        piece = draw(st.one_of(st.sampled_from(pieces), texts()))
        match draw(st.sampled_from(("put", "put", "repeat", "double", "cut"))):
            case "put":
                text = text[:start] + piece + text[end:]
            case "repeat":
                text = text[:start] + piece * draw(st.sampled_from((2, 9, 150))) + text[end:]
            case "double":
                text = text[:end] + text[start:]
            case "cut":
                text = text[:start]
    return text
