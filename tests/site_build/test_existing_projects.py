"""The extension in a Sphinx project that already has its pages, toctrees and theme."""

import sys

import pytest
from reference.listing_documents import SHIPS

INDEX = """\
Widgets
=======

Welcome to the widgets.

.. toctree::
   :caption: Learn

   install
   guide/index

.. toctree::
   :caption: Look up

   reference
"""
FILES = {
    "index.rst": INDEX,
    "install.md": "# Install\n\nSee {doc}`guide/index` and {ref}`knobs`.\n",
    "guide/index.rst": "Guide\n=====\n\n.. toctree::\n\n   first\n   second\n",
    "guide/first.rst": "First\n=====\n\n.. _knobs:\n\nKnobs\n-----\n\nTurn them.\n",
    "guide/second.md": "# Second\n",
    "reference.rst": "Reference\n=========\n\n.. py:function:: turn(knob)\n\n   Turn it.\n",
    "extra.mdx": "---\ntitle: Extra\n---\n\nAn MDX page beside {py:func}`turn`.\n",
}
CONF = """
project = "Widgets"
exclude_patterns = ["_build"]
nitpicky = True
"""


def site_json(navigation):
    return {"name": "Widgets", "navigation": navigation}


PLAIN = {**FILES, "site.json": site_json([])}


def sidebar(page):
    return [link.get_text(" ", strip=True) for link in page.select("nav.sj-tree a")]


def test_without_a_navigation_the_project_s_toctrees_are_it(build_clean):
    files = {**PLAIN, "extra.mdx": "---\ntitle: E\norphan: true\n---\n"}
    site = build_clean(files, conf=CONF)

    page = site.page("guide/first.html")
    assert sidebar(page) == ["Widgets", "Install", "Guide", "First", "Second", "Reference"]
    crumbs = [crumb.get_text(strip=True) for crumb in page.select(".sj-breadcrumbs li")]
    assert crumbs == ["Learn", "Guide"]
    neighbors = [link["href"] for link in page.select(".sj-neighbours a")]
    assert neighbors == ["index.html", "second.html"]
    assert site.page("install.html").select_one('meta[name="robots"]') is None


def test_toctrees_without_captions_below_one_heading_are_one_group(build_clean):
    lists = "".join(f".. toctree::\n\n   {name}\n\n" for name in ("install", "reference"))
    index = (
        f"Widgets\n=======\n\nContents\n--------\n\n{lists}.. toctree::\n   :caption: Contents\n"
    )
    files = {**PLAIN, "index.rst": f"{index}\n   guide/index\n"}
    site = build_clean(files, conf=f'{CONF}\nexclude_patterns += ["*.mdx"]\n')

    page = site.page("install.html")
    groups = [name.get_text(strip=True) for name in page.select("nav.sj-tree .sj-group-name")]
    assert groups == ["Contents", "Contents"]
    assert sidebar(page)[:4] == ["Widgets", "Install", "Reference", "Guide"]


def test_pages_of_a_toctree_are_below_the_page_that_lists_them(build_clean):
    navigation = [{"group": "Manual", "pages": ["index", "install", "guide/index", "extra"]}]
    site = build_clean({**FILES, "site.json": site_json(navigation)}, conf=CONF)

    rows = sidebar(site.page("guide/second.html"))
    assert rows == ["Widgets", "Install", "Guide", "First", "Second", "Extra"]
    assert sidebar(site.page("index.html"))[:2] == ["Widgets", "Reference"]


@pytest.mark.oldest
@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "gettext"])
def test_rest_myst_and_mdx_are_side_by_side(build_site, builder):
    navigation = [{"group": "Manual", "pages": ["index", "install", "extra"]}]
    site = build_site({**FILES, "site.json": site_json(navigation)}, conf=CONF, builder=builder)

    assert site.warnings == ""


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "alabaster"])
def test_another_theme_keeps_its_look_and_gets_the_navigation(build_clean, theme):
    files = {**FILES, "site.json": site_json([{"group": "More", "pages": ["extra"]}])}
    site = build_clean(files, conf=f'{CONF}\nhtml_theme = "{theme}"\n')

    page = site.page("install.html")
    assert page.select_one(".sj-topbar") is None
    assert page.select_one('a[href="extra.html"]') is not None


