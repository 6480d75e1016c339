"""Add languages, formats and checks, and choose the checks that run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from inspect import unwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from sphinx_sitejson.common.problems import (
    CheckFinding,
    Location,
    ProblemCode,
    did_you_mean,
    nearest_name,
    quoted,
    suggest_name,
)
from sphinx_sitejson.common.records import record

from .build_state import BuildState, application_state
from .page_failures import summarize_error
from .private_interfaces import is_set_by_author
from .reports import report_at, report_config_value

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.reading.api_formats import ApiFormat

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def _require(caller: str, name: object, **functions: object) -> None:
    """Raise an error unless a name can be used in settings and warning codes, and functions called.

    :param functions: the functions by the names of their parameters.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ExtensionError(
            f"{caller}: the name {name!r} must begin with a lowercase letter and contain only "
            "lowercase letters, digits, hyphens, and underscores."
        )
    for parameter, function in functions.items():
        if not callable(function):
            raise ExtensionError(
                f'{caller}: "{parameter}" of "{name}" must be a function, '
                f"not {type(function).__name__}."
            )


def code_digest(function: Callable[..., Any]) -> str:
    """Return a digest that changes with the file that defines a function.

    Pages that show its result are outdated after an edit of that file.
    """
    plain: Any = function
    while isinstance(plain, partial):
        plain = plain.func
    plain = unwrap(plain)
    code = getattr(plain, "__code__", None) or getattr(type(plain).__call__, "__code__", None)
    try:
        content = Path(code.co_filename).read_bytes() if code is not None else b""
    except OSError:
        content = b""
    return sha256(content).hexdigest()[:16]


CheckFunction = Callable[[BuildEnvironment], Iterable[CheckFinding]]
"""Checks the site once all pages are read, and yields problems."""


@record
class Check:
    """A check of the complete site; its name is the code of its warnings."""

    name: str
    run: CheckFunction | None
    """Not set if other build steps do the work."""
    is_default: bool = False
    """Whether it is on unless the author chooses the checks."""


def registered_checks(app: Sphinx) -> dict[str, Check]:
    """Return the checks of the package and of the project, by name."""
    return application_state(app, "_sitejson_checks", dict[str, Check])


def add_check(app: Sphinx, name: str, run: CheckFunction, *, is_default: bool = True) -> None:
    """Register a check of the project: ``sphinx_sitejson.add_check`` has the parameters."""
    _require("add_check", name, run=run)
    if name in {*ProblemCode, "all"} or name in registered_checks(app):
        raise ExtensionError(f'add_check: there is already a "{name}"; choose another name.')
    registered_checks(app)[name] = Check(name=name, run=run, is_default=is_default)


def normalize_enabled_checks(app: Sphinx, config: Config) -> None:
    """Complete the list of checks that are on, and report unknown ones."""
    checks = registered_checks(app)
    enabled = list(config.sitejson_checks)
    for name in enabled:
        if name != "all" and name not in checks:
            hint = did_you_mean(str(name), (*checks, "all"))
            message = f'sitejson_checks: there is no check "{name}".{hint}'
            report_config_value(app, "sitejson_checks", message, code=ProblemCode.UNKNOWN_CHECK)
    if not is_set_by_author(config, "sitejson_checks"):
        enabled = [check.name for check in checks.values() if check.is_default]
    config.sitejson_checks = [*checks] if "all" in enabled else enabled


def report_unknown_codes(app: Sphinx, config: Config) -> None:
    """Report warning codes in ``suppress_warnings`` that are close to one that exists."""
    name, prefix = "suppress_warnings", "sitejson."
    known = {*ProblemCode, *registered_checks(app), "*"}
    named = (str(code) for code in config.suppress_warnings)
    codes = [code.removeprefix(prefix) for code in named if code.startswith(prefix)]
    messages = [
        f"{name}: there is no warning {quoted(prefix + code)}.{suggest_name(prefix + nearest)}"
        for code in codes
        if code not in known and (nearest := nearest_name(code, known, likeness=0.8))
    ]
    report_config_value(app, name, *messages, code=ProblemCode.CONF_PY)


ConvertDocument = Callable[[dict[str, Any]], dict[str, Any]]
MatchDocument = Callable[[dict[str, Any]], bool]

