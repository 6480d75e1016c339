"""The mock itself: find the operation, check the request, respond.

Credentials are checked for presence only, since the mock has no accounts.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from http import HTTPStatus

from sphinx_sitejson.common.problems import did_you_mean
from sphinx_sitejson.http_messages.bodies import validate_body
from sphinx_sitejson.http_messages.example_validation import TOO_COMPLEX
from sphinx_sitejson.http_messages.example_values import body_value
from sphinx_sitejson.http_messages.generated_values import read_json_or_none
from sphinx_sitejson.http_messages.media_types import ContentType, find_media_type
from sphinx_sitejson.http_messages.parameters import RawParameters, validate_parameters
from sphinx_sitejson.http_messages.request_building import (
    authorization_scheme,
    security_alternatives,
)
from sphinx_sitejson.http_messages.validation import SchemaValidator, ValidationIssue
from sphinx_sitejson.openapi.model import MediaType, Operation, SecurityScheme

from ..api_project import Project, ProjectError, served_operations
from ..local_server import error_place
from .responses import (
    ANSWERED_BY,
    UNCHECKED,
    DocumentedResponses,
    MockError,
    MockRequest,
    MockResponse,
    parse_preferences,
    problem_response,
)
from .routes import RouteMatch, Routes, ServedOperation


def _is_credential_present(scheme: SecurityScheme, parameters: RawParameters) -> bool:
    if scheme.type == "apiKey":
        return _is_key_present(scheme, parameters)
    scheme_name = authorization_scheme(scheme)
    # Client certificates and undocumented schemes cannot be checked.
    if not scheme_name:
        return True
    sent_scheme, _, credentials = (parameters.header("authorization") or "").strip().partition(" ")
    if sent_scheme.lower() != scheme_name.lower() or not credentials.strip():
        return False
    return scheme_name != "Basic" or _is_basic(credentials.strip())


def _is_key_present(scheme: SecurityScheme, parameters: RawParameters) -> bool:
    name = scheme.parameter_name
    if scheme.location not in ("query", "cookie"):
        return bool((parameters.header(name) or "").strip())
    pairs = parameters.pairs if scheme.location == "query" else parameters.cookies
    return any(value for key, value in pairs if key == name)


def _is_basic(credentials: str) -> bool:
    try:
        return b":" in base64.b64decode(credentials, validate=True)
    except ValueError:
        return False


def _scheme_text(scheme: SecurityScheme) -> str:
    if scheme.type == "apiKey":
        location_name = {"query": "query parameter", "cookie": "cookie"}.get(
            scheme.location, "header"
        )
        return f'a key in the {location_name} "{scheme.parameter_name}"'
    scheme_name = authorization_scheme(scheme)
    kind = {"Bearer": "a token", "Basic": "a user name and a password"}.get(
        scheme_name, "credentials"
    )
    return f'{kind} in the header "Authorization: {scheme_name} …"'


def _challenge(scheme: SecurityScheme, realm: str) -> str:
    scheme_name = authorization_scheme(scheme) or "ApiKey"
    safe = "".join(char for char in realm if char.isascii() and char.isprintable())
    quoted = safe.replace("\\", "").replace('"', "'")[:100]
    return f'{scheme_name} realm="{quoted or "API"}"'


_FIRST_ERROR = 400


class Mock:
    """Responds to requests as the documents of a project describe some operations."""

    def __init__(
        self, project: Project, operations: Sequence[ServedOperation], *, requires_credentials: bool
    ) -> None:
        self._operations = operations
        self._site_auth = project.settings.api.auth
        self._requires_credentials = requires_credentials
        self._routes = Routes(operations)
        self._validator = cache(partial(SchemaValidator, direction="request"))
        self._responses = cache(DocumentedResponses)

    def respond(self, request: MockRequest) -> MockResponse:
        try:
            response = self._respond(request)
        except Exception as error:
            # An unusual document must not take down the mock for the others.
            where = error_place(error)
            detail = f"The mock failed on this request ({where}). This is a bug; please report it."
            response = problem_response(HTTPStatus.INTERNAL_SERVER_ERROR, "mock_failed", detail)
        return response.with_headers((ANSWERED_BY, "mock"))

    def _respond(self, request: MockRequest) -> MockResponse:
        if request.origin not in (None, *self._routes.origins):
            detail = f"No document in this project lists the server {request.origin}."
            return problem_response(HTTPStatus.NOT_FOUND, "no_such_server", detail)
        found = self._routes.find(request.path, request.query, request.origin)
        if not found:
            known = dict.fromkeys(
                f"{base.path}{served.operation.path}"
                for served in self._operations
                for base in served.bases
            )
            detail = f"No document has this path.{did_you_mean(request.path, known, likeness=0.5)}"
            return problem_response(HTTPStatus.NOT_FOUND, "no_such_path", detail)
        by_method: dict[str, list[RouteMatch]] = {}
        for match in found:
            by_method.setdefault(match.method.upper(), []).append(match)
        matches = by_method.get(request.method.upper())
        if matches is None and request.method == "HEAD":
            matches = by_method.get("GET")
        if matches is None:
            return _method_not_allowed(request, tuple(dict.fromkeys(each.method for each in found)))
        # Only the names of parameters differ, or two documents describe versions of one API.
        refusals = []
        if len(matches) > 1:
            matches = sorted(matches, key=lambda match: not self._has_valid_path(match, request))
        for match in matches:
            operation = match.served.operation.key
            try:
                return replace(self._respond_to_operation(request, match), operation=operation)
            except MockError as error:
                refusals.append(replace(error.response, operation=operation))
        return refusals[0]

    def _has_valid_path(self, match: RouteMatch, request: MockRequest) -> bool:
        in_path = (each for each in match.served.operation.parameters if each.location == "path")
        validator = self._validator(match.served.document)
        return not any(validate_parameters(in_path, _raw_parameters(match, request), validator))

    def _respond_to_operation(self, request: MockRequest, match: RouteMatch) -> MockResponse:
        operation = match.served.operation
        preferences = parse_preferences(request)
        unchecked: list[ValidationIssue] = []
        # A client that asks for an error response need not cause one.
        if (preferences.code or 0) < _FIRST_ERROR:
            parameters = _raw_parameters(match, request)
            if self._requires_credentials:
                self._check_credentials(match, parameters)
            _check_media_type(operation, request)
            unchecked = self._check_values(match, parameters, request)
        response = self._responses(match.served.document).respond(
            operation.key, preferences, request.header("accept")
        )
        if preferences.applied:
            response = response.with_headers(("Preference-Applied", preferences.applied))
        if not unchecked:
            return response
        parts = ", ".join(dict.fromkeys(issue.location for issue in unchecked))
        return response.with_headers((UNCHECKED, f"{TOO_COMPLEX}: {parts}"))

    def _check_credentials(self, match: RouteMatch, parameters: RawParameters) -> None:
        """Raise MockError unless a request has the required credentials."""
        alternatives = security_alternatives(match.served.operation, self._site_auth)
        if not alternatives or any(
            all(_is_credential_present(scheme, parameters) for scheme in each)
            for each in alternatives
        ):
            return
        choices = dict.fromkeys(" and ".join(map(_scheme_text, each)) for each in alternatives)
        challenges = dict.fromkeys(
            _challenge(scheme, match.served.document.title)
            for each in alternatives
            for scheme in each
        )
        raise MockError(
            HTTPStatus.UNAUTHORIZED,
            "no_credentials",
            f"The request needs {', or '.join(choices)}. Any value is accepted.",
            headers=tuple(("WWW-Authenticate", each) for each in challenges),
        )

    def _check_values(
        self, match: RouteMatch, parameters: RawParameters, request: MockRequest
    ) -> list[ValidationIssue]:
        """Raise MockError for an invalid request; return what is too complex to check."""
        operation = match.served.operation
        validator = self._validator(match.served.document)
        found = [
            *validate_parameters(operation.parameters, parameters, validator),
            *_body_issues(operation, request, validator),
        ]
        issues = [issue for issue in found if not issue.is_unchecked]
        if not issues:
            return found
        more = f" (and {len(issues) - 1} more)" if len(issues) > 1 else ""
        documented = {response.status for response in operation.responses} & {"400", "422"}
        is_other = documented == {"422"}
        raise MockError(
            HTTPStatus.UNPROCESSABLE_ENTITY if is_other else HTTPStatus.BAD_REQUEST,
            "wrong_request",
            f"The request does not match {operation.key}: {issues[0]}{more}",
            issues=issues,
        )


def _raw_parameters(match: RouteMatch, request: MockRequest) -> RawParameters:
    return RawParameters(match.values, request.query, request.headers)


def _check_media_type(operation: Operation, request: MockRequest) -> None:
    """Raise MockError for a body of a media type that the operation does not accept."""
    body = operation.request_body
    if body is None or not body.content or not request.body:
        return
    content_type = ContentType.parse(request.header("content-type"))
    encoding = request.header("content-encoding").lower()
    names = ", ".join(media.name for media in body.content)
    if encoding not in ("", "identity"):
        detail = f"The body is encoded as {encoding}, which the mock server cannot read."
    elif not content_type.name:
        detail = f"The request has no Content-Type; it can be: {names}."
    elif find_media_type(body.content, content_type.name) is None:
        detail = f"{operation.key} does not accept {content_type.name}; it accepts: {names}."
    else:
        return
    raise MockError(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "media_type_refused",
        detail,
        headers=(("Accept-Post" if operation.method == "POST" else "Accept", names),),
    )


def _body_issues(
    operation: Operation, request: MockRequest, validator: SchemaValidator
) -> Sequence[ValidationIssue]:
    body = operation.request_body
    if body is None:
        return ()
    if not request.body:
        missing = ValidationIssue(
            detail="It is required, but the request has none.", location="body"
        )
        return (missing,) if body.required else ()
    content_type = ContentType.parse(request.header("content-type"))
    media = find_media_type(body.content, content_type.name)
    if media is None:
        return ()
    issues = validate_body(request.body, content_type, media, validator)
    return () if issues and _is_example(request.body, media) else issues


def _is_example(body: bytes, media: MediaType) -> bool:
    """Whether a body is an example of the document, which may contradict its own schema."""
    value = read_json_or_none(body.decode("utf-8", "replace"))
    examples = (body_value(media), *(example.value for example in media.examples))
    return value is not None and value in examples


def _method_not_allowed(request: MockRequest, methods: tuple[str, ...]) -> MockResponse:
    """Respond to a method that the path does not have; ``OPTIONS`` lists the others."""
    added = ("HEAD", "OPTIONS") if "GET" in methods else ("OPTIONS",)
    allow = ("Allow", ", ".join(dict.fromkeys((*methods, *added))))
    if request.method == "OPTIONS":
        return MockResponse(status=HTTPStatus.NO_CONTENT, headers=(allow,))
    return problem_response(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "no_such_method",
        f"The path does not support {request.method}; it supports: {', '.join(methods)}.",
        headers=(allow,),
    )


def require_operations(project: Project) -> tuple[ServedOperation, ...]:
    """Return the operations to answer; raise ProjectError if there is none."""
    operations = tuple(served_operations(project))
    if not operations:
        raise ProjectError(
            "No OpenAPI document with operations found. Set "
            '"openapi" in site.json, list a document on a page, or pass its path.'
        )
    return operations
