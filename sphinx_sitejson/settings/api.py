"""How API pages and their playground behave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from sphinx_sitejson.problems import JsonPath

from .json_object import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth(JsonObject):
    """How the playground asks for credentials."""

    method: Literal["bearer", "basic", "key"] | None = None
    name: str | None = None
    input_prefix: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Playground(JsonObject):
    """Whether a reader can send requests."""

    mode: Literal["show", "simple", "hide"] = "show"
    disable_proxy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestExample(JsonObject):
    """Which languages the request examples are written in."""

    languages: tuple[str, ...] = ()
    show_optional_params: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(JsonObject):
    """What is shown of a request."""

    example: RequestExample = RequestExample()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamFields(JsonObject):
    """Which nested fields start open."""

    expanded: Literal["all", "topLevel", "topLevelOneOfs", "none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Api(JsonObject):
    """The settings of all API pages."""

    base_url: tuple[str, ...] = ()
    auth: Auth = Auth()
    playground: Playground = Playground()
    request: Request = Request()
    param_fields: ParamFields = ParamFields()
    maintain_order: bool = False

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Accept one base URL, or several."""
        if isinstance(value.get("baseUrl"), str):
            value = {**value, "baseUrl": [value["baseUrl"]]}
        return super(Api, cls).from_json(value, at)
