"""The languages of request samples that the project adds to those of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.extension_points import (
    code_digest,
    require_function,
    require_name,
)
from sphinx_sitejson.sphinx_ext.common.page_failures import summarize_error
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.patches.application import application_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.reference.request_samples.catalog import Language
    from sphinx_sitejson.reference.request_samples.request import SampleRequest

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
    from sphinx_sitejson.reference.request_samples.catalog import Language

    require_name("add_sample_language", name)
    require_function("add_sample_language", name, "generate", generate)
    _registered(app)[name] = Language(
        name=name,
        label=label or name.capitalize(),
        lexer=lexer or name,
        generate=_without_raising(name, generate),
        spellings=tuple(aliases),
        digest=code_digest(generate),
    )


def collect_added_languages(app: Sphinx) -> None:
    """Make the languages of the project available to the build."""
    added_languages.set(app.env, tuple(_registered(app).values()))


def _registered(app: Sphinx) -> dict[str, Language]:
    return application_state(app, "_sitejson_sample_languages", dict[str, "Language"])


def _without_raising(name: str, generate: GenerateSample) -> GenerateSample:
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
                location = Location(file="")
                report(
                    [Problem(code=ProblemCode.SAMPLE_FAILED, message=message, location=location)]
                )
            return ""
        return code

    return generate_or_skip
