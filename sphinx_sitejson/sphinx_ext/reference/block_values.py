"""What a block shows: the part of a view that it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.sphinx_ext.common.translation import with_descriptions

from .rst_text import commonmark_of

if TYPE_CHECKING:
    from sphinx_sitejson.navigation.page_files.page_index import Detail
    from sphinx_sitejson.reference.manual_endpoint import WrittenExamples
    from sphinx_sitejson.reference.views import OperationView

    from .api_nodes import api_block
    from .view_cache import ReferenceViews


def block_values(views: ReferenceViews, block: api_block) -> dict[str, Any]:
    """Return the values that renderers of a block are called with."""
    values = _values(views, block)
    return with_descriptions(values, commonmark_of) if block.get("format") == "rst" else values


def _values(views: ReferenceViews, block: api_block) -> dict[str, Any]:
    if block["kind"] == "overview":
        return _of_overview(views, block)
    if block["kind"] == "schema":
        return {"view": views.schema(block["document"], block["key"], *_place(block))}
    view = _operation(views, block)
    part = block["part"]
    if part == "parameters":
        sections = {section.location: section for section in view.parameters}
        return {"fields": sections[block["location"]].fields}
    own = {
        "body": view.body,
        "security": view.security,
        "responses": view.responses,
        "callbacks": view.callbacks,
    }
    return {part: own[part]} if part in own else {"view": view}


def _of_overview(views: ReferenceViews, block: api_block) -> dict[str, Any]:
    location, part = block["document"], block["part"]
    if part == "operations":
        return {"operations": views.tag(location, block["key"]).operations}
    view = views.overview(location)
    own = {"servers": view.servers, "schemes": view.authorization}
    return {part: own[part]} if part in own else {"view": view}


def _operation(views: ReferenceViews, block: api_block) -> OperationView:
    """Return what a block belongs to, with the examples that its page brings along."""
    if block["kind"] == "written":
        from sphinx_sitejson.reference.views import OperationView

        view = OperationView(key=block["key"], title="", method="", path="")
    elif block["kind"] == "endpoint":
        view = views.endpoint(block["endpoint"])
    else:
        view = views.operation(block["document"], block["key"], *_place(block))
    examples: WrittenExamples | None = block.get("examples")
    return examples.put_into(view) if examples else view


def _place(block: api_block) -> tuple[str, Detail]:
    """Return the anchor of what a block belongs to, and how much of it is shown."""
    return block.get("anchor", ""), block.get("detail", "page")
