"""What surrounds the pages: feedback, redirects, search engines, analytics, widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, make_dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.publishing.service_catalog import SERVICES, Service, ServiceKey

from .api import Auth
from .json_object import JsonObject, Key
from .text_types import Link, RedirectSource, WebAddress, text_rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(JsonObject):
    """Feedback options on every page."""

    thumbs_rating: Annotated[bool, Key("Asks readers whether the page was helpful.")] = False
    suggest_edit: Annotated[bool, Key("Shows a link to suggest an edit with a pull request.")] = (
        False
    )
    raise_issue: Annotated[bool, Key("Shows a link to raise an issue about the page.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect(JsonObject):
    """A redirect from an old path."""

    source: Annotated[
        RedirectSource,
        Key("Old path. `:slug*` and `*` match any remaining path."),
    ]
    destination: Annotated[
        Link,
        Key("New path or URL. It may contain the wildcard of the source."),
    ]
    permanent: Annotated[
        bool, Key("Whether browsers and search engines may store the redirect.")
    ] = True
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seo(JsonObject):
    """Settings for search engines."""

    index_hidden_pages: Annotated[
        bool, Key("Lets search engines index pages that are not in the navigation.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinkTemplate:
    """A link in the menu of every page; ``{url}`` and ``{markdown}`` stand for the page."""

    name: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPageWords:
    """What stands on the page for addresses that lead nowhere."""

    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraSettings:
    """Settings without a key in ``site.json``, which come from other files."""

    address: str = ""
    """Where the site is published."""
    dark_favicon: str | None = None
    """The favicon on a dark background."""
    page_links: tuple[PageLinkTemplate, ...] = ()
    missing_page: MissingPageWords | None = None
    instructions: str = ""
    """What language models should know."""
    written_base_urls: tuple[str, ...] = ()
    """The addresses before endpoints that pages describe in their own words."""
    written_auth: Auth | None = None
    """How those are authorized."""


Entry = tuple[str, Any, "Field[Any]"]


def services_class(
    name: str,
    about: str,
    *,
    of_objects: bool,
    extra: Sequence[tuple[str, Any]] = (),
    without_effect: Mapping[str, Any] | None = None,
) -> type[JsonObject]:
    """Make the class of ``analytics`` or ``integrations``: a field for each service.

    :param of_objects: for the services that are named by an object, or by one value.
    :param further: names and types of services that are written in another way.
    """
    wanted = {n: s for n, s in SERVICES.items() if s.is_named_by_one_value is not of_objects}
    entries = [_entry_of(n, service) for n, service in wanted.items()]
    entries += [(field_name, hint, _unset()) for field_name, hint in extra]
    made = _class(name, about, entries)
    made.without_effect = without_effect or {}
    return made


def _entry_of(name: str, service: Service) -> Entry:
    if service.is_named_by_one_value:
        return name, _type_of(service.keys[0], is_required=False), _unset()
    fields: list[Entry] = [
        (key.name, _type_of(key), field() if key.is_required else _unset()) for key in service.keys
    ]
    about = f"Settings for {service.title}."
    made: Any = _class(service.title.replace(" ", ""), about, fields)
    return name, Annotated[made | None, Key(about)], _unset()


def _unset() -> Any:
    return field(default=None)


def _type_of(key: ServiceKey, *, is_required: bool | None = None) -> Any:
    """Return the type of a key, as the dataclasses of the settings write it."""
    text: Any = Annotated[str, text_rule(key.pattern, key.expected)] if key.pattern else WebAddress
    is_needed = key.is_required if is_required is None else is_required
    return Annotated[text if is_needed else text | None, Key(key.help)]


def _class(name: str, about: str, fields: list[Entry]) -> type[JsonObject]:
    return make_dataclass(
        name,
        fields,
        bases=(JsonObject,),
        namespace={"__doc__": about, "__module__": __name__},
        frozen=True,
        slots=True,
        kw_only=True,
    )


# Made from the table of services; nobody asks for a field of them by its name.
if TYPE_CHECKING:
    Analytics: TypeAlias = JsonObject
    Integrations: TypeAlias = JsonObject
else:
    Analytics = services_class("Analytics", "Analytics services, by name.", of_objects=True)
    Integrations = services_class("Integrations", "Third-party widgets, by name.", of_objects=False)
