"""API pages as Markdown, straight from their views."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from sphinx_sitejson.reference.views import (
    BodyView,
    CallbackView,
    EnumValue,
    ExampleView,
    ExtensionView,
    FieldGroup,
    FieldView,
    LinkView,
    MediaTypeView,
    OperationLink,
    OperationView,
    ResponseView,
    SchemaLink,
    SchemaPageView,
    SchemeView,
    SecurityView,
    ServerView,
    VariantView,
)

from .markdown_text import code, code_block, indented, items, link, plain

AddressOf = Callable[[SchemaLink | OperationLink], str]
"""Gives the address of a schema's or an operation's page, or nothing."""

MOST_VALUES_IN_A_LINE = 12
REMEMBERED_FIELDS = 5_000

# Neither a label nor an address goes past a bracket: each sign is looked at once.
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\[\]]*+)\]\((?!https?://|mailto:)[^)\s\[]*+\)")
_LOCAL_IMAGE = re.compile(r"!\[([^\[\]]*+)\]\((?!https://)[^)\s\[]*+\)")


class ReferenceMarkdown:
    """Writes the parts of API pages.

    Operations of one document share many fields: each is written once.

    :param address_of: gives addresses that hold for all pages it writes.
    :param translate: gives a text of the document in the language of the site.
    """

    def __init__(self, address_of: AddressOf, translate: Callable[[str], str] = str) -> None:
        self._address_of = address_of
        self._translate = translate
        self._field = lru_cache(maxsize=REMEMBERED_FIELDS)(self._written_field)
        self._parts: dict[str, Callable[[Any], Iterator[str]]] = {
            "endpoint": self._endpoint,
            "facts": self._facts,
            "samples": self._samples,
            "security": self._security,
            "parameters": self._fields,
            "body": self._body,
            "responses": self._responses,
            "callbacks": self._callbacks,
            "schema": self._schema,
        }

    def part(self, name: str, value: Any) -> str:
        """Return one part of a page."""
        return "\n\n".join(self._parts[name](value))

    def _endpoint(self, view: OperationView) -> Iterator[str]:
        kind = f"Webhook {view.method}" if view.is_webhook else view.method
        yield code_block(f"{kind} {view.path}", "http" if not view.is_webhook else "")
        if view.deprecated:
            yield f"**Deprecated.** {plain(view.deprecation_note)}".rstrip()
        if view.servers:
            yield "**Servers**"
            yield items(map(self._server, view.servers))

    def _server(self, server: ServerView) -> str:
        head = code(server.url) + (f" ({plain(server.label)})" if server.label else "")
        variables = [
            _joined(
                code(variable.name),
                f"default {code(variable.default)}" if variable.default else "",
                f"one of {_values(variable.enum)}" if variable.enum else "",
                self._text(variable.description),
            )
            for variable in server.variables
        ]
        return _with_inner(_joined(head, self._text(server.description)), items(variables))

    def _facts(self, view: OperationView) -> Iterator[str]:
        facts = []
        if view.operation_id:
            facts.append(f"Operation: {code(view.operation_id)}")
        facts += [
            _joined(f"Tag: {plain(tag.name)}", self._text(tag.description)) for tag in view.tags
        ]
        if view.path_summary or view.path_description:
            facts.append(
                _joined(f"Path: {plain(view.path_summary)}", self._text(view.path_description))
            )
        if view.external_docs:
            facts.append(_outside_link(*view.external_docs))
        facts += self._extensions(view.extensions)
        if facts:
            yield items(facts)

    def _samples(self, view: OperationView) -> Iterator[str]:
        for sample in view.samples[:1]:
            # One language is enough to see how a request looks; the others say the same.
            yield f"**Request ({plain(sample.label)})**"
            yield code_block(sample.code, sample.language)

    def _security(self, security: SecurityView) -> Iterator[str]:
        if not security.alternatives:
            yield "No authorization is needed."
        elif security.is_optional:
            yield "Authorization is optional."
        for number, alternative in enumerate(security.alternatives):
            if number:
                yield "or"
            yield items(map(self._scheme, alternative))

    def _scheme(self, scheme: SchemeView) -> str:
        note = " (deprecated)" if scheme.deprecated else ""
        head = _joined(
            f"{code(scheme.name)}: {plain(scheme.title)}{note}", self._text(scheme.description)
        )
        inner = [_outside_link(*url) for url in scheme.urls]
        inner += [
            _joined(f"scope {code(scope.name)}", self._text(scope.description))
            for scope in scheme.scopes
        ]
        for flow in scheme.flows:
            scopes = [
                _joined(code(scope.name), self._text(scope.description)) for scope in flow.scopes
            ]
            urls = [_outside_link(*url) for url in flow.urls]
            inner.append(_with_inner(plain(flow.title), items([*urls, *scopes])))
        return _with_inner(head, items(inner))

    def _fields(self, fields: Iterable[FieldView]) -> Iterator[str]:
        if written := items(map(self._field, fields)):
            yield written

    def _written_field(self, field: FieldView) -> str:
        marks = {
            "required": field.required,
            "deprecated": field.deprecated,
            "read-only": field.read_only,
            "write-only": field.write_only,
        }
        facts = [self._type(field), *(mark for mark, is_on in marks.items() if is_on)]
        head = f"{code(field.name)} ({_in_brackets(facts, self._rules(field))})"
        text = self._text(field.description)
        return _with_inner(_joined(head, text), "\n".join(self._inside(field)))

    def _rules(self, field: FieldView) -> list[str]:
        default = [] if field.default is None else [f"default {code(field.default)}"]
        return [*map(_fact, field.facts), *default]

    def _type(self, field: FieldView) -> str:
        address = self._address_of(field.link) if field.link else ""
        return link(plain(field.type_label), address) if address else plain(field.type_label)

    def _whole(self, name: str, field: FieldView) -> str:
        """Write what a body or a schema is as a whole."""
        head = f"{name}: {_in_brackets([self._type(field)], self._rules(field))}"
        return _joined(f"{head}.", self._text(field.description))

    def _inside(self, field: FieldView) -> Iterator[str]:
        yield from self._enum(field.enum)
        for example in field.examples:
            yield f"- {indented(self._example(example))}"
        for extension in self._extensions(field.extensions):
            yield f"- {extension}"
        if field.is_cut and field.link:
            yield f"- See {self._reference(field.link)}"
        if field.group:
            yield from self._group(field.group)

    def _enum(self, values: tuple[EnumValue, ...]) -> Iterator[str]:
        if not values:
            return
        if len(values) <= MOST_VALUES_IN_A_LINE and not any(v.description for v in values):
            yield f"- One of {_values(value.value for value in values)}"
        else:
            yield items(_joined(code(v.value), self._text(v.description)) for v in values)

    def _group(self, group: FieldGroup) -> Iterator[str]:
        yield from self._fields(group.fields)
        for note in group.notes:
            yield f"- {plain(note)}"
        if group.discriminator:
            names = [
                f"{code(value)}: {self._reference(target)}"
                for value, target in group.discriminator.mapping
            ]
            head = f"Told apart by {code(group.discriminator.property_name)}"
            yield items([_with_inner(head, items(names))])
        if group.variants:
            variants = items(map(self._variant, group.variants))
            yield items([_with_inner(f"**{plain(group.variants_label)}**", variants)])

    def _variant(self, variant: VariantView) -> str:
        label = variant.type_label if variant.type_label != variant.title else ""
        address = self._address_of(variant.link) if variant.link else ""
        title = link(plain(variant.title), address) if address else plain(variant.title)
        head = f"{title} ({plain(label)})" if label else title
        inner = [*self._enum(variant.enum), *(self._group(variant.group) if variant.group else ())]
        facts = "; ".join(map(_fact, variant.facts))
        return _with_inner(_joined(head, facts, self._text(variant.description)), "\n".join(inner))

    def _body(self, body: BodyView) -> Iterator[str]:
        if body.required:
            yield "A body is required."
        if text := self._text(body.description):
            yield text
        yield from self._media_types(body.media_types)

    def _media_types(self, media_types: Iterable[MediaTypeView]) -> Iterator[str]:
        for media in media_types:
            stream = ", a stream of items" if media.is_stream else ""
            yield f"**{code(media.name)}**{stream}"
            if media.body:
                yield self._whole("Type", media.body)
                if inner := "\n".join(self._inside(media.body)):
                    yield inner
            if media.encoding:
                yield items(
                    _with_inner(
                        f"Encoding of {code(part.name)}: {'; '.join(map(_fact, part.facts))}",
                        "\n".join(self._fields(part.headers)),
                    )
                    for part in media.encoding
                )
            yield from map(self._example, media.examples)

    def _example(self, example: ExampleView) -> str:
        head = _joined(f"Example: {plain(example.title)}", self._text(example.description))
        head = head if example.title or example.description else "Example:"
        if example.code and "\n" not in example.code:
            return f"{head} {code(example.code)}"
        address = _outside_link("", example.url) if example.url else ""
        block = code_block(example.code, example.language) if example.code else ""
        return "\n\n".join(filter(None, (head, address, block)))

    def _responses(self, responses: Iterable[ResponseView]) -> Iterator[str]:
        for response in responses:
            yield f"### {plain(response.title)}"
            if text := self._text(response.description):
                yield text
            if response.headers:
                yield "**Headers**"
                yield from self._fields(response.headers)
            yield from self._media_types(response.media_types)
            if response.links:
                yield items(map(self._link, response.links))

    def _link(self, target: LinkView) -> str:
        to = self._reference(target.target) if target.target else plain(target.target_label)
        facts = "; ".join(map(_fact, target.facts))
        return _joined(f"Link {code(target.name)}: {to}", facts, self._text(target.description))

    def _callbacks(self, callbacks: Iterable[CallbackView]) -> Iterator[str]:
        for callback in callbacks:
            yield f"### {plain(callback.name)}"
            for operation in callback.operations:
                yield from self._endpoint(operation)
                if text := _joined(plain(operation.title), self._text(operation.description)):
                    yield text
                for section in operation.parameters:
                    yield from self._fields(section.fields)
                if operation.body:
                    yield from self._body(operation.body)
                for response in operation.responses:
                    yield _joined(f"**{plain(response.title)}**", self._text(response.description))

    def _schema(self, view: SchemaPageView) -> Iterator[str]:
        yield self._whole(f"Schema {code(view.name)}", view.body)
        if inner := "\n".join(self._inside(view.body)):
            yield inner
        if view.example:
            yield self._example(view.example)
        users: list[SchemaLink | OperationLink] = [*view.used_by_operations]
        users += view.used_by_schemas
        if users:
            yield f"Used by {', '.join(map(self._reference, users))}."
        if view.external_docs:
            yield _outside_link(*view.external_docs)

    def _extensions(self, extensions: Iterable[ExtensionView]) -> list[str]:
        return [f"{code(extension.name)}: {code(extension.value)}" for extension in extensions]

    def _reference(self, target: SchemaLink | OperationLink) -> str:
        address = self._address_of(target)
        return link(plain(target.label), address) if address else plain(target.label)

    def _text(self, text: str) -> str:
        return safe_text(self._translate(text)) if text else ""


@lru_cache(maxsize=20_000)
def safe_text(text: str) -> str:
    """Return a text of a document without links that lead nowhere outside of it."""
    return _LOCAL_LINK.sub(r"\1", _LOCAL_IMAGE.sub(r"\1", text)).strip()


def _joined(head: str, *texts: str) -> str:
    """Put texts behind what they are about; one of several paragraphs stands by itself."""
    written = head
    for text in filter(None, texts):
        if "\n" in text:
            written += f"\n\n{text}"
        else:
            is_sentence = written.endswith((".", ":", "!", "?"))
            written += f"{'' if is_sentence else ':' if written == head else '.'} {text}"
    return written


def _in_brackets(facts: Iterable[str], rules: Iterable[str]) -> str:
    return "; ".join(filter(None, (", ".join(filter(None, facts)), *rules)))


def _fact(text: str) -> str:
    """Write a rule; one with signs in it, such as a pattern, as code."""
    return text if plain(text) == text else code(text)


def _with_inner(head: str, inner: str) -> str:
    return f"{head}\n{inner}" if inner else head


def _values(values: Iterable[str]) -> str:
    return ", ".join(map(code, values))


def _outside_link(label: str, url: str) -> str:
    if not url.lower().startswith(("https://", "http://", "mailto:")):
        return plain(f"{label} {url}".strip())
    return link(plain(label or url), url)
