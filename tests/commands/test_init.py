"""``sitejson init``: a first site, and what a project gets that is there already."""

import json
import re
from pathlib import Path

import pytest
import yaml

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.init import Choices, choose
from sphinx_sitejson.commands.preview import update_schemas
from sphinx_sitejson.settings.validation import SITE_SCHEMA
from support.sites import files_of

EXAMPLE = Path(__file__).parents[2] / "example_project"
NAME = 'Lamps & "Light" {1}'
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Lamps", "version": "1"},
    "servers": [{"url": "https://lamps.example.com"}],
    "paths": {"/lamps": {"get": {"responses": {"200": {"description": "All lamps."}}}}},
}


def test_it_writes_a_site_that_builds(tmp_path, build_clean):
    docs = tmp_path / "docs"
    assert main(["init", str(docs), "--name", NAME, "--color", "0a7d55"]) == 0

    site = build_clean(files_of(docs), overrides={"nitpicky": True})
    home = site.page("index.html")
    assert home.title.text == f"Welcome - {NAME}"
    targets = [card["href"] for card in home.select(".sjc-card a[href]")]
    assert len(targets) == 4
    assert all(site.exists(target) for target in targets)
    operation = site.page("api/notes/list-notes.html")
    assert operation.select_one(".sj-try") is not None
    # By this file, "preview" and "build" know that requests are simulated.
    assert site.exists("_static/sitejson-playground-simulate.js")
    settings = json.loads((docs / "site.json").read_text("utf-8"))
    assert settings["colors"]["primary"] == "#0A7D55"
    assert settings["api"]["playground"]["simulate"] is True
    assert (docs / settings["$schema"]).read_text("utf-8") == SITE_SCHEMA.text


def test_the_files_for_hosts_name_the_folder_in_its_repository(tmp_path):
    (tmp_path / ".git").mkdir()
    assert main(["init", str(tmp_path / "docs"), "--yes"]) == 0

    hosted = yaml.safe_load((tmp_path / ".readthedocs.yaml").read_text("utf-8"))
    assert (tmp_path / hosted["sphinx"]["configuration"]).is_file()
    assert (tmp_path / hosted["python"]["install"][0]["requirements"]).is_file()
    workflow = (tmp_path / ".github/workflows/documentation.yml").read_text("utf-8")
    assert "sitejson check docs --format github" in workflow
    assert yaml.safe_load(workflow)["jobs"]["documentation"]["steps"]
    assert (tmp_path / "docs/.gitignore").read_text("utf-8") == "_build/\n"


def test_files_of_the_repository_are_named_as_the_folder_is(tmp_path, monkeypatch, capsys):
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["init", "docs", "--yes"]) == 0

    lines = capsys.readouterr().out.splitlines()
    written = [line.removeprefix("wrote ") for line in lines if line.startswith("wrote ")]
    assert ".readthedocs.yaml" in written
    assert [name for name in written if not Path(tmp_path, name).is_file()] == []
    assert [name for name in written if Path(name).is_absolute()] == []


def test_a_document_of_the_author_takes_the_place_of_the_example(tmp_path, build_clean, capsys):
    (tmp_path / "lamps.json").write_text(json.dumps(DOCUMENT))
    docs = tmp_path / "docs"
    assert main(["init", str(docs), "--openapi", str(tmp_path / "lamps.json")]) == 0

    assert not (docs / "openapi.yaml").exists()
    assert "curl" not in (docs / "index.mdx").read_text("utf-8")
    build_clean(files_of(docs))
    settings = json.loads((docs / "site.json").read_text("utf-8"))
    assert (settings["tabs"][0]["openapi"], "api" in settings) == ("/lamps.json", False)
    with pytest.raises(SystemExit):
        main(["init", str(docs), "--openapi", "none.yaml"])
    assert 'there is no file "none.yaml"' in capsys.readouterr().err


def test_a_document_in_the_folder_is_found(tmp_path):
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs/lamps.json").write_text(json.dumps(DOCUMENT))
    assert main(["init", str(tmp_path)]) == 0

    assert '"openapi": "/specs/lamps.json"' in (tmp_path / "site.json").read_text("utf-8")