TABLE = "\n===== =====\nA     B\n===== =====\none   → two\n===== =====\n"


def test_with_another_theme_the_pdf_changes_only_for_an_api(build_site):
    files = {**LOOKS_OF_A_PROJECT, "reference.rst": LOOKS_OF_A_PROJECT["reference.rst"] + TABLE}
    conf = f'{CONF}\nhtml_theme = "alabaster"\nlatex_elements = {{"date": "today"}}\n'
    other = {**files, "conf.py": 'extensions = ["myst_parser"]'}
    plain = build_site(other, conf=conf, builder="latex")
    groups = [{"group": "Start", "pages": ["install", "reference"]}]
    for navigation in ([], groups):
        kept = build_site({**files, "site.json": site_json(navigation)}, conf=conf, builder="latex")
        assert kept.text("widgets.tex") == plain.text("widgets.tex")
    api = {**site_json(groups), "openapi": "ships.json"}
    for name, text in (("alabaster", {**files, "site.json": api, "ships.json": SHIPS}),
                       ("sitejson", {**files, "site.json": site_json([])})):  # fmt: skip
        changed = build_site(text, conf=f'{conf}html_theme = "{name}"\n', builder="latex")
        assert "openany" in changed.text("widgets.tex")


LOOKS_OF_A_PROJECT = {
    "index.rst": INDEX
    + "\n.. code-block:: python\n\n   from a import b\n\nRelease v\\ |version|.\n",
    "install.md": "---\ntitle: Not the heading\ndescription: A lead\n---\n\n# Install\n\nsd-3.\n",
    "guide/index.rst": "Guide\n=====\n\n.. toctree::\n\n   first\n   snippets/third\n",
    "guide/first.rst": ":description: A field.\n\nFirst\n=====\n\n`Lost page <no-such-page>`__.\n",
    "guide/snippets/third.md": "# Third\n\n## Part\n",
    "reference.rst": "Reference\n=========\n\n.. py:function:: turn(knob)\n\n   Turn it.\n\n"
    "See ftp://public@example.com::\n\n    ftp://ann:secret@example.com/a\n\n"
    ">>> load('ftp://ann@example.com')\n",
    "alone.rst": ":orphan:\n\nJust words without a title.\n",
    "license.md": "# License\n",
}


@pytest.mark.oldest
@pytest.mark.parametrize("theme", ["alabaster", "classic"])
def test_pages_of_another_theme_are_the_same_byte_for_byte(build_site, theme, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "https://docs.example.com/en/latest/")
    conf = f'project = "Widgets"\nversion = release = "1.2"\nhtml_theme = "{theme}"\n'
    conf += 'html_baseurl = "/"\n'
    files = {**LOOKS_OF_A_PROJECT, "site.json": site_json([])}
    before = build_site({**files, "conf.py": 'extensions = ["myst_parser"]'}, conf=conf)
    after = build_site(files, conf=conf)

    assert after.warnings.replace("site2", "site1") == before.warnings
    names, names_after = (
        sorted(path.relative_to(site.outdir) for path in site.outdir.rglob("*.html"))
        for site in (before, after)
    )
    assert len(names) > 9
    assert names == names_after
    changed = [name for name in names if before.text(str(name)) != after.text(str(name))]
    assert changed == []


def test_a_page_keeps_its_escapes_and_every_page_its_title(build_site):
    conf = CONF + '\nversion = "1.2"\nsuppress_warnings = ["toc.not_included"]'
    site = build_site({**PLAIN, "extra.mdx": "---\ntitle: E\n---\n"}, conf=conf)
    titles = {name: site.page(f"{name}.html").title.get_text() for name in ("index", "install")}

    assert titles == {"index": "Widgets", "install": "Install - Widgets"}


