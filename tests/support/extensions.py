"""One project with every popular extension that is installed, for what stands side by side.

``PYTHONPATH=tests python -m support.extensions FOLDER`` builds it there, and tells what is missing.
"""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
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


@dataclass(frozen=True, slots=True)
class Extension:
    """A popular extension, and what a page shows of it."""

    module: str
    _: KW_ONLY
    distribution: str = ""
    """By default it has the name of the module."""
    conf: str = ""
    page: str = ""
    files: Mapping[str, FileContent] = field(default_factory=dict)
    not_beside: str = ""
    """Another extension of the table that it does not work with, whatever the theme is."""

    @property
    def package(self) -> str:
        return self.distribution or self.module.replace("_", "-").replace(".", "-")

    @property
    def is_installed(self) -> bool:
        try:
            return find_spec(self.module) is not None
        except ModuleNotFoundError:
            return False


EXTENSIONS = (
    Extension("sphinx_copybutton", page=".. code-block:: python\n\n   print(1)"),
    Extension(
        "sphinx_togglebutton",
        page=".. note::\n   :class: dropdown\n\n   Note.\n\n.. toggle::\n\n   More.",
    ),
    Extension("sphinx_inline_tabs", page=".. tab:: One\n\n   First.\n\n.. tab:: Two\n\n   Second."),
    Extension(
        "sphinx_tabs.tabs",
        distribution="sphinx-tabs",
        page=".. tabs::\n\n   .. tab:: Apples\n\n      Red.\n\n   .. tab:: Pears\n\n      Green.",
        not_beside="sphinx_inline_tabs",
    ),
    Extension(
        "autoapi.extension",
        distribution="sphinx-autoapi",
        conf='autoapi_dirs = ["lamps"]\nautoapi_keep_files = False',
        files={"lamps/lamp.py": LAMP},
    ),
    Extension(
        "sphinx_click",
        page=".. click:: click_lamp:lamp\n   :prog: lamp",
        files={"click_lamp.py": CLICK},
    ),
    Extension(
        "sphinxarg.ext",
        distribution="sphinx-argparse",
        page=".. argparse::\n   :module: commands_of_lamp\n   :func: parser\n   :prog: lamp",
        files={"commands_of_lamp.py": COMMANDS},
    ),
    Extension("notfound.extension", distribution="sphinx-notfound-page"),
    Extension("sphinx_sitemap", conf='sitemap_url_scheme = "{link}"'),
    Extension("sphinxext.opengraph"),
    Extension("sphinx_favicon", conf='favicons = ["icon.svg"]', files={"_static/icon.svg": SQUARE}),
    Extension("sphinx_last_updated_by_git", conf='suppress_warnings += ["git"]'),
    Extension(
        "sphinx_thebe",
        conf='thebe_config = {"repository_url": "https://github.com/acme/lamp"}',
        page=".. thebe-button:: Launch",
    ),
    Extension("sphinx_needs", page=".. req:: It shines\n   :id: REQ_1\n\n   Always."),
    Extension("myst_nb", files={"notebook.ipynb": NOTEBOOK}),
    Extension("nbsphinx", not_beside="myst_nb"),
    Extension("sphinxcontrib.mermaid", page=".. mermaid::\n\n   graph LR; a --> b;"),
    Extension(
        "sphinxcontrib.plantuml",
        conf='plantuml_output_format = "none"',
        page=".. uml::\n\n   Alice -> Bob: Hi!",
    ),
    Extension(
        "sphinx_gallery.gen_gallery",
        distribution="sphinx-gallery",
        conf='sphinx_gallery_conf = {"examples_dirs": "examples", "gallery_dirs": "gallery", '
        '"plot_gallery": "False"}\n'
        'exclude_patterns += ["examples", "gallery/*.ipynb", "gallery/*.py", "gallery/*.zip"]',
        files={
            "examples/README.rst": "Examples\n========\n",
            "examples/plot_lamp.py": '"""\nA lamp\n======\n\nIt shines.\n"""\nprint(1)\n',
        },
    ),
    Extension("numpydoc"),
    Extension("sphinx_autodoc_typehints"),
    Extension("sphinx_issues", conf='issues_github_path = "acme/lamp"', page="See :issue:`12`."),
    Extension("sphinx_prompt", page=".. prompt:: bash $\n\n   lamp on"),
    Extension(
        "sphinxcontrib.bibtex",
        conf='bibtex_bibfiles = ["lamps.bib"]',
        page="See :cite:p:`fresnel`.\n\n.. bibliography::",
        files={"lamps.bib": "@misc{fresnel, author={A. Fresnel}, title={Lenses}, year={1822}}"},
    ),
    Extension("sphinx_remove_toctrees"),
    Extension("sphinx_reredirects", conf='redirects = {"old": "index.html"}'),
    Extension("sphinx_design", page=".. dropdown:: Fold\n\n   Of sphinx-design."),
    Extension("sphinx.ext.napoleon", distribution="sphinx"),
    Extension("sphinx.ext.autosummary", distribution="sphinx"),
    Extension("sphinx.ext.viewcode", distribution="sphinx"),
    Extension(
        "sphinx.ext.autodoc",
        distribution="sphinx",
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
    conf = "\n".join([f"extensions = [{names}]", CONF, *(extension.conf for extension in chosen)])
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
