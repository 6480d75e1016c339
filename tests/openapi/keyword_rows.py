"""Every keyword of OpenAPI 3.0, 3.1 and 3.2 and of JSON Schema 2020-12, and where it has an effect.

The test builds a site in which each keyword has an operation of its own. In values, ``@`` stands
for a word that occurs nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordRow:
    """One keyword of one object."""

    object: str
    key: str
    value: Any = "@"
    page: str = "@"
    """What the page shows for it, or nothing."""
    why: str = ""
    """The reason why nothing is shown."""
    at: str = "operation"
    """The page that shows it: of the operation, or the overview of the document."""
    sample: str = ""
    """What samples and examples contain because of it."""
    form: str = ""
    """What the form of the playground gets."""
    changes: bool = False
    """Whether its addition is listed among the API changes."""
    beside: Mapping[str, Any] = field(default_factory=dict)
    """Other keywords of the object that it needs."""

    @property
    def marker(self) -> str:
        """A word that stands for the keyword."""
        words = f"{self.object} {self.key}".replace("$", "").replace("-", " ").split()
        return "Mk" + "".join(word[0].upper() + word[1:] for word in words)


def _rows(name: str, /, **keys: Any) -> list[KeywordRow]:
    """Return the rows of an object; ``_`` before a name stands for ``$``."""
    return [
        KeywordRow(object=name, key=key.replace("_", "$"), **options)
        for key, options in keys.items()
    ]


STRUCTURE = "It is the structure of the document."
NO_HEADER = "Has no meaning for headers."
OLD_DRAFT = "Belongs to drafts that no version of OpenAPI uses."
POINTER = "A name for references, which are resolved."
_OK = {"description": "Fine."}
_TEXT = {"type": "string"}
_LIST = {"type": "array"}

ROWS: tuple[KeywordRow, ...] = (
    *_rows(
        "document",
        openapi={
            "value": "3.2.0",
            "page": "",
            "why": "Selects the rules for reading the document.",
        },
        _self={
            "value": "https://self.example/api",
            "page": "",
            "why": "The base URI of references.",
        },
        info={"value": {"title": "T", "version": "1"}, "page": "", "why": STRUCTURE},
        jsonSchemaDialect={
            "value": "https://spec.openapis.org/oas/3.1/dialect/base",
            "page": "",
            "why": "Schemas are always read in OpenAPI's own dialect.",
        },
        servers={
            "value": [{"url": "https://mkservers.example"}],
            "page": "https://mkservers.example",
            "at": "overview",
            "sample": "https://mkservers.example",
            "form": "mkservers.example",
            "changes": True,
        },
        paths={"value": {}, "page": "", "why": STRUCTURE},
        webhooks={
            "value": {"@": {"post": {"responses": {"200": _OK}}}},
            "at": "overview",
            "changes": True,
        },
        components={"value": {}, "page": "", "why": STRUCTURE},
        security={
            "value": [{"MkDocumentKey": []}],
            "page": "MkDocumentKey",
            "at": "overview",
            "form": "MkDocumentKey",
            "sample": "X-Mk-Key",
            "changes": True,
        },
        tags={"value": [{"name": "@"}], "at": "overview", "page": "", "why": STRUCTURE},
        externalDocs={
            "value": {"url": "https://mk-docs.example", "description": "@"},
            "at": "overview",
        },
    ),
    *_rows(
        "info",
        title={"at": "overview"},
        summary={"at": "overview"},
        description={"at": "overview"},
        termsOfService={
            "value": "https://mk-terms.example/@",
            "page": "Terms of service",
            "at": "overview",
        },
        contact={"value": {}, "page": "", "why": STRUCTURE},
        license={"value": {}, "page": "", "why": STRUCTURE},
        version={"at": "overview"},
    ),
    *_rows(
        "contact",
        name={"at": "overview"},
        url={"value": "https://mk.example/@", "at": "overview link", "beside": {"name": "N"}},
        email={
            "value": "@@mk.example",
            "page": "@@mk.example",
            "at": "overview",
            "beside": {"name": "N"},
        },
    ),
    *_rows(
        "license",
        name={"at": "overview"},
        identifier={"at": "overview link", "beside": {"name": "N"}},
        url={"value": "https://mk.example/@", "at": "other link", "beside": {"name": "N"}},
    ),
    *_rows(
        "server",
        url={
            "value": "https://mk.example/@",
            "page": "https://mk.example/@",
            "sample": "https://mk.example/@",
            "form": "https://mk.example/@",
            "changes": True,
        },
        name={"at": "overview"},
        description={"at": "overview"},
        variables={
            "value": {"@": {"default": "d"}},
            "form": "@",
            "beside": {"url": "https://{MkServerVariables}.example"},
            "changes": True,
        },
    ),
    *_rows(
        "server variable",
        default={"sample": "@", "form": "@", "changes": True},
        enum={"value": ["d", "@"], "form": "@", "changes": True},
        description={},
    ),
    *_rows(
        "components",
        **{
            name: {"value": {}, "page": "", "why": "Shown in each place that uses it."}
            for name in (
                "responses",
                "parameters",
                "examples",
                "requestBodies",
                "headers",
                "links",
                "callbacks",
                "pathItems",
                "mediaTypes",
            )
        },
        schemas={"value": {"@": {"type": "object"}}, "at": "schema"},
        securitySchemes={
            "value": {"@": {"type": "apiKey", "in": "header", "name": "X-K"}},
            "at": "overview",
        },
    ),
    *_rows(
        "path item",
        _ref={"value": "#/components/pathItems/Shared", "page": "MkSharedItem", "changes": True},
        summary={},
        description={},
        **{
            method: {
                "value": {"operationId": "@", "responses": {"200": _OK}},
                "changes": True,
                "page": method.upper(),
                "at": "own",
            }
            for method in (
                "get",
                "put",
                "post",
                "delete",
                "options",
                "head",
                "patch",
                "trace",
                "query",
            )
        },
        additionalOperations={
            "value": {"MKCOPY": {"responses": {"200": _OK}}},
            "page": "MKCOPY",
            "at": "own",
            "changes": True,
        },
        servers={
            "value": [{"url": "https://mk.example/@"}],
            "page": "https://mk.example/@",
            "sample": "https://mk.example/@",
            "form": "https://mk.example/@",
            "changes": True,
        },
        parameters={
            "value": [{"name": "@", "in": "query", "required": True, "schema": _TEXT}],
            "sample": "@",
            "form": "@",
            "changes": True,
        },
    ),
    *_rows(
        "operation",
        tags={"value": ["@"], "changes": True},
        summary={},
        description={},
        externalDocs={"value": {"url": "https://mk.example", "description": "@"}},
        operationId={"changes": True},
        parameters={
            "value": [{"name": "@", "in": "query", "required": True, "schema": _TEXT}],
            "sample": "@",
            "form": "@",
            "changes": True,
        },
        requestBody={
            "value": {"content": {"application/json": {"example": "@"}}},
            "page": "application/json",
            "sample": "@",
            "form": "@",
            "changes": True,
        },
        responses={
            "value": {"200": _OK, "418": {"description": "@"}},
            "changes": True,
            "form": "418",
        },
        callbacks={
            "value": {"@": {"{$url}": {"post": {"responses": {"200": _OK}}}}},
            "changes": True,
        },
        deprecated={"value": True, "page": "Deprecated", "changes": True},
        security={
            "value": [{"MkOperationKey": []}],
            "page": "MkOperationKey",
            "sample": "X-Mk-Operation",
            "form": "MkOperationKey",
            "changes": True,
        },
        servers={
            "value": [{"url": "https://mk.example/@"}],
            "page": "https://mk.example/@",
            "sample": "https://mk.example/@",
            "form": "https://mk.example/@",
            "changes": True,
        },
    ),
    *_rows(
        "external documentation",
        url={"value": "https://mk.example/@", "at": "link"},
        description={"beside": {"url": "https://mk.example"}},
    ),
    *_rows(
        "parameter",
        name={"sample": "@", "form": "@", "changes": True},
        **{
            "in": {
                "value": "cookie",
                "page": "Cookie",
                "form": "cookie",
                "sample": "it=",
                "changes": True,
            }
        },
        description={},
        required={"value": True, "page": "required", "form": '"required":true', "changes": True},
        deprecated={"value": True, "page": "deprecated", "changes": True},
        allowEmptyValue={"value": True, "page": "may be empty", "changes": True},
        style={
            "value": "pipeDelimited",
            "page": "style: pipeDelimited",
            "form": "pipeDelimited",
            "sample": "a%7Cb",
            "beside": {"schema": {"type": "array", "example": ["a", "b"]}, "explode": False},
            "changes": True,
        },
        explode={
            "value": False,
            "page": "explode: false",
            "form": '"explode":false',
            "sample": "a,b",
            "beside": {"schema": {"type": "array", "example": ["a", "b"]}},
            "changes": True,
        },
        allowReserved={
            "value": True,
            "page": "reserved characters are not encoded",
            "form": '"reserved":true',
            "beside": {"schema": {"type": "string", "example": "a/b"}},
            "sample": "a/b",
            "changes": True,
        },
        schema={"value": {"type": "string", "format": "@"}, "changes": True},
        content={
            "value": {"application/mk+json": {"schema": {"type": "object"}}},
            "page": "application/mk+json",
            "beside": {"schema": ...},
            "changes": True,
        },
        example={"sample": "@", "form": "@"},
        examples={"value": {"one": {"value": "@"}}, "sample": "@", "form": "@"},
    ),
    *_rows(
        "request body",
        description={},
        content={
            "value": {"text/mk": {"example": "@"}},
            "page": "text/mk",
            "sample": "@",
            "form": "text/mk",
            "changes": True,
        },
        required={
            "value": True,
            "page": "required",
            "form": '"bodyRequired":true',
            "changes": True,
        },
    ),
    *_rows(
        "media type",
        description={},
        schema={"value": {"type": "string", "format": "@"}, "changes": True},
        itemSchema={
            "value": {"type": "string", "format": "@"},
            "beside": {"schema": ...},
            "changes": True,
        },
        example={"sample": "@", "form": "@", "page": "", "why": "Shown as an example."},
        examples={"value": {"one": {"summary": "@", "value": 1}}, "form": "@"},
        encoding={
            "value": {"it": {"contentType": "text/mk-encoding"}},
            "page": "text/mk-encoding",
            "form": "text/mk-encoding",
            "sample": "text/mk-encoding",
            "changes": True,
        },
        prefixEncoding={
            "value": [{"contentType": "text/mk-prefix"}],
            "page": "text/mk-prefix",
            "form": "text/mk-prefix",
            "sample": "text/mk-prefix",
            "changes": True,
        },
        itemEncoding={
            "value": {"contentType": "text/mk-item"},
            "page": "text/mk-item",
            "form": "text/mk-item",
            "sample": "text/mk-item",
            "changes": True,
        },
    ),
    *_rows(
        "encoding",
        contentType={
            "value": "text/mk-type",
            "page": "content type: text/mk-type",
            "form": "text/mk-type",
            "sample": "text/mk-type",
            "changes": True,
        },
        headers={
            "value": {"X-@": {"required": True, "schema": _TEXT}},
            "form": "X-@",
            "sample": "X-@",
            "changes": True,
        },
        style={
            "value": "spaceDelimited",
            "page": "style: spaceDelimited",
            "form": "spaceDelimited",
            "changes": True,
        },
        explode={
            "value": False,
            "page": "explode: false",
            "form": '"explode":false',
            "changes": True,
        },
        allowReserved={
            "value": True,
            "page": "reserved characters are not encoded",
            "form": '"reserved":true',
            "changes": True,
        },
        encoding={
            "value": {"inner": {"contentType": "text/mk-nested"}},
            "page": "text/mk-nested",
            "changes": True,
        },
        prefixEncoding={
            "value": [{"contentType": "text/mk-nested-p"}],
            "page": "text/mk-nested-p",
            "changes": True,
        },
        itemEncoding={
            "value": {"contentType": "text/mk-nested-i"},
            "page": "text/mk-nested-i",
            "changes": True,
        },
    ),
    *_rows("responses", default={"value": {"description": "@"}, "changes": True}),
    *_rows(
        "response",
        summary={},
        description={},
        headers={"value": {"X-@": {"schema": _TEXT}}, "changes": True},
        content={"value": {"text/mk-response": {}}, "page": "text/mk-response", "changes": True},
        links={"value": {"@": {"operationId": "linkTarget"}}, "form": "@", "changes": True},
    ),
    *_rows(
        "header",
        description={},
        required={"value": True, "page": "required", "changes": True},
        deprecated={"value": True, "page": "deprecated", "changes": True},
        style={"value": "simple", "page": "", "why": "Headers have only one style."},
        explode={"value": True, "page": "explode: true"},
        schema={"value": {"type": "string", "format": "@"}, "changes": True},
        content={
            "value": {"application/mk+json": {"schema": {"type": "object"}}},
            "page": "application/mk+json",
            "beside": {"schema": ...},
            "changes": True,
        },
        example={},
        examples={"value": {"one": {"value": "@"}}},
        allowEmptyValue={"value": True, "page": "", "at": "", "why": NO_HEADER},
        allowReserved={"value": True, "page": "", "at": "", "why": NO_HEADER},
    ),
    *_rows(
        "example",
        summary={"form": "@", "beside": {"value": "v"}},
        description={},
        value={"sample": "@", "form": "@", "page": "", "why": "Shown as an example."},
        dataValue={"sample": "@", "form": "@", "page": "", "why": "Shown as an example."},
        serializedValue={"sample": "@", "form": "@", "page": "", "why": "Shown as an example."},
        externalValue={"value": "https://mk.example/@", "at": "link"},
    ),
    *_rows(
        "link",
        operationRef={
            "value": "#/paths/~1linkTarget/get",
            "page": "Mk link target",
            "beside": {"operationId": ...},
            "form": "linkTarget",
            "changes": True,
        },
        operationId={"value": "linkTarget", "page": "Mk link target", "form": "linkTarget"},
        parameters={"value": {"@": "$response.body#/id"}, "form": "@", "changes": True},
        requestBody={"changes": True},
        description={},
        server={
            "value": {"url": "https://mk.example/@"},
            "page": "https://mk.example/@",
            "changes": True,
        },
        body={
            "value": {},
            "page": "",
            "at": "",
            "why": "An early name of `server`.",
        },
    ),
    *_rows(
        "tag",
        name={"at": "overview", "changes": True},
        summary={"at": "overview"},
        description={"at": "overview"},
        externalDocs={"value": {"url": "https://mk.example", "description": "@"}, "at": "overview"},
        parent={"value": "MkParentTag", "page": "MkParentTag", "at": "overview"},
        kind={
            "page": "",
            "value": "nav",
            "why": "Decides whether the tag is a group in the navigation.",
        },
    ),
    *_rows(
        "reference",
        _ref={"value": "#/components/responses/Shared", "page": "MkSharedResponse"},
        summary={"beside": {"$ref": "#/components/responses/Shared"}},
        description={"beside": {"$ref": "#/components/responses/Shared"}},
    ),
    *_rows(
        "security scheme",
        type={
            "value": "http",
            "page": "Bearer",
            "beside": {"scheme": "bearer"},
            "form": '"kind":"bearer"',
            "sample": "Bearer",
            "changes": True,
        },
        description={"beside": {"type": "mutualTLS"}},
        name={
            "value": "X-@",
            "beside": {"type": "apiKey", "in": "header"},
            "form": "X-@",
            "sample": "X-@",
            "changes": True,
        },
        **{
            "in": {
                "value": "query",
                "page": "query",
                "form": '"query"',
                "sample": "?mk=",
                "beside": {"type": "apiKey", "name": "mk"},
                "changes": True,
            }
        },
        scheme={
            "value": "mkscheme",
            "page": "mkscheme",
            "beside": {"type": "http"},
            "form": "Mkscheme",
            "sample": "Mkscheme",
            "changes": True,
        },
        bearerFormat={"beside": {"type": "http", "scheme": "bearer"}, "changes": True},
        flows={
            "value": {
                "implicit": {"authorizationUrl": "https://mk.example/a", "scopes": {"@": "S"}}
            },
            "beside": {"type": "oauth2"},
            "form": "@",
            "changes": True,
        },
        openIdConnectUrl={
            "value": "https://mk.example/@",
            "beside": {"type": "openIdConnect"},
            "at": "link",
            "form": "https://mk.example/@",
            "changes": True,
        },
        oauth2MetadataUrl={
            "value": "https://mk.example/@",
            "at": "link",
            "form": "https://mk.example/@",
            "beside": {"type": "oauth2", "flows": {}},
            "changes": True,
        },
        deprecated={
            "value": True,
            "page": "deprecated",
            "beside": {"type": "mutualTLS"},
            "changes": True,
        },
    ),
    *_rows(
        "oauth flows",
        **{
            name: {"value": {**urls, "scopes": {"@": "S"}}, "form": "@", "changes": True}
            for name, urls in {
                "implicit": {"authorizationUrl": "https://mk.example/a"},
                "password": {"tokenUrl": "https://mk.example/t"},
                "clientCredentials": {"tokenUrl": "https://mk.example/t"},
                "authorizationCode": {
                    "authorizationUrl": "https://mk.example/a",
                    "tokenUrl": "https://mk.example/t",
                },
                "deviceAuthorization": {
                    "deviceAuthorizationUrl": "https://mk.example/d",
                    "tokenUrl": "https://mk.example/t",
                },
            }.items()
        },
    ),
    *_rows(
        "oauth flow",
        authorizationUrl={
            "value": "https://mk.example/@",
            "at": "link",
            "form": "@",
            "changes": True,
        },
        deviceAuthorizationUrl={
            "value": "https://mk.example/@",
            "at": "link",
            "form": "@",
            "changes": True,
        },
        tokenUrl={"value": "https://mk.example/@", "at": "link", "form": "@", "changes": True},
        refreshUrl={"value": "https://mk.example/@", "at": "link", "changes": True},
        scopes={"value": {"@": "S"}, "form": "@", "changes": True},
    ),
    *_rows(
        "discriminator",
        propertyName={"value": "mkKind", "page": "mkKind", "form": "mkKind", "changes": True},
        mapping={"value": {"@": "#/components/schemas/One"}, "form": "@", "changes": True},
        defaultMapping={"value": "Two", "page": "Any other value stands for Two.", "changes": True},
    ),
    *_rows(
        "xml",
        name={"sample": "<@", "changes": True},
        namespace={
            "value": "https://mk.example/@",
            "sample": "https://mk.example/@",
            "changes": True,
        },
        prefix={
            "value": "mkp",
            "page": "mkp",
            "sample": "mkp:",
            "changes": True,
            "beside": {"namespace": "https://mk.example/p"},
        },
        attribute={"value": True, "page": "attribute", "sample": 'it="', "changes": True},
        wrapped={"value": True, "page": "wrapped", "changes": True},
        nodeType={
            "value": "cdata",
            "page": "CDATA section",
            "sample": "<![CDATA[",
            "changes": True,
        },
    ),
    *_rows(
        "schema",
        _schema={
            "value": "https://json-schema.org/draft/2020-12/schema",
            "page": "",
            "why": "Schemas are always read in OpenAPI's own dialect.",
        },
        _id={"value": "https://mk.example/id", "page": "", "why": POINTER},
        _ref={
            "value": "#/components/schemas/MkNamed",
            "page": "MkNamed",
            "form": "MkNamed",
            "changes": True,
        },
        _anchor={"value": "mkAnchor", "page": "", "why": POINTER},
        _dynamicRef={
            "value": "#mkDynamic",
            "page": "MkDynamic",
            "form": "MkDynamic",
            "changes": True,
        },
        _dynamicAnchor={"value": "mkOther", "page": "", "why": POINTER},
        _vocabulary={"value": {}, "page": "", "why": "Used only in meta-schemas."},
        _comment={"page": "", "why": "The standard reserves it for authors."},
        _defs={"value": {"a": {}}, "page": "", "why": "Shown in each place that uses it."},
        allOf={"value": [{"format": "@"}], "changes": True},
        anyOf={
            "value": [{"const": "@"}, {"type": "integer"}],
            "sample": "@",
            "form": "@",
            "changes": True,
        },
        oneOf={
            "value": [{"const": "@"}, {"type": "integer"}],
            "sample": "@",
            "form": "@",
            "changes": True,
        },
        **{
            "not": {"value": {"const": "@"}, "form": "@", "changes": True},
            "if": {"value": {"const": "@"}, "beside": {"then": {"minLength": 1}}, "changes": True},
            "then": {"value": {"pattern": "@"}, "beside": {"if": {}}, "changes": True},
            "else": {
                "value": {"pattern": "@"},
                "beside": {"if": {"minLength": 9}},
                "changes": True,
            },
        },
        dependentSchemas={"value": {"a": {"required": ["@"]}}, "changes": True},
        prefixItems={"value": [{"const": "@"}], "sample": "@", "form": "@", "changes": True},
        items={"value": {"const": "@"}, "sample": "@", "form": "@", "changes": True},
        contains={"value": {"const": "@"}, "sample": "@", "changes": True, "beside": _LIST},
        properties={"value": {"@": _TEXT}, "sample": "@", "form": "@", "changes": True},
        patternProperties={"value": {"^@": _TEXT}, "form": "@", "changes": True},
        additionalProperties={"value": {"const": "@"}, "sample": "@", "form": "@", "changes": True},
        propertyNames={"value": {"pattern": "^@$"}, "changes": True},
        unevaluatedItems={"value": {"const": "@"}, "changes": True, "beside": _LIST},
        unevaluatedProperties={"value": {"const": "@"}, "changes": True},
        type={
            "value": "boolean",
            "page": "boolean",
            "sample": "true",
            "form": '"boolean"',
            "changes": True,
        },
        const={"sample": "@", "form": "@", "changes": True},
        enum={"value": ["@", "b"], "sample": "@", "form": "@", "changes": True},
        multipleOf={
            "value": 4711,
            "page": "4711",
            "sample": "4711",
            "form": "4711",
            "changes": True,
        },
        maximum={
            "value": -4712,
            "page": "-4712",
            "sample": "-4712",
            "form": "-4712",
            "changes": True,
        },
        exclusiveMaximum={
            "value": -4713,
            "page": "-4713",
            "sample": "-471",
            "form": "-4713",
            "changes": True,
        },
        minimum={"value": 4714, "page": "4714", "sample": "4714", "form": "4714", "changes": True},
        exclusiveMinimum={
            "value": 4715,
            "page": "4715",
            "sample": "471",
            "form": "4715",
            "changes": True,
        },
        maxLength={"value": 4716, "page": "4716", "form": "4716", "changes": True},
        minLength={
            "value": 47,
            "page": "47",
            "form": "47",
            "sample": "string" * 7,
            "changes": True,
        },
        pattern={"value": "^@$", "page": "^@$", "sample": "@", "form": "^@$", "changes": True},
        maxItems={"value": 4717, "page": "4717", "form": "4717", "changes": True},
        minItems={
            "value": 3,
            "page": "at least 3",
            "form": '"minItems":3',
            "changes": True,
            "sample": '[\n    "string",\n    "string",\n    "string"\n  ]',
        },
        uniqueItems={
            "value": True,
            "page": "unique items",
            "form": '"uniqueItems":true',
            "changes": True,
        },
        maxContains={
            "value": 4718,
            "page": "4718",
            "beside": {"contains": {"const": 1}},
            "changes": True,
        },
        minContains={
            "value": 2,
            "page": "at least 2",
            "beside": {**_LIST, "contains": {"const": "MkTwice"}},
            "sample": '"MkTwice",\n    "MkTwice"',
            "changes": True,
        },
        maxProperties={"value": 4719, "page": "4719", "form": "4719", "changes": True},
        minProperties={
            "value": 2,
            "page": "at least 2",
            "form": '"minProperties":2',
            "changes": True,
        },
        required={
            "value": ["@"],
            "sample": "@",
            "form": "@",
            "changes": True,
            "beside": {"properties": {"MkSchemaRequired": _TEXT}},
            "page": "required",
        },
        dependentRequired={"value": {"a": ["@"]}, "changes": True},
        title={"form": "@"},
        description={},
        default={"form": "@", "sample": "@", "changes": True},
        deprecated={
            "value": True,
            "page": "deprecated",
            "form": '"deprecated":true',
            "changes": True,
        },
        readOnly={"value": True, "page": "read-only", "form": '"readOnly":true', "changes": True},
        writeOnly={
            "value": True,
            "page": "write-only",
            "form": '"writeOnly":true',
            "changes": True,
        },
        examples={"value": ["@"], "sample": "@"},
        example={"sample": "@"},
        format={"form": "@", "changes": True},
        contentEncoding={"value": "base64", "page": "base64", "form": "base64", "changes": True},
        contentMediaType={
            "value": "text/mk-content",
            "page": "text/mk-content",
            "form": "text/mk-content",
            "changes": True,
        },
        contentSchema={
            "value": {"const": "@"},
            "beside": {"contentMediaType": "application/json"},
            "sample": "@",
            "changes": True,
        },
        discriminator={
            "value": {"propertyName": "@"},
            "form": "@",
            "changes": True,
            "beside": {"oneOf": [{"$ref": "#/components/schemas/One"}]},
        },
        xml={"value": {"name": "@"}, "changes": True},
        externalDocs={"value": {"url": "https://mk.example", "description": "@"}},
        nullable={
            "value": True,
            "page": "or null",
            "form": '"nullable":true',
            "changes": True,
            "beside": _TEXT,
        },
        definitions={
            "value": {"a": {}},
            "page": "",
            "why": "Shown in each place that uses it.",
        },
        additionalItems={"value": {}, "page": "", "why": OLD_DRAFT},
        dependencies={"value": {"a": ["@"]}, "changes": True},
        _recursiveRef={"value": "#", "page": "", "why": OLD_DRAFT},
    ),
)
