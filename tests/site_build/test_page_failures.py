"""One page that fails never takes the site with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from support.sites import SiteBuilder, run_sphinx, sphinx_build, write_files

pytestmark = pytest.mark.oldest

CONF = """
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
extensions.append("faults")
latex_documents = [("index", "site.tex", "Site", "", "manual")]
"""
"""The faults are in a module, so that their repair changes nothing that Sphinx looks at."""

IMPORTS = """
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.transforms import Transform
from sphinx.transforms.post_transforms import SphinxPostTransform
"""
FAULTS = {
    "directive": """
class Fault(Directive):
    def run(self):
        raise AssertionError("no such gadget")

def setup(app):
    app.add_directive("fault", Fault)
""",
    "recursion": """
class Fault(Directive):
    def run(self):
        return self.run()

def setup(app):
    app.add_directive("fault", Fault)
""",
    "memory": """
class Fault(Directive):
    def run(self):
        return bytearray(1 << 62)

def setup(app):
    app.add_directive("fault", Fault)
""",
    "transform": """
class Fault(Directive):
    def run(self):
        return [nodes.paragraph("", "gadget", classes=["fault"])]

class Failing(Transform):
    default_priority = 300
    def apply(self):
        for node in self.document.findall(nodes.paragraph):
            assert "fault" not in node["classes"], "no such gadget"

def setup(app):
    app.add_directive("fault", Fault)
    app.add_transform(Failing)
""",
    "late transform": """
class Fault(Directive):
    def run(self):
        return [nodes.paragraph("", "gadget", classes=["fault"])]

class Failing(Transform):
    default_priority = 950
    def apply(self):
        for node in self.document.findall(nodes.paragraph):
            assert "fault" not in node["classes"], "no such gadget"

def setup(app):
    app.add_directive("fault", Fault)
    app.add_transform(Failing)
""",
    "pickle": """
class Fault(Directive):
    def run(self):
        return [nodes.paragraph("", "gadget", made=lambda: None)]

def setup(app):
    app.add_directive("fault", Fault)
""",
    "deep tree": """
class Fault(Directive):
    def run(self):
        node = nodes.paragraph("", "gadget")
        for _ in range(3000):
            node = nodes.block_quote("", node)
        return [node]

def setup(app):
    app.add_directive("fault", Fault)
""",
    "post-transform": """
class Fault(Directive):
    def run(self):
        return [nodes.paragraph("", "gadget", classes=["fault"])]

class Failing(SphinxPostTransform):
    default_priority = 300
    def run(self, **kwargs):
        for node in self.document.findall(nodes.paragraph):
            assert "fault" not in node["classes"], "no such gadget"

def setup(app):
    app.add_directive("fault", Fault)
    app.add_post_transform(Failing)
""",
    "unknown node": """
class gadget(nodes.General, nodes.Element):
    pass

class Fault(Directive):
    def run(self):
        return [gadget("", nodes.paragraph("", "gadget"))]

def setup(app):
    app.add_directive("fault", Fault)
""",
    "visitor": """
class gadget(nodes.General, nodes.Element):
    pass

class Fault(Directive):
    def run(self):
        node = gadget("", nodes.paragraph("", "gadget"))
        node.line = self.lineno
        return [node]

def visit(translator, node):
    assert False, "no such gadget"

def setup(app):
    pair = (visit, visit)
    app.add_directive("fault", Fault)
    app.add_node(gadget, html=pair, text=pair, latex=pair, man=pair, texinfo=pair)
""",
}
READING = {"directive", "recursion", "memory", "transform", "late transform", "pickle", "deep tree"}
WITHOUT_LINE = {"unknown node", "pickle", "deep tree"}
SHOWS_TEXT = FAULTS.keys() - {"directive", "recursion", "memory", "deep tree"}

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
LINE_OF_FAULT = 11


SAFE = '    return {"parallel_read_safe": True, "parallel_write_safe": True}\n'


REPAIRED = f"""{IMPORTS}
class Fault(Directive):
    def run(self):
        return [nodes.paragraph("", "repaired gadget")]

