"""Scripts of the package run in the build: their arguments are data, and they always end."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sphinx_sitejson.common import scripts
from sphinx_sitejson.common.scripts import ScriptFailedError, Scripts

SOURCE = """
"use strict";
let calls = 0;
const count = () => (calls += 1);
const same = (value) => value;
const join = (...values) => values.join("+");
const fail = () => missing;
const spin = () => { for (;;); };
const fill = () => { const found = []; for (;;) found.push("x".repeat(1e6) + found.length); };
const dive = (depth) => (depth ? [dive(depth - 1)] : []);
"""


@pytest.fixture
def made(tmp_path):
    file = tmp_path / "a.js"
    file.write_text(SOURCE, encoding="utf-8")
    return Scripts([file])


@pytest.mark.parametrize(
    "value",
    [
        '"); missing("',
        "${missing} `</script>",
        "é 日本 😀 \0 \u2028 \ud800",
        [1, 1.5, None, True, {"a": []}],
        {"__proto__": "x", "constructor": 1},
    ],
)
def test_arguments_are_data_and_come_back_unchanged(made, value):
    assert made.call("same", value) == value


@pytest.mark.parametrize(
    ("method", "function", "argument", "message"),
    [
        ("call", "fail", None, "missing is not defined"),
        ("call", "spin", None, "interrupted"),
        ("call", "fill", None, "out of memory"),
        ("call", "dive", 10_000_000, "stack"),
        ("call_loading", "async () => missing", str, "missing is not defined"),
        ("call_loading", "() => new Promise(() => {})", str, "does not end"),
        ("call_loading", "async () => spin()", str, "interrupted"),
    ],
)
def test_a_call_that_fails_is_reported_and_the_next_one_succeeds(
    made, method, function, argument, message, monkeypatch
):
    monkeypatch.setattr(scripts, "_TIME_LIMIT", 0.2)
    with pytest.raises(ScriptFailedError) as error:
        getattr(made, method)(function, argument)

    assert message in str(error.value)
    assert made.call("same", 1) == 1


def test_scripts_are_compiled_once(made):
    assert [made.call("count") for _ in range(3)] == [1, 2, 3]


def test_each_thread_has_a_context(made):
    made.call("count")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda number: made.call("join", number, "a" * 100), range(200)))

    assert found == [f"{number}+{'a' * 100}" for number in range(200)]
    assert made.call("count") == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
def test_a_forked_process_continues(made):
    made.call("count")
    child = os.fork()
    if not child:
        os._exit(0 if made.call("count") == 2 else 1)

    assert os.waitpid(child, 0)[1] == 0
    assert made.call("count") == 2


LOADING = "async (load, names) => Promise.all(names.map(async (name) => [name, await load(name)]))"


def test_a_function_may_load_values_by_names(made):
    asked = []

    def load(name):
        asked.append(name)
        return {"of": name}

    assert made.call_loading(LOADING, load, ["a", '");x("']) == [
        ["a", {"of": "a"}],
        ['");x("', {"of": '");x("'}],
    ]
    assert asked == ["a", '");x("']


def test_without_the_engine_a_sentence_says_what_to_install(made, monkeypatch):
    monkeypatch.setitem(sys.modules, "quickjs", None)
    with pytest.raises(ScriptFailedError) as error:
        made.call("same", 1)

    assert str(error.value) == 'QuickJS is not installed; install it with "pip install quickjs-ng".'
