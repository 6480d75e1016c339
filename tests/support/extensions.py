"""One project with every popular extension that is installed, for what stands side by side.

``PYTHONPATH=tests python -m support.extensions FOLDER`` builds it there, and tells what is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from .sites import FileContent, SiteBuilder

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
LAMP = '''\
"""Lamps."""


def shine(power: int = 3) -> bool:
    """Shine.

    :param power: how much
    """
    return True
'''
COMMANDS = '''\
"""Commands."""

import argparse


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="lamp", description="A lamp.")
    made.add_argument("--power", type=int, default=3, help="how much")
    return made
'''
CLICK = '''\
import click


@click.command()
@click.option("--power", default=3, help="How much.")
def lamp(power: int) -> None:
    """Switch the lamp on."""
'''
NOTEBOOK = """\
{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Notebook"]},
 {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["print('hi')"],
  "outputs": [{"name": "stdout", "output_type": "stream", "text": ["hi"]}]}],
 "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 4}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """A popular extension, and what a page shows of it."""

    module: str
    package: str
    conf: str = ""
    page: str = ""
    files: Mapping[str, FileContent] = field(default_factory=dict)
    not_beside: str = ""
    """Another extension of the table that it does not work with, whatever the theme is."""

    @property
    def is_installed(self) -> bool:
        try:
            return find_spec(self.module) is not None
        except ModuleNotFoundError:
            return False


EXTENSIONS = (
    Extension(
        module="sphinx_copybutton",
        package="sphinx-copybutton",
        page=".. code-block:: python\n\n   print(1)",
    ),
    Extension(
        module="sphinx_togglebutton",
        package="sphinx-togglebutton",
        page=".. note::\n   :class: dropdown\n\n   Note.\n\n.. toggle::\n\n   More.",
    ),
    Extension(
        module="sphinx_inline_tabs",
        package="sphinx-inline-tabs",
        page=".. tab:: One\n\n   First.\n\n.. tab:: Two\n\n   Second.",
    ),
    Extension(
        module="sphinx_tabs.tabs",
        package="sphinx-tabs",
        page=".. tabs::\n\n   .. tab:: Apples\n\n      Red.\n\n   .. tab:: Pears\n\n      Green.",
        not_beside="sphinx_inline_tabs",
    ),
    Extension(
        module="autoapi.extension",
        package="sphinx-autoapi",
        conf='autoapi_dirs = ["lamps"]\nautoapi_keep_files = False',
        files={"lamps/lamp.py": LAMP},
    ),
    Extension(
        module="sphinx_click",
        package="sphinx-click",
        page=".. click:: click_lamp:lamp\n   :prog: lamp",
        files={"click_lamp.py": CLICK},
    ),
    Extension(
        module="sphinxarg.ext",
        package="sphinx-argparse",
        page=".. argparse::\n   :module: commands_of_lamp\n   :func: parser\n   :prog: lamp",
        files={"commands_of_lamp.py": COMMANDS},
    ),
    Extension(module="notfound.extension", package="sphinx-notfound-page"),
    Extension(
        module="sphinx_sitemap", package="sphinx-sitemap", conf='sitemap_url_scheme = "{link}"'
    ),
    Extension(module="sphinxext.opengraph", package="sphinxext-opengraph"),
    Extension(
        module="sphinx_favicon",
        package="sphinx-favicon",
        conf='favicons = ["icon.svg"]',
        files={"_static/icon.svg": SQUARE},
    ),
    Extension(
        module="sphinx_last_updated_by_git",
        package="sphinx-last-updated-by-git",
        conf='suppress_warnings += ["git"]',
    ),
    Extension(
        module="sphinx_thebe",
        package="sphinx-thebe",
        conf='thebe_config = {"repository_url": "https://github.com/acme/lamp"}',
        page=".. thebe-button:: Launch",
    ),
    Extension(
        module="sphinx_needs",
        package="sphinx-needs",
        page=".. req:: It shines\n   :id: REQ_1\n\n   Always.",
    ),
    Extension(module="myst_nb", package="myst-nb", files={"notebook.ipynb": NOTEBOOK}),
    Extension(module="nbsphinx", package="nbsphinx", not_beside="myst_nb"),
    Extension(
        module="sphinxcontrib.mermaid",
        package="sphinxcontrib-mermaid",
        page=".. mermaid::\n\n   graph LR; a --> b;",
    ),
    Extension(
        module="sphinxcontrib.plantuml",
        package="sphinxcontrib-plantuml",
        conf='plantuml_output_format = "none"',
        page=".. uml::\n\n   Alice -> Bob: Hi!",
    ),
    Extension(
        module="sphinx_gallery.gen_gallery",
        package="sphinx-gallery",
        conf='sphinx_gallery_conf = {"examples_dirs": "examples", "gallery_dirs": "gallery", '
        '"plot_gallery": "False"}\n'
        'exclude_patterns += ["examples", "gallery/*.ipynb", "gallery/*.py", "gallery/*.zip"]',
        files={
            "examples/README.rst": "Examples\n========\n",
            "examples/plot_lamp.py": '"""\nA lamp\n======\n\nIt shines.\n"""\nprint(1)\n',
        },
    ),
    Extension(module="numpydoc", package="numpydoc"),
    Extension(module="sphinx_autodoc_typehints", package="sphinx-autodoc-typehints"),
    Extension(
        module="sphinx_issues",
        package="sphinx-issues",
        conf='issues_github_path = "acme/lamp"',
        page="See :issue:`12`.",
    ),
    Extension(
        module="sphinx_prompt", package="sphinx-prompt", page=".. prompt:: bash $\n\n   lamp on"
    ),
    Extension(
        module="sphinxcontrib.bibtex",
        package="sphinxcontrib-bibtex",
        conf='bibtex_bibfiles = ["lamps.bib"]',
        page="See :cite:p:`fresnel`.\n\n.. bibliography::",
        files={"lamps.bib": "@misc{fresnel, author={A. Fresnel}, title={Lenses}, year={1822}}"},
    ),
    Extension(module="sphinx_remove_toctrees", package="sphinx-remove-toctrees"),
    Extension(
        module="sphinx_reredirects",
        package="sphinx-reredirects",
        conf='redirects = {"old": "index.html"}',
    ),
    Extension(
        module="sphinx_design",
        package="sphinx-design",
        page=".. dropdown:: Fold\n\n   Of sphinx-design.",
    ),
    Extension(module="sphinx.ext.napoleon", package="sphinx"),
    Extension(module="sphinx.ext.autosummary", package="sphinx"),
    Extension(module="sphinx.ext.viewcode", package="sphinx"),
    Extension(
        module="sphinx.ext.autodoc",
        package="sphinx",
        page=".. autofunction:: lamp_of_autodoc.shine",
        files={"lamp_of_autodoc.py": LAMP},
    ),
)
CONF = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
html_baseurl = "https://docs.example.com/"
html_static_path = ["_static"]
exclude_patterns = ["build"]
suppress_warnings = []
"""
SITE = {"name": "Lamps", "favicon": "/_static/icon.svg", "navigation": []}


