"""The mock itself: find the operation, check the request, respond.

Credentials are checked for presence only, since the mock has no accounts.
"""

from __future__ import annotations

import base64
import binascii
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.library import nearest
from sphinx_sitejson.openapi.model import Operation, SecurityAlternative, SecurityScheme
from sphinx_sitejson.reference.request_samples.credentials import SiteAuth
from sphinx_sitejson.servers.http_messages.bodies import body_faults
from sphinx_sitejson.servers.http_messages.content_negotiation import ContentType, documented_media
from sphinx_sitejson.servers.http_messages.parameters import (
    ReceivedTexts,
    decoded_query_part,
    parameter_faults,
)
from sphinx_sitejson.servers.http_messages.validation import Fault, SchemaValidator

from .exchange import ANSWERED_BY, MockAnswer, MockRequest, problem_answer
from .responses import Answers, BadPreferenceError, NoAnswerError, Preferences, read_preferences
from .routes import FoundRoute, Match, Routes, ServedOperation


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request is not let in."""

    detail: str
    challenges: tuple[str, ...]
    """For ``WWW-Authenticate``."""


def refusal_of(
    operation: Operation, texts: ReceivedTexts, *, site_auth: SiteAuth | None, realm: str
) -> Refusal | None:
    """Return why a request is refused; None for one that has all credentials."""
    alternatives = _alternatives(operation, site_auth)
    if not alternatives or any(_is_met(each, texts) for each in alternatives):
        return None
    ways = [" and ".join(_scheme_text(scheme) for scheme in each) for each in alternatives]
    schemes = [scheme for each in alternatives for scheme in each]
    return Refusal(
        detail=f"The request needs {', or '.join(dict.fromkeys(ways))}. Any value is accepted.",
        challenges=tuple(dict.fromkeys(_challenge(scheme, realm) for scheme in schemes)),
    )


def _alternatives(
    operation: Operation, site_auth: SiteAuth | None
) -> tuple[tuple[SecurityScheme, ...], ...]:
    if operation.security == ():
        return ()
    if site_auth is not None:
        return ((_of_site(site_auth),),)
    return tuple(_schemes(each) for each in operation.security or ())


def _schemes(alternative: SecurityAlternative) -> tuple[SecurityScheme, ...]:
    return tuple(use.scheme for use in alternative)


def _of_site(auth: SiteAuth) -> SecurityScheme:
    if auth.method == "key":
        name = auth.name or "X-API-Key"
        return SecurityScheme(name=name, type="apiKey", location="header", parameter_name=name)
    return SecurityScheme(name=auth.name, type="http", scheme=auth.method)


def _is_met(schemes: tuple[SecurityScheme, ...], texts: ReceivedTexts) -> bool:
    return all(_is_there(scheme, texts) for scheme in schemes)


def _is_there(scheme: SecurityScheme, texts: ReceivedTexts) -> bool:
    if scheme.type == "apiKey":
        return any(_key_values(scheme, texts))
    word = _authorization_word(scheme)
    # A certificate of the client, and schemes that the document does not describe, are not seen.
    if not word:
        return True
    given, _, credentials = (texts.header("authorization") or "").strip().partition(" ")
    if given.lower() != word.lower() or not credentials.strip():
        return False
    return word != "Basic" or _is_basic(credentials.strip())


def _key_values(scheme: SecurityScheme, texts: ReceivedTexts) -> Iterator[str]:
    name = scheme.parameter_name
    if scheme.location == "query":
        yield from (decoded_query_part(value) for key, value in texts.pairs if key == name)
    elif scheme.location == "cookie":
        yield from (value for key, value in texts.cookies if key == name)
    else:
        yield (texts.header(name) or "").strip()


def _authorization_word(scheme: SecurityScheme) -> str:
    if scheme.type in ("oauth2", "openIdConnect"):
        return "Bearer"
    return scheme.scheme.title() if scheme.type == "http" else ""


def _is_basic(credentials: str) -> bool:
    try:
        return b":" in base64.b64decode(credentials, validate=True)
    except (binascii.Error, ValueError):
        return False


def _scheme_text(scheme: SecurityScheme) -> str:
    if scheme.type == "apiKey":
        place = {"query": "query parameter", "cookie": "cookie"}.get(scheme.location, "header")
        return f'a key in the {place} "{scheme.parameter_name}"'
    word = _authorization_word(scheme)
    kind = {"Bearer": "a token", "Basic": "a user name and a password"}.get(word, "credentials")
    return f'{kind} in the header "Authorization: {word} …"'


def _challenge(scheme: SecurityScheme, realm: str) -> str:
    word = _authorization_word(scheme) or "ApiKey"
    safe = "".join(char for char in realm if char.isascii() and char.isprintable())
    quoted = safe.replace("\\", "").replace('"', "'")[:100]
    return f'{word} realm="{quoted or "API"}"'


_FIRST_ERROR = 400


class _Shared:
    """What all operations of one document share; made when the first of them is asked."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document

    @cached_property
    def request_validator(self) -> SchemaValidator:
        return SchemaValidator(self._document, "request")

    @cached_property
    def answers(self) -> Answers:
        return Answers(SchemaValidator(self._document, "response"))