def setup(app):
    app.add_directive("fault", Fault)
{SAFE}"""


def module(fault: str) -> str:
    return f"{IMPORTS}{FAULTS[fault]}{SAFE}"


def build(build_site: SiteBuilder, fault: str, *, builder: str = "html", parallel: int = 0):
    files = {**FILES, "faults.py": module(fault)}
    return build_site(files, conf=CONF, builder=builder, parallel=parallel)


def linked_titles(page) -> dict[str, str]:
    """Return the pages that the sidebar links to."""
    links = page.select("a.sj-row[href]")
    return {link["href"].removeprefix("./"): link.text.strip() for link in links}


def failures(site) -> list[str]:
    """Return the warnings of a build; Sphinx has one of its own for nodes that it does not know."""
    return [line for line in site.warnings.splitlines() if "WARNING: unknown node" not in line]


def require_one_warning(site, stage: str, page: str = "bad.mdx") -> str:
    lines = failures(site)
    assert len(lines) == 1, site.warnings
    assert page in lines[0]
    assert f"this page could not be {stage}: " in lines[0]
    assert lines[0].endswith("[sitejson.page_failed]")
    return lines[0]


@pytest.fixture(scope="module")
def repaired_output(build_shared_site) -> dict[str, bytes]:
    """What a clean build writes once the fault is repaired, whichever it was."""
    return output(build_shared_site({**FILES, "faults.py": REPAIRED}, conf=CONF))


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize("fault", FAULTS)
def test_the_rest_of_a_site_is_there_and_the_page_once_it_is_repaired(
    build_site, repaired_output, fault, parallel
):
    site = build(build_site, fault, parallel=parallel)

    stage = "read" if fault in READING else "resolved" if fault == "post-transform" else "written"
    warning = require_one_warning(site, stage)
    assert "sphinx-build -T" in warning
    if fault not in WITHOUT_LINE:
        assert re.search(rf"bad\.mdx:{LINE_OF_FAULT}[: ]", warning)
    for page, words in {
        "index": "Words of the start.",
        "good": "Good words.",
        "other": "Other words.",
        "old": "Old words.",
    }.items():
        html = site.page(f"{page}.html")
        assert words in html.text
        assert linked_titles(html)["bad.html"] == "The bad page"
        assert words in site.text(f"{page}.md")
    bad = site.page("bad.html")
    assert bad.title.text.startswith("The bad page")
    assert [heading.text.strip("¶# \n") for heading in bad.select("h1")] == ["The bad page"]
    assert linked_titles(bad)["good.html"] == "Good"
    assert ("Last words." in bad.text) == (fault in SHOWS_TEXT)
    assert ("could not be read" in bad.text) == (fault not in SHOWS_TEXT)
    assert ("plain text" in bad.text) == (fault in SHOWS_TEXT)
    if fault in SHOWS_TEXT:
        assert bad.select("#second-part")
    assert "The bad page" in site.text("bad.md")

    again = site.rebuild()
    assert again.warnings == site.warnings
    repaired = site.rebuild({"faults.py": REPAIRED})
    assert repaired.warnings == ""
    assert "repaired gadget" in repaired.text("bad.html")
    assert output(repaired) == repaired_output
    idle = repaired.rebuild()
    assert idle.read_docs == frozenset()


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


def test_other_builders_with_the_same_documents(build_site, repaired_output):
    site = build(build_site, "directive")
    text = run_sphinx(site.folder, replace(site.options, builder="text"))
    assert failures(text) == failures(site)

    write_files(site.srcdir, {"faults.py": REPAIRED})
    repaired = run_sphinx(site.folder, replace(site.options, builder="text"))
    assert repaired.warnings == ""
    assert repaired.read_docs == {"bad"}
    assert "repaired gadget" in repaired.text("bad.txt")
    html = site.rebuild()
    assert "repaired gadget" in html.text("bad.html")
    assert output(html) == repaired_output
    assert site.rebuild().read_docs == frozenset()


@pytest.mark.parametrize(
    "builder", ["text", "latex", "epub", "man", "singlehtml", "dirhtml", "xml"]
)
@pytest.mark.parametrize("fault", ["directive", "post-transform", "unknown node", "visitor"])
def test_every_format_is_written(build_site, fault, builder):
    if builder == "xml" and fault in ("unknown node", "visitor"):
        pytest.skip("every node can be written as XML")
    site = build(build_site, fault, builder=builder)

    (line,) = failures(site)
    assert "bad.mdx" in line
    assert "page_failed" in line
    words = written_text(site).lower()
    for text in (
        "words of the start.",
        "the bad page",
        "good words.",
        "other words.",
        "old words.",
    ):
        assert text in words
    assert ("last words." in words) == (fault != "directive")


def written_text(site) -> str:
    suffixes = {".txt", ".tex", ".xhtml", ".1", ".html", ".xml"}
    return "\n".join(
        path.read_text(encoding="utf-8").replace("\\-", "-").replace("\\&", "")
        for path in sorted(site.outdir.rglob("*"))
        if path.suffix in suffixes and "_sources" not in path.parts
    )


def test_several_pages_of_a_book_can_fail(build_site):
    files = {**FILES, "faults.py": module("visitor"), "good.mdx": FILES["bad.mdx"]}
    site = build_site(files, conf=CONF, builder="latex")

    lines = site.warnings.splitlines()
    assert len(lines) == 2
    assert {line.partition(".mdx")[0].rpartition("/")[2] for line in lines} == {"bad", "good"}
    assert "Old words." in site.text("site.tex")


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


HANDLERS = {
    "doctree-read": "def fail(app, doctree):\n    if app.env.docname == 'bad': 1 / 0\n",
    "doctree-resolved": "def fail(app, doctree, docname):\n    if docname == 'bad': 1 / 0\n",
    "html-page-context": "def fail(app, pagename, *others):\n    if pagename == 'bad': 1 / 0\n",
}


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize("event", HANDLERS)
def test_a_listener_of_the_project_stops_the_build_with_the_page(build_site, event, parallel):
    faults = f"{HANDLERS[event]}\ndef setup(app):\n    app.connect('{event}', fail)\n"
    files = {**FILES, "bad.mdx": "# Bad\n", "index.mdx": "# Start\n", "faults.py": faults}
    site = build_site(files, conf=CONF, parallel=parallel, expect_failure=True)

    assert "bad.mdx" in site.error
    assert event in site.error


@pytest.mark.parametrize("fault", ["directive", "transform", "post-transform", "visitor"])
def test_errors_of_others_on_pages_of_others_stop_the_build(build_site, fault):
    files = {
        "site.json": {"name": "Site", "navigation": [{"group": "", "pages": ["index", "old"]}]},
        "index.mdx": "# Start\n",
        "old.rst": "Old\n===\n\n.. fault::\n",
        "faults.py": module(fault),
    }
    with pytest.raises(AssertionError, match="no such gadget"):
        build_site(files, conf=CONF)


LISTENER = """
import {module} as module
usual = module.{name}
def {name}(app, *others):
    assert {page} != "old", "a bug"
    return usual(app, *others)
