"""A failure of ours costs one page or one part of it; one of another extension stops the build."""

import json
import subprocess
import sys
from functools import wraps
from pathlib import Path
from pkgutil import resolve_name

import pytest
from sphinx.errors import ExtensionError

from support.sites import run_sphinx, sphinx_build, write_files

pytestmark = pytest.mark.oldest

CONF = """
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
extensions.append("faults")
latex_documents = [("index", "site.tex", "Site", "", "manual")]
"""
"""The faults are in a module, so that their repair changes nothing that Sphinx looks at."""

SAFE = '    return {"parallel_read_safe": True, "parallel_write_safe": True}\n'


def extension(run: str, definitions: str = "", setup: str = "") -> str:
    """Return a module with a directive that runs some code."""
    return f"""
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.transforms import Transform
from sphinx.transforms.post_transforms import SphinxPostTransform

{definitions}
class Fault(Directive):
    def run(self):
        {run}

def setup(app):
    app.add_directive("fault", Fault)
    {setup}
{SAFE}"""


def failing_transform(base: str, priority: int) -> str:
    """Return a module with a transform that fails on the node of its directive."""
    definition = f"""
class Failing({base}):
    default_priority = {priority}
    def {"run" if "Post" in base else "apply"}(self, **options):
        for node in self.document.findall(nodes.paragraph):
            assert "fault" not in node["classes"], "no such gadget"
"""
    add = "add_post_transform" if "Post" in base else "add_transform"
    run = 'return [nodes.paragraph("", "gadget", classes=["fault"])]'
    return extension(run, definition, f"app.{add}(Failing)")


NODE = "class gadget(nodes.General, nodes.Element):\n    pass\n"
VISIT = f"""{NODE}
def visit(translator, node):
    assert False, "no such gadget"
"""
FAULTS = {
    "directive": extension('raise AssertionError("no such gadget")'),
    "recursion": extension("return self.run()"),
    "memory": extension("return bytearray(1 << 62)"),
    "transform": failing_transform("Transform", 300),
    "late transform": failing_transform("Transform", 950),
    "post-transform": failing_transform("SphinxPostTransform", 300),
    "unknown node": extension('return [gadget("", nodes.paragraph("", "gadget"))]', NODE),
    "visitor": extension(
        'return [gadget("", nodes.paragraph("", "gadget"))]',
        VISIT,
        "app.add_node(gadget, **dict.fromkeys(['html', 'text', 'latex'], (visit, visit)))",
    ),
}
REPAIRED = extension('return [nodes.paragraph("", "repaired gadget")]')
FILES = {
    "site.json": {
        "name": "Site",
        "navigation": [{"group": "Guides", "pages": ["index", "bad", "good", "other", "old"]}],
    },
    "index.mdx": "---\ntitle: Start\n---\n\nWords of the start. [Bad](/bad#second-part)\n",
    "bad.mdx": (
        "---\ntitle: The bad page\n---\n\nFirst words.\n\n## Second part\n\nMore words.\n\n"
        "```{fault}\n```\n\n## Third part\n\nLast words.\n"
    ),
    "good.mdx": "---\ntitle: Good\n---\n\nGood words. [Bad](bad.mdx)\n",
    "other.md": "# Other\n\nOther words.\n",
    "old.rst": "Old\n===\n\nOld words.\n",
}


def linked_titles(page) -> dict[str, str]:
    """Return the pages that the sidebar links to."""
    links = page.select("a.sj-row[href]")
    return {link["href"].removeprefix("./"): link.text.strip() for link in links}


# Other extensions


@pytest.mark.parametrize("fault", ["directive", "recursion", "memory"])
def test_a_directive_of_another_extension_stops_the_build_with_its_line(build_site, fault):
    with pytest.raises(ExtensionError, match=r'bad\.mdx:11: the directive "fault" failed'):
        build_site({**FILES, "faults.py": FAULTS[fault]}, conf=CONF)


def test_a_role_of_another_extension_stops_the_build_with_its_line(build_site):
    faults = "def fault(*others):\n    1 / 0\n\ndef setup(app):\n    app.add_role('fault', fault)\n"
    files = {**FILES, "bad.mdx": "# Bad\n", "other.md": "# Other\n\nA {fault}`x`.\n"}
    with pytest.raises(ExtensionError, match=r'other\.md:3: the role "fault" failed'):
        build_site({**files, "faults.py": faults}, conf=CONF)


@pytest.mark.parametrize("fault", ["transform", "late transform", "post-transform"])
def test_a_transform_of_another_extension_stops_the_build(build_site, fault):
    with pytest.raises(AssertionError, match="no such gadget"):
        build_site({**FILES, "faults.py": FAULTS[fault]}, conf=CONF)