def installed_extensions() -> list[Extension]:
    """Return those that can be loaded together."""
    found: list[Extension] = []
    for extension in EXTENSIONS:
        if extension.is_installed and extension.not_beside not in {one.module for one in found}:
            found.append(extension)
    return found


def project_with(extensions: Iterable[Extension]) -> dict[str, FileContent]:
    """Return the files of a project that uses extensions."""
    chosen = list(extensions)
    modules = [extension.module for extension in chosen]
    names = ", ".join(repr(module) for module in ("sphinx_sitejson", *modules))
    conf = "\n".join(
        [f"extensions = [{names}]", CONF, *(extension.conf for extension in chosen)],
    )
    parts = ["Lamps\n=====", "A page.", *(one.page for one in chosen if one.page)]
    pages = {"notebook.ipynb": "notebook", "examples/README.rst": "gallery/index"}
    files: dict[str, FileContent] = {"site.json": SITE, "_static/icon.svg": SQUARE}
    for extension in chosen:
        files.update(extension.files)
    listed = "".join(f"   {page}\n" for name, page in pages.items() if name in files)
    if "autoapi.extension" in modules:
        listed += "   autoapi/index\n"
    parts.append(f".. toctree::\n\n{listed}" if listed else "")
    return {**files, "conf.py": conf, "index.rst": "\n\n".join(parts) + "\n"}


def main() -> None:
    """Build the project in a folder, and print what happened."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    extensions = installed_extensions()
    site = SiteBuilder(folder)(project_with(extensions))
    missing = [extension.package for extension in EXTENSIONS if extension not in extensions]
    print(f"{len(extensions)} extensions, in {site.outdir}; without {', '.join(missing)}")
    print(site.warnings or "no warnings")


if __name__ == "__main__":
    main()
