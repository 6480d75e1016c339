"""The reference pages are made from the code, and leave nothing out."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from sphinx_sitejson.commands.arguments import make_parser
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.openapi.changes.rules import RULES
from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.naming.titles import SHORTEST_TITLE, operation_title

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "example_project"
STARTER = ROOT / "sphinx_sitejson/commands/starter"


@pytest.fixture
def tables(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE / "_extensions"))
    import program_tables

    yield program_tables
    sys.modules.pop("program_tables")


def page(name: str) -> str:
    return (EXAMPLE / name).read_text("utf-8")


def test_every_token_is_in_one_table(tables):
    starts = [
        name
        for found in re.findall(r"```\{css-tokens\} (.*)", page("reference/css-tokens.mdx"))
        for name in found.split()
    ]
    homes = {
        token: sum(token.startswith(start) for start in starts) > 0 for token in tables.tokens()
    }
    assert [token for token, is_shown in homes.items() if not is_shown] == []
    assert [each for each in starts if not any(token.startswith(each) for token in homes)] == []


def test_every_command_shows_its_help(tables):
    (commands,) = (
        each for each in make_parser()._actions if each.choices and not each.option_strings
    )
    shown = re.findall(r"```\{command-help\} (.*)", page("reference/command-line.mdx"))
    assert sorted(shown) == sorted(commands.choices)
    assert "--format {text,json,github,sarif}" in tables.help_of("check")


def test_signatures_are_those_of_the_code(tables):
    text = tables.signature_of(__import__("sphinx_sitejson").add_component)
    assert "    build: Component | None = None,\n" in text
    assert "    template: str = ''," in text
    compile(f"def {text}: pass", "signature", "exec")


def test_every_change_that_can_concern_a_client_is_listed(example, tables):
    text = example.page("guides/api-changes.html").get_text()
    described = {name: said for each in tables.CHANGES.values() for name, said in each.items()}
    notable = [name for name, rule in RULES.items() if {rule.sent, rule.received} != {"harmless"}]

    assert described.keys() == RULES.keys()
    assert len(notable) > 80
    assert [name for name in notable if described[name][1:].replace("`", "") not in text] == []


def test_every_warning_code_has_an_example_of_its_message():
    shown = re.findall(
        r"^(\w+):\n(?:  .*\n|\n)*?  ```text$", page("reference/warnings.mdx"), re.MULTILINE
    )
    assert shown == sorted(ProblemCode)


@pytest.mark.parametrize("name", ["hosting", "continuous-integration"])
def test_files_for_hosts_are_right_yaml(name):
    block = re.compile(r"```\{code-block\} yaml\n:caption: [^\n]*\n\n(.*?)```", re.DOTALL)
    blocks = block.findall(page(f"guides/{name}.mdx"))
    assert blocks
    for block in blocks:
        assert isinstance(yaml.safe_load(block), dict | list)


def test_init_writes_the_workflow_that_the_guide_shows():
    (shown,) = re.findall(
        r":caption: \.github/workflows/documentation\.yml\n\n(.*?)```",
        page("guides/continuous-integration.mdx"),
        re.DOTALL,
    )
    written = (STARTER / "workflow.yml").read_text("utf-8")
    filled = written.replace("@folder@", "docs/").replace("@where@", "docs")
    own, advised = (
        yaml.safe_load(text)["jobs"]["documentation"]["steps"] for text in (filled, shown)
    )
    assert own[: len(advised)] == advised


def test_every_dependency_has_its_reason():
    """A comment above each requirement, or above the first of several that belong together."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    block = text.partition("\ndependencies = [\n")[2].partition("\n]\n")[0]
    names = [
        re.match(r"[\w.-]+", each)[0] for each in tomllib.loads(text)["project"]["dependencies"]
    ]
    reasons = re.findall(r"^    # (.*)\n((?:    \".*\n?)+)", block, re.MULTILINE)

    assert [
        re.match(r' *"([\w.-]+)', line)[1] for _, lines in reasons for line in lines.splitlines()
    ] == names
    assert all(len(reason.split()) > 3 for reason, _ in reasons)


def test_titles_of_operations_are_those_of_the_table():
    text = page("guides/api-pages.mdx")
    row = re.compile(
        r"^\| `([A-Z]+) (\S+)` \| (?:`(\w+)` )?\| (?:([^|*]*) )?\| \*(.+)\* \|$", re.MULTILINE
    )
    rows = row.findall(text)
    assert len(rows) == 6
    for method, path, operation_id, description, title in rows:
        operation = Operation(
            method=method, path=path, operation_id=operation_id, description=description
        )
        assert operation_title(operation) == title
    assert f"fewer than {SHORTEST_TITLE} characters" in " ".join(text.split())


def test_each_tool_of_the_comparison_has_a_source_and_the_page_a_date():
    text = page("about/comparison.mdx")
    rows = re.findall(r"^\| (?!\||---|sphinx-sitejson)([^|]+) \|.*$", text, re.MULTILINE)

    assert len(rows) > 5
    assert [row for row in rows if "](https://" not in row] == []
    assert re.search(r"as\s+of (?:January|February|March|April|May|June|July|August|September|"
                     r"October|November|December) 20\d\d", text)  # fmt: skip
