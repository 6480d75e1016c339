"""Requests and answers that a page shows instead of those that would be made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_sitejson.common.problems import Place, ProblemCode
from sphinx_sitejson.sphinx_ext.components.component_nodes import block, component
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

from .tabs import build_code_group, code_blocks_in, code_title

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.examples.validation import WrittenJson
    from sphinx_sitejson.reference.manual_endpoint import WrittenExamples
    from sphinx_sitejson.reference.views import CodeSampleView, ResponseExample
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

_STATUS = re.compile(r"\b([1-5])(\d\d|XX)\b", re.IGNORECASE)


def build_request_example(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return requests; they stand beside the text where there is room."""
    return _example(call, "request")


def build_response_example(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return answers; they stand beside the text where there is room."""
    return _example(call, "response")


def _example(call: ComponentCall, kind: str) -> Sequence[nodes.Node]:
    """Keep the code as it is for the code column, and as tabs where there is none."""
    codes = code_blocks_in(call.children)
    if not codes:
        message = f"<{call.name}> holds no block of code; its content is shown."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return call.children
    views: tuple[object, ...] = (
        tuple(map(_sample, codes)) if kind == "request" else tuple(map(_answer, codes))
    )
    node = block("example", call, build_code_group(call), kind=kind, views=views)
    node["json_blocks"] = tuple(_json_blocks(codes, call, is_answer=kind == "response"))
    return [node]


def _json_blocks(
    codes: Iterable[nodes.literal_block], call: ComponentCall, *, is_answer: bool
) -> Iterator[WrittenJson]:
    """Yield the blocks of JSON, which can be compared with a schema."""
    from sphinx_sitejson.openapi.examples.validation import WrittenJson

    for code in codes:
        if code.get("language") == "json":
            place = Place(file=code.source or call.source, line=code.line or call.line)
            yield WrittenJson(
                is_answer=is_answer, title=code_title(code), code=code.astext(), place=place
            )


def written_examples(examples: Sequence[component]) -> WrittenExamples:
    """Return the examples of a page."""
    from sphinx_sitejson.reference.manual_endpoint import WrittenExamples

    views: dict[str, list[Any]] = {"request": [], "response": []}
    for example in examples:
        views[example["values"]["kind"]] += example["values"]["views"]
    return WrittenExamples(
        requests=tuple(views["request"]), answers=tuple(_disambiguate(views["response"]))
    )


def _disambiguate(answers: Iterable[ResponseExample]) -> Iterator[ResponseExample]:
    """Number the answers of the same title, so that a reader can choose."""
    seen: Counter[str] = Counter()
    for answer in answers:
        seen[answer.status] += 1
        count = seen[answer.status]
        yield answer if count == 1 else replace(answer, status=f"{answer.status} {count}")


def _sample(code: nodes.literal_block) -> CodeSampleView:
    from sphinx_sitejson.reference.views import CodeSampleView

    return CodeSampleView(
        language=str(code.get("language", "text")), label=code_title(code), code=code.astext()
    )


def _answer(code: nodes.literal_block) -> ResponseExample:
    from sphinx_sitejson.reference.views import ExampleView, ResponseExample

    title = code_title(code)
    status = _STATUS.search(title)
    example = ExampleView(language=str(code.get("language", "json")), code=code.astext())
    return ResponseExample(
        status=title,
        kind=f"{status[1]}xx" if status else "default",
        media_type="",
        examples=(example,),
        is_written=True,
    )


FAMILY = Family(
    components=(
        spec("RequestExample", build_request_example),
        spec("ResponseExample", build_response_example),
    ),
    shapes=(NodeShape(name="example", needs_api_files=True),),
)
