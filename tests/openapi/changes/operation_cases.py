"""One change of an operation after another: the rule, and the documents before and after."""

from typing import Any

from .support import OK, document, get, sent


def parameter(name: str = "q", place: str = "query", **more: Any) -> dict[str, Any]:
    schema = {"type": "string"}
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **more}


def with_parameters(*parameters: Any, path: str = "/x") -> Any:
    return document({path: {"get": {"parameters": list(parameters), "responses": OK}}})


def with_body(**body: Any) -> Any:
    return document({"/x": {"post": {"requestBody": body, "responses": OK}}})


def encoded(**encoding: Any) -> Any:
    media = {"schema": {"type": "object"}, "encoding": {"a": encoding}}
    return with_body(content={"multipart/form-data": media})


def answering(responses: Any) -> Any:
    return document(get(responses=responses))


def answer(**parts: Any) -> Any:
    return answering({"200": {"description": "x", **parts}})


def media(*names: str) -> dict[str, Any]:
    return {"content": {name: {"schema": {"type": "string"}} for name in names}}


def called_back(**callbacks: Any) -> Any:
    return document(get(callbacks=callbacks))


def callback(expression: str = "{$request.query.url}", **operation: Any) -> dict[str, Any]:
    return {expression: {"post": {"responses": OK, **operation}}}


def served(*servers: Any) -> Any:
    return document(get(), servers=list(servers))


def region(**words: Any) -> dict[str, Any]:
    return {"url": "https://{r}.x", "variables": {"r": {"default": "eu", **words}}}


KEY = {"type": "apiKey", "name": "X-Key", "in": "header"}
BASIC = {"type": "http", "scheme": "basic"}
BEARER = {"type": "http", "scheme": "bearer"}
FLOW = {"tokenUrl": "https://a/token", "scopes": {"read": "", "write": ""}}


def oauth(**flows: Any) -> dict[str, Any]:
    return {"type": "oauth2", "flows": flows}


def secured(*security: Any, **schemes: Any) -> Any:
    return document(get(security=list(security)), components={"securitySchemes": schemes})


def scheme(raw: Any) -> Any:
    return secured({"s": []}, s=raw)


def hook(**operation: Any) -> Any:
    raw = {"responses": OK, **operation}
    schemes = {"securitySchemes": {"key": KEY, "basic": BASIC}}
    return document({}, webhooks={"w": {"post": raw}}, components=schemes)


LIST = {"type": "array", "items": {"type": "string"}}
SUNSET = {"deprecated": True, "x-sunset": "2030-01-01"}

