"""The examples of the documentation: settings are read, pages built, commands parsed."""

from __future__ import annotations

import ast
import json
import re
import shlex
from pathlib import Path

from sphinx_sitejson.commands import make_parser
from sphinx_sitejson.settings import load_settings, schema_text

EXAMPLE = Path(__file__).parents[2] / "example_project"
PAGES = sorted(
    path for ending in ("mdx", "md") for path in EXAMPLE.rglob(f"*.{ending}") if path.is_file()
)
_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)(?P=fence) *$",
    re.MULTILINE | re.DOTALL,
)
_OPTIONS = re.compile(r"\A(?::[\w-]+:[^\n]*\n)+\n?")
_KEYS = json.loads(schema_text())["properties"]


def blocks(*languages: str) -> list[tuple[str, str]]:
    """Return the blocks of code in these languages, each with its place."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for block in _BLOCK.finditer(text):
            words = block["info"].replace("{code-block}", "").split()
            if words and words[0] in languages:
                line = text.count("\n", 0, block.start()) + 1
                code = "\n".join(
                    each.removeprefix(block["indent"]) for each in block["text"].split("\n")
                )
                place = f"{page.relative_to(EXAMPLE)}:{line}"
                found.append((place, _OPTIONS.sub("", code)))
    return found


def settings_in(text: str) -> dict | None:
    """Return an example of ``site.json``; nothing if the block is one of something else."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    is_settings = isinstance(value, dict) and value and value.keys() <= _KEYS.keys()
    return value if is_settings else None


def test_settings_are_right(tmp_path):
    examples = [(place, value) for place, text in blocks("json") if (value := settings_in(text))]
    assert len(examples) > 30
    wrong = []
    for place, value in examples:
        file = tmp_path / "site.json"
        file.write_text(json.dumps({"name": "X", "navigation": [], **value}))
        wrong += [f"{place}: {problem.message}" for problem in load_settings(file).problems]
    assert wrong == []


def test_every_block_of_json_parses():
    wrong = []
    for place, text in blocks("json"):
        try:
            json.loads(text)
        except ValueError as error:
            wrong.append(f"{place}: {error}")
    assert wrong == []


def test_commands_are_known(capsys):
    lines = [
        (place, line.strip().removeprefix("$ ").partition(" # ")[0].partition(" > ")[0])
        for place, text in blocks("shell", "console", "bash", "yaml")
        for line in text.split("\n")
    ]
    wrong = []
    for place, line in lines:
        for command in re.split(r"&&?", line.removeprefix("- run: ")):
            if re.match(r" *sitejson [a-z]", command):
                try:
                    make_parser().parse_args(shlex.split(command)[1:])
                except SystemExit:
                    wrong.append(f"{place}: {command}: {capsys.readouterr().err}")
    assert wrong == []


def test_python_is_python_and_names_values_that_exist():
    described = (EXAMPLE / "reference/conf-py.mdx").read_text("utf-8")
    wrong = []
    for place, text in blocks("python"):
        try:
            names = [node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
        except SyntaxError as error:
            wrong.append(f"{place}: {error}")
            continue
        own = [name for name in names if name.startswith("sitejson_")]
        wrong += [f"{place}: {name}" for name in own if f"\n{name}: " not in described]
    assert wrong == []


ABSENT = re.compile(r"\[sitejson\.(broken_link|missing_file|missing_page|mdx_snippet)\]")
"""What an example names and only its reader has."""


def test_pages_are_built(build_site):
    # Components of the author's own need the conf.py that is shown with them.
    examples = [each for each in blocks("mdx") if "own-components" not in each[0]]
    pages = {f"p{number}.mdx": found for number, found in enumerate(examples)}
    assert len(pages) > 20
    files = {
        name: text if text.startswith("---") else f"# Example\n\n{text}"
        for name, (_, text) in pages.items()
    }
    files["site.json"] = json.dumps({"name": "X", "navigation": [{"group": "G", "pages": ["p0"]}]})
    site = build_site(files)

    wrong = [line for line in site.warnings.splitlines() if not ABSENT.search(line)]
    named = re.compile(r"\S*?(p\d+\.mdx)")
    assert [named.sub(lambda found: pages[found[1]][0], line) for line in wrong] == []
