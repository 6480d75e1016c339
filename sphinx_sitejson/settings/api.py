"""How API pages and their playground behave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from .json_object import JsonObject, Key
from .text_types import WebAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth(JsonObject):
    """Authentication of requests."""

    method: Annotated[
        Literal["bearer", "basic", "key"] | None,
        Key("Authentication method: a bearer token, a user name and password, or an API key."),
    ] = None
    name: Annotated[
        str | None,
        Key("Name of the credential in the playground. For `basic`, use `userName:passwordName`."),
    ] = None
    input_prefix: Annotated[str | None, Key("Text at the beginning of the input field.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Playground(JsonObject):
    """Settings for the playground."""

    mode: Annotated[
        Literal["show", "simple", "hide"],
        Key("`show` displays the playground, `simple` only the endpoint, and `hide` neither."),
    ] = "show"
    disable_proxy: Annotated[
        bool,
        Key("Sends requests directly from the browser to the API, even if the site has a proxy."),
    ] = False
    simulate: Annotated[
        bool,
        Key(
            "Simulates responses in the page with examples from the document and labels them "
            "as simulated. No request is sent."
        ),
    ] = False
    own_base_url: Annotated[
        bool,
        Key("Lets readers send requests to their own base URL, such as a server on their machine."),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestExample(JsonObject):
    """Settings for example requests."""

    languages: Annotated[
        tuple[str, ...],
        Key(
            "Languages of the examples, in order: `bash`, `python`, `javascript`, `php`, "
            "`go`, `java`, `ruby`, `csharp`, `node`, `typescript`, `rust`, `kotlin`, "
            "`swift`, `httpie`, `powershell`, or a language that has samples in the document."
        ),
    ] = ()
    show_optional_params: Annotated[
        bool | None, Key("Whether the examples include optional parameters.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(JsonObject):
    """Settings for requests."""

    example: Annotated[RequestExample, Key("Settings for example requests.")] = RequestExample()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamFields(JsonObject):
    """Settings for nested fields."""

    expanded: Annotated[
        Literal["all", "topLevel", "topLevelOneOfs", "none"],
        Key(
            "Which nested fields are expanded at first: `all`, only the first level, only "
            "alternatives on the first level, or `none`."
        ),
    ] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Api(JsonObject):
    """Settings for all API pages."""

    base_url: Annotated[
        tuple[WebAddress, ...],
        Key("Base URL of every endpoint, or a list from which readers can choose.", or_one=True),
    ] = ()
    auth: Annotated[
        Auth,
        Key(
            "Authentication of requests on the page, in the examples, and in the playground. "
            "It overrides the OpenAPI document."
        ),
    ] = Auth()
    playground: Annotated[Playground, Key("Settings for the playground.")] = Playground()
    request: Annotated[Request, Key("Settings for requests.")] = Request()
    param_fields: Annotated[ParamFields, Key("Settings for nested fields.")] = ParamFields()
    maintain_order: Annotated[
        bool, Key("Shows properties in the order of the OpenAPI document.")
    ] = False