module.{name} = {name}
"""
LISTENERS = {
    "check_page_icon": "sphinx_sitejson.appearance.page_icons",
    "check_page_links": "sphinx_sitejson.publishing.link_check",
    "add_page_context": "sphinx_sitejson.theme.page_context",
}
STEPS = {
    "transform": (
        "from sphinx_sitejson.navigation.page_titles import PageFactsTransform as Step\n"
        "usual = Step.apply\n"
        "def fail(self, **options):\n"
        "    assert self.env.docname != 'old', 'a bug'\n"
        "    usual(self, **options)\n"
        "Step.apply = fail\n"
    ),
    "visitor": (
        "import sphinx_sitejson.components.output as output\n"
        "output._rendered = lambda *others: 1 / 0\n"
    ),
    "doctree-read": LISTENER.format(
        module=LISTENERS["check_page_icon"], name="check_page_icon", page="app.env.docname"
    ),
    "doctree-resolved": LISTENER.format(
        module=LISTENERS["check_page_links"], name="check_page_links", page="others[1]"
    ),
    "html-page-context": LISTENER.format(
        module=LISTENERS["add_page_context"], name="add_page_context", page="others[0]"
    ),
}


@pytest.mark.parametrize("step", STEPS)
def test_errors_of_our_own_steps_are_isolated_on_all_pages(build_site, step, monkeypatch):
    """The step is broken for one build: there is no known input that breaks it."""
    from sphinx_sitejson.components import output
    from sphinx_sitejson.navigation.page_titles import PageFactsTransform

    for name, module in LISTENERS.items():
        monkeypatch.setattr(f"{module}.{name}", getattr(import_module(module), name))
    monkeypatch.setattr(output, "_rendered", output._rendered)
    monkeypatch.setattr(PageFactsTransform, "apply", PageFactsTransform.apply)
    rst = "Old\n===\n\n.. sitejson:card:: Title\n\n   Old words.\n"
    files = {**FILES, "bad.mdx": "# Bad\n\n## Second part\n", "old.rst": rst}
    site = build_site(
        {**files, "faults.py": "def setup(app):\n    pass\n"}, conf=f"{CONF}\n{STEPS[step]}"
    )

    (line,) = site.warnings.splitlines()
    assert "old.rst" in line
    assert "could not be" in line
    assert line.endswith("[sitejson.page_failed]")
    assert "Old words." in site.text("old.html")
    assert "Good words." in site.text("good.html")


def test_markdown_that_cannot_be_written(build_site):
    faults = f"""{IMPORTS}
