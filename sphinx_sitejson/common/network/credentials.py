"""Addresses without what only their owner may know: users, passwords and tokens."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote

# As browsers read it: they drop tabs and line ends, take "\" for "/", and forgive missing slashes.
_USER = re.compile(
    r"(?P<before>[\x00-\x20]*(?:(?:https?|wss?|ftp):[/\\]*|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}))"
    r"(?P<user>[^/\\?#]*)@",
    re.IGNORECASE,
)
_LINK_IN_TEXT = re.compile(
    r"(?P<before>(?:\]\(\s*<?|\b(?:href|src)\s*=\s*[\"']?|<)https?:[/\\]{2})[^\s/\\?#<>\"'`]*@",
    re.IGNORECASE,
)
_DROPPED_BY_BROWSERS = re.compile(r"[\t\n\r]")

_SECRET_NAME = re.compile(
    r"tok(?:en)?(?![a-z])|key(?![a-z])|secret|passw|pwd|(?<![a-z])pass(?![a-z])|credential"
    r"|sig(?![a-z])|signature|auth(?!or(?!iz))|session|(?<![a-z])sid(?![a-z])|jwt|hmac|bearer"
    r"|(?<![a-z])(?:code|otp|pat|sas)(?![a-z])|access_?(?:key|id)|^x-(?:amz|goog|ms)-",
    re.IGNORECASE,
)
_RANDOM_VALUE = re.compile(r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/_=.~%-]{20,}")


def without_credentials(address: str) -> str:
    """Return an address without the user and the password in front of its host.

    An address that has none is returned as it is written. This is the one place that knows how
    credentials are written; whatever takes an address that is shown, kept or logged asks here.
    """
    if "@" not in address:
        return address
    plain = _DROPPED_BY_BROWSERS.sub("", address)
    found = _USER.match(plain)
    return found["before"] + plain[found.end() :] if found else address


def without_credentials_in_links(text: str) -> str:
    """Return Markdown or HTML whose links have no credentials; what is only read stays."""
    return _LINK_IN_TEXT.sub(r"\g<before>", text) if "@" in text else text


def public_address(address: str) -> str:
    """Return an address under which a document may be known to everybody.

    Without user and password, and without the parameters that look like a key: a name that says
    so, or a long random value. The others choose a document and stay.
    """
    plain = without_credentials(address)
    before, mark, query = plain.partition("?")
    if not mark:
        return plain
    query, hash_mark, fragment = query.partition("#")
    kept = "&".join(part for part in query.split("&") if not _is_secret(part))
    return before + (f"?{kept}" if kept else "") + hash_mark + fragment


def shown_address(address: str) -> str:
    """Return an address for a message: without credentials, and without what its query says."""
    plain = without_credentials(address).partition("#")[0]
    before, mark, query = plain.partition("?")
    return f"{before}?…" if mark and query else before


def user_of(address: str) -> str:
    """Return the user and password of an address, as they stand in front of the ``@``."""
    found = _USER.match(_DROPPED_BY_BROWSERS.sub("", address))
    return found["user"] if found else ""


def basic_authorization(user: str) -> dict[str, str]:
    """Return the header that says who asks; ``user`` is written as in an address."""
    if not user:
        return {}
    name, _, password = user.partition(":")
    token = base64.b64encode(f"{unquote(name)}:{unquote(password)}".encode()).decode("ascii")
    return {"Authorization": f"Basic {token}"}


def _is_secret(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    # What has no name is its own value.
    return bool(_SECRET_NAME.search(unquote(name)) or _RANDOM_VALUE.fullmatch(value or name))
