"""The view of a named schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sphinx_sitejson.openapi.document import OpenApiDocument, read_external_docs
from sphinx_sitejson.reference.fields.schema_info import SchemaInfo

from .context import ReferenceContext, reference_context
from .fields.field_views import FieldDraft, PageFields
from .ids import PageIds
from .operation_parts import docs_link, schema_example
from .options import ReferenceOptions
from .views import ExampleView, SchemaPageView

SCHEMA_BUDGET = 40
"""The number of fields on a schema page before nested named schemas become links."""


def schema_view(
    document: OpenApiDocument, name: str, options: ReferenceOptions, *, anchor: str = ""
) -> SchemaPageView:
    """Return the view of a named schema; KeyError if the document has none.

    :param anchor: the id of the schema where it is one of several on a page.
    """
    context = reference_context(document, options)
    schema = document.schemas[name]
    fields, draft = _draft_fields(context, name, anchor)
    fields.expand()
    link = context.schemas.link(name)
    operations = (context.operation_link(key) for key in context.usage.operations(name))
    schemas = (context.schemas.link(user) for user in context.usage.schemas(name))
    return SchemaPageView(
        name=name,
        anchor=anchor,
        title=link.label if link else name,
        # Other pages refer to the schema by name; its own page shows its content.
        body=replace(
            fields.view(draft), type_label=_page_type_label(context.schemas.get(schema)), link=None
        ),
        example=_example(name, context),
        used_by_operations=tuple(link_ for link_ in operations if link_),
        used_by_schemas=tuple(link_ for link_ in schemas if link_),
        external_docs=docs_link(read_external_docs(schema.raw)),
    )


def property_ids(
    document: OpenApiDocument, name: str, options: ReferenceOptions, *, anchor: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the names of a schema's properties and their ids on its page."""
    context = reference_context(document, options)
    fields, draft = _draft_fields(context, name, anchor)
    fields.expand(max_fields=1)
    properties = draft.info.element.schema.properties
    yield from ((field.name, field.id) for field in draft.fields if field.name in properties)


def _draft_fields(
    context: ReferenceContext, name: str, anchor: str
) -> tuple[PageFields, FieldDraft]:
    """Draft the fields of a page."""
    fields = PageFields(
        context.schemas,
        PageIds(),
        separate_schemas=context.separate_schemas - {name},
        # Nested schemas have their own page, one link away.
        budget=0 if context.is_large else min(context.options.field_budget, SCHEMA_BUDGET),
    )
    schema = context.schemas.named_reference(name)
    return fields, fields.draft(anchor or "schema", schema, direction="both")


def _example(name: str, context: ReferenceContext) -> ExampleView | None:
    """Return an example; on short pages only one of the document, no generated one."""
    raw = context.document.schemas[name].raw
    is_short = context.options.is_compact or context.is_large
    if is_short and raw.keys().isdisjoint(("example", "examples")):
        return None
    return schema_example(context.schemas.named_reference(name))


def _page_type_label(info: SchemaInfo) -> str:
    """Return the type label of a schema without its title, which is the title of the page."""
    label = info.type_label
    is_title = label == " ".join(info.schema.title.split())
    return " or ".join(info.schema.merged.types) or "object" if is_title else label
