"""OpenAPI documents: from their text to all that pages are made of."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.http_messages.example_validation import ExampleValidator
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.navigation.page_generation import PageFolder, PageGenerator
from sphinx_sitejson.navigation.site_pages import as_document
from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.document import OpenApiDocument, serialize_published_document
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from sphinx_sitejson.reference.markdown import ReferenceMarkdown
from sphinx_sitejson.reference.playground.data import playground_json
from sphinx_sitejson.reference.playground.operation import operation_playground
from sphinx_sitejson.reference.views.context import reference_context
from sphinx_sitejson.reference.views.model import OperationView
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.reference.views.overview import schema_view
from sphinx_sitejson.reference.views.search_entries import searchable_text

from .damage import damaged_text, damaged_value, places_in
from .oracles import assert_placed, counted_steps, live_parts, texts_called, words_in_english

SEEDS = Path(__file__).parent / "seeds"
MORE_SEEDS = "FUZZ_DOCUMENTS"
"""Names a folder of further documents for ``make fuzz``."""
LARGEST_SEED = 60_000
MAX_SITEMAP_PAGES = 12
"""How many operations and schemas of one example are looked at."""

PIECES = (
    *"{}[]\":,'-?&*!|>%@`# \n\t",
    *("\n  ", "&a ", "*a", "<<: *a", "!!python/object:os.system ", "!x ", "---\n", "...\n", "? "),
    *("|\n", "1_000", "0x1F", "2001-01-01", "~", "[[[[", "{a: {a: {a: ", '"\\ud800"', "\x00", "\r"),
    "$ref: '#/paths'",
)


@cache
def _seed_files() -> tuple[Path, ...]:
    folder = os.environ.get(MORE_SEEDS)
    more = sorted(Path(folder).glob("*.*")) if folder else []
    return (*sorted(SEEDS.iterdir()), *(path for path in more if _is_small(path)))


@cache
def _seed_texts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8", errors="replace") for path in _seed_files())


def _is_small(path: Path) -> bool:
    return path.suffix in (".json", ".yaml", ".yml") and path.stat().st_size < LARGEST_SEED


@cache
def _seed_values() -> tuple[Any, ...]:
    options = ReadOptions(offline=True)
    found = (read_document(path.name, root=path.parent, options=options) for path in _seed_files())
    # By way of JSON, so that no part is shared with another.
    return tuple(json.loads(exact_json(each.data)) for each in found if each.data is not None)


@cache
def _keys() -> tuple[str, ...]:
    found = {key for value in _seed_values() for _, key in places_in(value) if key.__class__ is str}
    return tuple(sorted(found))


def values() -> st.SearchStrategy[str]:
    """Good documents with strange values in them, as text."""
    return damaged_value(_seed_values(), _keys()).map(json.dumps)


def texts() -> st.SearchStrategy[str]:
    """Good documents with damage in their text."""
    return damaged_text(_seed_texts(), PIECES, most=3)


def read(text: str, folder: Path) -> None:
    """Read a document and make all pages of it."""
    (folder / "api.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    with counted_steps(), words_in_english():
        found = read_document("api.yaml", root=folder, options=ReadOptions(offline=True))
        assert_placed(found.problems, needs_line=True)
        document = as_document(found)
        if document is None:
            assert found.problems
            return
        look_at(document)


def pairs() -> st.SearchStrategy[tuple[str, str]]:
    """Two documents that began as one, so that most of their parts have a partner."""
    numbers = st.integers(0, len(_seed_values()) - 1)
    return numbers.flatmap(
        lambda number: st.tuples(
            st.just(json.dumps(_seed_values()[number])),
            damaged_value(_seed_values()[number : number + 1], _keys()).map(json.dumps),
        )
    )


def compare(texts: tuple[str, str], folder: Path) -> None:
    """Compare two documents: nothing is told of the same one, and every change in a sentence."""
    with counted_steps():
        old, new = (_document(text, folder / f"{n}") for n, text in enumerate(texts))
        if old is None or new is None:
            return
        assert not compare_documents(new, new).operations
        for before, after in ((old, new), (new, old)):
            for operation in compare_documents(before, after).operations:
                for change in operation.changes:
                    assert change.sentence.strip(), change
                    assert "\n" not in change.sentence + change.location, change


def _document(text: str, folder: Path) -> OpenApiDocument | None:
    folder.mkdir()
    (folder / "api.json").write_text(text, encoding="utf-8", errors="surrogatepass")
    found = read_document("api.json", root=folder, options=ReadOptions(offline=True))
    return as_document(found)


def look_at(document: OpenApiDocument) -> None:
    """Make all that a site shows of a document."""
    json.loads(serialize_published_document(document))
    generator = PageGenerator()
    generator.generate(PageFolder(document, "api", "api"))
    names = [stub.docname for stub in generator.stubs]
    assert len(names) == len(set(names))
    for name in names:
        assert name.startswith("api/"), name
        assert ".." not in name.split("/"), name
        assert name.isprintable(), name
    options = ReferenceOptions(extensions=("x-note",), expanded="all")
    markdown = ReferenceMarkdown(lambda link: "")
    for operation in (*document.operations, *document.webhooks)[:MAX_SITEMAP_PAGES]:
        view = operation_view(document, operation, options)
        request = operation_playground(operation, view, reference_context(document, options))
        _assert_data_block(playground_json(request))
        for name, part in _parts(view):
            markdown.part(name, part)
        _assert_view(view)
    for schema in list(document.schemas)[:MAX_SITEMAP_PAGES]:
        page = schema_view(document, schema, options)
        markdown.part("schema", page)
        _assert_view(page)
    for _path, _location, reason in ExampleValidator(document).find_invalid_examples():
        assert reason
    good = _good_document()
    compare_documents(good, document)
    compare_documents(document, good)


def _parts(view: OperationView) -> Iterator[tuple[str, Any]]:
    whole = ("endpoint", "facts", "samples")
    yield from ((name, view) for name in whole)
    yield from (("parameters", section.fields) for section in view.parameters)
    found = {"security": view.security, "body": view.body}
    yield from ((name, part) for name, part in found.items() if part is not None)
    yield "responses", view.responses
    yield "callbacks", view.callbacks


def _assert_data_block(text: str) -> None:
    """Check that data may stand in a script element, and is data."""
    assert not set(text) & set("<>&\u2028\u2029")
    json.loads(text)


def _assert_view(view: Any) -> None:
    from sphinx_sitejson.site_build.plain_markdown import text_to_html

    searchable_text(view).encode()
    for text in texts_called("description", view):
        live = live_parts(text_to_html(text))
        assert not live, (text, live)


@cache
def _good_document() -> OpenApiDocument:
    name = "orchard-3.1.yaml"
    document = as_document(read_document(name, root=SEEDS, options=ReadOptions(offline=True)))
    assert document is not None
    return document
