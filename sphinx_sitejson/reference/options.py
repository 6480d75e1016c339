"""What the owner of a site decides about API pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .request_samples.languages.language import Language

Expansion = Literal["all", "topLevel", "topLevelOneOfs", "none"]
AuthMethod = Literal["bearer", "basic", "key"]
PlaygroundMode = Literal["show", "simple", "hide"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceOptions:
    """How the pages of a site show operations and schemas."""

    expanded: Expansion = "none"
    """Which folds start open."""
    maintain_order: bool = False
    """Whether fields stay in the document's order; otherwise required ones come first."""
    extensions: tuple[str, ...] = ()
    """The vendor extensions to show, such as ``x-rate-limit``."""
    base_urls: tuple[str, ...] = ()
    """Base URLs that win over the servers of documents."""
    site_url: str = ""
    """The URL of the site, from which relative servers of its own documents are resolved."""
    auth_method: AuthMethod | None = None
    """A way to authorize that wins over the security of documents."""
    auth_name: str = ""
    """Of a key the header; of basic ``user:password``, named as readers know them."""
    auth_prefix: str = ""
    """What stands before a token or key."""
    languages: tuple[str, ...] = ()
    """The languages of request samples, in order; empty for the usual ones."""
    added_languages: tuple[Language, ...] = ()
    """The languages that the project adds to those of the package."""
    show_optional: bool | None = None
    """Whether samples have optional parameters; None for those with an example."""
    playground: PlaygroundMode = "show"
    """Whether readers can send requests, see only the request line, or nothing of both."""
    is_simulated: bool = False
    """Whether playgrounds answer requests themselves, with the examples of the document."""
    field_budget: int = 120
    """How many fields a page shows before nested named schemas become links."""
    has_fields: bool = True
    """Whether bodies of requests and answers are described field by field."""
    is_compact: bool = False
    """Whether each named schema is shown once and everywhere else named, with one request and one
    answer for each operation: the form for paper, and for texts that are read as a whole."""
    has_overview: bool = False
    """Whether the same book has an overview of the document, which says what all operations
    share."""
    links_shared_schemas: bool = False
    """Whether a schema that is used more than once is a link wherever it is used."""


FieldLocation = Literal["path", "query", "header", "cookie", "body", "auth", "response"]
FIELD_LOCATIONS: tuple[FieldLocation, ...] = ("path", "query", "header", "cookie", "body", "auth")
"""The props of a field of a request that hold its name."""
PLACEHOLDER = "x-placeholder"
"""Of a schema: what an input shows while it is empty; pages that describe a field write it."""
