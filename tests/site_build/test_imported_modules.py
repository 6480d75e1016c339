"""A project imports only the parts of the package that it uses."""

import json
import subprocess
import sys
from pathlib import Path

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
    *("mdx.javascript.engine", "mdx.markdown_plugins", "parsers.mdx_pages", "parsers.renderer"),
)
READERS_OF_DOCUMENTS = (
    *(f"openapi.{name}" for name in ("reading", "document", "model", "naming", "changes")),
    *(f"reference.{name}" for name in ("views.model", "overview_nodes", "markdown")),
    "http_messages.samples",
)


def test_a_plain_project_imports_no_site(tmp_path):
    conf = 'extensions = ["myst_parser", "sphinx_sitejson"]\nhtml_theme = "alabaster"\n'
    imported = modules_of_build(tmp_path, {"conf.py": conf, "index.md": HOME})
    for name in ("components", "parsers", "theme", "checks", "servers", *READERS_OF_DOCUMENTS):
        assert below(name, imported) == []


def test_a_site_without_an_api_imports_none(tmp_path):
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\n',
        "site.json": json.dumps({"name": "X",
                                 "navigation": [{"group": "G", "pages": ["index", "two"]}],
                                 "markdownSyntax": "myst"}),
        "index.md": HOME,
        "two.md": "---\ntitle: Two\n---\n\nA [link](index).\n\n```python\nprint(1)\n```\n",
    }  # fmt: skip
    imported = modules_of_build(tmp_path, files)
    for name in ("publishing.epub.pages", "servers", *READERS_OF_DOCUMENTS, *MDX_READERS):
        assert below(name, imported) == []


def test_a_site_with_openapi_imports_nothing_of_asyncapi(tmp_path):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {"get": {"responses": {"200": {"description": "OK"}}}}},
    }
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\n',
        "site.json": json.dumps({"name": "X", "navigation": [{"group": "G", "pages": ["index"]}],
                                 "tabs": [{"name": "API", "url": "api", "openapi": "/pets.json"}]}),
        "index.md": HOME,
        "pets.json": json.dumps(document),
    }  # fmt: skip
    imported = modules_of_build(tmp_path, files)
    assert "openapi.reading.documents" in imported
    assert below("openapi.asyncapi", imported) == []
    assert "reference.views.event_page" not in imported


def test_a_site_with_mdx_imports_its_reader(tmp_path):
    files = {
        "conf.py": 'extensions = ["sphinx_sitejson"]\n',
        "site.json": json.dumps({"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}),
        "index.mdx": "# Home\n\n<Note>Some text.</Note>\n",
    }
    imported = modules_of_build(tmp_path, files)
    assert "parsers.renderer" in imported
    for name in READERS_OF_DOCUMENTS:
        assert below(name, imported) == []


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
