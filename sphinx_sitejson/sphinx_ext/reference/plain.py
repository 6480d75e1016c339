"""API blocks as ordinary nodes, for every builder that is not HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.domain import site_domain, site_of
from sphinx_sitejson.sphinx_ext.labels import in_site_language
from sphinx_sitejson.sphinx_ext.translation import (
    message_paragraph,
    messages_of,
    texts_of,
    translated_view,
    translator_for,
)

from .api_nodes import api_block
from .document_text import is_safe_link, text_to_nodes
from .plain_nodes import (
    code_block,
    fact,
    item,
    labelled,
    page_link,
    reference,
    see_page,
    type_words,
)
from .shelf import reference_shelf
from .values import block_values

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import (
        BodyView,
        CallbackView,
        CodeSampleView,
        EncodingView,
        ExampleView,
        FieldGroup,
        FieldView,
        LinkView,
        MediaTypeView,
        OperationView,
        ResponseView,
        SchemaPageView,
        SchemeView,
        SecurityView,
        ServerView,
        VariantView,
    )

Nodes = Iterator[nodes.Node]


class PlainReference(SphinxPostTransform):
    """Replaces the blocks by nodes that every writer knows."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Leave HTML to the templates."""
        return site_of(self.env).builder.format != "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        domain = site_domain(self.env)
        if domain.site.builder.name == "gettext":
            self.leave_messages()
            return
        translate = translator_for(self.env, self.env.docname)
        for block in list(self.document.findall(api_block)):
            view = in_site_language(block_values(reference_shelf(self.env), block))
            values = translated_view(view, translate)
            block.replace_self(list(plain_nodes(block["part"], values)))
        if domain.site.builder.format == "text" and self.env.docname in domain.bound:
            write_addresses_out(self.document)

    def leave_messages(self) -> None:
        """Replace the blocks by the messages of all texts on the page."""
        shelf = reference_shelf(self.env)
        for block in list(self.document.findall(api_block)):
            values = block_values(shelf, block)
            texts = texts_of(values["view"]) if block["part"] in ("endpoint", "schema") else ()
            messages = dict.fromkeys(message for text in texts for message in messages_of(text))
            place = block.get("document", "")
            block.replace_self([message_paragraph(message, place) for message in messages])


def write_addresses_out(document: nodes.document) -> None:
    """Put the address behind each link, since plain text has no links."""
    for link in list(document.findall(nodes.reference)):
        address = link.get("refuri", "")
        if is_safe_link(address) and address != link.astext():
            link.replace_self([*link.children, nodes.Text(f" <{address}>")])


def plain_nodes(part: str, values: dict[str, Any]) -> Nodes:
    """Yield the facts of one part of an API page."""
    (value,) = values.values()
    yield from _PARTS[part](value)


def _endpoint(view: OperationView) -> Nodes:
    kind = [_("Webhook")] if view.is_webhook else []
    line = " ".join([*kind, view.method, view.path])
    yield nodes.paragraph("", "", nodes.literal(text=line))
    if view.deprecated:
        yield labelled(_("Deprecated"), view.deprecation_note or _("Do not use it any more."))
    if view.servers:
        yield nodes.definition_list("", item(_("Servers"), *_servers(view.servers)))


def _servers(servers: Iterable[ServerView]) -> Nodes:
    for server in servers:
        label = f" ({server.label})" if server.label else ""
        yield nodes.paragraph("", "", nodes.literal(text=server.url), nodes.Text(label))
        yield from text_to_nodes(server.description)
        for variable in server.variables:
            values = ", ".join(variable.enum)
            facts = [fact(_("default"), variable.default or ""), fact(_("values"), values)]
            yield labelled(variable.name, "; ".join(filter(None, facts)))
            yield from text_to_nodes(variable.description)