added_formats: BuildState[tuple[ApiFormat, ...]] = BuildState(lambda env: ())
"""The formats that the project adds."""


def add_api_format(
    app: Sphinx,
    name: str,
    convert: ConvertDocument,
    *,
    matches: MatchDocument,
    suffixes: Iterable[str],
) -> None:
    """Register a format: ``sphinx_sitejson.add_api_format`` has the parameters."""
    from sphinx_sitejson.openapi.reading.api_formats import ApiFormat

    _require("add_api_format", name, convert=convert, matches=matches)
    endings = (suffixes,) if isinstance(suffixes, str) else tuple(suffixes)
    if not endings or not all(str(each).startswith(".") for each in endings):
        raise ExtensionError(
            f'add_api_format: "suffixes" of "{name}" must be endings such as ".json".'
        )
    _project_formats(app)[name] = ApiFormat(
        name=name,
        matches=_match_or_not(matches),
        convert=_with_reason(name, convert),
        suffixes=tuple(each.lower() for each in endings),
        digest=f"{code_digest(matches)} {code_digest(convert)}",
    )


def _project_formats(app: Sphinx) -> dict[str, ApiFormat]:
    return application_state(app, "_sitejson_api_formats", dict[str, "ApiFormat"])


def _match_or_not(matches: MatchDocument) -> MatchDocument:
    """Return a function that does not recognize documents for which the original one fails.

    It is asked about every file that may be a document, whatever its content.
    """

    def matches_or_not(document: dict[str, Any]) -> bool:
        try:
            return bool(matches(document))
        except Exception:
            return False

    return matches_or_not


def _with_reason(name: str, convert: ConvertDocument) -> ConvertDocument:
    """Return a function whose errors are the reason why a document cannot be used."""
    from sphinx_sitejson.openapi.reading.workspace import UnreadableError

    def convert_or_refuse(document: dict[str, Any]) -> dict[str, Any]:
        try:
            return convert(document)
        except Exception as error:
            reason = summarize_error(error, __file__)
            raise UnreadableError(f'the format "{name}" cannot convert it: {reason}.') from None

    return convert_or_refuse


if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.request import SampleRequest
    from sphinx_sitejson.http_messages.samples import Language

    GenerateSample = Callable[[SampleRequest], str]

added_languages: BuildState[tuple[Language, ...]] = BuildState(lambda env: ())
"""The languages that the project adds."""


def add_sample_language(
    app: Sphinx,
    name: str,
    generate: GenerateSample,
    *,
    label: str = "",
    lexer: str = "",
    aliases: Iterable[str] = (),
) -> None:
    """Register a language: ``sphinx_sitejson.add_sample_language`` has the parameters."""
    from sphinx_sitejson.http_messages.samples import Language

    _require("add_sample_language", name, generate=generate)
    _project_languages(app)[name] = Language(
        name=name,
        label=label or name.capitalize(),
        lexer=lexer or name,
        generate=_report_errors(name, generate),
        spellings=tuple(aliases),
        digest=code_digest(generate),
    )


def collect_additions(app: Sphinx) -> None:
    """Make the formats and the languages of the project available to the build."""
    added_formats.set(app.env, tuple(_project_formats(app).values()))
    added_languages.set(app.env, tuple(_project_languages(app).values()))


def _project_languages(app: Sphinx) -> dict[str, Language]:
    return application_state(app, "_sitejson_sample_languages", dict[str, "Language"])


def _report_errors(name: str, generate: GenerateSample) -> GenerateSample:
    """Return a function that reports each error once, and then gives no sample."""
    reported: set[str] = set()

    def generate_or_skip(request: SampleRequest) -> str:
        try:
            code = generate(request)
            if not isinstance(code, str):
                raise TypeError(f"it returned {type(code).__name__}, which is not a string")
        except Exception as error:
            reason = summarize_error(error, __file__)
            if reason not in reported:
                reported.add(reason)
                message = (
                    f'the sample language "{name}" failed for {request.method} {request.url}: '
                    f"{reason}; its sample was skipped."
                )
                report_at(ProblemCode.SAMPLE_FAILED, message, Location(""))
            return ""
        return code

    return generate_or_skip
