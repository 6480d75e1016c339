"""Every page of every kind of project: no host but its own, and nothing that the policy forbids."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from support.server import serve_folder
from support.small_sites import api_document, api_files

GUIDES = Path(__file__).parents[2] / "example_project" / "guides"
DIAGRAM = "```mermaid\ngraph LR; a --> b;\n```\n"
MODULE = '"""Lamps."""\n\n\ndef shine():\n    """Shine."""\n'
MODULES = "".join(f".. py:module:: lamp.part{number}\n\n" for number in range(3))
LIST = {"/lamps": {"get": {"responses": {"200": {"description": "OK"}}}}}
API = api_document(LIST, "https://api.lamps.test")
OPTIONAL = ["sphinx_copybutton", "sphinx_design", "sphinxcontrib.httpdomain"]
# It has an inline script, which the documented policy does not allow.
INLINE = ["sphinx_togglebutton"]
READING = ["sphinx.ext.autodoc", "sphinx.ext.viewcode"]


def conf(theme: str, *extensions: str) -> str:
    return (
        "import sys\nfrom pathlib import Path\n"
        "sys.path.insert(0, str(Path(__file__).parent))\n"
        f"project = 'Lamps'\nextensions = {['sphinx_sitejson', *extensions]!r}\n"
        f"html_theme = {theme!r}\n"
    )


REST = (
    f"Lamps\n=====\n\n.. automodule:: lamp\n   :members:\n\n{MODULES}"
    ".. http:get:: /a/b\n\n   One.\n\n.. http:get:: /a/c\n\n   Two.\n\n.. toctree::\n\n   more\n"
)
REST_FILES = {"lamp.py": MODULE, "index.rst": REST, "more.rst": "More\n====\n\nHi.\n"}
PROJECTS: dict[str, dict[str, Any]] = {
    "rst with our theme": {**REST_FILES, "conf.py": conf("sitejson", *OPTIONAL, *READING)},
    "rst with another theme": {
        **REST_FILES,
        "conf.py": conf("alabaster", *OPTIONAL, *INLINE, *READING),
        "api.json": API,
    },
    "site with an API": {
        **api_files(API, "index", "more", colors={"primary": "#3355ee"}),
        "conf.py": conf("sitejson", *OPTIONAL),
        "index.mdx": f"---\ntitle: Start\nicon: rocket\n---\n\n{DIAGRAM}\n$a^2$\n",
        "more.md": "# More\n\n:::{note}\nHi.\n:::\n",
    },
}


def documented_policy() -> str:
    text = (GUIDES / "content-policy.mdx").read_text(encoding="utf-8")
    found = re.search(r"^Content-Security-Policy: (.*)$", text, re.MULTILINE)
    assert found
    # The table allows widths of columns and images so.
    return f"{found[1]}; style-src-attr 'unsafe-inline'"


def visit_all(page: Any, folder: Path, policy: str = "") -> tuple[set[str], list[str]]:
    """Open every page; return the hosts that were asked, and what the policy refused."""
    hosts: set[str] = set()
    refused: list[str] = []
    where = ""
    # Observed only: whoever intercepts requests switches the browser's cache off.
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on(
        "console",
        lambda line: refused.append(f"{where}: {line.text}") if "Policy" in line.text else None,
    )
    with serve_folder(folder, {"Content-Security-Policy": policy} if policy else {}) as address:
        for file in sorted(folder.rglob("*.html")):
            if 'http-equiv="refresh"' in file.read_text(encoding="utf-8"):
                continue  # It leads to a page that is opened as well.
            where = file.relative_to(folder).as_posix()
            page.goto(f"{address}/{where}", wait_until="load")
    return hosts - {urlsplit(address).netloc, ""}, refused


@pytest.mark.parametrize("name", PROJECTS)
def test_projects_ask_no_other_host(name, build_clean, page):
    site = build_clean(PROJECTS[name])
    has_our_theme = "'sitejson'" in PROJECTS[name]["conf.py"]
    policy = documented_policy() if has_our_theme else ""
    assert visit_all(page, site.outdir, policy) == (set(), [])


@pytest.mark.long
@pytest.mark.wide
def test_the_documentation_asks_no_other_host(example, page):
    assert visit_all(page, example.outdir, documented_policy()) == (set(), [])


# It draws as the library does: it replaces the text of each diagram.
LIBRARY = """\
const run = () => document.querySelectorAll(".mermaid").forEach((each) => {
  each.innerHTML = `<svg><text>${each.textContent}</text></svg>`;
});
export default { initialize() {}, run, registerLayoutLoaders() {} };
"""


def test_diagrams_are_drawn_from_the_site_itself(build_clean, serve, page):
    """Also on pages in folders, whose way to the script is another one."""
    pytest.importorskip("sphinxcontrib.mermaid")
    files = {
        "conf.py": conf("sitejson", "sphinxcontrib.mermaid")
        + "html_static_path = ['_static']\nmermaid_use_local = 'mermaid/mermaid.esm.min.mjs'\n",
        "site.json": {"name": "Lamps", "navigation": [{"pages": ["index", "deep/more"]}]},
        "index.mdx": f"# Start\n\n{DIAGRAM}",
        "deep/more.mdx": f"# More\n\n{DIAGRAM}",
        "_static/mermaid/mermaid.esm.min.mjs": LIBRARY,
    }
    site = build_clean(files)
    assert visit_all(page, site.outdir, "") == (set(), [])
    with serve(site.outdir) as address:
        for name in ("index", "deep/more"):
            page.goto(f"{address}/{name}.html")
            page.locator(".mermaid svg").first.wait_for()