@dataclass(frozen=True, slots=True, kw_only=True)
class MockSettings:
    """What a mock answers, and how strictly."""

    operations: tuple[ServedOperation, ...]
    site_auth: SiteAuth | None = None
    asks_for_credentials: bool = True


class Mock:
    """Answers requests as the documents say."""

    def __init__(self, settings: MockSettings) -> None:
        self._settings = settings
        self._routes = Routes(settings.operations)
        self._shared = {
            served.document.location: _Shared(served.document) for served in settings.operations
        }

    def answer(self, request: MockRequest) -> MockAnswer:
        """Answer one request."""
        try:
            answer = self._answer(request)
        except Exception as error:
            # A document may be odd in ways that nobody thought of; the others are still answered.
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {place.name}, line {place.lineno}"
            detail = f"The mock failed on this request ({where}). This is a bug; please report it."
            answer = problem_answer(HTTPStatus.INTERNAL_SERVER_ERROR, "mock_failed", detail)
        return answer.with_headers((ANSWERED_BY, "mock"))

    def _answer(self, request: MockRequest) -> MockAnswer:
        if request.origin is not None and not self._routes.knows(request.origin):
            return self._unknown_server(request.origin)
        found = self._find(request, request.method)
        if not found.methods:
            return self._unknown_path(request)
        if not found.matches and request.method == "HEAD" and "GET" in found.methods:
            found = self._find(request, "GET")
        if not found.matches:
            return _other_method(request, found)
        return self._of_operation(request, self._matching_operation(found, request))

    def _find(self, request: MockRequest, method: str) -> FoundRoute:
        return self._routes.find(method, request.path, request.query, request.origin)

    def _matching_operation(self, found: FoundRoute, request: MockRequest) -> Match:
        """Return the operation whose parameters fit, where paths differ in nothing but names."""
        if len(found.matches) == 1:
            return found.matches[0]
        fitting = (match for match in found.matches if not any(self._path_faults(match, request)))
        return next(fitting, found.matches[0])

    def _path_faults(self, match: Match, request: MockRequest) -> Iterator[Fault]:
        parameters = match.served.operation.parameters
        in_path = (parameter for parameter in parameters if parameter.location == "path")
        validator = self._shared[match.served.document.location].request_validator
        yield from parameter_faults(in_path, _texts(match, request), validator)

    def _of_operation(self, request: MockRequest, match: Match) -> MockAnswer:
        operation = match.served.operation
        try:
            preferences = read_preferences(request.values("prefer"))
        except BadPreferenceError as error:
            return problem_answer(
                HTTPStatus.BAD_REQUEST, "bad_preference", str(error), operation=operation.key
            )
        # Who asks for an error need not make one.
        if (preferences.code or 0) < _FIRST_ERROR:
            refused = self._refused(request, match)
            if refused is not None:
                return refused
        return self._documented(request, match, preferences)

    def _documented(
        self, request: MockRequest, match: Match, preferences: Preferences
    ) -> MockAnswer:
        answers = self._shared[match.served.document.location].answers
        try:
            answer = answers.answer(match.served.operation, preferences, request.header("accept"))
        except NoAnswerError as error:
            return error.answer
        applied = preferences.applied
        return answer.with_headers(("Preference-Applied", applied)) if applied else answer

    def _refused(self, request: MockRequest, match: Match) -> MockAnswer | None:
        """Return the answer to a request that is not as the document says."""
        texts = _texts(match, request)
        return (
            self._without_credentials(match, texts)
            or self._wrong_media_type(match.served.operation, request)
            or self._wrong_values(match, texts, request)
        )

    def _without_credentials(self, match: Match, texts: ReceivedTexts) -> MockAnswer | None:
        if not self._settings.asks_for_credentials:
            return None
        operation = match.served.operation
        refusal = refusal_of(
            operation,
            texts,
            site_auth=self._settings.site_auth,
            realm=match.served.document.title,
        )
        if refusal is None:
            return None
        return problem_answer(
            HTTPStatus.UNAUTHORIZED,
            "no_credentials",
            refusal.detail,
            headers=tuple(("WWW-Authenticate", each) for each in refusal.challenges),
            operation=operation.key,
        )

    def _wrong_media_type(self, operation: Operation, request: MockRequest) -> MockAnswer | None:
        body = operation.request_body
        if body is None or not body.content or not request.body:
            return None
        given = ContentType.read(request.header("content-type"))
        encoding = request.header("content-encoding").lower()
        names = ", ".join(media.name for media in body.content)
        if encoding not in ("", "identity"):
            detail = f"The body is encoded as {encoding}, which the mock server cannot read."
        elif not given.name:
            detail = f"The request has no Content-Type; it can be: {names}."
        elif documented_media(body.content, given.name) is None:
            detail = f"{operation.key} does not accept {given.name}; it accepts: {names}."
        else:
            return None
        return problem_answer(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "media_type_refused",
            detail,
            headers=(("Accept-Post" if operation.method == "POST" else "Accept", names),),
            operation=operation.key,
        )

    def _wrong_values(
        self, match: Match, texts: ReceivedTexts, request: MockRequest
    ) -> MockAnswer | None:
        operation = match.served.operation
        validator = self._shared[match.served.document.location].request_validator
        faults = [
            *parameter_faults(operation.parameters, texts, validator),
            *_body_faults(operation, request, validator),
        ]
        if not faults:
            return None
        first = str(faults[0])
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        return problem_answer(
            _status_for_wrong_values(operation),
            "wrong_request",
            f"The request does not match {operation.key}: {first}{more}",
            faults=faults,
            operation=operation.key,
        )

    def _unknown_server(self, origin: str) -> MockAnswer:
        return problem_answer(
            HTTPStatus.NOT_FOUND,
            "no_such_server",
            f"No document of this project lists the server {origin}.",
        )

    def _unknown_path(self, request: MockRequest) -> MockAnswer:
        known = dict.fromkeys(
            f"{base.path}{served.operation.path}"
            for served in self._settings.operations
            for base in served.bases
        )
        hint = nearest(request.path, known) if len(request.path) < _LONGEST_COMPARED else ""
        return problem_answer(
            HTTPStatus.NOT_FOUND, "no_such_path", f"No document has this path.{hint}"
        )


