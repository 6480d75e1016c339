"""The languages of samples, and the samples of an operation: written ones and the document's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.common.records import record
from sphinx_sitejson.common.scripts import Scripts, can_run_scripts
from sphinx_sitejson.openapi.keywords import SAMPLE_EXTENSIONS
from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.raw import as_object_list

from .request import SampleRequest, replace_lone_surrogates, request_data

PLAYGROUND = STATIC / "playground"
_DECLARATION = re.compile(r"^// @language (\{.*\})$", re.MULTILINE)
"""The first lines of a script declare its language: the label, the lexer, other spellings, and
the scripts that it uses."""


@record
class Language:
    """A sample language: of a script, of a function of the project, or only of a document."""

    name: str
    label: str
    lexer: str
    spellings: tuple[str, ...] = ()
    """What else settings and documents call it."""
    scripts: tuple[str, ...] = ()
    """The scripts that generate samples, in the build and in the playground."""
    generate: Callable[[SampleRequest], str] | None = field(default=None, repr=False)
    """The function of the project that generates samples."""
    digest: str = ""
    """Changes with the code of the function."""

    @property
    def is_generated(self) -> bool:
        """Whether there are samples beside those of documents."""
        return bool(self.scripts) or self.generate is not None


@record
class CodeSample:
    """A request sample in a language."""

    language: str
    """A lexer's name, for highlighting."""
    label: str
    code: str
    generator: str = ""
    """The name of the language that generated it; "" for a sample of the document."""
    request: str = ""
    """The request as JSON, if there is no engine, and the page has to generate the code."""
    is_live: bool = False
    """Whether the playground can generate it again."""


def _find_languages() -> Iterator[Language]:
    """Yield the language of each script."""
    for path in sorted((PLAYGROUND / "samples").glob("*.js")):
        if declared := _DECLARATION.search(path.read_text(encoding="utf-8")):
            data = json.loads(declared[1])
            yield Language(
                name=path.stem,
                label=data["label"],
                lexer=data["lexer"],
                spellings=tuple(data["spellings"]),
                scripts=(*data["uses"], f"samples/{path.stem}"),
            )


LANGUAGES: Mapping[str, Language] = {language.name: language for language in _find_languages()}
DEFAULT_LANGUAGES = tuple(
    LANGUAGES[name] for name in ("bash", "python", "javascript", "php", "go", "java")
)
SCRIPTS = Scripts(
    PLAYGROUND / f"{name}.js"
    for name in (
        *("json-text", "encoding", "quoting", "sample-parts", "literals", "page-samples"),
        *(f"samples/{name}" for name in LANGUAGES),
    )
)


def _by_spelling(languages: Iterable[Language]) -> dict[str, Language]:
    return {
        spelling.lower(): language
        for language in languages
        for spelling in (*language.spellings, language.name)
    }


_BY_SPELLING: Mapping[str, Language] = _by_spelling(LANGUAGES.values())


def languages_for(names: Iterable[str], added: Iterable[Language] = ()) -> tuple[Language, ...]:
    """Return the languages of some names, in any of their spellings.

    Of those that are not generated, only the document may have samples.

    :param names: without any, the default languages are returned, and those that the project adds.
    :param added: the languages that the project adds.
    """
    known = {**_BY_SPELLING, **_by_spelling(added)}
    named = [known.get(name.strip().lower()) or _new_language(name) for name in names]
    default = (known[language.name] for language in (*DEFAULT_LANGUAGES, *added))
    chosen: dict[str, Language] = {}
    for language in named or default:
        chosen.setdefault(language.name, language)
    return tuple(chosen.values())


def samples_for(
    operation: Operation, request: SampleRequest, languages: Iterable[Language]
) -> tuple[CodeSample, ...]:
    """Return the samples of an operation.

    A sample of the document replaces the generated one of its language; samples in languages that
    were not requested come last.
    """
    authored: dict[str, list[CodeSample]] = {}
    for name, sample in authored_samples(operation):
        authored.setdefault(name, []).append(sample)
    languages = tuple(languages)
    data = "" if can_run_scripts() else json.dumps(request_data(request))
    codes = generate_samples(request, [each for each in languages if each.name not in authored])
    found: list[CodeSample] = []
    for language in languages:
        if language.name in authored:
            found.extend(authored.pop(language.name))
        elif (code := codes.get(language.name, "")) or (data and language.scripts):
            found.append(
                CodeSample(
                    language=language.lexer,
                    label=language.label,
                    code=code,
                    generator=language.name,
                    request="" if code else data,
                    is_live=bool(language.scripts),
                )
            )
    found.extend(sample for samples in authored.values() for sample in samples)
    return tuple(_with_different_labels(found))


def generate_samples(request: SampleRequest, languages: Iterable[Language]) -> dict[str, str]:
    """Return the code of a request by the names of languages; without an engine, of added ones."""
    codes = {each.name: each.generate(request) for each in languages if each.generate}
    names = [each.name for each in languages if each.scripts] if can_run_scripts() else []
    written = SCRIPTS.call("writeSamples", request_data(request), names) if names else ()
    codes.update(zip(names, written, strict=True))
    return {name: replace_lone_surrogates(code).rstrip("\n") for name, code in codes.items()}


def authored_samples(operation: Operation) -> Iterator[tuple[str, CodeSample]]:
    """Yield the valid samples of the document with the names of their languages."""
    for extension in SAMPLE_EXTENSIONS:
        for entry in as_object_list(operation.extensions.get(extension)):
            name, source, label = entry.get("lang"), entry.get("source"), entry.get("label")
            if not (isinstance(name, str) and isinstance(source, str)):
                continue
            if not (name.strip() and source.strip()):
                continue
            language = _BY_SPELLING.get(name.strip().lower()) or _new_language(name)
            title = label.strip() if isinstance(label, str) else ""
            code = replace_lone_surrogates(source).strip("\n")
            yield (
                language.name,
                CodeSample(language=language.lexer, label=title or language.label, code=code),
            )


def _with_different_labels(samples: list[CodeSample]) -> Iterator[CodeSample]:
    """Number the samples with equal labels."""
    seen: dict[str, int] = {}
    for sample in samples:
        count = seen[sample.label] = seen.get(sample.label, 0) + 1
        yield sample if count == 1 else replace(sample, label=f"{sample.label} {count}")


def _new_language(name: str) -> Language:
    label = name.strip()
    key = label.lower()
    return Language(
        name=key,
        label=label if label != key else label.capitalize(),
        lexer="cpp" if key == "c++" else key,
    )
