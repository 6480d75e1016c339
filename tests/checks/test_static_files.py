"""Style sheets and scripts of ``conf.py`` that browsers do not get, or not as they were meant."""

import pytest

from sphinx_sitejson.checks.file_checks import find_open_brace

SITE = {"name": "S", "navigation": [{"pages": ["index"]}]}
CONF = 'html_static_path = ["_static"]\n'


def build(build_site, conf, files):
    project = {"site.json": SITE, "index.md": "# Start\n", **files}
    return build_site(project, conf=f"{CONF}{conf}")


def test_a_missing_file_is_reported_with_the_line_of_conf_py(build_site):
    style = "a { color: red }"
    conf = (
        'html_css_files = ["sight.css", ("sub/prnt.css", {}), "style.css"]\n'
        'html_js_files = ["menu.js"]\n'
    )
    files = {"_static/site.css": style, "_static/sub/print.css": style, "static/menu.js": ""}
    site = build(build_site, conf, {**files, "style.css": style})

    ends = {
        "sight.css": 'it was ignored. Did you mean "site.css"?',
        "sub/prnt.css": 'Did you mean "sub/print.css"?',
        "menu.js": 'Add "static" to html_static_path.',
        "style.css": 'Add "style.css" to html_static_path.',
    }
    lines = site.warnings.splitlines()
    assert len(lines) == len(ends)
    for name, end in ends.items():
        (line,) = [
            each for each in lines if f'the file "{name}" is in no folder of html_static' in each
        ]
        assert end in line
        assert "conf.py:" in line and line.endswith("[sitejson.missing_file]")


def test_a_file_that_may_have_come_with_another_theme_is_no_mistake(build_site):
    conf = 'html_css_files = ["theme-colors.css"]'
    site = build(build_site, conf, {"_static/site.css": "a { color: red }"})

    assert site.warnings == ""
    assert "html_css_files (theme-colors.css)" in site.status


def test_files_that_exist_are_not_reported(build_site):
    names = ["https://example.com/a.css", "/a.css", "site.css", "basic.css"]
    site = build(build_site, f"html_css_files = {names}", {"_static/site.css": "a { top: 0 }"})

    assert site.warnings == ""


@pytest.mark.parametrize(
    ("path", "css"),
    [
        ("_static/site.css", "a { color: red }\n\nb {\n  color: blue;\n\nc { color: green }\n"),
        ("site.css", "a { color: red }\n\nb {\n"),
    ],
    ids=["in a folder", "an entry of html_static_path itself"],
)
def test_a_style_sheet_that_is_not_closed_is_reported_with_its_line(build_site, path, css):
    entry = path.partition("/")[0]
    conf = f'html_static_path = ["{entry}"]\nhtml_css_files = ["site.css"]'
    site = build(build_site, conf, {path: css})

    (line,) = site.warnings.splitlines()
    assert f"{path}:3: WARNING: the block that begins here is not closed" in line
    assert line.endswith("[sitejson.style_sheet]")
    assert "site.css" in site.page("index.html").select("link[rel=stylesheet]")[-1]["href"]


@pytest.mark.parametrize(
    ("css", "position"),
    [
        ("a { color: red", 2),
        ("a {} }", 5),
        ("a {} /* note", 5),
        ('a { content: "x; }\nb { top: 0 }', 13),
        ("a { content: 'x\\'; }\nb { top: 0 }", 13),
        ("@media print { a { top: 0 } }", None),
        ("a::before { content: '}' } b { content: \"{\" }", None),
        ("/* { */ a { background: url(a{b.png) }", None),
        (r".sm\{x { top: 0 }", None),
        ("a { b { top: 0 } }", None),
        ("", None),
    ],
)
def test_braces_are_matched_outside_of_comments_and_strings(css, position):
    found = find_open_brace(css)

    assert (found and found[0]) == position


def test_a_misspelled_property_of_the_theme_is_reported_with_its_line(build_site):
    css = ":root {\n  --sj-font-bdy: Arial;\n  --sj-font-body: Arial;\n  --sj-own-x: 1;\n}\n"
    site = build(build_site, 'html_css_files = ["site.css"]', {"_static/site.css": css})

    (line,) = site.warnings.splitlines()
    message = 'the theme has no property "--sj-font-bdy"; it has no effect.'
    assert f'site.css:2: WARNING: {message} Did you mean "--sj-font-body"?' in line


JQUERY = "// Opens a tab.\n$(document).ready(function () {});\n"
JQUERY_CONF = 'html_js_files = ["menu.js"]\n'


def warnings_of_scripts(build_site, *scripts):
    files = {f"_static/s{number}.js": script for number, script in enumerate(scripts)}
    names = [name.removeprefix("_static/") for name in files]
    return build(build_site, f"html_js_files = {names}", files).warnings.splitlines()


def test_a_script_that_needs_jquery_is_reported_with_its_line(build_site):
    others = ("/* $ */\njQuery(start)", "\n(function ($) {})(jQuery)", '"$";\n$.getJSON("a.json")')
    lines = warnings_of_scripts(build_site, JQUERY, *others)

    assert len(lines) == 4
    for number, line in enumerate(sorted(lines)):
        message = (
            f"_static/s{number}.js:2: WARNING: the script uses jQuery, which this theme does not"
        )
        assert message in line
        assert line.endswith("[sitejson.old_theme]")


def test_a_script_that_runs_without_jquery_is_not_reported(build_site):
    scripts = [
        "// $(document)\n",
        "const $ = (name) => document.querySelector(name);\n$('a');\n",
        "if (typeof jQuery !== 'undefined') jQuery('a');\n",
        "const price = `${a} $(b)`, text = '$(c)', end = /d$/.test(e);\n",
        "page.$('a');\n",
    ]

    assert warnings_of_scripts(build_site, *scripts) == []


@pytest.mark.parametrize(
    ("conf", "files"),
    [
        ('html_js_files = ["menu.js", "https://example.com/jquery.js"]', {}),
        (f"{JQUERY_CONF}def setup(app): app.add_js_file('https://example.com/jQuery.js')", {}),
        (f'{JQUERY_CONF}templates_path = ["_templates"]',
         {"_templates/layout.html": '{% extends "!layout.html" %}{% block extrahead %}'
         '<script src="https://example.com/jquery.min.js"></script>{% endblock %}'}),
        (f'{JQUERY_CONF}html_theme = "alabaster"', {}),
    ],
    ids=["conf.py", "extension", "template", "theme"],
)  # fmt: skip
def test_a_project_may_load_jquery_itself(build_site, conf, files):
    assert build(build_site, conf, {"_static/menu.js": JQUERY, **files}).warnings == ""
