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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.locale import _

from sphinx_sitejson.common.files import STATIC, write_if_changed
from sphinx_sitejson.common.minification import minify_file, minify_js
from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.common.problems import ProblemCode
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

SOURCES = STATIC / "playground"
SCRIPT_FILE = "sitejson-playground.js"
STYLE_FILE = "sitejson-playground.css"
SOCKET_FILE = "sitejson-socket.js"
SOCKET_STYLE_FILE = "sitejson-socket.css"
CALLBACK_FILE = "sitejson-sign-in.html"
CALLBACK_SCRIPT = "sitejson-sign-in.js"

STYLES = {
    STYLE_FILE: ("playground",),
    "sitejson-playground-later.css": ("response", "later"),
}
"""The style sheets, and their sources."""
SOCKET_STYLES = ("playground", "response", "socket")
"""Sources of the style sheet that pages of channels load instead."""

# In this order, since a later file uses what an earlier one defines.
PARTS = (
    "json-text",
    "json-edit",
    "decimals",
    "encoding",
    "schemas",
    "validation",
    "servers",
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
SOCKET_PARTS = (
    "json-text",
    "json-edit",
    "decimals",
    "encoding",
    "schemas",
    "validation",
    "servers",
    "quoting",
    "elements",
    "json-view",
    "sizes",
    "socket",
)
"""The console of WebSocket channels, a script of its own."""
SIGN_IN_PARTS = ("oauth", "sign-in-form")
LATER_PARTS = {
    "send": ("fetch-request", "send-request"),
    "response": ("sizes", "responses", "response-view"),
    "json": ("json-view", "response-checks"),
    "secrets": ("secrets", "sharing"),
    "sign-in": SIGN_IN_PARTS,
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


def main_script(constants: Mapping[str, object], texts: Mapping[str, Any]) -> str:
    """Return the main script, which defines one global name: an object of what others use."""
    end = f"globalThis.sitejsonPlayground={{{','.join(shared_names())}}};"
    return _closed_script(PARTS, constants, texts, end)


def socket_script(constants: Mapping[str, object], texts: Mapping[str, Any]) -> str:
    """Return the script of the WebSocket console."""
    return _closed_script(SOCKET_PARTS, constants, texts)


def _closed_script(
    parts: tuple[str, ...],
    constants: Mapping[str, object],
    texts: Mapping[str, Any],
    end: str = "",
) -> str:
    values = "".join(f"const {name}={_script_json(value)};\n" for name, value in constants.items())
    body = _with_texts("".join(map(_source, parts)), texts)
    return f'(()=>{{"use strict";\n{values}{body}{end}\n}})();\n'


def later_script(parts: tuple[str, ...], texts: Mapping[str, Any]) -> str:
    """Return a script that is loaded later and uses names of the main script."""
    script = "".join(map(_source, parts))
    names = ",".join(sorted(_names_from_main(script)))
    body = _with_texts(script, texts)
    return f'"use strict";\n(({{{names}}})=>{{\n{body}\n}})(sitejsonPlayground);\n'


def _with_texts(script: str, texts: Mapping[str, Any]) -> str:
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
        yield SOCKET_FILE, socket_script(socket, texts)
    if api.playground.simulate:
        yield _later_file("simulate"), later_script(SIMULATION_PARTS, texts)
    for name, parts in LATER_PARTS.items():
        yield _later_file(name), later_script(parts, texts)
    yield _later_file(OPERATIONS), operations_script(app)
    if not can_run_scripts():
        used = (part for language in LANGUAGES.values() for part in language.scripts)
        unique = tuple(dict.fromkeys((*SAMPLES_PARTS, *used, "page-samples")))
        yield SAMPLES_FILE, _closed_script(unique, {}, texts)
    choice = languages_for(api.request.example.languages, added_languages(app.env))
    for language in choice.languages:
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
        message = f'"sitejson_proxy_url" was ignored: {error}'
        report_config_value(app, "sitejson_proxy_url", message, code=ProblemCode.WRONG_VALUE)
        config.sitejson_proxy_url = ""


@dataclass(frozen=True, slots=True)
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
    folder, texts = Path(app.outdir), playground_files(app.env).texts
    for name, text in texts.items():
        write_if_changed(folder / "_static" / name, text.encode(), below=folder)
    PublishedFiles(app, "playground").keep_only(f"_static/{name}" for name in texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundView:
    """The values for the template of the button."""

    element: str
    """The name of the custom element."""
    data: Markup
    """JSON, safe inside a script element."""
    script: str
    style: str
    callback: str


def has_playground(builder: Builder) -> bool:
    """Whether pages can send requests; those of EPUB files cannot."""
    return builder.format == "html" and builder.name != "epub"


def playground_view(builder: Builder, docname: str, data: PlaygroundData) -> PlaygroundView | None:
    """Return the playground of a request or a channel, unless there is nowhere to send to."""
    if not data.values["servers"]:
        return None
    from .playground.data import playground_json

    digest = playground_files(builder.env).digest
    folder = _static_folder(builder, docname)
    return PlaygroundView(
        element="sj-socket" if data.is_socket else "sj-playground",
        data=Markup(playground_json(data)),
        script=f"{folder}{SOCKET_FILE if data.is_socket else SCRIPT_FILE}?v={digest}",
        style=f"{folder}{SOCKET_STYLE_FILE if data.is_socket else STYLE_FILE}?v={digest}",
        callback="" if data.is_socket else f"{folder}{CALLBACK_FILE}",
    )


def samples_script(builder: Builder, docname: str) -> str:
    """Return the URL of the script that writes samples; "" if the build has written them."""
    if can_run_scripts() or not has_playground(builder):
        return ""
    digest = playground_files(builder.env).digest
    return f"{_static_folder(builder, docname)}{SAMPLES_FILE}?v={digest}"


def _static_folder(builder: Builder, docname: str) -> str:
    return f"{'../' * builder.get_target_uri(docname).count('/')}_static/"


def playground_texts() -> Mapping[str, Any]:
    """Return the texts of the scripts; each ``{}`` is a gap that they fill."""
    return {
        **_labels(),
        **_socket_labels(),
        "closeCodes": _close_codes(),
        "locations": {
            "path": _("Path parameters"),
            "query": _("Query parameters"),
            "querystring": _("Query string"),
            "header": _("Header parameters"),
            "cookie": _("Cookie parameters"),
        },
        "flows": {
            "authorizationCode": _("Authorization code"),
            "implicit": _("Implicit"),
            "password": _("Password"),
            "clientCredentials": _("Client credentials"),
            "deviceAuthorization": _("Device authorization"),
        },
        "client": {
            "clientId": _("Client ID"),
            "clientSecret": _("Client secret"),
            "username": _("User name"),
            "password": _("Password"),
        },
        "extras": {
            "query": _("Query parameter"),
            "header": _("Header"),
            "cookie": _("Cookie"),
        },
        "addExtra": {
            "query": _("Add a query parameter"),
            "header": _("Add a header"),
            "cookie": _("Add a cookie"),
        },
        "storageChoices": [
            _("On this page only"),
            _("For this tab"),
            _("In this browser"),
        ],
        "rules": _rules(),
        "failures": _failures(),
    }


def _labels() -> dict[str, str]:
    return {
        # Inputs.
        "required": _("required"),
        "unset": _("Not set"),
        "absent": _("not sent"),
        "empty": _("empty"),
        "changeBlank": _("Choose what to send when the field is empty"),
        "variants": _("Variants ({})"),
        "partHeaders": _("Headers of this part"),
        "clear": _("Clear"),
        "clearBody": _("Clear the body"),
        "includeBody": _("Send a body"),
        "fillExample": _("Fill in the example"),
        "variant": _("Variant"),
        "option": _("Option {}"),
        "value": _("Value"),
        "key": _("Name"),
        "item": _("Item {}"),
        "add": _("Add an item"),
        "addKey": _("Add a field"),
        "remove": _("Remove"),
        "fields": _("Fields ({})"),
        "moreFields": _("More fields ({})"),
        "filled": _("{} filled in"),
        "server": _("Server"),
        "requestBody": _("Body"),
        "mediaType": _("Media type"),
        "example": _("Example"),
        "exampleNumber": _("Example {}"),
        "form": _("Form"),
        "noInputs": _("This request needs no input."),
        "noCookies": _("Browsers do not let a page set cookies for another site."),
        # Credentials.
        "authorization": _("Authorization"),
        "scheme": _("Method"),
        "none": _("None"),
        "token": _("Token"),
        "username": _("User name"),
        "password": _("Password"),
        "reveal": _("Show"),
        "storage": _("Remember credentials"),
        "signedIn": _("{}: entered"),
        "notSignedIn": _("{}: not entered"),
        "discard": _("Forget"),
        "otherScheme": _("{}: handled by your browser or network."),
        "sentTo": _("The request is sent only to {}, directly from your browser."),
        "sentByProxy": _("The request is sent only to {}, through the proxy of this site: {}"),
        "tokenFrom": _("These values are sent only to {}, directly from your browser."),
        "signIn": _("Get a token"),
        "flow": _("OAuth flow"),
        "scopes": _("Scopes"),
        "getToken": _("Get token"),
        "discover": _("Load sign-in options"),
        "waiting": _("Waiting for sign-in …"),
        "device": _("Enter the code {} at"),
        "gotToken": _("Token received."),
        "noToken": _("No token: {}"),
        "plainHttp": _("This page was loaded over https, but {} uses http."),
        "toCredentials": _("Enter credentials"),
        # Sending.
        "send": _("Send"),
        "sending": _("Sending"),
        "toCorrect": _("Fields to fix: {}"),
        "exampleProblem": _("The example does not match the schema: {}"),
        "notSent": _("Browsers do not let a page send this: {}. Copy the request as cURL instead."),
        "noBodySent": _(
            "Browsers do not send a body with this method. Copy the request as cURL instead."
        ),
        "copy": _("Copy"),
        "options": _("More options"),
        "extraName": _("Name: {}"),
        "extraValue": _("Value: {}"),
        "anyType": _("Any"),
        "timeout": _("Timeout"),
        "seconds": _("{} seconds"),
        "noLimit": _("no limit"),
        "customBase": _("Another base URL …"),
        "customBaseUrl": _("API base URL"),
        "notLoaded": _("A script of this site could not be loaded. Try again."),
        "linked": _("These values came from a link. Check them before you send the request."),
        "copied": _("Copied"),
        "notCopied": _("Could not copy"),
        "copyCurl": _("Copy as cURL"),
        "pasteCurl": _("Paste a cURL command"),
        "fillForm": _("Fill in the form"),
        "close": _("Close"),
        "noCurl": _("This is not a complete cURL command."),
        "pasted": _("The form was filled in from the command."),
        "pastedOptions": _("Added under More options: {}."),
        "pastedOmitted": _("Not used: {}."),
        "retry": _("Try again"),
        "tooLong": _("The request is too long for a link."),
        "notShared": _(
            "Not in the link: {}. Secrets, files, and plain-text bodies are never shared."
        ),
        "repeatedKeys": _("Duplicate keys: {}"),
        "repeatedKey": _("duplicate"),
        # A simulated API, and a preview.
        "simulated": _("Simulated"),
        "isSimulated": _(
            "This API is simulated: responses are examples from the documentation, and nothing "
            "is sent."
        ),
        "noSimulation": _("The documentation has no example for this response. {}"),
        "notNeeded": _("Not needed: this API is simulated, and nothing is sent."),
        "exampleOnly": _("Example response"),
        "throughProxy": _("through the preview proxy"),
        # Responses.
        "response": _("Response"),
        "exampleResponse": _("Example response. Press Send to see a real one."),
        "noResponse": _("The response appears here."),
        "body": _("Body"),
        "headers": _("Headers ({})"),
        "exposed": _("Pages can read only the headers that the API exposes."),
        "noBody": _("The response has no body."),
        "binary": _("Content of type {}."),
        "raw": _("Raw"),
        "reading": _("Reading …"),
        "search": _("Search"),
        "searchIn": _("Search the response"),
        "previous": _("Previous"),
        "next": _("Next"),
        "checkNow": _("Compare with the schema"),
        "redirected": _("The request was redirected to {}"),
        "orProxy": _("Alternatively, the site owner can set up a proxy."),
        "copyHeaders": _("Copy the headers"),
        "openUrl": _("Open the URL in a new tab"),
        "history": _("History"),
        "noHistory": _("No requests sent from this tab yet."),
        "compare": _("Compare two"),
        "changedLines": _("{} lines differ"),
        "noChange": _("Both responses are the same."),
        "sendAgain": _("Send again"),
        "show": _("Show"),
        "back": _("Back"),
        "more": _("{} more"),
        "download": _("Download"),
        "stop": _("Stop"),
        "stopped": _("stopped"),
        "fits": _("The body matches its schema."),
        "fitsSoFar": _("No differences from the schema found, but not everything was checked."),
        "oneDifference": _("1 difference from the schema"),
        "differences": _("{} differences from the schema"),
        "undocumented": _("The status {} is not documented."),
    }


def _socket_labels() -> dict[str, str]:
    return {
        "webSocket": _("WebSocket"),
        "message": _("Message"),
        "channelParameters": _("Channel parameters"),
        "subprotocols": _("Subprotocols"),
        "connect": _("Connect"),
        "cancel": _("Cancel"),
        "disconnect": _("Disconnect"),
        "notConnected": _("Not connected"),
        "connecting": _("Connecting …"),
        "connected": _("Connected"),
        "connectedTo": _("Connected to {}."),
        "connectsTo": _("The connection goes only to {}, directly from your browser."),
        "plainSocket": _("This page was loaded over https, but {} uses ws without encryption."),
        "noSocketHeaders": _(
            "Browsers do not let a page set headers for a WebSocket: {}. If the server requires "
            "them, use the sample code instead."
        ),
        "notOpened": _(
            "{} did not accept the connection. The host name may not exist, the server may be down "
            "or reject pages of this site, or it may require headers or credentials. Browsers do "
            "not tell pages which."
        ),
        "closeReason": _("Reason: {}"),
        "sentMessage": _("Sent"),
        "receivedMessage": _("Received"),
        "binaryMessage": _("Binary data, which is not shown."),
        "matchesMessage": _("It matches the message {}."),
        "matchesMessageSoFar": _(
            "No differences from the message {} found, but not everything was checked."
        ),
        "oneMessageDifference": _("1 difference from the message {}"),
        "messageDifferences": _("{} differences from the message {}"),
        "notJsonMessage": _("This is not JSON, but the messages of this channel are."),
    }


def _close_codes() -> dict[str, str]:
    """Return what close codes mean; see RFC 6455 and the registry of IANA."""
    return {
        "1000": _("The connection was closed normally."),
        "1001": _("The server is shutting down, or the page was left (code {})."),
        "1002": _("The server reported a violation of the WebSocket protocol (code {})."),
        "1003": _("The server does not accept this kind of data (code {})."),
        "1005": _("The connection was closed without a code."),
        "1006": _("The connection was lost."),
        "1007": _("The server could not decode a message (code {})."),
        "1008": _("A message violated a rule of the server (code {})."),
        "1009": _("A message was too large for the server (code {})."),
        "1011": _("The server failed because of an internal error (code {})."),
        "1012": _("The server is restarting (code {})."),
        "1013": _("The server is overloaded; try again later (code {})."),
        "3000": _("The server requires credentials (code {})."),
        "3003": _("The server does not allow this (code {})."),
        "4000": _("The application closed the connection with its own code {}."),
        "other": _("The connection was closed with the code {}."),
    }


def _rules() -> dict[str, str]:
    no_shape = _("It matches none of the documented variants.")
    return {
        "required": _("This is required."),
        "type": _("Must be of type {}."),
        "enum": _("Must be one of: {}"),
        "const": _("Must be {}."),
        "minimum": _("Must be at least {}."),
        "maximum": _("Must be at most {}."),
        "above": _("Must be greater than {}."),
        "below": _("Must be less than {}."),
        "multipleOf": _("Must be a multiple of {}."),
        "minLength": _("Must have at least {} characters."),
        "maxLength": _("Must have at most {} characters."),
        "pattern": _("Must match {}."),
        "format": _("Must be a valid {}."),
        "minItems": _("Must have at least {} items."),
        "maxItems": _("Must have at most {} items."),
        "uniqueItems": _("Items must be unique."),
        "minProperties": _("Must have at least {} fields."),
        "maxProperties": _("Must have at most {} fields."),
        "additional": _("This field is not documented."),
        "oneOf": no_shape,
        "anyOf": no_shape,
        "not": _("This value is not allowed."),
        "nothing": _("No value is allowed here."),
        "json": _("This is not valid JSON (line and column {})."),
        "step": _(
            "Browsers treat this as a relative path segment and would send the request elsewhere."
        ),
    }


def _failures() -> dict[str, tuple[str, str]]:
    return {
        "blocked": (
            _("The browser blocked the page from reading the response."),
            _(
                "{} responded, but does not allow pages from {} to read its responses (CORS). "
                "The request may have been processed. The API must send these headers, including "
                "in its response to OPTIONS:"
            ),
        ),
        "asked": (
            _("The browser did not send the request."),
            _(
                "{} allows pages from {} to read its responses, but not with this method or "
                "these headers (CORS), or it dropped the connection. It must send these headers "
                "in its response to OPTIONS:"
            ),
        ),
        "dropped": (
            _("The connection was lost."),
            _("{} is reachable, but it closed the connection without a response."),
        ),
        "policy": (
            _("The content security policy of this site blocks the request."),
            _("The site owner must allow {} in connect-src."),
        ),
        "unreachable": (
            _("The API could not be reached."),
            _(
                "{} did not respond. The host name may not exist, the network may be down, the "
                "certificate may be invalid, or the browser may block access to your local "
                "network. Open the URL in a new tab to see which."
            ),
        ),
        "mixed": (
            _("The browser refused to send the request."),
            _("This page was loaded over https, but {} uses http."),
        ),
        "redirect": (
            _("The redirect was not followed."),
            _("{} redirects to another server, which would receive your credentials."),
        ),
        "offline": (_("You are offline."), _("Reconnect to the network to reach {}.")),
        "proxy": (
            _("The proxy of this site did not respond."),
            _("Requests to {} go through it."),
        ),
        "refused": (_("The proxy of this site refused the request."), "{}"),
        "timeout": (_("No response."), _("Nothing arrived within {} seconds.")),
        "stopped": (_("Canceled."), _("You stopped the request before a response arrived.")),
    }
