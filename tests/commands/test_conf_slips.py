"""Mistakes in conf.py: one sentence with file and line from every command that builds."""

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.preview import SiteBuilds
from support.sites import sphinx_build
from support.wide import wide_but

SITE = '{"name": "S", "navigation": [{"group": "", "pages": ["index"]}]}'
OURS = 'extensions = ["sphinx_sitejson"]\n'
CASES = {
    "package": ('extensions = ["sphinx-sitejson"]\n', 'conf.py:1: "sphinx-sitejson" is the name'),
    "comma": (
        'extensions = [\n    "sphinx_sitejson"\n    "sphinx.ext.todo",\n]\n',
        "conf.py:2: a comma is missing",
    ),
    "syntax": (f"{OURS}html_theme = \n", "conf.py:2:14: Python cannot read the file"),
    "theme": (f'{OURS}html_theme = "sitejsn"\n', 'conf.py:2: "html_theme": there is no theme'),
    "parser": (
        f'{OURS}source_suffix = {{".rst": "restructuredtext", ".txt": "markdwn"}}\n',
        'conf.py:2: "source_suffix": there is no parser "markdwn" for ".txt"; add the extension '
        'that has it. Did you mean "markdown"?',
    ),
    "root": (f'{OURS}root_doc = "home"\n', 'conf.py:2: the root document "home" is not a page'),
    "import": (
        'extensions = ["sphinx_sitejson", "gone_away"]\n',
        'conf.py:1: the extension "gone_away" cannot be imported',
    ),
    "name": (
        f"{OURS}a = 1\nb = a + undefined\n",
        "conf.py:3: Python cannot run the file: NameError: name 'undefined'",
    ),
}


@pytest.fixture
def project(tmp_path):
    (tmp_path / "site.json").write_text(SITE)
    (tmp_path / "index.mdx").write_text("---\ntitle: Start\n---\n")
    (tmp_path / "notes.txt").write_text("Notes\n=====\n")
    return tmp_path


@pytest.mark.parametrize("name", CASES)
def test_check_names_the_line(name, project, capfd):
    conf, sentence = CASES[name]
    (project / "conf.py").write_text(conf)

    assert main(["check", str(project)]) == 1
    said = "".join(capfd.readouterr())
    assert sentence in said.replace(" ERROR:", "")
    assert "sitejson.conf_py" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("name", wide_but(CASES, "comma", "root"))
def test_preview_names_the_line_and_ends(name, project, capfd):
    conf, sentence = CASES[name]
    (project / "conf.py").write_text(conf)

    assert main(["preview", str(project)]) != 0
    said = "".join(capfd.readouterr())
    assert sentence in said.replace(" ERROR:", "")
    if name in ("package", "comma", "syntax"):
        assert said.count("\n") == 1


def test_an_extension_that_fails_is_named_with_its_line(project, capfd):
    (project / "own_extension.py").write_text("def setup(app):\n    1 / 0\n")
    path = 'import sys\nsys.path.insert(0, __import__("os").path.dirname(__file__))\n'
    (project / "conf.py").write_text(
        f'{path}extensions = ["sphinx_sitejson", "own_extension"]\nlocale_dirs = "locale"\n'
    )

    assert main(["check", str(project)]) == 1
    said = "".join(capfd.readouterr())
    message = "the extension cannot be set up: ZeroDivisionError: division by zero."
    assert f"own_extension.py:2: {message} [sitejson.conf_py]" in said
    assert "Traceback" not in said


def test_a_value_of_the_wrong_type_is_located(project, capfd):
    (project / "conf.py").write_text(f'{OURS}locale_dirs = "locale"\n')

    assert main(["check", str(project)]) == 1
    said = "".join(capfd.readouterr())
    assert "conf.py:2: The config value `locale_dirs' has type `str'" in said


def test_a_project_that_does_not_load_the_extension_says_so(project, tmp_path, capfd):
    (project / "conf.py").write_text('project = "P"\nextensions = ["sphinx.ext.todo"]\n')
    (project / "index.rst").write_text("Start\n=====\n")
    sentence = 'conf.py:2: the extension "sphinx_sitejson" is not loaded; add it to "extensions".'

    assert main(["check", str(project)]) == 1
    said = "".join(capfd.readouterr())
    assert sentence in said and "Traceback" not in said

    builds = SiteBuilds(project, tmp_path / "out")
    try:
        assert sentence in builds.build().log
    finally:
        builds.close()


