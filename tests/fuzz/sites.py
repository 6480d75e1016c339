"""Whole sites of damaged files, built by Sphinx."""

import builtins
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hypothesis import strategies as st

from support.sites import BuildOptions, BuiltSite, run_sphinx, write_files

from . import documents, newer_settings, pages, settings_files, texts
from .damage import damaged_text
from .oracles import live_parts

_OWN_WARNING = re.compile(r"\[sitejson\.\w+\]$")
_PLACED = re.compile(r"^\S.*?(?::\d+)?: (?:WARNING|ERROR): |^[\w./-]+(?::\d+)*(?: \S+)?: ")
_ERRORS = "|".join(name for name in dir(builtins) if name.endswith("Error"))
"""Those of Python; a document may call a response or a schema by another name of this kind."""
_TROUBLE = re.compile(
    rf"Traceback \(most recent|threw an exception|\b(?:{_ERRORS}|ExtensionError)\b\s*[:(]"
)
_FROM_ENGINE = re.compile(
    r"(?:\[sitejson\.mdx_expression\]|its content is shown instead\. \[sitejson\.\w+\])$"
)
"""JavaScript has errors of the same names, which authors are told."""
_OWN_LIVE = frozenset(("script", "link", "meta", "form", "style", "iframe"))
"""What the theme and pages of the owner use themselves; what they hold is looked at below."""
MOST_MDX = 6
PLAIN = ("plain.html", "fields.html")
"""Pages of Sphinx's own parsers, which let authors link to anything."""

_SITE = {
    "name": "Site",
    "tabs": [{"name": "API", "url": "api", "openapi": "api.yaml"}],
    "navigation": [{"group": "All", "pages": ["index", *(f"p{n}" for n in range(MOST_MDX))]}],
}


_FIELDS = (
    ":title: Page\n:description: About *it*\n:icon: leaf\n:hidden: true\n\nHead\n====\n\nText.\n",
    ":openapi: GET /trees/{treeId}\n\n",
    ":keywords: a, b\n:tags: a\n:mode: wide\n:orphan:\n\n.. card:: A\n   :icon: leaf\n\n   Text\n",
)
_FIELD_PIECES = (
    *":\n`*|_<>=- ",
    *(":title: ", ":openapi: ", ":openapi-schema: ", "\n   ", ".. tabs::\n\n   ", ".. card::\n"),
    *(".. openapi:: api.yaml\n", ".. include:: /etc/hostname\n", ":doc:`x`", "|x|"),
    "`a <javascript:struck()>`_",
)


@st.composite
def sites(draw: st.DrawFn) -> dict[str, str]:
    """The files of a site: some are damaged, some are good."""
    settings = draw(
        st.one_of(
            st.just(json.dumps(_SITE)),
            settings_files.values(),
            newer_settings.files().map(lambda made: made[0]),
            st.dictionaries(st.sampled_from(("name", "navigation")), texts.descriptions()).map(
                lambda more: json.dumps({**_SITE, **more})
            ),
        )
    )
    fields = damaged_text(_FIELDS, _FIELD_PIECES).map(lambda text: text.replace("raw", "row"))
    tops = st.one_of(st.just(""), pages.front_matter())
    files = {f"p{n}.mdx": draw(tops) + draw(pages.texts(4_000)) for n in range(MOST_MDX)}
    # The directive `raw` lets an author write HTML, and is meant to.
    files = {name: text.replace("raw", "row") for name, text in files.items()}
    files["plain.md"] = draw(tops) + draw(texts.descriptions())
    files["fields.rst"] = draw(fields)
    return {"site.json": settings, "api.yaml": draw(documents.values()), **files}


def build(files: dict[str, str], folder: Path) -> None:
    """Build a site: a page for each file, or a sentence why there is no site."""
    written = {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()}
    conf = 'extensions = ["sphinx_sitejson"]\nhtml_baseurl = "https://docs.example.com/"\n'
    start = {"conf.py": conf, "index.md": "# Home\n"}
    write_files(folder / "source", {**start, **written})
    site = _built(folder)
    if site is None:
        return
    for line in site.warnings.splitlines():
        assert _FROM_ENGINE.search(line) or not _TROUBLE.search(line), line
        if _OWN_WARNING.search(line):
            assert _PLACED.match(line), line
    for name in files:
        if name.endswith((".mdx", ".md", ".rst")):
            assert site.exists(f"{name.rpartition('.')[0]}.html"), name
    _assert_written(site)


def _built(folder: Path) -> BuiltSite | None:
    try:
        return run_sphinx(folder, BuildOptions())
    except SystemExit as error:
        # Settings that make no site are the one reason not to build.
        assert str(error) == "The build stops: site.json cannot be used.", error
        return None


def _assert_written(site: BuiltSite) -> None:
    for path in sorted(site.outdir.rglob("*")):
        # Pages of MyST keep their HTML, as Sphinx has it.
        if path.suffix == ".html" and path.name not in PLAIN:
            _assert_page(path.read_text(encoding="utf-8"), path.name)
        elif path.suffix == ".json":
            json.loads(path.read_text(encoding="utf-8"))
        elif path.suffix == ".xml":
            ElementTree.parse(path)


def _assert_page(html: str, name: str) -> None:
    found: list[Any] = live_parts(html, allowed=_OWN_LIVE, is_of_author=True)
    assert not found, (name, found)
    struck = re.findall(r"<script(?![^>]*json)[^>]*>[^<]*struck", html)
    assert not struck, (name, struck)
