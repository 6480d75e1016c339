"""Samples send numbers, and the order of members, as the document writes them."""

import re
import sys

import pytest

from sphinx_sitejson.common.json_documents.exact_json import ExactNumber, exact_json, read_json
from sphinx_sitejson.http_messages.request import FormBody, JsonBody
from sphinx_sitejson.http_messages.samples import LANGUAGES
from support.wide import wide_but

from .support import EXACT, EXACT_TEXTS, code_of, echo_server, request_of, run_if_present

RUNS = {
    "bash": ("bash", ".sh"),
    "httpie": ("http", ".sh"),
    "node": ("node", ".mjs"),
    "php": ("php", ".php"),
    "ruby": ("ruby", ".rb"),
    "python": (sys.executable, ".py"),
}


def command_of(name, file):
    tool = RUNS[name][0]
    return ("bash", file) if name == "httpie" else (tool, file)


@pytest.mark.parametrize("name", wide_but(RUNS, "python"))
def test_what_arrives_is_what_is_written(name, tmp_path):
    with echo_server() as server:
        for number, body in enumerate(EXACT.values()):
            code = code_of(name, request_of(body, url=f"{server.url}/x"))
            # It reads what is piped into it, unless it is told not to.
            code = code.replace("http ", "http --ignore-stdin ", 1) if name == "httpie" else code
            file = tmp_path / f"sample{number}{RUNS[name][1]}"
            file.write_text(code, encoding="utf-8")
            if run_if_present(RUNS[name][0], "--version") is None:
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
    sample = code_of(language, request_of(EXACT[text]))

    for number in ("9007199254740993", "1.10", "1E400", "-9223372036854775809", "1e+21"):
        assert (number in sample) == (number in text), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_json_has_no_number_for_is_null(language):
    value = [float("nan"), float("-inf"), ExactNumber("1.10")]
    sample = code_of(language, request_of(JsonBody(value=value)))

    assert re.search(r"null\W+null\W+1\.10", sample), sample


@pytest.mark.parametrize("value", [[1, -2, 0], [1.5, -0.25], {"a": 9007199254740991}, [0.0001]])
def test_numbers_that_a_language_keeps_are_values_of_it(value):
    request = request_of(JsonBody(value=value))

    assert "json=" in code_of("python", request)
    assert "JSON.stringify(" in code_of("node", request)


def test_each_language_keeps_numbers_of_its_own():
    whole = request_of(JsonBody(value=[1.0, 9007199254740993]))

    assert "json=" in code_of("python", whole)
    assert "JSON.stringify(" not in code_of("node", whole)
    assert "body: `[\n  1.0,\n  9007199254740993\n]`" in code_of("node", whole)