@pytest.mark.parametrize("event", ["doctree-read", "doctree-resolved", "html-page-context"])
def test_a_listener_of_the_project_stops_the_build(build_site, event):
    faults = f"def fail(*others):\n    1 / 0\n\ndef setup(app):\n    app.connect('{event}', fail)\n"
    files = {**FILES, "bad.mdx": "# Bad\n", "index.mdx": "# Start\n", "faults.py": faults}
    site = build_site(files, conf=CONF, expect_failure=True)

    assert event in site.error


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_other_formats_stop_where_a_node_cannot_be_written(build_site, builder):
    with pytest.raises(AssertionError, match="no such gadget"):
        build_site({**FILES, "faults.py": FAULTS["visitor"]}, conf=CONF, builder=builder)


def test_the_debugger_gets_the_error(tmp_path):
    conf = f'extensions = ["sphinx_sitejson"]\n{CONF}'
    write_files(tmp_path, {**FILES, "conf.py": conf, "faults.py": FAULTS["directive"]})
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-E", "-P", tmp_path, tmp_path / "out"],
        capture_output=True,
        text=True,
        input="q\n",
        check=False,
    )
    assert "(Pdb)" in done.stdout
    assert "raise AssertionError" in done.stdout


# HTML


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("fault", ["unknown node", "visitor"])
def test_a_page_that_html_cannot_show_is_plain_text(build_site, fault, builder, parallel):
    files = {**FILES, "faults.py": FAULTS[fault]}
    site = build_site(files, conf=CONF, builder=builder, parallel=parallel)

    line = [line for line in site.warnings.splitlines() if "page_failed" in line]
    assert len(line) == 1
    assert "bad.mdx: this page could not be written: " in line[0]
    assert line[0].endswith("sphinx-build -v shows the traceback. [sitejson.page_failed]")
    name = "bad.html" if builder == "html" else "bad/index.html"
    bad = site.page(name)
    assert [heading.text.strip("¶# \n") for heading in bad.select("h1")] == ["The bad page"]
    assert "plain text" in bad.select_one(".sj-page-failed").text
    assert "Last words." in bad.text
    assert bad.select("#second-part")
    good = site.text(name.replace("bad", "good"))
    assert "Good words." in good
    assert site.rebuild().warnings == site.warnings
    assert site.rebuild({"faults.py": REPAIRED}).warnings == ""


def test_a_template_of_the_theme_that_fails_on_a_page(build_site):
    faults = """
def spoil(app, pagename, templatename, context, doctree):
    if pagename == "bad":
        context["pathto"] = None

def setup(app):
    app.connect("html-page-context", spoil, priority=9000)
"""
    files = {**FILES, "bad.mdx": "# The bad page\n\n## Second part\n", "faults.py": faults}
    site = build_site(files, conf=CONF)

    (line,) = site.warnings.splitlines()
    assert "bad.mdx: this page could not be written: " in line
    assert "Good words." in site.text("good.html")
    bad = site.text("bad.html")
    assert "<h1>The bad page</h1>" in bad
    assert bad.endswith("</html>\n")


# Steps of ours, which are broken for a build: there is no known input that breaks them

STEPS = {
    "parser": ("parsers.mdx_pages.read_mdx", lambda text, *others: "More words." in text),
    "transform": ("navigation.page_titles.PageFactsTransform.apply",
                  lambda self: self.env.docname == "bad"),
    "doctree-read": ("appearance.page_icons.check_page_icon",
                     lambda app, doctree: app.env.docname == "bad"),
    "doctree-resolved": ("publishing.link_check.check_page_links",
                         lambda app, doctree, docname: docname == "bad"),
    "html-page-context": ("theme.page_context.add_page_context",
                          lambda app, pagename, *others: pagename == "bad"),
    "visitor": ("components.output._has_same_sibling", lambda *others: True),
    "directive": ("components.directives.ComponentDirective.run", lambda self: True),
}  # fmt: skip
OURS = {
    **FILES,
    "bad.mdx": (
        "---\ntitle: The bad page\n---\n\nFirst words.\n\n## Second part\n\nMore words.\n\n"
        "<Card title='Card'>Inner words.</Card>\n\nLast words.\n"
    ),
    "faults.py": "def setup(app):\n    pass\n",
}


@pytest.fixture
def break_step(monkeypatch):
    """Return a function that breaks a step until the test ends, for some of its arguments."""

    def break_one(step: str) -> None:
        path, is_broken = STEPS[step]
        original = resolve_name(f"sphinx_sitejson.{path}")

        @wraps(original)
        def fail(*arguments):
            if is_broken(*arguments):
                raise LookupError("a bug")
            return original(*arguments)

        monkeypatch.setattr(f"sphinx_sitejson.{path}", fail)

    return break_one


