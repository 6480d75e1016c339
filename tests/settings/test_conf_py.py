"""Likely mistakes in conf.py, found by reading it."""

from pathlib import Path

import pytest

from sphinx_sitejson.settings.conf_py import (
    ConfFile,
    explain_failure,
    find_slips,
    misspelled_names,
)

SLIPS = {
    'extensions = ["sphinx-sitejson"]': '1: "sphinx-sitejson" is the name of a package; its '
    'extension is "sphinx_sitejson".',
    'extensions = [\n    "myst-parser",\n]': '2: "myst-parser" is the name of a package; its '
    'extension is "myst_parser".',
    'extensions = []\nextensions += ["sphinxcontrib-httpdomain"]': "2: "
    '"sphinxcontrib-httpdomain" is the name of a package; its extension is '
    '"sphinxcontrib.httpdomain".',
    'extensions: list = ["no-such-thing"]': '1: "no-such-thing" is not a valid extension '
    'name; perhaps you mean "no_such_thing".',
    'extensions = []\nextensions.append("sphinx-design")': "2: "
    '"sphinx-design" is the name of a package; its extension is "sphinx_design".',
    'extensions = [\n  "sphinx_sitejson"\n  "sphinx.ext.autodoc",\n]': "2: a comma is missing "
    'between "sphinx_sitejson" and "sphinx.ext.autodoc".',
    "extensions = ['a' \"b\"]": '1: a comma is missing between "a" and "b".',
    'extensions = "sphinx_sitejson"': '1: "extensions" must be a list: write '
    "['sphinx_sitejson'].",
    'project = "x\nhtml_theme = 1': "1:11: Python cannot read the file: unterminated string "
    "literal (detected at line 1).",
    "extensions = [": "1:14: Python cannot read the file: '[' was never closed.",
    "a = 1\0": "Python cannot read the file: ",
}
FINE = [
    "",
    'extensions = ["sphinx_sitejson", "sphinx.ext.autodoc"]',
    # Modules of the project are found only while conf.py runs.
    'import sys\nsys.path.insert(0, "x")\nextensions = ["local_one"]',
    "extensions = [name for name in ('sphinx.ext.todo',)]",
    'extensions = ["sphinx.ext." "todo"]',
    'copyright = "a-b" "c-d"',
    "extensions = list()",
]


@pytest.fixture
def conf_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Path("conf.py")


@pytest.mark.parametrize(("source", "sentence"), SLIPS.items())
def test_a_slip_is_named_with_its_line(source, sentence, conf_file):
    conf_file.write_text(source)
    (slip,) = find_slips(conf_file)

    assert str(slip).startswith(f"conf.py:{sentence}" if sentence[0].isdigit() else "conf.py: ")
    assert slip.code == "conf_py" and slip.stops_build


@pytest.mark.parametrize("source", FINE)
def test_what_may_work_is_no_slip(source, conf_file):
    conf_file.write_text(source)

    assert find_slips(conf_file) == []


def test_misspelled_names_are_reported_where_nothing_uses_them():
    source = (
        "html_them = 'a'\nsitejson_chekcs = []\nmine = 1\nhtml_baseurls = ''\n"
        "print(html_baseurls)\n_html_title = 1\nextension = []\n"
    )
    known = {"html_theme", "sitejson_checks", "html_baseurl", "html_title", "extensions"}
    found = [str(each) for each in misspelled_names(ConfFile(source, "conf.py"), known)]

    assert found == [
        'conf.py:1: "html_them" is not a configuration value of Sphinx or an extension. '
        'Did you mean "html_theme"?',
        'conf.py:2: "sitejson_chekcs" is not a configuration value of Sphinx or an extension. '
        'Did you mean "sitejson_checks"?',
        'conf.py:7: "extension" is not a configuration value of Sphinx or an extension. '
        'Did you mean "extensions"?',
    ]


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ("Extension error:\nCould not import extension gone (exception: No module named 'gone')",
         "conf.py:3: the extension \"gone\" cannot be imported (No module named 'gone')."),
        ("Could not import extension sphinx_site_json (exception: No module)",
         'conf.py:1: the extension "sphinx_site_json" cannot be imported (No module). '
         'Did you mean "sphinx_sitejson"?'),
        ("Theme error:\nno theme named 'nope' found (missing theme.toml?)",
         'conf.py:5: "html_theme": there is no theme "nope".'),
        ("Configuration error:\nThere is a programmable error in your configuration file:\n\n"
         'Traceback (most recent call last):\n  File "/x/sphinx/config.py", line 509, in y\n'
         '    exec(code, namespace)\n  File "/x/conf.py", line 6, in <module>\n    a = b\n'
         "NameError: name 'b' is not defined\n",
         "conf.py:6: Python cannot run the file: NameError: name 'b' is not defined."),
        ("Exception occurred:\nValueError: other", None),
        ("", None),
    ],
)  # fmt: skip
def test_a_failure_of_sphinx_gets_its_line(log, sentence, conf_file):
    source = 'extensions = [\n    "sphinx_sitejson",\n    "gone",\n]\nhtml_theme = "nope"\na = b\n'
    conf_file.write_text(source)
    found = explain_failure(log, conf_file)

    assert (str(found) if found else None) == sentence
