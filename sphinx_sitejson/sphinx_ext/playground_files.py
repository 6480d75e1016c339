"""The files of the playground: one script, one style sheet, the page that sign-ins return to.

The sources are small files without a build step. They are joined when a site is built, with the
texts in its language and only the sample languages that it shows.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sphinx.locale import _

from sphinx_sitejson.request_samples.catalog import languages_for

from .components import render
from .domain import Site, site_domain
from .playground_texts import playground_texts

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SOURCES = Path(__file__).parent.parent / "static" / "playground"
SCRIPT_FILE = "sitejson-playground.js"
STYLE_FILE = "sitejson-playground.css"
CALLBACK_FILE = "sitejson-sign-in.html"
CALLBACK_SCRIPT = "sitejson-sign-in.js"

# In this order, since a later file uses what an earlier one defines.
PARTS = (
    "encoding",
    "schemas",
    "checking",
    "request",
    "quoting",
    "sending",
    "oauth",
    "elements",
    "json-view",
    "fields",
    "credentials-form",
    "body-form",
    "response-view",
    "live-samples",
    "playground",
)
ALWAYS_WRITTEN = ("bash",)
"""A request that the browser refuses is offered as a call of curl."""

_COMMENT_LINE = re.compile(r"^\s*(?://.*|/\*.*\*/)$|/\*\* @[^*]*\*/ ?", re.MULTILINE)
_MARGIN = re.compile(r"\n\s*")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def sample_parts(languages: Iterable[str]) -> tuple[str, ...]:
    """Return the files that write samples, each once and after what it builds on."""
    needed = dict.fromkeys(ALWAYS_WRITTEN)
    for language in languages:
        if language == "node":
            needed["javascript"] = None
        needed[language] = None
    return tuple(f"samples/{name}" for name in needed)


def joined_script(languages: Iterable[str], constants: Mapping[str, object]) -> str:
    """Join the sources into one script that leaves no name behind."""
    parts = (*PARTS[:-1], *sample_parts(languages), PARTS[-1])
    values = "".join(f"const {name}={_script_json(value)};\n" for name, value in constants.items())
    return f'(()=>{{"use strict";\n{values}{"".join(map(_source, parts))}}})();\n'


@cache
def _source(name: str) -> str:
    """Return one file without what only people read; no source has texts over several lines."""
    text = (SOURCES / f"{name}.js").read_text(encoding="utf-8").replace('"use strict";\n', "")
    return _MARGIN.sub("\n", _COMMENT_LINE.sub("", text)).lstrip()


@cache
def joined_style() -> str:
    """Return the style sheet without what only people read."""
    text = (SOURCES / "playground.css").read_text(encoding="utf-8")
    return _MARGIN.sub("\n", _STYLE_COMMENT.sub("", text)).lstrip()


def _script_json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("</", "<\\/")


def site_script(app: Sphinx, site: Site) -> str:
    """Return the script of a site."""
    languages = languages_for(site.shelf.options.languages).languages
    constants = {
        "TEXTS": playground_texts(),
        "FRAME": str(render("api_playground.html.jinja", _=_)),
        "PROXY": "" if site.settings.api.playground.disable_proxy else proxy_url(app),
    }
    return joined_script((each.name for each in languages if each.generate), constants)


def proxy_url(app: Sphinx) -> str:
    """Return the address of the site's proxy; anything but http and https counts as none."""
    url = str(app.config.sitejson_proxy_url or "").strip()
    return url if urlsplit(url).scheme in ("http", "https") else ""


class PlaygroundFiles:
    """Makes the files before the pages that name them, and writes them where a page does."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def prepare(self, app: Sphinx) -> None:
        """Make the files."""
        site = site_domain(app.env).site
        self._texts = {
            SCRIPT_FILE: site_script(app, site),
            STYLE_FILE: joined_style(),
            CALLBACK_FILE: str(render("sign_in.html.jinja", _=_, script=CALLBACK_SCRIPT)),
            CALLBACK_SCRIPT: _source("sign-in"),
        }
        digest = hashlib.sha256("".join(self._texts.values()).encode())
        site.playground_digest = digest.hexdigest()[:8]

    def write(self, app: Sphinx, exception: Exception | None) -> None:
        """Write the files if any page shows an operation."""
        is_wanted = app.builder.format == "html" and app.builder.name != "epub"
        if exception is not None or not is_wanted or not site_domain(app.env).bound:
            return
        folder = Path(app.outdir, "_static")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self._texts.items():
            (folder / name).write_text(text, encoding="utf-8")


def setup_playground_files(app: Sphinx) -> None:
    """Register the configuration and connect to begin and end of a build."""
    files = PlaygroundFiles()
    app.add_config_value("sitejson_proxy_url", "", "", types=frozenset({str}))
    # After the settings and documents are read.
    app.connect("builder-inited", files.prepare, priority=800)
    app.connect("build-finished", files.write)