def test_pages_are_read_again_when_the_theme_is_taken(build_site):
    files = {**LOOKS_OF_A_PROJECT, "site.json": site_json([])}
    other = 'extensions = ["sphinx_sitejson"]\nhtml_theme = "alabaster"\n'
    site = build_site({**files, "conf.py": other})
    ours = site.rebuild({"conf.py": 'extensions = ["sphinx_sitejson"]\n'})

    assert ours.read_docs == {name.rsplit(".", 1)[0] for name in LOOKS_OF_A_PROJECT}
    assert ours.page("install.html").select_one("h1").get_text().startswith("Not the heading")


TITLE = "Widgets\n=======\n\n"
INSTALL, LOOK_UP = (f".. toctree::\n\n   {name}\n\n" for name in ("install", "reference"))
MORE = ".. toctree::\n   :caption: More\n\n   guide/index\n\n"


@pytest.mark.parametrize(
    ("index", "names", "groups"),
    [
        (f"{TITLE}{INSTALL}For experts\n-----------\n\n{LOOK_UP}{MORE}", ["For experts", "More"],
         [["Widgets", "Install"], ["Reference"], ["Guide"]]),
        (f"{TITLE}{INSTALL}{MORE}{LOOK_UP}", ["More"],
         [["Widgets", "Install"], ["Guide"], ["Reference"]]),
    ],
    ids=["name of the heading", "order around a caption"],
)  # fmt: skip
def test_toctrees_without_a_caption(build_site, index, names, groups):
    files = {**PLAIN, "index.rst": index}
    del files["extra.mdx"]
    site = build_site(files, conf=CONF)
    page = site.page("reference.html")

    assert [name.get_text() for name in page.select(".sj-group-name")] == names
    rows = [group.select("a") for group in page.select("nav.sj-tree .sj-group")]
    assert [[row.get_text() for row in group] for group in rows] == groups
    assert not site.page("install.html").select(".sj-breadcrumbs li")


def test_contents_have_short_names_that_break_between_words(build_site):
    reference = "Reference\n=========\n\n.. py:class:: Flask\n\n"
    reference += "   .. py:method:: get_send_file_max_age(name)\n"
    files = {**PLAIN, "reference.rst": reference, "install.md": "# Install\n"}
    site = build_site(files, conf=CONF + 'suppress_warnings = ["toc.not_included"]\n')
    [code] = site.page("reference.html").select(".sj-aside .sj-contents li li li .pre")

    assert code.get_text() == "get_send_file_max_age()"
    assert len(code.select("wbr")) == 4


def test_hosts_that_drop_underscores_are_configured_not_to(build_site):
    conf = CONF + 'suppress_warnings = ["toc.not_included"]\n'

    assert build_site(PLAIN, conf=conf).text(".nojekyll") == ""
    assert not build_site(PLAIN, conf=conf + 'html_theme = "alabaster"\n').exists(".nojekyll")


def test_a_page_named_like_a_note_for_developers_is_a_page_of_toctrees(build_clean):
    index = f"{TITLE}.. toctree::\n\n   license\n   contributing\n"
    pages = {"license.md": "# License\n", "contributing.md": "# Contributing\n"}
    site = build_clean({"site.json": site_json([]), "index.rst": index, **pages})

    assert site.exists("license.html") and site.exists("contributing.html")


@pytest.mark.parametrize("builder", ["epub", "html", "text"])
def test_a_first_site_builds_without_a_warning(tmp_path, build_clean, builder):
    from sphinx_sitejson.commands import main
    from support.sites import files_of

    assert main(["init", str(tmp_path / "first")]) == 0
    build_clean(files_of(tmp_path / "first"), builder=builder)