_LONGEST_COMPARED = 300


def _texts(match: Match, request: MockRequest) -> ReceivedTexts:
    return ReceivedTexts(match.values, request.query, request.headers)


def _body_faults(
    operation: Operation, request: MockRequest, validator: SchemaValidator
) -> Sequence[Fault]:
    body = operation.request_body
    if body is None:
        return ()
    if not request.body:
        missing = Fault(detail="It is required, and the request has none.", place="body")
        return (missing,) if body.required else ()
    content_type = ContentType.read(request.header("content-type"))
    media = documented_media(body.content, content_type.name)
    return body_faults(request.body, content_type, media, validator) if media else ()


def _status_for_wrong_values(operation: Operation) -> HTTPStatus:
    """Return 422 where the document has it for this, and 400 does not stand beside it."""
    documented = {response.status for response in operation.responses}
    is_other = "422" in documented and "400" not in documented
    return HTTPStatus.UNPROCESSABLE_ENTITY if is_other else HTTPStatus.BAD_REQUEST


def _other_method(request: MockRequest, found: FoundRoute) -> MockAnswer:
    """Answer a method that the path does not have; OPTIONS is what asks for those that it has."""
    methods = dict.fromkeys([*found.methods, *(["HEAD"] if "GET" in found.methods else [])])
    allow = ("Allow", ", ".join([*methods, "OPTIONS"] if "OPTIONS" not in methods else methods))
    if request.method == "OPTIONS":
        return MockAnswer(status=HTTPStatus.NO_CONTENT, headers=(allow,))
    return problem_answer(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "no_such_method",
        f"The path does not have the method {request.method}; it has: {', '.join(found.methods)}.",
        headers=(allow,),
    )
