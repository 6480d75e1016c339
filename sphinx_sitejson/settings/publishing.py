"""What surrounds the pages: feedback, redirects, search engines, analytics, widgets."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, make_dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx_sitejson.problems import JsonPath
from sphinx_sitejson.services import SERVICES, Service, ServiceKey

from .json_object import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(JsonObject):
    """Which ways to respond a page offers."""

    thumbs_rating: bool = False
    suggest_edit: bool = False
    raise_issue: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect(JsonObject):
    """An address that moved."""

    source: str
    destination: str
    permanent: bool = True
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seo(JsonObject):
    """What search engines may see."""

    index_hidden_pages: bool = False


Entry = tuple[str, Any, "Field[Any]"]


def _services_class(name: str, about: str, *, of_objects: bool) -> type[JsonObject]:
    """Make the class of ``analytics`` or ``integrations``: a field for each service.

    :param of_objects: for the services that are named by an object, or by one value.
    """
    wanted = {n: s for n, s in SERVICES.items() if s.is_named_by_one_value is not of_objects}
    return _class(name, about, [_entry_of(n, service) for n, service in wanted.items()])


def _entry_of(name: str, service: Service) -> Entry:
    if service.is_named_by_one_value:
        return name, str | None, _field(service.keys[0], default=None)
    fields = [
        (key.name, str, _field(key))
        if key.is_required
        else (key.name, str | None, _field(key, default=None))
        for key in service.keys
    ]
    about = f"Settings of {service.title}."
    described: Any = field(default=None, metadata={"help": about})
    return name, _class(service.title.replace(" ", ""), about, fields) | None, described


def _field(key: ServiceKey, default: Any = MISSING) -> Field[Any]:
    facts = {"help": key.help, "pattern": key.pattern, "expected": key.expected}
    found: Field[Any] = field(default=default, metadata=facts)
    return found


def _class(name: str, about: str, fields: list[Entry]) -> type[JsonObject]:
    made = make_dataclass(
        name,
        fields,
        bases=(JsonObject,),
        namespace={"__doc__": about, "__module__": __name__},
        frozen=True,
        slots=True,
        kw_only=True,
    )
    return made


# Made from the table of services; nobody asks for a field of them by its name.
if TYPE_CHECKING:
    Analytics: TypeAlias = JsonObject
    Integrations: TypeAlias = JsonObject
else:
    Analytics = _services_class("Analytics", "The analytics services of the site.", of_objects=True)
    Integrations = _services_class(
        "Integrations", "Widgets of other services, by their identifiers.", of_objects=False
    )
