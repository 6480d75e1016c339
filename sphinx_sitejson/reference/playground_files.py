"""The files of the playground: one script, one style sheet, the page that sign-ins return to.

The sources are small files without a build step. They are joined when a site is built, with the
texts in its language and only the sample languages that it shows.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.common.minification import minify_file, minify_js
from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.common.scripts import can_run_scripts
from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.navigation.page_index import PageIndex
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of, uses_api
from sphinx_sitejson.site_build.config_values import project_scope
from sphinx_sitejson.site_build.extension_points import added_languages
from sphinx_sitejson.site_build.output_files import PublishedFiles, writes_nothing
from sphinx_sitejson.site_build.reports import report_config_value
from sphinx_sitejson.site_build.templates import render

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from .playground.data import PlaygroundData

Texts = Mapping[str, Any]
"""The texts of the scripts by name, with those of several forms as objects."""

SOURCES = STATIC / "playground"
SCRIPT_FILE = "sitejson-playground.js"
STYLE_FILE = "sitejson-playground.css"
SOCKET_FILE = "sitejson-socket.js"
SOCKET_STYLE_FILE = "sitejson-socket.css"
CALLBACK_FILE = "sitejson-sign-in.html"
CALLBACK_SCRIPT = "sitejson-sign-in.js"

STYLES = {STYLE_FILE: ("playground",), "sitejson-playground-later.css": ("response", "later")}
"""The style sheets, and their sources."""
SOCKET_STYLES = ("playground", "response", "socket")
"""Sources of the style sheet that pages of channels load instead."""

# In this order, since a later file uses what an earlier one defines.
_COMMON_PARTS = (
    "json-text",
    "json-edit",
    "decimals",
    "encoding",
    "schemas",
    "validation",
    "servers",
)
PARTS = (
    *_COMMON_PARTS,
    "request",
    "quoting",
    "samples/bash",
    "elements",
    "transport",
    "fields",
    "credentials-form",
    "body-form",
    "extras-form",
    "live-samples",
    "playground",
)
SOCKET_PARTS = (*_COMMON_PARTS, "quoting", "elements", "json-view", "sizes", "socket")
"""The console of WebSocket channels, a script of its own."""
LATER_PARTS = {
    "send": ("fetch-request", "send-request"),
    "response": ("sizes", "responses", "response-view"),
    "json": ("json-view", "response-checks"),
    "secrets": ("secrets", "sharing"),
    "sign-in": ("oauth", "sign-in-form"),
    "digest": ("digest",),
    "long-response": ("long-response",),
    "markup": ("markup",),
    "search-response": ("search-response",),
    "response-links": ("response-links",),
    "history": ("history",),
    "curl": ("curl-command",),
    "curl-form": ("curl-match", "paste-curl"),
}
"""Loaded when a reader, or a response, first needs them."""
SIMULATION_PARTS = ("simulate",)
"""Loaded with the first request, where the API is a simulated one."""
SAMPLES_FILE = "sitejson-samples.js"
SAMPLES_PARTS = ("json-text", "encoding", "quoting")
"""The script that writes samples in pages, where the build has no engine; before the languages."""
OPERATIONS = "operations"
"""The file with the URLs of the operations of each document; responses may link to them."""

# `const hex = …`, `async function loadChunk(…)`: what a script declares for all others.
_DECLARATION = re.compile(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
# `/** @param {string} text */`, but not `"*/*"`; and `// text` at the beginning of a line.
_COMMENT = re.compile(r"/\*\*\s.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
# A name that is neither a property, as in `x.name`, nor a key, as in `{ name: 1 }`; but `...name`.
_NAME = re.compile(r"(?<![\w$])(?<!(?<!\.)\.)(\w+)(?!\w|\s*:)")
_TEXT = re.compile(r"\bTEXTS\.(\w+)")


@cache
def _source(name: str) -> str:
    return (SOURCES / f"{name}.js").read_text(encoding="utf-8").replace('"use strict";\n', "")


@cache
def shared_names() -> tuple[str, ...]:
    """Return the names of the main script that scripts use which are loaded later."""
    samples = {f"samples/{path.stem}" for path in SOURCES.glob("samples/*.js")}
    later = {*SIMULATION_PARTS, *chain(*LATER_PARTS.values()), *samples} - {*PARTS}
    return tuple(sorted(set().union(*(_names_from_main(_source(name)) for name in later))))


@cache
def _main_names() -> frozenset[str]:
    return frozenset(_DECLARATION.findall("".join(map(_source, PARTS))))


def _names_from_main(script: str) -> set[str]:
    code = _COMMENT.sub("", script)
    return (set(_NAME.findall(code)) & _main_names()) - set(_DECLARATION.findall(code))


def main_script(constants: Mapping[str, object], texts: Texts) -> str:
    """Return the main script, which defines one global name: an object of what others use."""
    end = f"globalThis.sitejsonPlayground={{{','.join(shared_names())}}};"
    return _closed_script(PARTS, constants, texts, end)


def _closed_script(
    parts: tuple[str, ...], constants: Mapping[str, object], texts: Texts, end: str = ""
) -> str:
    values = "".join(f"const {name}={_script_json(value)};\n" for name, value in constants.items())
    body = _with_texts("".join(map(_source, parts)), texts)
    return f'(()=>{{"use strict";\n{values}{body}{end}\n}})();\n'


def later_script(parts: tuple[str, ...], texts: Texts) -> str:
    """Return a script that is loaded later and uses names of the main script."""
    script = "".join(map(_source, parts))
    names = ",".join(sorted(_names_from_main(script)))
    body = _with_texts(script, texts)
    return f'"use strict";\n(({{{names}}})=>{{\n{body}\n}})(sitejsonPlayground);\n'


def _with_texts(script: str, texts: Texts) -> str:
    """Insert each text where it is used, most often only once."""

    def literal(match: re.Match[str]) -> str:
        value = texts[match[1]]
        text = _script_json(value)
        return f"({text})" if isinstance(value, Mapping) else text

    return _TEXT.sub(literal, script)


def _script_json(value: object) -> str:
    """Return a value as JavaScript; markup in single quotes, as it has double quotes."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, str) and "<" in value:
        bare = text[1:-1].replace('\\"', '"').replace("'", "\\'")
        text = f"'{bare}'"
    # Unescaped, these would end a line, or the template literal around a text.
    for sign in "\u2028\u2029`":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def site_scripts(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the scripts of a site."""
    from sphinx_sitejson.http_messages.samples import LANGUAGES, languages_for

    api = site_of(app.env).settings.api
    texts = playground_texts()
    constants: dict[str, object] = {
        "FRAME": _frame("api_playground"),
        "SITE_PROXY": "" if api.playground.disable_proxy else app.config.sitejson_proxy_url,
        "SIMULATE": api.playground.simulate,
        "EXPANDED": api.param_fields.expanded,
        "CUSTOM_BASE": api.playground.own_base_url,
    }
    yield SCRIPT_FILE, main_script(constants, texts)
    if has_socket(app.env):
        socket = {"FRAME": _frame("api_socket"), "SIMULATE": api.playground.simulate}
        yield SOCKET_FILE, _closed_script(SOCKET_PARTS, socket, texts)
    if api.playground.simulate:
        yield _later_file("simulate"), later_script(SIMULATION_PARTS, texts)
    for name, parts in LATER_PARTS.items():
        yield _later_file(name), later_script(parts, texts)
    yield _later_file(OPERATIONS), operations_script(app)
    if not can_run_scripts():
        used = (part for language in LANGUAGES.values() for part in language.scripts)
        unique = tuple(dict.fromkeys((*SAMPLES_PARTS, *used, "page-samples")))
        yield SAMPLES_FILE, _closed_script(unique, {}, texts)
    for language in languages_for(api.request.example.languages, added_languages(app.env)):
        # curl is part of the main script.
        if parts := tuple(part for part in language.scripts if part not in PARTS):
            yield _later_file(language.name), later_script(parts, texts)


def _frame(template: str) -> str:
    return str(render(f"{template}.html.jinja")).replace(">\n<", "><")


def has_socket(env: BuildEnvironment) -> bool:
    """Whether a document of the site has a WebSocket server."""
    from .playground.socket import is_socket_url

    documents = site_documents(env).library.documents
    return any(
        is_socket_url(server.url)
        for document in documents
        if document.is_asyncapi
        for server in document.servers
    )


def operations_script(app: Sphinx) -> str:
    """Return the script with the URLs of the operations of each document."""
    from .playground.data import document_label

    found: dict[str, list[tuple[str, str, str]]] = {}
    for location, key, docname in PageIndex(site_domain(app.env).bound).operations():
        method, _, path = key.partition(" ")
        page_uri = app.builder.get_target_uri(docname)
        found.setdefault(document_label(location), []).append((method, path, page_uri))
    return f"sitejsonPlayground.SHARED.operations={_script_json(found)};\n"


def _later_file(name: str) -> str:
    return f"{SCRIPT_FILE.removesuffix('.js')}-{name}.js"


def check_proxy(app: Sphinx, config: Config) -> None:
    """Discard an invalid proxy URL and report it."""
    config.sitejson_proxy_url = url = config.sitejson_proxy_url.strip()
    try:
        parse_http_url(url or "https://none.example.com")
    except InvalidUrlError as error:
        report_config_value(app, "sitejson_proxy_url", f'"sitejson_proxy_url" was ignored: {error}')
        config.sitejson_proxy_url = ""


@dataclass(frozen=True)
class PlaygroundFiles:
    """The files of a site with a page that shows an operation, by name."""

    texts: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""
    """Changes with the files."""


playground_files: BuildState[PlaygroundFiles] = BuildState(lambda env: PlaygroundFiles())


def generate_playground_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Generate the files before the pages that refer to them are written."""
    playground_files.clear(env)
    if writes_nothing(app.builder):
        return
    domain = site_domain(env)
    listings = (fact for facts in domain.listings.values() for fact in facts)
    has_samples = not can_run_scripts()
    is_used = any(fact.options.has_playground or has_samples for fact in listings)
    if project_scope(app) != "api" or has_samples:
        is_used = is_used or bool(domain.bound)
    if not is_used or not has_playground(app.builder):
        return
    texts = {
        **{name: minify_js(text) for name, text in site_scripts(app)},
        **{name: _minify_styles(sources) for name, sources in STYLES.items()},
        **({SOCKET_STYLE_FILE: _minify_styles(SOCKET_STYLES)} if has_socket(env) else {}),
        CALLBACK_FILE: str(render("sign_in.html.jinja", script=CALLBACK_SCRIPT)),
        CALLBACK_SCRIPT: minify_file(SOURCES / "sign-in.js"),
    }
    digest = hashlib.sha256("".join(texts.values()).encode()).hexdigest()[:8]
    playground_files.set(env, PlaygroundFiles(texts, digest))


def _minify_styles(names: Iterable[str]) -> str:
    return "".join(minify_file(SOURCES / f"{name}.css") for name in names)


def write_playground_files(app: Sphinx, exception: Exception | None) -> None:
    """Write the files if there are any, and remove those of an earlier build."""
    if project_scope(app) == "api" and not uses_api(app.env):
        return
    if exception is not None or not has_playground(app.builder):
        return
    texts = playground_files(app.env).texts
    PublishedFiles(app, "playground").write({f"_static/{name}": texts[name] for name in texts})


def has_playground(builder: Builder) -> bool:
    """Whether pages can send requests; those of EPUB files cannot."""
    return builder.format == "html" and builder.name != "epub"


def playground_values(
    builder: Builder, docname: str, data: PlaygroundData
) -> dict[str, str] | None:
    """Return what the button of a request or a channel needs, unless there is nowhere to send to.

    ``element`` is the name of the custom element, and ``data`` JSON that is safe in a script.
    """
    if not data.values["servers"]:
        return None
    from .playground.data import playground_json

    digest = playground_files(builder.env).digest
    folder = _static_folder(builder, docname)
    element, script, style = "sj-playground", SCRIPT_FILE, STYLE_FILE
    if data.is_socket:
        element, script, style = "sj-socket", SOCKET_FILE, SOCKET_STYLE_FILE
    return {
        "element": element,
        "data": Markup(playground_json(data)),
        "script": f"{folder}{script}?v={digest}",
        "style": f"{folder}{style}?v={digest}",
        "callback": "" if data.is_socket else f"{folder}{CALLBACK_FILE}",
    }


def samples_script(builder: Builder, docname: str) -> str:
    """Return the URL of the script that writes samples; "" if the build has written them."""
    if can_run_scripts() or not has_playground(builder):
        return ""
    digest = playground_files(builder.env).digest
    return f"{_static_folder(builder, docname)}{SAMPLES_FILE}?v={digest}"


def _static_folder(builder: Builder, docname: str) -> str:
    return f"{'../' * builder.get_target_uri(docname).count('/')}_static/"


def playground_texts() -> Texts:
    """Return the texts of the scripts."""
    texts: Texts = json.loads(str(render("playground_texts.json.jinja")))
    return texts