def test_toctrees_name_their_pages_and_point_elsewhere(build_clean):
    index = f"{TITLE}.. toctree::\n   :caption: Start\n\n   Set up <install>\n"
    index += "   Source code <https://example.com/code>\n   guide/index\n   self\n   reference\n"
    guide = "Guide\n=====\n\n.. toctree::\n\n   Step one <first>\n   second\n"
    guide += "   Chat <https://example.com/chat>\n"
    files = {**PLAIN, "index.rst": index, "guide/index.rst": guide}
    del files["extra.mdx"]
    site = build_clean(files, conf=CONF)
    page = site.page("guide/first.html")

    names = ["Widgets", "Set up", "Source code", "Guide", "Step one", "Second", "Chat", "Reference"]
    assert sidebar(page) == names
    code = page.select_one('.sj-tree a[href="https://example.com/code"]')
    assert code["target"] == "_blank"
    neighbors = [link["href"] for link in site.page("install.html").select(".sj-neighbours a")]
    assert neighbors == ["index.html", "guide/index.html"]
    assert "example.com" not in site.text("llms.txt")


OWN_READER = """
from docutils import nodes
from docutils.parsers import Parser

class OwnReader(Parser):
    supported = ("markdown",)

    def parse(self, text, document):
        document.append(nodes.section("", nodes.title("", "Read by another"), ids=["it"]))

def setup(app):
    app.add_source_suffix(".md", "markdown")
    app.add_source_parser(OwnReader)
"""


@pytest.mark.parametrize(
    "extensions", [["recommonmark", "sphinx_sitejson"], ["sphinx_sitejson", "recommonmark"]]
)
def test_another_reader_of_markdown_keeps_its_pages(build_clean, monkeypatch, extensions):
    monkeypatch.delitem(sys.modules, "recommonmark", raising=False)
    monkeypatch.setattr(sys, "path", list(sys.path))
    conf = "import sys\nsys.path.insert(0, __file__.rpartition('/')[0])\n"
    files = {
        "conf.py": f"{conf}extensions = {extensions}\n",
        "recommonmark.py": OWN_READER,
        "site.json": site_json([{"group": "All", "pages": ["index", "other", "own"]}]),
        "index.rst": TITLE,
        "other.md": "# Never seen\n",
        "own.mdx": "---\ntitle: Own\n---\n\n<Note>Here</Note>\n",
    }
    site = build_clean(files)
    sys.modules.pop("recommonmark", None)

    assert site.page("other.html").select_one("h1").get_text().startswith("Read by another")
    assert "Here" in site.page("own.html").select_one("main").get_text()


OWN_CONTAINERS = """
from docutils import nodes
from docutils.parsers.rst import Directive

class Box(Directive):
    def run(self):
        return [nodes.container("", is_div=True, classes=["box"])]

def setup(app):
    app.add_directive("box", Box)
"""


@pytest.mark.parametrize(
    ("conf", "classes"),
    [
        ('html_theme = "alabaster"\n', "box docutils container"),
        ("", "box docutils container"),
        ('extensions += ["sphinx_design"]\n', "box docutils"),
    ],
)
def test_containers_of_other_extensions_keep_their_class(build_site, conf, classes):
    page = "Box\n===\n\n.. box::\n\n.. div:: lid\n\n   Text.\n"
    files = {"site.json": site_json([]), "index.rst": page}
    html = build_site(files, conf=conf + OWN_CONTAINERS).text("index.html")

    assert f'<div class="{classes}">' in html
    assert '<div class="lid docutils">' in html


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_toctrees_that_list_each_other_end(build_site, builder):
    def page(title, entry):
        return f"{title}\n=====\n\n.. toctree::\n   :hidden:\n\n   {entry}\n"

    files = {
        "index.rst": page("Start", "a"),
        "a.rst": page("First", "b"),
        "b.rst": page("Other", "a"),
    }
    site = build_site({**files, "site.json": site_json([])}, builder=builder)

    (message,) = [line for line in site.warnings.splitlines() if "sitejson" in line]
    assert message.endswith(
        'b.rst:1: WARNING: the toctree lists "a", which is above this page (a → b → a); the entry '
        "was ignored. [sitejson.duplicate_page]"
    )
    # The next build may list the page elsewhere.
    again = site.rebuild({"index.rst": page("Start", "b"), "a.rst": "First\n=====\n"})
    assert again.warnings == ""
    if builder == "html":
        assert [link.text.strip() for link in again.page("a.html").select("nav.sj-tree a")][
            -1
        ] == "First"
