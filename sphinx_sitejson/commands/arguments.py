"""The arguments of all commands; a command itself is imported when it runs."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.settings import DOCS_FILE_NAME, LEGACY_FILE_NAME, SITE_FILE_NAME
from sphinx_sitejson.version import __version__

DEFAULT_NAME = "My documentation"
DEFAULT_COLOR = "#4F46E5"
CHECK_FORMATS = ("text", "json", "github", "sarif")
VERIFY_FORMATS = ("text", "json", "github")
COLLECTION_FORMATS = ("postman", "bruno", "http")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "QUERY")
SETTINGS_FILES = (SITE_FILE_NAME, DOCS_FILE_NAME)

_HEX = re.compile(r"#?(?P<digits>[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})")


def make_parser() -> ArgumentParser:
    """Describe all commands."""
    parser = ArgumentParser(
        prog="sitejson",
        description="Build a documentation site that one file configures: site.json.",
    )
    parser.add_argument("--version", action="version", version=f"sitejson {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, (add_arguments, summary, description, example) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=description)
        command.set_defaults(parser=command, module=name.replace("-", "_"))
        command.epilog = f"Example: sitejson {name} {example}"
        add_arguments(command)
    return parser


def _add_folder(parser: ArgumentParser, description: str) -> None:
    """Add the folder that most commands begin with."""
    text = f"{description} (default: the current folder)"
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help=text)


def _add_document(parser: ArgumentParser) -> None:
    parser.add_argument("document", help="the path or URL of the document, or - for standard input")


def _add_settings_file(parser: ArgumentParser) -> None:
    parser.add_argument("--file", help="the settings file in that folder (default: site.json)")


def _add_server(parser: ArgumentParser, port: int) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    add("--port", type=port_number, default=port, help=f"the port to listen on (default: {port})")


def _add_switches(parser: ArgumentParser, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        parser.add_argument(name, action="store_true", help=text)


def parse_arguments(arguments: Sequence[str] | None) -> tuple[ArgumentParser, Namespace]:
    """Read the arguments; an unknown one ends with the usage of its command."""
    parser = make_parser()
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    if given and not given[0].startswith("-") and given[0] not in COMMANDS:
        from sphinx_sitejson.common.problems import did_you_mean, quoted

        hint = did_you_mean(given[0], COMMANDS, likeness=0.5)
        parser.error(f"unknown command {quoted(given[0])}.{hint}")
    options, unknown = parser.parse_known_args(arguments)
    parser = getattr(options, "parser", parser)
    if unknown:
        from sphinx_sitejson.common.problems import nearest_name, quoted, suggest_name

        known = re.findall(r"--([\w-]+)", parser.format_help())
        option = unknown[0].partition("=")[0].lstrip("-")
        nearest = nearest_name(option, known, likeness=0.75)
        hint = suggest_name(f"--{nearest}") if nearest else ""
        parser.error(f"unknown argument {quoted(unknown[0])}.{hint}")
    return parser, options


def add_init(parser: ArgumentParser) -> None:
    """Describe ``sitejson init``."""
    add = parser.add_argument
    _add_folder(parser, "the folder to create the site in")
    add("--name", help=f"the name of the site (default: {DEFAULT_NAME})")
    add("--color", type=color, help=f"the main color, as a hex code (default: {DEFAULT_COLOR})")
    add("--openapi", type=document, help="the path or URL of an OpenAPI document")
    switches = {
        "--dry-run": "print what would be written, and write nothing",
        "--yes": "skip the questions and use the defaults",
    }
    _add_switches(parser, switches)


def add_preview(parser: ArgumentParser) -> None:
    """Describe ``sitejson preview``."""
    add = parser.add_argument
    _add_folder(parser, "the project folder")
    add("--out", type=Path, help="the output folder (default: _build/html)")
    add("--port", type=port_number, default=8000, help="the first port to try (default: 8000)")
    switches = {
        "--mock": "answer playground requests with examples from the OpenAPI documents",
        "--allow-private": "allow playground requests to private addresses, such as localhost",
    }
    _add_switches(parser, switches)


def add_build(parser: ArgumentParser) -> None:
    """Describe ``sitejson build``."""
    add = parser.add_argument
    _add_folder(parser, "the project folder")
    add("--out", type=Path, help="the output folder (default: _build/site)")
    add(
        "--urls",
        choices=("folders", "files"),
        default="folders",
        help="URLs such as /guides/start/, or /guides/start.html (default: folders)",
    )
    _add_switches(parser, {"--strict": "fail if there is a warning"})


def add_check(parser: ArgumentParser) -> None:
    """Describe ``sitejson check``."""
    add = parser.add_argument
    _add_folder(parser, "the project folder")
    add("--file", default="", help="the settings file in that folder")
    add("--format", choices=CHECK_FORMATS, default="text", help="the output format (default: text)")
    settings_only = "check only the settings file, its documents, and front matter, without Sphinx"
    _add_switches(parser, {"--settings-only": settings_only})


def add_migrate(parser: ArgumentParser) -> None:
    """Describe ``sitejson migrate``."""
    _add_folder(parser, "the project folder")
    parser.add_argument("--file", default="", help="the settings file in that folder to read")


def add_openapi_file(parser: ArgumentParser) -> None:
    """Describe ``sitejson openapi-file``."""
    add = parser.add_argument
    _add_document(parser)
    add(
        "-o",
        "--out",
        type=Path,
        default=Path(),
        help="the output folder; for - or a pipe, print one JSON object with files and navigation",
    )
    switches = {
        "--schemas": "also write a page for each schema",
        "--dry-run": "print the entries without writing files",
        "--check": "write nothing, and fail if pages are missing or show something else",
        "--prune": "remove unedited pages whose operation or schema no longer exists",
        "--force": "overwrite edited files",
        "--repair": "for an invalid document, write what can be shown and name what is left out",
    }
    _add_switches(parser, switches)


def add_export(parser: ArgumentParser) -> None:
    """Describe ``sitejson export``."""
    add = parser.add_argument
    _add_document(parser)
    add("--format", required=True, choices=COLLECTION_FORMATS, help="the format of the collection")
    add(
        "-o",
        "--out",
        default=Path("-"),
        type=Path,
        metavar="FILE",
        help="the file to write, or - for standard output (default: -)",
    )


def add_schema(parser: ArgumentParser) -> None:
    """Describe ``sitejson schema``."""
    parser.add_argument(
        "--of",
        choices=SETTINGS_FILES,
        default=SITE_FILE_NAME,
        help="the settings file (default: site.json)",
    )


def add_mock(parser: ArgumentParser) -> None:
    """Describe ``sitejson mock``."""
    add = parser.add_argument
    _add_folder(parser, "the project folder or a document")
    _add_settings_file(parser)
    _add_server(parser, 8766)
    add(
        "--origin",
        action="append",
        default=[],
        help="another origin that may read the responses, such as https://docs.example.com, or * "
        "for all; pages on this machine are always allowed; repeatable",
    )
    _add_switches(parser, {"--no-auth": "do not require credentials"})
    _add_limits(parser, [("--max-request", "MB", 10.0, "maximum request size")])


def add_verify(parser: ArgumentParser) -> None:
    """Describe ``sitejson verify``."""
    parser.epilog = (
        f"{parser.epilog}. "
        "Exit codes: 0 everything matches, 1 something differs, 2 nothing could be tested."
    )
    add = parser.add_argument
    _add_folder(parser, "the project folder or a document")
    add("--base-url", required=True, help="the URL of the API, instead of its documented servers")
    _add_settings_file(parser)
    add("--document", help="the name of the document to verify, if there are several")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--methods",
        type=method_names,
        default=frozenset(SAFE_METHODS),
        metavar="NAMES",
        help=f"the methods to send (default: {','.join(SAFE_METHODS).lower()})",
    )
    chosen.add_argument(
        "--all", action="store_true", help="send all methods, including those that change data"
    )
    add(
        "--header",
        action="append",
        default=[],
        type=header,
        help='an additional header, "Name: value"; repeatable',
    )
    add(
        "--format", choices=VERIFY_FORMATS, default="text", help="the output format (default: text)"
    )
    _add_switches(parser, {"--strict": "also fail on documented errors and skipped operations"})
    _add_limits(parser, VERIFY_LIMITS)


VERIFY_LIMITS = (
    ("--timeout", "SECONDS", 30.0, "timeout for one request"),
    ("--max-response", "MB", 20.0, "maximum response size"),
)


def _add_limits(parser: ArgumentParser, limits: Sequence[tuple[str, str, float, str]]) -> None:
    """Add limits: the option, the unit, the default, and what each limits."""
    for name, unit, default, text in limits:
        parser.add_argument(
            name,
            type=positive_number,
            default=default,
            metavar=unit,
            help=f"{text} (default: {default:g})",
        )


def method_names(text: str) -> frozenset[str]:
    """Read names of methods with commas between them."""
    names = frozenset(name.strip().upper() for name in text.split(",") if name.strip())
    if not names:
        raise ArgumentTypeError("it names no method")
    return names


def header(text: str) -> tuple[str, str]:
    """Read a header."""
    from sphinx_sitejson.http_messages.media_types import TOKEN
    from sphinx_sitejson.servers.verify.requests import FRAMING_HEADERS

    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not TOKEN.fullmatch(name) or not value.isprintable():
        raise ArgumentTypeError('write it as "Name: value"')
    # A test of a host behind a gateway may need another name for it.
    if name.lower() in FRAMING_HEADERS - {"host"}:
        raise ArgumentTypeError(f"{name} is set by the request itself")
    return name, value


def add_proxy(parser: ArgumentParser) -> None:
    """Describe ``sitejson proxy``."""
    add = parser.add_argument
    _add_folder(parser, "the project folder")
    _add_settings_file(parser)
    _add_server(parser, 8765)
    add(
        "--origin",
        action="append",
        default=[],
        help="the origin of the site, such as https://docs.example.com; repeatable "
        "(default: html_baseurl of conf.py)",
    )
    add(
        "--base-url",
        action="append",
        default=[],
        help="an additional base URL to forward to; repeatable",
    )
    _add_switches(parser, {"--allow-private": "also connect to private addresses"})
    add(
        "--trusted-proxies",
        default="127.0.0.1",
        metavar="ADDRESSES",
        help="reverse proxies whose client headers are trusted (default: 127.0.0.1)",
    )
    _add_limits(parser, PROXY_LIMITS)


PROXY_LIMITS = (
    ("--connect-timeout", "SECONDS", 10.0, "timeout for connecting to the API"),
    ("--idle-timeout", "SECONDS", 30.0, "timeout without any data"),
    ("--total-timeout", "SECONDS", 300.0, "timeout for one request"),
    ("--max-request", "MB", 50.0, "maximum request size"),
    ("--max-response", "MB", 20.0, "maximum response size"),
    ("--max-running", "NUMBER", 256, "concurrent requests; as many again may wait"),
)


def add_mcp(parser: ArgumentParser) -> None:
    """Describe ``sitejson mcp``."""
    add = parser.add_argument
    add("site", help="the output folder of a build, or the URL of a published site")
    add("--http", action="store_true", help="serve over HTTP, at /mcp")
    add(
        "--host",
        default="127.0.0.1",
        help="with --http, the address to listen on (default: 127.0.0.1, for this machine only)",
    )
    add(
        "--port",
        type=port_number,
        default=8767,
        help="with --http, the port to listen on (default: 8767)",
    )


def port_number(text: str) -> int:
    """Read the number of a port."""
    if not (text.isdecimal() and 0 < int(text) < 65_536):
        raise ArgumentTypeError(f'"{text}" is not a port; use a number from 1 to 65535')
    return int(text)


def positive_number(text: str) -> float:
    """Read a number above zero."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise ArgumentTypeError(f'"{text}" is not a number greater than zero')
    return number