@pytest.mark.parametrize(
    ("conf", "sentence"),
    [
        CASES["theme"],
        CASES["parser"],
        CASES["root"],
        ('extensions = [\n  "sphinx_sitejson",\n  "sphinx-design",\n]\n',
         'conf.py:3: "sphinx-design" is the name of a package; its extension is'),
        ('extensions = [\n  "sphinx_sitejson",\n  "sphinx.ext.todo"\n  "sphinx.ext.mathjax"]\n',
         "conf.py:3: a comma is missing"),
    ],
)  # fmt: skip
def test_sphinx_build_says_it_as_well(conf, sentence, project, tmp_path, capfd):
    (project / "conf.py").write_text(conf)

    with pytest.raises(SystemExit) as stopped:
        sphinx_build("-q", project, tmp_path / "out")
    said = capfd.readouterr().err
    # Sphinx says in which extension a message came up.
    said = said.replace(" while setting up extension sphinx_sitejson:", "")
    assert sentence in said.replace(" ERROR:", "")
    # Python prints it and ends with the status 1.
    assert stopped.value.code == "The build stops: conf.py cannot be used."
    assert "Traceback" not in said


def test_a_misspelled_value_is_a_warning(build_site):
    files = {"site.json": SITE, "index.mdx": "---\ntitle: Start\n---\n"}
    site = build_site(files, conf="sitejson_chekcs = []\nhtml_baseurls = ''\nown_name = 1\n")

    assert site.warnings.count("sitejson.conf_py") == 2
    assert 'Did you mean "sitejson_checks"?' in site.warnings
    assert 'Did you mean "html_baseurl"?' in site.warnings


@pytest.mark.parametrize("theme", ["alabaster", "furo", "sitejson", "pydata_sphinx_theme"])
def test_themes_that_exist_are_known(theme, build_site):
    files = {"site.json": SITE, "index.mdx": "---\ntitle: Start\n---\n"}
    site = build_site(files, conf=f'html_theme = "{theme}"\npygments_dark_style = "monokai"\n')

    assert "conf_py" not in site.warnings


def test_other_formats_need_no_theme(build_site):
    files = {"site.json": SITE, "index.mdx": "---\ntitle: Start\n---\n"}
    site = build_site(files, conf='html_theme = "gone"\n', builder="text")

    assert site.warnings == ""


def test_a_theme_of_the_project_is_known(build_site):
    files = {
        "site.json": SITE,
        "index.mdx": "---\ntitle: Start\n---\n",
        "themes/mine/theme.toml": '[theme]\ninherit = "basic"\n',
        "themes/mine/layout.html": '{% extends "basic/layout.html" %}',
    }
    site = build_site(files, conf='html_theme = "mine"\nhtml_theme_path = ["themes"]\n')

    assert "conf_py" not in site.warnings


def test_check_names_the_line_of_a_value_that_sphinx_reports(project, capfd):
    values = ["html_static_path = ['_statc']", "html_logo = 'no.png'", "html_favicon = 'no.ico'"]
    values += ["myst_enable_extensions = ['colonfence']"]
    (project / "conf.py").write_text(OURS + "\n".join(values))

    assert main(["check", str(project)]) == 1
    shown = capfd.readouterr().err
    assert "conf.py:2: html_static_path entry '_statc' does not exist" in shown
    assert "conf.py:3: logo file 'no.png' does not exist" in shown
    assert "conf.py:4: favicon file 'no.ico' does not exist" in shown
    assert "conf.py:5: myst configuration invalid" in shown


def test_check_names_the_setting_for_an_older_file(project, capfd):
    (project / "site.json").rename(project / "mint.json")
    (project / "conf.py").write_text(OURS)

    assert main(["check", str(project)]) == 1
    assert 'write sitejson_file = "mint.json" in conf.py' in capfd.readouterr().err


def test_a_parser_that_no_page_needs_stops_nothing(project, capfd):
    (project / "conf.py").write_text(
        f'{OURS}source_suffix = {{".rst": "restructuredtext", ".org": "orgmode"}}\n'
    )

    assert main(["check", str(project)]) == 0
