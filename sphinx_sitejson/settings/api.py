"""How API pages and their playground behave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from .json_object import JsonObject, Key
from .values import WebAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth(JsonObject):
    """How requests are authorized."""

    method: Annotated[
        Literal["bearer", "basic", "key"] | None,
        Key("How requests are authorized: a bearer token, a user name with a password, or a key."),
    ] = None
    name: Annotated[
        str | None,
        Key("Name of the credential in the playground; for `basic` write `userName:passwordName`."),
    ] = None
    input_prefix: Annotated[str | None, Key("Text at the start of the input field.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Playground(JsonObject):
    """Whether readers can try requests."""

    mode: Annotated[
        Literal["show", "simple", "hide"],
        Key("`show` displays the playground, `simple` only the endpoint, `hide` nothing."),
    ] = "show"
    disable_proxy: Annotated[
        bool,
        Key(
            "Sends requests from the browser straight to the API, even when the site names a proxy."
        ),
    ] = False
    simulate: Annotated[
        bool,
        Key(
            "Answers requests in the page with the examples of the document, and says so; "
            "nothing is sent."
        ),
    ] = False
    own_base_url: Annotated[
        bool,
        Key(
            "Lets readers send requests to an address of their own, such as a server on "
            "their machine."
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestExample(JsonObject):
    """How example requests are written."""

    languages: Annotated[
        tuple[str, ...],
        Key(
            "Languages of the examples, in order: `bash`, `python`, `javascript`, `php`, "
            "`go`, `java`, also `ruby`, `csharp`, `node`, `typescript`, `rust`, `kotlin`, "
            "`swift`, `httpie` and `powershell`, or one that the document brings."
        ),
    ] = ()
    show_optional_params: Annotated[
        bool | None, Key("Whether the examples fill in optional parameters.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(JsonObject):
    """What is shown of a request."""

    example: Annotated[RequestExample, Key("How example requests are written.")] = RequestExample()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamFields(JsonObject):
    """How nested fields begin."""

    expanded: Annotated[
        Literal["all", "topLevel", "topLevelOneOfs", "none"],
        Key(
            "Which nested fields start open: `all`, only the first level, only choices "
            "of the first level, or `none`."
        ),
    ] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Api(JsonObject):
    """Settings of all API pages."""

    base_url: Annotated[
        tuple[WebAddress, ...],
        Key("Address before every endpoint; a list lets the reader choose.", or_one=True),
    ] = ()
    auth: Annotated[
        Auth,
        Key(
            "How requests are authorized, on the page, in the examples and in the "
            "playground; it wins over what the OpenAPI document says."
        ),
    ] = Auth()
    playground: Annotated[Playground, Key("Whether readers can try requests.")] = Playground()
    request: Annotated[Request, Key("What is shown of a request.")] = Request()
    param_fields: Annotated[ParamFields, Key("How nested fields begin.")] = ParamFields()
    maintain_order: Annotated[
        bool, Key("Keeps the properties in the order of the OpenAPI document.")
    ] = False
