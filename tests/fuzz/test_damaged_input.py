"""Whatever is damaged, readers end, tell what is wrong and where, and let nothing become live.

A few examples of each kind, the same in every run; ``make fuzz`` tries new ones for minutes.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from sphinx_sitejson.common.problems import Location, Problem

from .kinds import KINDS
from .oracles import EndlessError, assert_placed, counted_steps, live_parts

FEW = {
    "database": None,
    "deadline": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_examples_of_each_kind(kind, tmp_path_factory):
    @settings(max_examples=kind.few, **FEW)
    @given(kind.examples)
    def try_one(example: Any) -> None:
        kind.check(example, tmp_path_factory.mktemp("example"))

    try_one()


STILL_LISTENS = """
import atexit, socket
from urllib.parse import urlsplit
from fuzz.secrets import _echo_address

atexit.register(lambda: print(socket.socket().connect_ex(("127.0.0.1", port)) == 0))
port = urlsplit(_echo_address()).port
"""


def test_the_server_of_a_run_ends_before_the_process_does():
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", STILL_LISTENS]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)

    assert (result.stdout, result.stderr) == ("False\n", "")


# What the examples are judged by can itself tell good from bad.


def test_what_never_ends_is_noticed():
    with pytest.raises(EndlessError), counted_steps(1000):
        while True:
            len("")


@pytest.mark.parametrize(
    "html",
    [
        *("<script>a</script>", "<b onclick=a>", "<svg><a xlink:href=' java\tscript:a'>"),
        *("<a href='data:text/html,a'>", "<iframe src=a>"),
    ],
)
def test_live_parts_are_noticed(html):
    assert live_parts(html)


def test_authors_may_link_to_programs_but_not_to_scripts():
    assert live_parts("<a href='editor://a.b'>")
    assert live_parts("<a href='editor://a.b'>", is_of_author=True) == []
    assert live_parts("<a href='java\tscript:a'>", is_of_author=True)


def test_plain_html_is_not_live():
    assert live_parts("<p><a href='https://a.example.com'>a</a> <img src='b.png'></p>") == []


@pytest.mark.parametrize(("file", "message"), [("", "a"), ("site.json", " ")])
def test_messages_without_place_or_words_are_noticed(file, message):
    problem = Problem(code="redirect", message=message, location=Location(file=file))
    with pytest.raises(AssertionError):
        assert_placed([problem])
