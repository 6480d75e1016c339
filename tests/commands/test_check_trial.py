"""``sitejson check`` in a Sphinx project that has no ``site.json``."""

import json
import re

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.trial import Trial, describe_change, new_warnings

CONF = """\
project = "Lamps"
html_theme = "alabaster"
html_theme_options = {
    "github_user": "acme",
    "github_repo": "lamps",
    "announcement": "<b>New</b>",
    "fixed_sidebar": True,
}
"""


def trial(*warnings, theme="furo", seconds=1.0, **more):
    report = {"theme": theme, "seconds": seconds, "pages": 2, "site": {"name": "X"}, "unused": []}
    return Trial(report=report, warnings=warnings, **more)


def test_it_prints_what_the_theme_would_change(tmp_path, capfd):
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "index.rst").write_text("Lamps\n=====\n\n:doc:`nowhere`\n")

    assert main(["check", str(tmp_path)]) == 0

    text = capfd.readouterr().out
    assert "alabaster  sitejson" in text
    assert "There are no new warnings." in text
    content = json.loads(text[text.index("\n{\n") : text.index("\n}\n") + 2])
    assert content == {
        "name": "Lamps",
        "topbarLinks": [{"type": "github", "url": "https://github.com/acme/lamps"}],
        "banner": {"content": "**New**"},
        "navigation": [],
    }
    assert "  html_theme_options (fixed_sidebar)\n" in text
    # Both have the warning of the page; alabaster has one more, about the announcement.
    assert re.search(r"^  warnings +2 +1$", text, re.MULTILINE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["conf.py", "index.rst"]


def test_a_conf_py_that_changes_sphinx_is_read_once_by_each_build(tmp_path, capfd):
    change = """\
from sphinx.domains.python import PythonDomain

assert PythonDomain.object_types["data"].roles == ("data", "obj")
PythonDomain.object_types["data"].roles = ("data", "class", "obj")
extensions = ["sphinx.ext.todo"]
"""
    (tmp_path / "conf.py").write_text(CONF + change)
    (tmp_path / "index.rst").write_text("Lamps\n=====\n\n.. todo:: Switch it on.\n")

    assert main(["check", str(tmp_path)]) == 0
    assert "There are no new warnings." in capfd.readouterr().out


def test_a_project_that_has_the_theme_already_is_checked_like_a_site(tmp_path, capfd):
    conf = 'project = "Lamps"\nextensions = ["sphinx_sitejson"]\nhtml_theme = "sitejson"\n'
    (tmp_path / "conf.py").write_text(conf)
    (tmp_path / "index.rst").write_text("Lamps\n=====\n\n:doc:`nowhere`\n")

    assert main(["check", str(tmp_path)]) == 1

    output = capfd.readouterr()
    about = "There is no site.json: name and navigation come from conf.py and the toctrees.\n"
    assert output.out == f"{about}1 problem found\n"
    assert "index.rst:4: unknown document: 'nowhere'" in output.err
    (tmp_path / "index.rst").write_text("Lamps\n=====\n")
    assert main(["check", str(tmp_path)]) == 0
    assert capfd.readouterr().out == f"{about}conf.py: no problems found\n"


def test_a_project_that_cannot_be_built_is_reported_in_one_sentence(tmp_path, capfd):
    (tmp_path / "conf.py").write_text('extensions = ["no_such_extension"]\n')

    assert main(["check", str(tmp_path)]) == 1

    text = capfd.readouterr().err
    assert "Sphinx could not build the project as it is:\nExtensionError: " in text
    assert "Traceback" not in text


def test_only_warnings_that_the_theme_adds_are_new():
    before = trial("a.rst:1: WARNING: one", "a.rst:2: WARNING: <object at 0x12>")
    after = trial("a.rst:2: WARNING: <object at 0x34>", "a.rst:1: WARNING: one", "WARNING: two")

    assert new_warnings(before, after) == ["WARNING: two"]
    assert "New warnings:\n  WARNING: two\n" in describe_change(before, after)


def test_sizes_are_in_columns():
    before = trial(html_bytes=3_100_000, all_bytes=52_000_000, largest_page=81_400)
    after = trial(theme="sitejson", html_bytes=900_000, all_bytes=4_200_000, largest_page=40_000)

    assert (
        "  HTML           3.1 MB    900 kB\n"
        "  largest page    81 kB     40 kB\n"
        "  all files     52.0 MB    4.2 MB\n"
    ) in describe_change(before, after)