@pytest.mark.parametrize("step", sorted(STEPS.keys() - {"directive"}))
def test_a_step_of_ours_costs_one_page(build_site, break_step, step):
    break_step(step)
    site = build_site(OURS, conf=CONF)

    (line,) = site.warnings.splitlines()
    assert "bad.mdx" in line
    assert "this page could not be " in line
    assert "LookupError: a bug" in line
    assert line.endswith("[sitejson.page_failed]")
    bad = site.text("bad.html")
    assert ("Last words." in bad) == (step != "parser")
    assert ("sj-page-failed" in bad) == (step in ("parser", "transform", "visitor"))
    title = "Second part" if step == "parser" else "The bad page"
    for name in ("index", "good", "other", "old"):
        assert title in linked_titles(site.page(f"{name}.html")).values()


def test_a_directive_of_ours_is_left_out(build_site, break_step):
    break_step("directive")
    files = {**OURS, "old.rst": "Old\n===\n\n.. sitejson:card:: Title\n\n   Old words.\n\nEnd.\n"}
    site = build_site(files, conf=CONF)

    (line,) = site.warnings.splitlines()
    assert 'old.rst:4: WARNING: "sitejson:card" failed: LookupError: a bug (' in line
    page = site.page("old.html")
    assert "Old words." in page.select_one(".sj-page-failed").text
    assert "End." in page.text


def test_a_page_is_read_again_until_it_is_complete(build_site, break_step, monkeypatch):
    clean = build_site(OURS, conf=CONF)
    break_step("parser")
    failed = build_site(OURS, conf=CONF)
    assert "could not be read" in failed.page("bad.html").text
    text = run_sphinx(failed.folder, failed.options)
    assert text.warnings == failed.warnings
    monkeypatch.undo()
    repaired = failed.rebuild()

    assert repaired.warnings == ""
    assert output(repaired) == output(clean)
    assert repaired.rebuild().read_docs == frozenset()


def output(site) -> dict[str, bytes]:
    files = {
        path.relative_to(site.outdir).as_posix(): path.read_bytes()
        for path in sorted(Path(site.outdir).rglob("*"))
        if path.is_file()
    }
    # Sphinx keeps words of its index that no page has any more, whatever page is changed.
    index = json.loads(files["searchindex.js"].removeprefix(b"Search.setIndex(").removesuffix(b")"))
    index["terms"] = {word: pages for word, pages in index["terms"].items() if pages != []}
    files["searchindex.js"] = json.dumps(index).encode()
    return files


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# The *title*\n\n", "The title"),
        ("Words.\n\n```\n# No title\n```\n\n## Deeper\n\n# Title #\n\n", "Bad"),
        ("---\ntitle: Of front matter\n---\n\n# Other\n\n", "Of front matter"),
        ("", "Bad"),
    ],
)
def test_the_title_of_a_page_that_cannot_be_read(build_site, monkeypatch, text, title):
    from sphinx_sitejson.parsers.myst_renderer import MystRenderer

    def fail(self, token):
        raise LookupError("a bug")

    monkeypatch.setattr(MystRenderer, "render_hr", fail)
    files = {
        "site.json": {"name": "Site", "navigation": [{"group": "", "pages": ["index", "bad"]}]},
        "index.mdx": "# Start\n",
        "bad.mdx": f"{text}***\n",
    }
    site = build_site(files)
    assert linked_titles(site.page("index.html"))["bad.html"] == title


def test_the_warning_can_be_suppressed(build_site, break_step):
    break_step("parser")
    conf = f'{CONF}\nsuppress_warnings = ["sitejson.page_failed"]\n'
    assert build_site(OURS, conf=conf).warnings == ""


@pytest.mark.parametrize(
    ("options", "code", "has_traceback"),
    [
        ((), 0, False),
        (("-W",), 1, False),
        (("-v",), 0, True),
        (("--exception-on-warning",), 2, False),
    ],
)
def test_options_of_the_command(tmp_path, capfd, break_step, options, code, has_traceback):
    break_step("parser")
    conf = f'extensions = ["sphinx_sitejson"]\n{CONF}'
    write_files(tmp_path / "source", {**OURS, "conf.py": conf})
    assert sphinx_build("-E", *options, tmp_path / "source", tmp_path / "out") == code
    said = capfd.readouterr().err
    assert "this page could not be read: LookupError: a bug" in said
    assert ('raise LookupError("a bug")' in said) == has_traceback


def test_a_failing_component_keeps_its_content(build_site):
    faults = """
def build(call):
    raise MemoryError

def setup(app):
    import sphinx_sitejson
    sphinx_sitejson.add_component(app, "Gadget", build)
"""
    files = {
        **FILES,
        "index.mdx": "# Start\n",
        "bad.mdx": "# Bad\n\n<Gadget>Inner words.</Gadget>\n\nLast words.\n",
    }
    site = build_site({**files, "faults.py": faults}, conf=CONF)

    (line,) = site.warnings.splitlines()
    assert "bad.mdx:3: WARNING: <Gadget> failed: MemoryError (" in line
    assert "Inner words." in site.text("bad.html")
    repaired = site.rebuild({"faults.py": faults.replace("raise MemoryError", "return []")})
    assert repaired.warnings == ""
    assert "Inner words." not in repaired.text("bad.html")