CASES: list[tuple[str, Any, Any]] = [
    # The operation itself.
    ("deprecated", document(get()), document(get(deprecated=True))),
    ("sunset-set", document(get(deprecated=True)), document(get(**SUNSET))),
    ("sunset-earlier", document(get(**SUNSET)),
     document(get(deprecated=True, **{"x-sunset": "2029-12-31"}))),
    ("stability-lowered", document(get()), document(get(**{"x-stability-level": "beta"}))),
    ("stability-lowered", document(get(**{"x-stability-level": "beta"})),
     document(get(**{"x-stability-level": "draft"}))),
    ("removed-after-sunset",
     with_parameters(parameter(deprecated=True, **{"x-sunset": "2020-01-31T00:00:00Z"})),
     with_parameters()),
    ("removed-before-sunset",
     with_parameters(parameter(deprecated=True, **{"x-sunset": "2999-01-01"})), with_parameters()),
    ("deprecated-removed", with_parameters(parameter(deprecated=True)), with_parameters()),
    ("deprecated-removed", with_parameters(parameter(deprecated=True, **{"x-sunset": "soon"})),
     with_parameters()),
    ("unstable-removed", with_parameters(parameter(**{"x-stability-level": "alpha"})),
     with_parameters()),
    ("default-changed", with_parameters(parameter(schema={"type": "integer", "default": 20})),
     with_parameters(parameter(schema={"type": "integer", "default": 50}))),
    ("id-added", document(get()), document(get(operationId="a"))),
    ("id-changed", document(get(operationId="a")), document(get(operationId="b"))),
    ("tag-added", document(get(tags=["a"])), document(get(tags=["b", "a"]))),
    ("callback-added", called_back(), called_back(c=callback())),
    ("became-required", called_back(c=callback(parameters=[parameter(required=False)])),
     called_back(c=callback(parameters=[parameter(required=True)]))),
    # Parameters and headers.
    ("parameter-added", with_parameters(), with_parameters(parameter())),
    ("required-parameter-added", with_parameters(), with_parameters(parameter(required=True))),
    ("became-required", with_parameters(parameter()), with_parameters(parameter(required=True))),
    ("deprecated", with_parameters(parameter()), with_parameters(parameter(deprecated=True))),
    ("style-changed", with_parameters(parameter(schema=LIST)),
     with_parameters(parameter(schema=LIST, style="pipeDelimited", explode=True))),
    ("explode-changed", with_parameters(parameter(schema=LIST)),
     with_parameters(parameter(schema=LIST, explode=False))),
    ("reserved-allowed", with_parameters(parameter()),
     with_parameters(parameter(allowReserved=True))),
    ("empty-allowed", with_parameters(parameter()),
     with_parameters(parameter(allowEmptyValue=True))),
    ("content-type-changed", with_parameters(parameter()),
     with_parameters({"name": "q", "in": "query",
                      "content": {"text/plain": {"schema": {"type": "string"}}}})),
    ("type-wider", with_parameters(parameter(schema={"type": "integer"})),
     with_parameters(parameter(schema={"type": "string"}))),
    ("parameter-added", answer(), answer(headers={"X-A": {"schema": {}}})),
    ("type-changed", answer(headers={"X-A": {"schema": {"type": "integer"}}}),
     answer(headers={"X-A": {"schema": LIST}})),
    # Bodies and responses.
    ("body-added", document({"/x": {"post": {"responses": OK}}}), with_body(**media("a/b"))),
    ("required-body-added", document({"/x": {"post": {"responses": OK}}}),
     with_body(required=True, **media("a/b"))),
    ("became-required", with_body(**media("a/b")), with_body(required=True, **media("a/b"))),
    ("media-type-added", with_body(**media("a/b")), with_body(**media("c/d", "a/b"))),
    ("media-type-wider", with_body(**media("a/b")), with_body(**media("a/*"))),
    ("media-type-wider", with_body(**media("a/b")), with_body(**media("*/*"))),
    ("media-type-parameters", with_body(**media("a/b")), with_body(**media("a/b; charset=x"))),
    ("content-type-changed", encoded(), encoded(contentType="text/plain")),
    ("style-changed", encoded(), encoded(style="deepObject", explode=True)),
    ("explode-changed", encoded(), encoded(explode=False)),
    ("reserved-allowed", encoded(), encoded(allowReserved=True)),
    ("parameter-added", encoded(), encoded(headers={"X-A": {"schema": {}}})),
    ("success-added", answering(OK), answering({**OK, "201": {"description": ""}})),
    ("status-added", answering(OK), answering({**OK, "404": {"description": ""}})),
    ("status-added", answering(OK), answering({**OK, "default": {"description": ""}})),
    ("link-added", answer(), answer(links={"a": {"operationId": "b"}})),
    ("link-changed", answer(links={"a": {"operationId": "b"}}),
     answer(links={"a": {"operationId": "c"}})),
    ("type-narrower", document(sent(True)), document(sent({"type": "string"}))),
    ("xml-changed", document(sent({"type": "object", "xml": {"name": "a"}}, "application/xml")),
     document(sent({"type": "object", "xml": {"name": "b"}}, "application/xml"))),
    # Servers.
    ("server-added", served({"url": "https://a"}),
     served({"url": "https://b"}, {"url": "https://a/"})),
    ("server-default-changed", served(region()), served(region(default="us"))),
    ("server-value-added", served(region(enum=["eu"])), served(region(enum=["us", "eu"]))),
    ("server-value-removed", served(region()), served(region(enum=["eu"]))),
    # Authorization.
    ("authorization-needed", secured(key=KEY), secured({"key": []}, key=KEY)),
    ("authorization-needed", secured({}, {"key": []}, key=KEY), secured({"key": []}, key=KEY)),
    ("scheme-accepted", secured({"key": []}, key=KEY, b=BASIC),
     secured({"b": []}, {"key": []}, key=KEY, b=BASIC)),
    ("scheme-refused", secured({"key": [], "b": []}, {"b": []}, key=KEY, b=BASIC),
     secured({"key": [], "b": []}, key=KEY, b=BASIC)),
    ("optional-scheme-refused", secured({}, {"key": []}, {"b": []}, key=KEY, b=BASIC),
     secured({}, {"key": []}, key=KEY, b=BASIC)),
    ("scope-needed", secured({"o": ["read"]}, o=oauth(password=FLOW)),
     secured({"o": ["read", "write"]}, o=oauth(password=FLOW))),
    ("scheme-changed", scheme(KEY), scheme(BASIC)),
    ("scheme-changed", scheme(BASIC), scheme(BEARER)),
    ("scheme-changed", scheme(KEY), scheme({**KEY, "name": "X-Other"})),
    ("scheme-changed", scheme(KEY), scheme({**KEY, "in": "query"})),
    ("deprecated", scheme(KEY), scheme({**KEY, "deprecated": True})),
    ("token-format-changed", scheme(BEARER), scheme({**BEARER, "bearerFormat": "JWT"})),
    ("address-changed", scheme({"type": "openIdConnect", "openIdConnectUrl": "https://a"}),
     scheme({"type": "openIdConnect", "openIdConnectUrl": "https://b"})),
    *(("address-changed", scheme(oauth(authorizationCode=FLOW)),
       scheme(oauth(authorizationCode={**FLOW, key: "https://b"})))
      for key in ("tokenUrl", "authorizationUrl", "refreshUrl", "deviceAuthorizationUrl")),
    ("flow-added", scheme(oauth(password=FLOW)),
     scheme(oauth(password=FLOW, clientCredentials=FLOW))),
    ("scope-offered", scheme(oauth(password=FLOW)),
     scheme(oauth(password={**FLOW, "scopes": {**FLOW["scopes"], "admin": ""}}))),
    ("event-authorization-changed", hook(security=[{"key": []}]), hook(security=[{"basic": []}])),
]  # fmt: skip

