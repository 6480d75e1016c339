"""Whatever is done to a good file, loading it gives settings or problems and never raises."""

import copy
import json
import random
from typing import Any

import pytest

from .support import good_value, load_text, load_with

STRANGE: list[Any] = [
    None,
    True,
    0,
    -1.5,
    10**400,
    "",
    "x",
    "../x",
    "<b>",
    "\u0000",
    "\ud800",
    [],
    [None],
    [[]],
    ["x", "x"],
    {},
    {"": None},
    {"name": "x"},
    {"url": "/x"},
    {"pages": [{"pages": [None]}]},
    {"type": "github"},
    {"default": True, "name": "v1"},
]


def containers(value: Any) -> list[Any]:
    """Return every object and array of a value."""
    found, waiting = [], [value]
    while waiting:
        present = waiting.pop()
        found.append(present)
        members = present.values() if isinstance(present, dict) else present
        waiting += [member for member in members if isinstance(member, dict | list)]
    return found


def mutate(value: Any, chance: random.Random) -> None:
    container = chance.choice([part for part in containers(value) if part])
    key = chance.choice(list(container) if isinstance(container, dict) else range(len(container)))
    match chance.choice(["remove", "replace", "replace", "add", "move"]):
        case "remove":
            del container[key]
        case "replace":
            container[key] = copy.deepcopy(chance.choice(STRANGE))
        case "add" if isinstance(container, dict):
            container[chance.choice(["", "x y", "pages", "url", "type"])] = chance.choice(STRANGE)
        case "add":
            container.append(copy.deepcopy(chance.choice(STRANGE)))
        case "move":
            container[key] = copy.deepcopy(chance.choice(containers(value)))


@pytest.mark.parametrize("seed", range(150))
def test_a_changed_file_never_raises(seed, tmp_path):
    chance = random.Random(seed)
    value = good_value("every_key")
    for _ in range(chance.choice([1, 1, 3, 10])):
        mutate(value, chance)
    loaded = load_text(tmp_path, json.dumps(value, indent=1))
    stops = [problem for problem in loaded.problems if problem.stops_build]
    assert (loaded.settings is None) == bool(stops)
    for problem in loaded.problems:
        assert str(problem).isprintable()
        assert problem.location.line is not None
    if loaded.settings is not None:
        # What was let through can be written to a page.
        repr(loaded.settings).encode("utf-8")


@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_every_key_with_a_strange_value_never_raises(strange, tmp_path):
    for key in good_value("every_key"):
        loaded = load_with(tmp_path, **{key: strange})
        assert loaded.settings is not None or key in ("name", "navigation")
