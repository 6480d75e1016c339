"""The options of API pages, from the settings of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.site import Auth

if TYPE_CHECKING:
    from .samples import Language

Expansion = Literal["all", "topLevel", "topLevelOneOfs", "none"]
AuthMethod = Literal["bearer", "basic", "key"]
PlaygroundMode = Literal["show", "simple", "hide"]
NO_AUTH = Auth()
DEFAULT_KEY_HEADER = "X-API-Key"


@record
class ReferenceOptions:
    """Options for the views of operations and schemas."""

    expanded: Expansion = "none"
    """The nested fields that are expanded at first."""
    maintain_order: bool = False
    """Whether fields keep the document's order; otherwise required ones come first."""
    extensions: tuple[str, ...] = ()
    """The vendor extensions to show, such as ``x-rate-limit``."""
    base_urls: tuple[str, ...] = ()
    """Base URLs that replace the servers of documents."""
    site_url: str = ""
    """The URL of the site, from which relative servers of its own documents are resolved."""
    auth: Auth = NO_AUTH
    """The authentication that replaces the security requirements of documents."""
    languages: tuple[str, ...] = ()
    """The languages of request samples, in order; empty for the default ones."""
    added_languages: tuple[Language, ...] = ()
    """The languages that the project adds to those of the package."""
    show_optional: bool | None = None
    """Whether samples have optional parameters; None for those with an example."""
    playground: PlaygroundMode = "show"
    """Whether a page has a playground, only the request line, or neither."""
    is_simulated: bool = False
    """Whether playgrounds simulate responses from the examples of the document."""
    field_budget: int = 120
    """The number of fields on a page before nested named schemas become links."""
    has_fields: bool = True
    """Whether the fields of request and response bodies are shown."""
    is_compact: bool = False
    """Whether each named schema is shown once and linked elsewhere, with one request and one
    response per operation: for paginated output and single-page texts."""
    has_overview: bool = False
    """Whether the same output has an overview of the document with what all operations share."""
    links_shared_schemas: bool = False
    """Whether a schema that is used more than once is always a link."""
    has_shared_examples: bool = False
    """Whether a successful response has an example even if its schema is only a link."""


FieldLocation = Literal["path", "query", "header", "cookie", "body", "auth", "response"]
FIELD_LOCATIONS: tuple[FieldLocation, ...] = ("path", "query", "header", "cookie", "body", "auth")
"""The props of a request field that hold its name."""
PLACEHOLDER = "x-placeholder"
"""The placeholder of an input, in schemas of fields that pages document by hand."""
