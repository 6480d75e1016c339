"""Samples send numbers, and the order of members, as the document writes them."""

from __future__ import annotations

import sys

import pytest

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from sphinx_sitejson.reference.request_samples.catalog import LANGUAGES
from sphinx_sitejson.reference.request_samples.languages import (
    bash,
    httpie,
    node,
    php,
    python,
    ruby,
)
from sphinx_sitejson.reference.request_samples.request import FormBody, JsonBody

from .support import EXACT, EXACT_TEXTS, echo_server, request_of, run_if_present

RUNS = {
    "bash": (bash, "bash", ".sh"),
    "httpie": (httpie, "http", ".sh"),
    "node": (node, "node", ".mjs"),
    "php": (php, "php", ".php"),
    "ruby": (ruby, "ruby", ".rb"),
    "python": (python, sys.executable, ".py"),
}


def command_of(name, file):
    tool = RUNS[name][1]
    return ("bash", file) if name == "httpie" else (tool, file)


@pytest.mark.parametrize("name", RUNS)
def test_what_arrives_is_what_is_written(name, tmp_path):
    with echo_server() as server:
        for number, body in enumerate(EXACT.values()):
            code = RUNS[name][0].generate(request_of(body, url=f"{server.url}/x"))
            # It reads what is piped into it, unless it is told not to.
            code = code.replace("http ", "http --ignore-stdin ", 1) if name == "httpie" else code
            file = tmp_path / f"sample{number}{RUNS[name][2]}"
            file.write_text(code, encoding="utf-8")
            if run_if_present(RUNS[name][1], "--version") is None:
                pytest.skip(f"{name} is not installed")
            before = len(server.arrived)
            run_if_present(*command_of(name, file), cwd=tmp_path)
            assert len(server.arrived) == before + 1
            arrived = server.arrived[-1]
            if isinstance(body, FormBody):
                assert arrived.body == b"10=1.10&2=1E400&a=-0"
                continue
            text = arrived.body.decode()
            assert exact_json(read_json(text)) == exact_json(body.value), code
            assert arrived.headers["content-type"] == "application/json"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", EXACT_TEXTS[:3])
def test_every_language_shows_every_digit(language, text):
    sample = LANGUAGES[language].generate(request_of(EXACT[text]))

    for number in ("9007199254740993", "1.10", "1E400", "-9223372036854775809", "1e+21"):
        assert (number in sample) == (number in text), number


@pytest.mark.parametrize("value", [[1, -2, 0], [1.5, -0.25], {"a": 9007199254740991}, [0.0001]])
def test_numbers_that_a_language_keeps_are_values_of_it(value):
    request = request_of(JsonBody(value=value))

    assert "json=" in python.generate(request)
    assert "JSON.stringify(" in node.generate(request)


def test_each_language_keeps_numbers_of_its_own():
    whole = request_of(JsonBody(value=[1.0, 9007199254740993]))

    assert "json=" in python.generate(whole)
    assert "JSON.stringify(" not in node.generate(whole)
    assert "body: `[\n  1.0,\n  9007199254740993\n]`" in node.generate(whole)
