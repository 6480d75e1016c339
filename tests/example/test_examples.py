"""The examples of the documentation: settings are read, pages built, commands parsed."""

import ast
import json
import re
import shlex
import tomllib
from pathlib import Path

import yaml

from sphinx_sitejson.commands.arguments import make_parser
from sphinx_sitejson.settings.loading import load_settings
from sphinx_sitejson.settings.validation import SITE_SCHEMA
from support.small_sites import API_TAB, settings

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "example_project"
PAGES = sorted(
    path for ending in ("mdx", "md") for path in EXAMPLE.rglob(f"*.{ending}") if path.is_file()
)
PAGES += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)(?P=fence) *$",
    re.MULTILINE | re.DOTALL,
)
_OPTIONS = re.compile(r"\A(?::[\w-]+:[^\n]*\n)+\n?")
_KEYS = SITE_SCHEMA.full["properties"]


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
                place = f"{page.relative_to(ROOT)}:{line}"
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
    files["site.json"] = settings("p0")
    site = build_site(files)

    wrong = [line for line in site.warnings.splitlines() if not ABSENT.search(line)]
    named = re.compile(r"\S*?(p\d+\.mdx)")
    assert [named.sub(lambda found: pages[found[1]][0], line) for line in wrong] == []


def test_json_yaml_and_toml_parse():
    wrong = []
    for languages, parse in (
        (("json",), json.loads),
        (("yaml",), lambda text: list(yaml.safe_load_all(text.partition("\n---\n")[0]))),
        (("toml",), tomllib.loads),
    ):
        for place, text in blocks(*languages):
            try:
                parse(text)
            except (ValueError, yaml.YAMLError) as error:
                wrong.append(f"{place}: {error}")
    assert wrong == []


SMALL_API = """\
openapi: 3.1.0
info: {title: Ships, version: "1"}
paths:
  /ships: {get: {responses: {"200": {description: All ships}}}}
  /berths: {get: {responses: {"200": {description: All berths}}}}
  /ships/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: A ship}}}
  /ships/{id}/papers:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: Its papers}}}
"""
ELSEWHERE = re.compile(r"own-components|\binv:harbour|external\+harbour|automodule")
"""Examples with components of the author's own, of another project, or of another extension."""


def test_pages_in_other_languages_are_built(build_site):
    wanted = {"md": blocks("markdown", "md"), "rst": blocks("rst")}
    examples = {
        f"p/{ending}{number}.{ending}": each
        for ending, found in wanted.items()
        for number, each in enumerate(found)
        if not ELSEWHERE.search("".join(each))
    }
    assert len(examples) > 18
    titles = {"md": "# Example\n\n", "rst": "Example\n=======\n\n"}
    files = {
        name: text if text.startswith(":description") else titles[name.rpartition(".")[2]] + text
        for name, (_, text) in examples.items()
    }
    files |= {
        path.relative_to(EXAMPLE).as_posix(): path.read_text("utf-8")
        for path in EXAMPLE.joinpath("api").rglob("*.yaml")
    }
    files |= dict.fromkeys(("openapi.yaml", "p/specs/openapi.yaml"), SMALL_API)
    files |= dict.fromkeys(("get-started/first-site.mdx", "reference/site-json.mdx"), "# Page\n")
    files["site.json"] = settings("p/md1", tabs=[API_TAB | {"openapi": "/api/harbour.yaml"}])
    site = build_site(files, overrides={"myst_enable_extensions": ["colon_fence"]})
    named = re.compile(r"\S*?(p/\w+\.(?:md|rst))")
    shown = [
        named.sub(lambda found: examples[found[1]][0], line) for line in site.warnings.splitlines()
    ]
    assert shown == []
