"""Late imports: every reference leads somewhere, and a project imports only what it uses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils.parsers.rst import Directive
from docutils.transforms import Transform
from docutils.utils import new_document
from sphinx.errors import ExtensionError

from sphinx_sitejson import extension as events
from sphinx_sitejson.site_build.late_imports import (
    REFERENCES,
    late_directive,
    late_function,
    late_transform,
    resolve_reference,
)

ROWS = [
    row
    for table in (events.STEPS, events.STEPS_WITHOUT_SITE)
    for rows in table.values()
    for row in rows
]
REFERENCE = "reference.bound_pages:OpenApiDirective"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_each_build_step_is_a_function(row):
    priority, reference, *condition = row
    assert isinstance(priority, int)
    assert callable(resolve_reference(reference))
    assert all(map(callable, condition))


def test_the_steps_of_a_kind_are_in_the_table():
    named = {row[1] for row in ROWS}
    assert named >= events.API_STEPS
    assert named >= events.OUTPUT_STEPS


def test_each_class_that_is_registered_is_there(build_site):
    build_site(
        {
            "site.json": {"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]},
            "index.md": "# Home\n",
        }
    )
    assert len(REFERENCES) > 30
    for reference, priority in REFERENCES.items():
        found = resolve_reference(reference)
        is_transform = isinstance(found, type) and issubclass(found, Transform)
        assert priority == (found.default_priority if is_transform else None)
        assert callable(found)


@pytest.mark.parametrize("reference", ["reference.nothing:visit", "reference.html:nothing"])
def test_what_is_not_there_stops_a_build(reference):
    with pytest.raises(ExtensionError, match=reference.replace(".", r"\.")):
        late_function(reference)()


def test_a_directive_behaves_as_the_class_that_it_stands_for():
    late, real = late_directive(REFERENCE), resolve_reference(REFERENCE)
    assert issubclass(late, Directive)
    for name in ("required_arguments", "optional_arguments", "has_content", "option_spec"):
        assert getattr(late, name) == getattr(real, name)
    assert late.final_argument_whitespace
    state = SimpleNamespace(document=SimpleNamespace(settings=SimpleNamespace(env=None)))
    made = late("openapi-schema", ["Pet"], {}, [], 1, 0, "", state, SimpleNamespace(reporter=None))
    assert type(made) is real


def test_a_transform_runs_only_where_it_has_something_to_do():
    late = late_transform("reference.nothing:Nothing", 500, lambda transform: False)
    late(new_document("page")).apply()
    with pytest.raises(ExtensionError):
        late_transform("reference.nothing:Nothing", 500)(new_document("page")).apply()


PROGRAM = """
import json, sys
from sphinx.application import Sphinx
source, out = sys.argv[1:]
app = Sphinx(source, source, out, out + "/.doctrees", "html", status=None, warningiserror=True)
app.build()
assert app.statuscode == 0
print(json.dumps([name for name in sys.modules if name.startswith("sphinx_sitejson.")]))
"""
HOME = "# Home\n\nSome *text*.\n"
MDX_READERS = (
    "mdx.javascript.engine",
    "mdx.markdown_plugins",
    "parsers.mdx_parser",
    "parsers.renderer",
)


def test_a_plain_project_imports_no_site(tmp_path):
    conf = 'extensions = ["myst_parser", "sphinx_sitejson"]\nhtml_theme = "alabaster"\n'
    imported = modules_of_build(tmp_path, {"conf.py": conf, "index.md": HOME})
    for name in ("openapi", "reference", "mdx", "servers"):
        assert below(name, imported) == []
    for name in ("theme", "mdx", "components", "publishing", "navigation", "openapi", "pages"):
        assert below(f"sphinx_ext.{name}", imported) == []
    assert below("sphinx_ext.reference", imported) == [
        "sphinx_ext.reference",
        "sphinx_ext.reference.api_nodes",
        "sphinx_ext.reference.roles",
        "sphinx_ext.reference.text_nodes",
    ]


def test_a_site_without_an_api_imports_none(tmp_path):
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\n',
        "site.json": json.dumps(
            {"name": "X", "navigation": [{"group": "G", "pages": ["index", "two"]}]}
        ),
        "index.md": HOME,
        "two.md": "---\ntitle: Two\n---\n\nA [link](index).\n\n```python\nprint(1)\n```\n",
    }
    imported = modules_of_build(tmp_path, files)
    assert below("reference", imported) == []
    assert below("publishing.epub", imported) == []
    assert below("servers", imported) == []
    # The empty collection of documents.
    assert "openapi.library" in imported
    for name in ("reading", "document", "model", "naming", "examples", "changes", "drift"):
        assert below(f"openapi.{name}", imported) == []
    for name in ("bound_pages", "html", "listings", "overview", "plain", "view_cache"):
        assert below(f"sphinx_ext.reference.{name}", imported) == []
    for name in MDX_READERS:
        assert below(name, imported) == []


def test_a_site_with_openapi_imports_nothing_of_asyncapi(tmp_path):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {"get": {"responses": {"200": {"description": "OK"}}}}},
    }
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\n',
        "site.json": json.dumps(
            {
                "name": "X",
                "navigation": [{"group": "G", "pages": ["index"]}],
                "tabs": [{"name": "API", "url": "api", "openapi": "/pets.json"}],
            }
        ),
        "index.md": HOME,
        "pets.json": json.dumps(document),
    }
    imported = modules_of_build(tmp_path, files)
    assert "openapi.reading.documents" in imported
    assert below("asyncapi", imported) == []
    assert "reference.event_page" not in imported


def test_a_site_with_mdx_imports_its_reader(tmp_path):
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\n',
        "site.json": json.dumps({"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}),
        "index.mdx": "# Home\n\n<Note>Some text.</Note>\n",
    }
    imported = modules_of_build(tmp_path, files)
    assert "parsers.renderer" in imported
    assert below("reference", imported) == []


def below(name, imported):
    return sorted(each for each in imported if each == name or each.startswith(f"{name}."))


def modules_of_build(folder, files):
    """Build a project in a process of its own, and return the modules of ours that it has."""
    source = folder / "source"
    source.mkdir()
    for name, text in files.items():
        source.joinpath(name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(source), str(folder / "out")],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    names = json.loads(done.stdout.splitlines()[-1])
    return {name.removeprefix("sphinx_sitejson.") for name in names}