def _facts(view: OperationView) -> Nodes:
    if view.operation_id:
        yield labelled(_("Operation"), view.operation_id)
    for tag in view.tags:
        yield labelled(_("Tag"), tag.name)
        yield from text_to_nodes(tag.description)
    if view.path_summary or view.path_description:
        yield labelled(_("Path"), view.path_summary)
        yield from text_to_nodes(view.path_description)
    if view.external_docs:
        yield nodes.paragraph("", "", *reference(*view.external_docs))
    for extension in view.extensions:
        yield labelled(extension.name, extension.value)


def _samples(view: OperationView) -> Nodes:
    for sample in view.samples:
        yield from _code(sample)
    for answer in view.response_examples:
        if answer.is_written:
            yield nodes.paragraph("", "", nodes.strong(text=answer.status))
            yield from (code_block(each.code, each.language) for each in answer.examples)


def _code(sample: CodeSampleView) -> Nodes:
    yield nodes.paragraph("", "", nodes.strong(text=sample.label))
    yield code_block(sample.code, sample.language)


def _security(security: SecurityView) -> Nodes:
    if not security.alternatives:
        yield nodes.paragraph(text=_("No authorization is needed."))
    elif security.is_optional:
        yield nodes.paragraph(text=_("Authorization is optional."))
    for number, alternative in enumerate(security.alternatives):
        if number:
            yield nodes.paragraph("", "", nodes.emphasis(text=_("or")))
        yield nodes.definition_list("", *(_scheme(scheme) for scheme in alternative))


def _scheme(scheme: SchemeView) -> nodes.definition_list_item:
    content = [*text_to_nodes(scheme.description)]
    content += [labelled(scope.name, scope.description) for scope in scheme.scopes]
    content += [nodes.paragraph("", "", *reference(*url)) for url in scheme.urls]
    for flow in scheme.flows:
        content.append(nodes.paragraph(text=flow.title))
        content += [nodes.paragraph("", "", *reference(*url)) for url in flow.urls]
        content += [labelled(scope.name, scope.description) for scope in flow.scopes]
    note = f" ({_('deprecated')})" if scheme.deprecated else ""
    return item(f"{scheme.name}: {scheme.title}{note}", *content)


def _fields(fields: Iterable[FieldView]) -> Nodes:
    items = [item(_head(field), *_inside(field)) for field in fields]
    if items:
        yield nodes.definition_list("", *items)


def _head(field: FieldView) -> Nodes:
    marks = {
        _("required"): field.required,
        _("deprecated"): field.deprecated,
        _("read-only"): field.read_only,
        _("write-only"): field.write_only,
    }
    said = ", ".join(mark for mark, is_on in marks.items() if is_on)
    yield nodes.Text(field.name)
    if field.type_label or said:
        yield nodes.Text(" (")
        yield type_words(field.type_label, field.link)
        yield nodes.Text(f", {said})" if field.type_label and said else f"{said})")


def _inside(field: FieldView) -> Nodes:
    yield from text_to_nodes(field.description)
    if field.facts:
        yield nodes.paragraph(text="; ".join(field.facts))
    if field.default is not None:
        yield labelled(_("Default"), field.default)
    for value in field.enum:
        yield labelled(value.value, value.description)
    for example in field.examples:
        yield from _example(example)
    for extension in field.extensions:
        yield labelled(extension.name, extension.value)
    if field.is_cut and field.link:
        yield see_page(field.link)
    if field.group:
        yield from _group(field.group)


def _group(group: FieldGroup) -> Nodes:
    yield from _fields(group.fields)
    for note in group.notes:
        yield nodes.paragraph(text=note)
    if group.discriminator:
        yield labelled(_("Told apart by"), group.discriminator.property_name)
        for value, link in group.discriminator.mapping:
            yield labelled(value, page_link(link))
    if group.variants:
        yield nodes.paragraph("", "", nodes.strong(text=group.variants_label))
        yield nodes.definition_list("", *(_variant(variant) for variant in group.variants))