SAME: list[tuple[Any, Any]] = [
    (with_parameters(parameter("a"), parameter("b", "header")),
     with_parameters(parameter("B", "header"), parameter("a"))),
    (with_parameters(parameter("a", "path"), parameter("b", "path", schema={"type": "integer"}),
                     path="/x/{a}/{b}"),
     with_parameters(parameter("d", "path", schema={"type": "integer"}), parameter("c", "path"),
                     path="/x/{c}/{d}")),
    (with_parameters(parameter()),
     with_parameters(parameter(style="form", explode=True, description="D", example="x"))),
    (with_parameters(parameter()), with_parameters(parameter(explode=False))),
    (document(get(tags=["a", "b"])), document(get(tags=["b", "a"], summary="S"))),
    (with_body(**media("a/b")), with_body(**media("A/B"), description="D")),
    (with_body(**media("a/b;c=d")), with_body(**media("a/b; c=d"))),
    (answer(headers={"X-A": {"schema": {}}, "Content-Type": {"schema": {}}}),
     answer(headers={"x-a": {"schema": {}}})),
    (served({"url": "https://a"}, {"url": "https://b", "description": "D"}),
     served({"url": "https://b/"}, {"url": "https://A"})),
    (secured({"a": []}, a=KEY), secured({"b": []}, b=KEY)),
    (secured({"a": []}, {"b": []}, a=KEY, b=BASIC),
     secured({"b": []}, {"a": []}, a={**KEY, "description": "D"}, b=BASIC)),
    (scheme(KEY), scheme({**KEY, "name": "x-key"})),
    (document(get()), document(get(security=[]))),
    (called_back(a=callback(), b=callback()),
     called_back(b=callback(), a=callback(description="D"))),
    (answer(links={"a": {"operationId": "b"}}),
     answer(links={"a": {"operationId": "b", "description": "D"}})),
]  # fmt: skip
"""What no client would notice."""