class gadget(nodes.literal_block):
    def astext(self):
        raise LookupError("no such gadget")

class Fault(Directive):
    def run(self):
        return [gadget()]

def skip(translator, node):
    raise nodes.SkipNode

def setup(app):
    app.add_directive("fault", Fault)
    app.add_node(gadget, html=(skip, None))
{SAFE}"""
    site = build_site({**FILES, "faults.py": faults}, conf=CONF)

    (line,) = site.warnings.splitlines()
    assert "bad.mdx:11: WARNING: this page could not be " in line
    assert "LookupError: no such gadget (faults.py:" in line
    for page in ("bad.md", "bad.html"):
        assert "Last words." in site.text(page)
    assert "Good words." in site.text("good.md")


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

    require_one_warning(site, "written")
    assert "Good words." in site.text("good.html")
    bad = site.text("bad.html")
    assert "<h1>The bad page</h1>" in bad
    assert bad.endswith("</html>\n")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# The *title*\n\n", "The title"),
        ("Words.\n\n```\n# No title\n```\n\n## Deeper\n\n# Title #\n\n", "Title"),
        ("---\ntitle: Of front matter\n---\n\n# Other\n\n", "Of front matter"),
        ("", "Bad"),
    ],
)
def test_the_title_of_a_page_that_cannot_be_read(build_site, text, title):
    files = {
        "site.json": {"name": "Site", "navigation": [{"group": "", "pages": ["index", "bad"]}]},
        "index.mdx": "# Start\n",
        "bad.mdx": f"{text}```{{fault}}\n```\n",
        "faults.py": module("directive"),
    }
    site = build_site(files, conf=CONF)
    assert linked_titles(site.page("index.html"))["bad.html"] == title


def test_the_first_page_keeps_the_navigation(build_site):
    files = {**FILES, "index.mdx": "# Start\n\n```{fault}\n```\n", "faults.py": module("transform")}
    files["bad.mdx"] = "# Bad\n"
    site = build_site(files, conf=CONF)

    require_one_warning(site, "read", "index.mdx")
    linked = linked_titles(site.page("index.html"))
    assert {"bad.html", "good.html", "other.html", "old.html"} <= linked.keys()


def test_the_warning_can_be_suppressed(build_site):
    files = {**FILES, "faults.py": module("visitor")}
    conf = f'{CONF}\nsuppress_warnings = ["sitejson.page_failed"]\n'
    assert build_site(files, conf=conf).warnings == ""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    conf = f'extensions = ["sphinx_sitejson"]\n{CONF}'
    files = {**FILES, "conf.py": conf, "faults.py": module("directive")}
    write_files(folder / "source", files)
    return folder


@pytest.mark.parametrize(
    ("options", "code", "has_traceback"),
    [
        ((), 0, False),
        (("-W",), 1, False),
        (("-T",), 0, True),
        (("-qT", "-j2"), 0, True),
        (("--show-traceback",), 0, True),
        (("-v",), 0, True),
    ],
)
def test_options_of_the_command(project, capfd, options, code, has_traceback):
    assert sphinx_build("-E", *options, project / "source", project / "out") == code
    said = capfd.readouterr().err
    assert said.count("this page could not be read: AssertionError: no such gadget") == 1
    assert ("Traceback (most recent call last)" in said) == has_traceback
    assert ('raise AssertionError("no such gadget")' in said or "in run" in said) == has_traceback


def test_the_debugger_gets_the_error(project):
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-E", "-P", project / "source", project / "out"],
        capture_output=True,
        text=True,
        input="q\n",
        check=False,
    )
    assert "(Pdb)" in done.stdout
    assert "could not be read" not in done.stderr


def test_exceptions_on_warnings_stop_the_build(project, capfd):
    options = ("-E", "--exception-on-warning")
    assert sphinx_build(*options, project / "source", project / "out") == 2
    assert "this page could not be read" in capfd.readouterr().err
