"""Documents on servers: fetched within limits, kept, and checked for news before use."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sphinx_sitejson.common.network.connections import (
    MAX_REDIRECTS,
    REDIRECT_STATUSES,
    RESPONSE_ERRORS,
    Deadline,
    check_reach,
    decode_content,
    describe_response_error,
    is_private_allowed,
    resolve_redirect,
    resolve_route,
    send_request,
)
from sphinx_sitejson.common.network.urls import (
    HttpUrl,
    RefusedError,
    UnreachableError,
    basic_authorization,
    display_url,
    parse_http_url,
    strip_credentials,
    url_user,
)

from .cache import Copies, RemoteCopy
from .locations import origin_of
from .sources import document_has_credentials

_HEADERS = {
    "User-Agent": "sphinx-sitejson",
    "Accept": "application/json, application/yaml, text/yaml, */*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "close",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """The content of a URL, and what is to be said about how it was got."""

    content: bytes
    note: str = ""


@dataclass(slots=True)
class RemoteMemory:
    """What was fetched during one build: each URL is asked for once."""

    answers: dict[tuple[str, str], Fetched | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What the owner writes into the address of a document for its server alone."""

    public: str = ""
    """The address without it."""
    url: str = field(default="", repr=False)
    """The address with its whole query."""
    user: str = field(default="", repr=False)

    @classmethod
    def of(cls, location: str, public: str) -> Access:
        """Take an address apart."""
        location = location.strip()
        return cls(
            public=public,
            url=strip_credentials(location).partition("#")[0],
            user=url_user(location),
        )

    def with_query(self, url: str) -> str:
        """Return a URL with the query that its server requires."""
        return self.url if url == self.public else url

    def user_for(self, target: HttpUrl) -> str:
        """Return the credentials of a request: only the document's own server receives them."""
        return self.user if self.user and target.origin == origin_of(self.url) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetcher:
    """Fetches documents; with a folder for copies, also when the server is away."""

    copies: Copies | None
    memory: RemoteMemory
    is_offline: bool
    timeout: float
    size_limit: int
    progress: Callable[[str], object]
    access: Access = Access()
    allowed_origins: frozenset[str] = frozenset()
    """Whose hosts may have private addresses, besides the one that is asked."""

    def fetch(self, url: str) -> Fetched:
        """Return the content of a URL; raise RefusedError with the reason if there is none."""
        known = self.memory.answers
        url = self.access.with_query(url)
        key = (self.access.user_for(parse_http_url(url)), url)
        if key not in known:
            try:
                known[key] = self._fetch(url)
            except RefusedError as error:
                known[key] = str(error)
        answer = known[key]
        if isinstance(answer, str):
            raise RefusedError(answer)
        return answer

    def _fetch(self, url: str) -> Fetched:
        copy = self.copies.find(url) if self.copies else None
        if self.is_offline:
            return _from_copy(copy, "it is not fetched, since the build is offline")
        self.progress(f"fetching {display_url(url)}")
        try:
            fetched = self._ask(url, copy)
        except RESPONSE_ERRORS as error:
            reason = describe_response_error(error, self.timeout)
            return _from_copy(copy, f"it could not be fetched: {reason}")
        if self.copies:
            is_known = copy is not None and fetched.content is copy.content
            # The folder of a build may be published with its pages.
            if is_known or not document_has_credentials(fetched.content):
                self.copies.keep(url, fetched)
            else:
                self.copies.discard(url)
        return Fetched(content=fetched.content)

    def _ask(self, url: str, copy: RemoteCopy | None) -> RemoteCopy:
        deadline = Deadline.after(self.timeout)
        target = parse_http_url(url)
        private_hosts = {target.origin, *self.allowed_origins}
        user = self.access.user_for(target)
        for _ in range(MAX_REDIRECTS + 1):
            route = resolve_route(target)
            check_reach(route.reach, allow_private=is_private_allowed(target, private_hosts))
            known = copy.conditions() if copy else {}
            headers = {**_HEADERS, **known, **basic_authorization(user)}
            connection, response = send_request(
                target, route=route, headers=headers, deadline=deadline
            )
            try:
                if response.status in REDIRECT_STATUSES:
                    following = resolve_redirect(target, response.headers.get("Location"))
                    # Another server learns nothing, and neither does the next one after it.
                    user = user if following.origin == target.origin else ""
                    target = following
                    continue
                return self._answer(response, copy)
            finally:
                response.close()
                connection.close()
        raise UnreachableError(f"more than {MAX_REDIRECTS} redirects")

    def _answer(self, response: http.client.HTTPResponse, copy: RemoteCopy | None) -> RemoteCopy:
        if response.status == 304 and copy:
            return copy.confirmed()
        if response.status != 200:
            raise UnreachableError(f"the server responded with {response.status} {response.reason}")
        content = b"".join(decode_content(response, self.size_limit))
        if _is_web_page(response.headers.get("Content-Type", ""), content):
            raise UnreachableError(
                "the server responded with a web page (HTML), which may be a login page"
            )
        return RemoteCopy(
            content=content,
            etag=response.headers.get("ETag", ""),
            last_modified=response.headers.get("Last-Modified", ""),
            fetched_at=time.time(),
        )


def _is_web_page(content_type: str, content: bytes) -> bool:
    start = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    is_page = start.startswith((b"<!doctype html", b"<html"))
    return is_page or (content_type.lower().startswith("text/html") and start.startswith(b"<"))


def _from_copy(copy: RemoteCopy | None, reason: str) -> Fetched:
    if copy is None:
        raise RefusedError(f"{reason}, and no copy is kept.")
    return Fetched(content=copy.content, note=f"{reason}; the copy from {copy.age()} is used.")