def color(text: str) -> str:
    """Read a color such as ``#4F46E5``."""
    match = _HEX.fullmatch(text.strip())
    if match is None:
        raise ArgumentTypeError(f'"{text}" is not a hex color such as {DEFAULT_COLOR}')
    return f"#{match['digits'].upper()}"


def document(text: str) -> str:
    """Read where an OpenAPI document is."""
    from sphinx_sitejson.settings.project_files import is_remote

    if not (is_remote(text) or is_file(Path(text))):
        raise ArgumentTypeError(f'there is no file "{text}"')
    return text


COMMANDS: dict[str, tuple[Callable[[ArgumentParser], None], str, str, str]] = {
    "init": (
        add_init,
        "create the files of a new site, or make a site of the pages that are there",
        "Create the files of a new site. In a folder that has pages, or a project of "
        "MkDocs, Docusaurus, GitBook or VitePress, make a site of them; no file of theirs changes.",
        "docs --name Lamps",
    ),
    "preview": (
        add_preview,
        "build and serve a site, and rebuild it on changes",
        "Build a site, serve it on this machine, and rebuild it when a file changes.",
        "docs --port 8080",
    ),
    "build": (
        add_build,
        "write the site into one folder",
        "Write the site into one folder, which any host can publish. By default, the "
        "URLs are clean: guides/start becomes /guides/start/.",
        "docs --out public --strict",
    ),
    "check": (
        add_check,
        "check settings, pages, links, images, and documents without writing the site",
        "Check settings, pages, links, images, and documents without writing the site.",
        "docs --format github",
    ),
    "migrate": (
        add_migrate,
        f"create a {SITE_FILE_NAME} from a {DOCS_FILE_NAME} or {LEGACY_FILE_NAME}",
        f"Create a {SITE_FILE_NAME} from the {DOCS_FILE_NAME} or {LEGACY_FILE_NAME} of "
        "Mintlify, and say what it has no key for. The old file is kept.",
        "docs",
    ),
    "openapi-file": (
        add_openapi_file,
        "write a page for each operation of an OpenAPI document",
        "Write a page for each operation of an OpenAPI document, and print the "
        "navigation entries for site.json.",
        "openapi.yaml -o docs/api",
    ),
    "export": (
        add_export,
        "write an OpenAPI document as a collection for Postman, Bruno, or an editor",
        "Write the requests of an OpenAPI document as a file for an API client: a "
        "Postman collection, an OpenCollection file for Bruno, or an .http file for editors. "
        "Base URLs and credentials are variables in it.",
        "openapi.yaml --format postman -o api.json",
    ),
    "schema": (
        add_schema,
        "print the JSON Schema of a settings file",
        "Print the JSON Schema of a settings file, for editors and validators.",
        "--of docs.json",
    ),
    "mock": (
        add_mock,
        "run a mock server for the OpenAPI documents of a project",
        "Run a mock server that responds with the examples in the project's OpenAPI "
        "documents and validates each request against its document.",
        "docs --port 8766",
    ),
    "verify": (
        add_verify,
        "check an API against its OpenAPI documents",
        "Send the documented example of each operation to an API, and compare its "
        "responses with the document. Credentials come from the environment: SITEJSON_AUTH, or "
        "SITEJSON_AUTH_<SCHEME> for one security scheme.",
        "docs --base-url https://api.example.com",
    ),
    "proxy": (
        add_proxy,
        "forward playground requests to the API",
        "Forward playground requests to the base URLs that the site declares, and to no other URL.",
        "docs --origin https://docs.example.com",
    ),
    "mcp": (
        add_mcp,
        "let language models search and read a built site",
        "Serve a built site to a language model over the Model Context Protocol: "
        "search, pages, operations, and requests. Without --http, the server uses standard input "
        "and output.",
        "docs/_build/site",
    ),
}
"""What describes the arguments of each command, its summary, its description, and an example."""