def _variant(variant: VariantView) -> nodes.definition_list_item:
    content = [*text_to_nodes(variant.description)]
    if variant.facts:
        content.append(nodes.paragraph(text="; ".join(variant.facts)))
    content += [labelled(value.value, value.description) for value in variant.enum]
    if variant.is_cut and variant.link:
        content.append(see_page(variant.link))
    if variant.group:
        content += _group(variant.group)
    if variant.type_label in ("", variant.title):
        return item([type_words(variant.title, variant.link)], *content)
    label = type_words(variant.type_label, variant.link)
    return item([nodes.Text(f"{variant.title} ("), label, nodes.Text(")")], *content)


def _body(body: BodyView) -> Nodes:
    if body.required:
        yield nodes.paragraph(text=_("A body is required."))
    yield from text_to_nodes(body.description)
    yield from _media_types(body.media_types)


def _media_types(media_types: Iterable[MediaTypeView]) -> Nodes:
    for media in media_types:
        yield nodes.paragraph("", "", nodes.literal(text=media.name))
        if media.is_stream:
            yield nodes.paragraph(text=_("A stream of items, each as described."))
        if media.body:
            yield labelled(_("Type"), type_words(media.body.type_label, media.body.link))
            yield from _inside(media.body)
        yield from _encodings(media.encoding)
        for example in media.examples:
            yield from _example(example)


def _encodings(encodings: Iterable[EncodingView]) -> Nodes:
    for encoding in encodings:
        yield labelled(_("Encoding of %s") % encoding.name, "; ".join(encoding.facts))
        yield from _fields(encoding.headers)


def _example(example: ExampleView) -> Nodes:
    yield nodes.paragraph("", "", nodes.emphasis(text=example.title or _("Example")))
    yield from text_to_nodes(example.description)
    if example.url:
        yield nodes.paragraph("", "", *reference(example.url, example.url))
    if example.code:
        yield code_block(example.code, example.language)


def _responses(responses: Iterable[ResponseView]) -> Nodes:
    for response in responses:
        content = [*text_to_nodes(response.description)]
        if response.headers:
            content.append(nodes.paragraph("", "", nodes.strong(text=_("Headers"))))
            content += _fields(response.headers)
        content += _media_types(response.media_types)
        content += [node for link in response.links for node in _link(link)]
        yield nodes.definition_list("", item(response.title, *content))


def _link(link: LinkView) -> Nodes:
    target = page_link(link.target) if link.target else nodes.Text(link.target_label)
    facts = "; ".join(link.facts)
    gap = "; " if facts and target.astext() else ""
    yield labelled(_("Link %s") % link.name, target, nodes.Text(f"{gap}{facts}"))
    yield from text_to_nodes(link.description)


def _callbacks(callbacks: Iterable[CallbackView]) -> Nodes:
    for callback in callbacks:
        yield nodes.paragraph("", "", nodes.strong(text=callback.name))
        for operation in callback.operations:
            yield from _endpoint(operation)
            yield nodes.paragraph(text=operation.title)
            yield from text_to_nodes(operation.description)
            for section in operation.parameters:
                yield from _fields(section.fields)
            if operation.body:
                yield from _body(operation.body)
            yield from _responses(operation.responses)


def _schema(view: SchemaPageView) -> Nodes:
    yield labelled(_("Schema"), view.name)
    yield labelled(_("Type"), view.body.type_label)
    yield from _inside(view.body)
    if view.example:
        yield from _example(view.example)
    users = [page_link(link) for link in view.used_by_operations]
    users += [page_link(link) for link in view.used_by_schemas]
    if users:
        commas = [node for user in users for node in (nodes.Text(", "), user)]
        yield labelled(_("Used by"), *commas[1:])
    if view.external_docs:
        yield nodes.paragraph("", "", *reference(*view.external_docs))


_PARTS: dict[str, Callable[[Any], Nodes]] = {
    "endpoint": _endpoint,
    "facts": _facts,
    "samples": _samples,
    "security": _security,
    "parameters": _fields,
    "body": _body,
    "responses": _responses,
    "callbacks": _callbacks,
    "schema": _schema,
}
