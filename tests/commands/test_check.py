"""``sitejson check``: what a build would find, without the site."""

import json
import re
from pathlib import Path

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.check import FORMATS, Finding, parse_findings
from support.sites import DEFAULT_CONF, write_files
from support.small_sites import API_TAB, settings

EXAMPLE = Path(__file__).parents[2] / "example_project"
SETTINGS = """{
  "name": "Lamps",
  "navigation": [{ "group": "Guide", "pages": ["index", "lamps"] }],
  "topbarLinks": [{ "name": "Gone", "url": "/gone" }],
  "redirects": [{ "source": "/old", "destination": "/nowhere" }],
  "tabs": [{ "name": "API", "url": "api", "openapi": "/opnapi.yaml" }]
}
"""
INDEX = """---
title: Lamps: a guide
---

[A page](/zzz), a [place](lamps.mdx#zzz), a picture: ![](/none.png)

<Kard>Words</Kard>

<Card title="One">
"""
LAMPS = """---
title: Lamps
---

<Card title="One" icon="telescope">Words</Card>
"""


@pytest.fixture
def project(tmp_path):
    document = "openapi: 3.1.0\ninfo: {title: X, version: 1}\n"
    pages = {"index.mdx": INDEX, "lamps.mdx": LAMPS, "openapi.yaml": document}
    write_files(tmp_path, {"conf.py": DEFAULT_CONF, "site.json": SETTINGS, **pages})
    return tmp_path


