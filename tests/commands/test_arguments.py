"""The arguments of the commands, which are known before a command is imported."""

import argparse
import json
import subprocess
import sys

import pytest

from sphinx_sitejson.commands import arguments
from sphinx_sitejson.commands.check import FORMATS
from sphinx_sitejson.commands.schema import _SCHEMAS
from sphinx_sitejson.servers.verify import runner
from sphinx_sitejson.servers.verify.results import REPORTS

PROGRAM = """
import json, sys
from sphinx_sitejson.commands import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(json.dumps(sorted(name for name in sys.modules if name.startswith("sphinx"))))
"""


def command_names():
    (commands,) = (
        action
        for action in arguments.make_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return list(commands.choices)


@pytest.mark.parametrize("command", ["", *command_names()])
def test_help_imports_no_command(command):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command.split(), "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    text, _, modules = done.stdout.rstrip().rpartition("\n")
    assert text.startswith("usage: ")
    assert json.loads(modules) == [
        "sphinx_sitejson", "sphinx_sitejson.commands", "sphinx_sitejson.commands.arguments",
        "sphinx_sitejson.common", "sphinx_sitejson.common.files",
        "sphinx_sitejson.common.records", "sphinx_sitejson.settings", "sphinx_sitejson.version",
    ]  # fmt: skip


@pytest.mark.parametrize("command", command_names())
def test_each_command_has_a_module(command):
    module = __import__(f"sphinx_sitejson.commands.{command.replace('-', '_')}", fromlist=["run"])
    assert callable(module.run)


def test_the_choices_are_those_of_the_commands():
    assert tuple(FORMATS) == arguments.CHECK_FORMATS
    assert tuple(REPORTS) == arguments.VERIFY_FORMATS
    assert arguments.SAFE_METHODS == runner.SAFE_METHODS
    assert tuple(_SCHEMAS) == arguments.SETTINGS_FILES