def test_a_sphinx_project_keeps_its_conf_and_its_toctrees(tmp_path, capsys):
    conf = 'project = "Lamps"\nextensions = []\nhtml_theme = "furo"\n'
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text(conf)
    assert main(["init", str(tmp_path)]) == 0

    said = capsys.readouterr()
    assert (docs / "conf.py").read_text() == conf
    assert "was not changed" in said.err
    assert 'Add "sphinx_sitejson" to the extensions' in said.out
    assert 'conf.py, or your project keeps the theme "furo".' in said.out
    settings = json.loads((docs / "site.json").read_text("utf-8"))
    assert settings.keys() == {"$schema", "name", "colors", "navigation"}
    assert settings["name"] == "Lamps"
    (docs / "index.rst").write_text("Lamps\n=====\n")
    (docs / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    assert main(["check", str(docs), "--settings-only"]) == 0
    (docs / "index.rst").unlink()
    assert sorted(path.name for path in docs.iterdir()) == [
        "conf.py",
        "site.json",
        "site.schema.json",
    ]


@pytest.mark.parametrize("name", ["docs.json", "mint.json"])
def test_the_settings_file_that_is_there_is_named_in_conf_py(tmp_path, name):
    (tmp_path / name).write_text("{}")
    assert main(["init", str(tmp_path)]) == 0

    conf = (tmp_path / "conf.py").read_text()
    assert conf.startswith(f"# Configure the site in {name}.")
    assert ("sitejson_file" in conf) == (name == "mint.json")


def test_nothing_is_overwritten(tmp_path):
    assert main(["init", str(tmp_path)]) == 0
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.name not in ("conf.py", "site.json"):
            path.write_text("mine")
    (tmp_path / "site.json").unlink()
    (tmp_path / "conf.py").unlink()
    assert main(["init", str(tmp_path)]) == 0

    assert (tmp_path / "index.mdx").read_text() == "mine"
    assert (tmp_path / ".gitignore").read_text() == "mine"


def test_it_asks_again_until_the_response_is_right(tmp_path, capsys, monkeypatch):
    answers = iter(["Lamps", "greenish", "#0A7D55", "none.yaml", ""])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    class Options:
        folder = tmp_path
        name = color = openapi = None
        yes = False

    chosen = choose(Options())
    assert chosen == Choices(name="Lamps", color="#0A7D55", document="")
    assert capsys.readouterr().out.splitlines() == [
        '  "greenish" is not a hex color such as #4F46E5',
        '  there is no file "none.yaml"',
    ]


def test_a_copy_of_the_schema_is_renewed_and_other_files_are_not(tmp_path):
    schema = SITE_SCHEMA.full
    (tmp_path / "site.schema.json").write_text(json.dumps({"$id": schema["$id"]}))
    (tmp_path / "docs.schema.json").write_text('{"title": "mine"}')
    update_schemas(tmp_path)

    assert (tmp_path / "site.schema.json").read_text("utf-8") == SITE_SCHEMA.text
    assert (tmp_path / "docs.schema.json").read_text() == '{"title": "mine"}'


def test_the_documentation_shows_what_the_command_says(tmp_path, capsys, monkeypatch):
    page = (EXAMPLE / "get-started" / "first-site.mdx").read_text("utf-8")
    (shown,) = re.findall(r"\$ sitejson init docs\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)

    assert main(["init", "docs"]) == 0
    assert capsys.readouterr().out == shown


def test_the_first_page_is_a_landing_page(tmp_path, build_site):
    assert main(["init", str(tmp_path / "docs"), "--yes"]) == 0

    home = build_site(files_of(tmp_path / "docs")).page("index.html")
    assert home.select_one(".sjc-hero h1").get_text(strip=True).startswith("Guides and API")
    assert [link["href"] for link in home.select(".sjc-hero a.sjc-action, .sjc-hero .sjc-action a")]
    assert len(home.select(".sjc-feature")) == 3


def test_a_pdf_needs_no_program_that_converts_images(tmp_path, build_site, monkeypatch):
    assert main(["init", str(tmp_path / "docs"), "--yes"]) == 0
    monkeypatch.setenv("PATH", str(tmp_path))

    assert build_site(files_of(tmp_path / "docs"), builder="latex").warnings == ""
