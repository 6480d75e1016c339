"""API pages as Markdown: the one form of them outside of HTML.

The Markdown copies of pages are this text; ``plain`` parses it for LaTeX, plain text and others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.locale import _

from sphinx_sitejson.common.markdown_text import code, code_block, items, link, one_line, plain

if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.samples import CodeSample
    from sphinx_sitejson.http_messages.visible_examples import RenderedExample
    from sphinx_sitejson.openapi.model import ServerVariable

    from .views.model import (
        BodyView,
        CallbackView,
        EncodingView,
        EnumValue,
        FactView,
        FieldGroup,
        Fields,
        FieldView,
        LinkView,
        MediaTypeView,
        OperationLink,
        OperationView,
        ResponseView,
        SchemaLink,
        SchemaPageView,
        SchemeView,
        ScopeView,
        SecurityView,
        ServerView,
        VariantView,
    )
    from .views.overview import AuthorizationView, ListedOperation, OverviewView

    LinkUrl = Callable[[SchemaLink | OperationLink], str]
    """Returns the URL of the page of a schema or an operation; empty if it has none."""

MAX_INLINE_VALUES = 12
MAX_CACHED_FIELDS = 5_000
RESPONSE_LEVEL = 3
"""The level of the headings of responses and callbacks."""

# Labels and URLs contain no brackets, and quantifiers are possessive: linear time.
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\[\]]*+)\]\((?!https?://|mailto:)[^)\s\[]*+\)")
_LOCAL_IMAGE = re.compile(r"!\[([^\[\]]*+)\]\((?!https://)[^)\s\[]*+\)")
_FINAL_PUNCTUATION = (".", ":", "!", "?")

Blocks = Iterator[str]
"""Paragraphs and other blocks; those of a list are ``ListItems``."""


class ListItems(str):
    """Items of a list, which form one list with those before and after them."""

    __slots__ = ()


class ReferenceMarkdown:
    """Renders the parts of API pages.

    Operations of one document share many fields; each is rendered once.

    :param link_url: returns URLs that are valid on all pages it renders.
    """

    max_samples: ClassVar[int | None] = 1
    """One language is enough; the others show the same request."""

    def __init__(self, link_url: LinkUrl) -> None:
        self._link_url = link_url
        self._field: Callable[[FieldView], ListItems]
        self._field = lru_cache(maxsize=MAX_CACHED_FIELDS)(self._render_field)
        self._parts: dict[str, Callable[[Any], Blocks]] = {
            "endpoint": self._endpoint,
            "notice": self._notice,
            "facts": self._facts,
            "facts in row": partial(self._facts, has_tag_texts=False),
            "samples": self._samples,
            "security": self._security,
            "parameters": self._field_list,
            "body": self._body,
            "responses": self._responses,
            "replies": self._responses,
            "callbacks": self._callbacks,
            "schema": self._schema,
            "about": self._about,
            "servers": self._servers,
            "schemes": self._authorizations,
            "operations": self._operations,
        }

    def part(self, name: str, value: Any) -> str:
        """Render one part of a page."""
        return join_blocks(self._parts[name](value))

    # Operations

    def _endpoint(self, view: OperationView) -> Blocks:
        kind = [_("Webhook")] if view.is_webhook else []
        language = "" if view.is_webhook or view.is_event else "http"
        yield self._request_line(" ".join([*kind, view.method, view.path]), language)
        yield from self._notice(view)
        if view.servers and not view.are_servers_shared:
            yield from self._section(_("Servers"), self._servers(view.servers))

    def _request_line(self, text: str, language: str) -> str:
        return code_block(text, language)

    def _notice(self, view: OperationView) -> Blocks:
        if view.deprecated:
            note = view.deprecation_note or _("Do not use it in new code.")
            yield self._summary(_("Deprecated"), one_line(note))

    def _servers(self, servers: Iterable[ServerView]) -> Blocks:
        for server in servers:
            label = code(server.url) + (one_line(f" ({server.label})") if server.label else "")
            details = (*map(self._variable, server.variables), *map(self._event_fact, server.facts))
            yield self._fact(label, text=server.description, blocks=details)

    def _variable(self, variable: ServerVariable) -> ListItems:
        facts = []
        if variable.default:
            facts.append(f"{_('default')}: {code(variable.default)}")
        if variable.enum:
            facts.append(f"{_('values')}: {', '.join(map(code, variable.enum))}")
        return self._fact(code(variable.name), "; ".join(facts), variable.description)

    def _facts(self, view: OperationView, *, has_tag_texts: bool = True) -> Blocks:
        """Yield the facts of an operation; descriptions of tags are left out of rows."""
        if view.operation_id:
            yield self._fact(self._label(_("Operation")), code(view.operation_id))
        for tag in view.tags:
            text = tag.description if has_tag_texts else ""
            yield self._fact(self._label(_("Tag")), one_line(tag.name), text)
        if view.path_summary or view.path_description:
            label = self._label(_("Channel") if view.is_event else _("Path"))
            yield self._fact(label, one_line(view.path_summary), view.path_description)
        if view.external_docs:
            yield self._web_link(*view.external_docs)
        if view.used_by:
            yield self._users(view.used_by)
        yield from map(self._event_fact, view.facts)
        yield from map(self._extension, view.extensions)

    def _samples(self, view: OperationView) -> Blocks:
        yield from self._code_samples(view.samples)
        for response in view.response_examples:
            if response.is_manual:
                blocks = (code_block(each.code, each.language) for each in response.examples)
                yield from self._section(response.status, blocks)

    def _code_samples(self, samples: Iterable[CodeSample]) -> Blocks:
        # A sample that only a browser can write has no code.
        for sample in [each for each in samples if each.code][: self.max_samples]:
            yield f"**{one_line(sample.label)}**"
            yield code_block(sample.code, sample.language)

    def _callbacks(self, callbacks: Iterable[CallbackView]) -> Blocks:
        for callback in callbacks:
            blocks = chain.from_iterable(map(self._callback, callback.operations))
            yield from self._section(callback.name, blocks, RESPONSE_LEVEL)

    def _callback(self, operation: OperationView) -> Blocks:
        yield from self._endpoint(operation)
        yield one_line(operation.title)
        yield self._prose(operation.description)
        if operation.path_summary != operation.title:
            yield one_line(operation.path_summary)
        yield self._prose(operation.path_description)
        for section in operation.parameters:
            yield from self._field_list(section.fields)
        if operation.body:
            yield from self._body(operation.body)
        yield from self._responses(operation.responses, RESPONSE_LEVEL + 1)

    # Security

    def _security(self, security: SecurityView) -> Blocks:
        if not security.alternatives:
            yield _("No authorization required.")
        elif security.is_optional:
            yield _("Authorization is optional.")
        for number, alternative in enumerate(security.alternatives):
            if number:
                yield _("or")
            yield from map(self._scheme, alternative)

    def _authorizations(self, authorizations: Iterable[AuthorizationView]) -> Blocks:
        """Yield the security schemes of a document, with samples that show how each is sent."""
        for authorization in authorizations:
            yield self._scheme(authorization.scheme)
            yield from self._code_samples(authorization.samples)

    def _scheme(self, scheme: SchemeView) -> ListItems:
        note = f" ({_('deprecated')})" if scheme.deprecated else ""
        blocks = [*map(self._scope, scheme.scopes), *(self._web_link(*url) for url in scheme.urls)]
        for flow in scheme.flows:
            inner = (*(self._web_link(*url) for url in flow.urls), *map(self._scope, flow.scopes))
            blocks.append(self._fact(one_line(flow.title), blocks=inner))
        head = f"{code(scheme.name)}{one_line(f': {scheme.title}{note}')}"
        return self._entry(head, text=scheme.description, blocks=blocks)

    def _scope(self, scope: ScopeView) -> ListItems:
        return self._fact(code(scope.name), self._text(scope.description))

    # Bodies and responses

    def _body(self, body: BodyView) -> Blocks:
        if body.required:
            yield _("A body is required.")
        yield self._prose(body.description)
        yield from self._media_types(body.media_types)

    def _responses(self, responses: Iterable[ResponseView], level: int = RESPONSE_LEVEL) -> Blocks:
        for response in responses:
            yield from self._section(response.title, self._response(response), level)

    def _response(self, response: ResponseView) -> Blocks:
        yield self._prose(response.description)
        yield from self._response_head(response)
        if response.same_body:
            names = ", ".join(code(media.name) for media in response.media_types)
            yield self._fact(names, one_line(f"{_('same body as')} {response.same_body[0]}"))
            for media in response.media_types:
                yield from self._body_examples(media.examples)
        else:
            yield from self._media_types(response.media_types)
        yield from map(self._link, response.links)

    def _response_head(self, response: ResponseView) -> Blocks:
        yield from map(self._event_fact, response.facts)
        if response.headers:
            yield from self._section(_("Headers"), self._field_list(response.headers))

    def _media_types(self, media_types: Iterable[MediaTypeView]) -> Blocks:
        for media in media_types:
            yield f"**{code(media.name)}**"
            yield self._prose(media.description)
            if media.is_stream:
                yield _("A stream of items, each as described.")
            if media.body:
                yield from self._type_summary(media.body)
            yield from map(self._encoding, media.encoding)
            yield from self._body_examples(media.examples)

    def _body_examples(self, examples: Iterable[RenderedExample]) -> Blocks:
        """Yield the examples of a body, each followed by the headers of the message."""
        for example in examples:
            if example.code or example.url or example.description or not example.headers:
                yield self._example(example)
            if example.headers:
                headers = replace(example, title=_("Headers"), description="", url="")
                yield self._example(replace(headers, code=example.headers, language="json"))

    def _encoding(self, encoding: EncodingView) -> ListItems:
        label, rules = _("Encoding of %s") % encoding.name, map(_rule, encoding.facts)
        return self._fact(
            self._label(label), "; ".join(rules), blocks=self._field_list(encoding.headers)
        )

    def _link(self, view: LinkView) -> ListItems:
        label = self._page_link(view.target) if view.target else one_line(view.target_label)
        details = "; ".join(filter(None, (label, *map(_rule, view.facts))))
        return self._fact(self._label(_("Link %s") % view.name), details, view.description)

    # Fields

    def _field_list(self, fields: Fields) -> Blocks:
        if fields:
            yield ListItems("\n".join(map(self._field, fields)))

    def _render_field(self, field: FieldView) -> ListItems:
        return self._entry(
            code(field.name),
            self._field_kinds(field),
            rules=rule_texts(field.facts, field.default),
            text=field.description,
            blocks=self._nested(field),
        )

    def _field_kinds(self, field: FieldView) -> list[str]:
        """Return the type and the flags of a field."""
        flags = (
            (field.required, _("required")),
            (field.deprecated, _("deprecated")),
            (field.read_only, _("read-only")),
            (field.write_only, _("write-only")),
        )
        kinds = [self._page_link(field.link, field.type_label)] if field.type_label else []
        return [*kinds, *(label for is_set, label in flags if is_set)]

    def _type_summary(self, body: FieldView) -> Blocks:
        """Yield the type of a body or schema, and its nested fields."""
        kind = self._page_link(body.link, body.type_label)
        details = "; ".join((kind, *rule_texts(body.facts, body.default)))
        yield self._summary(_("Type"), details, body.description)
        yield from self._nested(body, is_in_list=False)

    def _nested(self, field: FieldView, *, is_in_list: bool = True) -> Blocks:
        if field.enum:
            yield self._values(field.enum)
        yield from map(self._example, field.examples)
        yield from map(self._extension, field.extensions)
        if field.is_cut and field.link:
            yield from self._see(field.link)
        if field.group:
            yield from self._group(field.group, is_in_list=is_in_list)

    def _group(self, group: FieldGroup, *, is_in_list: bool = True) -> Blocks:
        yield from self._field_list(group.fields)
        yield from map(one_line, group.notes)
        if group.discriminator:
            values = (
                self._fact(code(value), self._page_link(link))
                for value, link in group.discriminator.mapping
            )
            name = code(group.discriminator.property_name)
            yield self._fact(self._label(_("Distinguished by")), name, blocks=values)
        if group.variants:
            label = f"**{one_line(group.variants_label)}**"
            variants = map(self._variant, group.variants)
            if is_in_list:
                yield list_item(label, variants)
            else:
                yield join_blocks((label, *variants))
        yield from map(one_line, group.endings)

    def _variant(self, variant: VariantView) -> ListItems:
        has_kind = variant.type_label and variant.type_label != variant.title
        blocks = [self._values(variant.enum)] if variant.enum else []
        return self._entry(
            self._page_link(variant.link, variant.title),
            [one_line(variant.type_label)] if has_kind else [],
            rules=map(_rule, variant.facts),
            text=variant.description,
            blocks=(*blocks, *(self._group(variant.group) if variant.group else ())),
        )

    # Schemas and overviews

    def _schema(self, view: SchemaPageView) -> Blocks:
        yield self._summary(_("Schema"), code(view.name))
        yield from self._type_summary(view.body)
        if view.example:
            yield self._example(view.example)
        users: list[OperationLink | SchemaLink] = [*view.used_by_operations]
        users += view.used_by_schemas
        if users:
            yield self._users(users)

    def _about(self, view: OverviewView) -> Blocks:
        if view.version:
            yield self._fact(self._label(_("Version")), code(view.version))
        linked = (
            (_("Contact"), view.contact),
            (_("License"), [view.license] if view.license else []),
            (_("Terms of service"), [(view.terms, view.terms)] if view.terms else []),
            (_("See also"), [view.external_docs] if view.external_docs else []),
        )
        for label, links in linked:
            if links:
                blocks = (self._web_link(*each) if each[1] else one_line(each[0]) for each in links)
                yield self._fact(self._label(label), blocks=blocks)
        yield from map(self._event_fact, view.facts)

    def _operations(self, operations: Iterable[ListedOperation]) -> Blocks:
        for each in operations:
            request = each.path if each.is_webhook else f"{each.method} {each.path}"
            note = f" ({_('deprecated')})" if each.deprecated else ""
            yield self._fact(code(request), f"{self._page_link(each.link)}{note}")

    # What several parts have

    def _section(self, title: str, blocks: Iterable[str], level: int = 0) -> Blocks:
        """Yield a title and what is below it; without a level, the title is strong text."""
        heading = f"{'#' * level} {one_line(title)}" if level else f"**{one_line(title)}**"
        yield join_blocks((heading, *blocks))

    def _entry(
        self,
        head: str,
        kinds: Iterable[str] = (),
        *,
        rules: Iterable[str] = (),
        text: str = "",
        blocks: Iterable[str] = (),
    ) -> ListItems:
        """Return a named item, such as a field, with its details."""
        details = "; ".join(filter(None, (", ".join(kinds), *rules)))
        head = f"{head} ({details})" if details else head
        return list_item(_joined(head, self._text(text)), blocks)

    def _fact(
        self, label: str, value: str = "", text: str = "", blocks: Iterable[str] = ()
    ) -> ListItems:
        """Return one of several facts with a label, and what belongs to it."""
        head = f"{label}: {value}" if value else label
        return list_item(_joined(head, self._text(text), "." if value else ":"), blocks)

    def _event_fact(self, fact: FactView) -> ListItems:
        return self._fact(self._label(fact.name), code(fact.value), fact.description)

    def _extension(self, extension: FactView) -> ListItems:
        return self._fact(code(extension.name), code(extension.value))

    def _summary(self, label: str, details: str, text: str = "") -> str:
        """Return a fact about all that follows."""
        head = f"{self._label(label)}: {details}"
        head = head if head.endswith(_FINAL_PUNCTUATION) else f"{head}."
        return _joined(head, self._text(text))

    def _label(self, text: str) -> str:
        return one_line(text)

    def _users(self, users: Iterable[OperationLink | SchemaLink]) -> str:
        return self._summary(_("Used by"), ", ".join(map(self._page_link, users)))

    def _see(self, target: SchemaLink) -> Blocks:
        yield list_item(_("See %s") % self._page_link(target))

    def _values(self, values: tuple[EnumValue, ...]) -> str:
        if len(values) <= MAX_INLINE_VALUES and not any(value.description for value in values):
            details = ", ".join(code(value.value) for value in values)
            return list_item(f"{_('One of')} {details}")
        texts = (_joined(code(each.value), self._text(each.description)) for each in values)
        return ListItems(items(texts))

    def _web_link(self, label: str, url: str) -> ListItems:
        return list_item(_external_link(label, url))

    def _example(self, view: RenderedExample) -> str:
        head = f"{self._label(_('Example'))}: {one_line(view.title)}".rstrip()
        head = _joined(head, self._text(view.description))
        if view.code and "\n" not in view.code:
            return f"{head} {code(view.code)}"
        blocks = [head]
        if view.url:
            blocks.append(_external_link("", view.url))
        if view.code:
            blocks.append(code_block(view.code, view.language))
        return "\n\n".join(blocks)

    def _page_link(self, target: SchemaLink | OperationLink | None, label: str = "") -> str:
        """Return a label, as a link where its target has a page."""
        url = self._link_url(target) if target else ""
        text = one_line(label or (target.label if target else ""))
        return link(text, url) if url else text

    def _prose(self, text: str) -> str:
        """Return a text of the document as blocks of their own."""
        return self._text(text)

    def _text(self, text: str) -> str:
        return safe_text(text) if text else ""


def join_blocks(blocks: Iterable[str]) -> str:
    """Join blocks, with the items of a list in adjacent lines."""
    groups = groupby(filter(None, blocks), lambda block: isinstance(block, ListItems))
    return "\n\n".join(("\n" if are_items else "\n\n").join(group) for are_items, group in groups)


def list_item(head: str, blocks: Iterable[str] = ()) -> ListItems:
    """Return a list item, with other blocks as a nested list."""
    inner = (block if isinstance(block, ListItems) else items([block]) for block in blocks)
    return ListItems(items(["\n".join((head, *inner))]))


@lru_cache(maxsize=20_000)
def safe_text(text: str) -> str:
    """Strip relative links and images, which are valid only in the OpenAPI document."""
    return _LOCAL_LINK.sub(r"\1", _LOCAL_IMAGE.sub(r"\1", text)).strip()


def _joined(head: str, text: str, separator: str = ":") -> str:
    """Append a text to its head; several paragraphs are set apart."""
    if not text:
        return head
    if "\n" in text:
        return f"{head}\n\n{text}"
    return f"{head} {text}" if head.endswith(_FINAL_PUNCTUATION) else f"{head}{separator} {text}"


def rule_texts(rules: Iterable[str], default: str | None) -> list[str]:
    """Return the constraints and the default of a value."""
    details = [] if default is None else [f"{_('default')} {code(default)}"]
    return [*map(_rule, rules), *details]


def _rule(text: str) -> str:
    """Render a rule; one with markup characters, such as a pattern, as code."""
    return text if plain(text) == text else code(text)


def _external_link(label: str, url: str) -> str:
    if not url.lower().startswith(("https://", "http://", "mailto:")):
        return one_line(f"{label} {url}".strip())
    return link(one_line(label or url), url)