def test_it_finds_what_a_build_would_find_and_writes_nothing(project, capsys, monkeypatch):
    monkeypatch.chdir(project)
    before = sorted(project.rglob("*"))

    assert main(["check", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert sorted((each["file"], each["line"], each["code"]) for each in found) == [
        ("index.mdx", 2, "sitejson.front_matter"),
        ("index.mdx", 5, "sitejson.broken_link"),
        ("index.mdx", 5, "sitejson.broken_link"),
        ("index.mdx", 5, "sitejson.missing_file"),
        ("index.mdx", 7, "sitejson.unknown_component"),
        ("index.mdx", 9, "sitejson.mdx_tag"),
        ("lamps.mdx", 5, "sitejson.unknown_icon"),
        ("site.json", 4, "sitejson.broken_link"),
        ("site.json", 5, "sitejson.redirect"),
        ("site.json", 6, "sitejson.missing_file"),
        ("site.json", 6, "sitejson.openapi_unreadable"),
    ]
    messages = {each["code"]: each["message"] for each in found}
    (document, _unread) = [each["message"] for each in found if each["line"] == 6]
    assert document.endswith('Did you mean "/openapi.yaml"?')
    assert "put quotes around it" in messages["sitejson.front_matter"]
    assert "Did you mean" not in messages["sitejson.unknown_icon"]
    assert sorted(project.rglob("*")) == before


def test_a_project_without_conf_py_is_checked_and_its_choice_counts(tmp_path, capsys):
    write_files(tmp_path, {"site.json": settings(), "index.mdx": "# Home\n\n[Away](/zzz)\n"})

    assert main(["check", str(tmp_path)]) == 1
    assert "index.mdx:3: the link" in capsys.readouterr().err
    (tmp_path / "conf.py").write_text(
        'extensions = ["sphinx_sitejson"]\nsuppress_warnings = ["sitejson.broken_link"]\n'
    )
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("site.json: no problems found\n")


def test_a_project_that_sphinx_cannot_read_says_why(tmp_path, capsys):
    conf = 'extensions = ["sphinx_sitejson", "no_such_extension"]\n'
    write_files(tmp_path, {"site.json": settings(), "index.mdx": "# Home\n", "conf.py": conf})

    assert main(["check", str(tmp_path)]) == 1
    assert "no_such_extension" in capsys.readouterr().err


LOG = """\
/docs/index.md:12: WARNING: Unknown directive type: 'x' [myst.directive_unknown]
/docs/site.json:4:9: WARNING: name: must be a string [sitejson.wrong_value]
WARNING: no place for this
/docs/a.py:docstring of a.b:3: ERROR: Unexpected indentation.
It goes on here. [docutils]
C:\\docs\\a.mdx:7: WARNING: the link "x: y" is broken [sitejson.broken_link]
"""


def test_what_sphinx_says_is_read_with_its_place_and_code():
    assert [
        (each.file, each.line, each.column, each.code, each.severity)
        for each in parse_findings(LOG)
    ] == [
        ("/docs/index.md", 12, None, "myst.directive_unknown", "warning"),
        ("/docs/site.json", 4, 9, "sitejson.wrong_value", "warning"),
        ("", None, None, "", "warning"),
        ("/docs/a.py", 3, None, "docutils", "error"),
        ("C:\\docs\\a.mdx", 7, None, "sitejson.broken_link", "warning"),
    ]
    assert [each.message for each in parse_findings(LOG)][3:] == [
        "Unexpected indentation.\nIt goes on here.",
        'the link "x: y" is broken',
    ]


FOUND = [
    Finding(message="50% wrong\nand more", file="a b,c.mdx", line=3, column=1, code="sitejson.x"),
    Finding(message="no place", severity="note"),
]


def test_github_shows_a_finding_beside_its_line():
    assert FORMATS["github"](FOUND).splitlines() == [
        "::warning file=a b%2Cc.mdx,line=3,col=1,title=sitejson.x::50%25 wrong%0Aand more",
        "::notice::no place",
    ]


def test_sarif_has_a_rule_for_each_code_and_a_place_for_each_finding():
    log = json.loads(FORMATS["sarif"](FOUND))

    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["sitejson.x", "sphinx"]
    first, second = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b%2Cc.mdx"
    assert place["region"] == {"startLine": 3, "startColumn": 1}
    assert (second["level"], "locations" in second) == ("note", False)


def test_sarif_explains_the_codes_of_the_package():
    finding = Finding(message="x", code="sitejson.wrong_prop")
    (rule,) = json.loads(FORMATS["sarif"]([finding]))["runs"][0]["tool"]["driver"]["rules"]

    assert rule["shortDescription"]["text"].startswith("The value of a prop is not valid;")


def test_text_is_one_line_that_editors_understand():
    lines = FORMATS["text"](FOUND).splitlines()
    assert re.fullmatch(r"a b,c\.mdx:3:1: 50% wrong", lines[0])
    assert lines[-1] == "no place"


def test_the_documentation_shows_what_the_command_says(tmp_path, capsys, monkeypatch):
    page = (EXAMPLE / "reference" / "command-line.mdx").read_text("utf-8")
    (shown,) = re.findall(r"\$ sitejson check docs\n(.*?)```", page, re.DOTALL)
    docs = tmp_path / "docs"
    (docs / "guides").mkdir(parents=True)
    navigation = '[{ "group": "Guide", "pages": ["index", "guides/start"] }]'
    (docs / "site.json").write_text(
        f'{{\n  "name": "X",\n  "color": "red",\n  "navigation": {navigation}\n}}\n'
    )
    (docs / "index.mdx").write_text(
        "---\ntitle: X\n---\n\n\n<Kard>Words</Kard>\n\n[Start](/guides/strat)\n"
    )
    (docs / "guides" / "start.mdx").write_text("---\ntitle: Start\n---\n\nWords.\n")
    monkeypatch.chdir(tmp_path)

    assert main(["check", "docs"]) == 1
    said = capsys.readouterr()
    assert said.err + said.out == shown


def test_annotations_name_files_from_the_root_of_the_repository(tmp_path, capsys, monkeypatch):
    (tmp_path / ".git").mkdir()
    docs = tmp_path / "docs"
    files = {
        "site.json": settings("index", "gone", tabs=[API_TAB | {"openapi": "/openapi.yaml"}]),
        "index.mdx": "# Home\n\n[Away](/zzz)\n",
        "openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npathss: {}\npaths: {}\n",
    }
    write_files(docs, files)
    expected = {"docs/index.mdx", "docs/openapi.yaml", "docs/site.json"}
    for folder, name in ((tmp_path, "docs"), (docs, ".")):
        monkeypatch.chdir(folder)
        assert main(["check", name, "--format", "github"]) == 1
        shown = capsys.readouterr().out
        assert set(re.findall(r"file=([^,:]+)", shown)) == expected


def test_a_note_is_not_called_no_problem(tmp_path, capsys):
    site = settings(colors={"primary": "#FACC15"})
    write_files(tmp_path, {"site.json": site, "index.mdx": "# Home\n"})

    assert main(["check", str(tmp_path), "--settings-only"]) == 0
    said = capsys.readouterr()
    assert "colors.primary: #FACC15 on #ffffff has a contrast of 1.5" in said.err
    assert said.out.endswith("site.json: 1 note, no errors or warnings\n")
