"""What a server answered: its content, unpacked and within limits, or why there is none."""

from __future__ import annotations

import http.client
import ssl
import zlib
from collections.abc import Iterator

from .failures import UnreachableError

NO_ANSWER = (UnreachableError, OSError, zlib.error, http.client.HTTPException, UnicodeError)
"""What is raised where a server gave no answer, or a broken one."""

_CHUNK = 65_536
_ENCODINGS = ("", "identity", "gzip", "x-gzip", "deflate")


def decoded_content(response: http.client.HTTPResponse, most: int) -> Iterator[bytes]:
    """Yield the decoded content; raise UnreachableError as soon as it grows too large."""
    encoding = response.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in _ENCODINGS:
        raise UnreachableError(f"the response has the unknown encoding {encoding!r}")
    decoder = _Decoder() if encoding not in ("", "identity") else None
    left = most
    while chunk := response.read(_CHUNK):
        for part in decoder.decode(chunk, left + 1) if decoder else (chunk,):
            left -= len(part)
            if left < 0:
                raise UnreachableError(f"the response is larger than {most // 1_000_000} MB")
            yield part
    if response.length or (decoder and not decoder.is_complete):
        raise UnreachableError("the response ends too early")


def why_no_answer(error: Exception, seconds: float) -> str:
    """Say in a few words why there was no answer within some seconds."""
    if isinstance(error, TimeoutError):
        return f"there was no complete response within {seconds:g} seconds"
    if isinstance(error, UnreachableError):
        return str(error)
    if isinstance(error, ssl.SSLError):
        return f"the secure connection failed ({error.reason or 'unknown reason'})"
    if isinstance(error, zlib.error | http.client.HTTPException):
        return "the response is malformed"
    return str(getattr(error, "strerror", None) or "the connection failed").lower()


class _Decoder:
    """Unpacks gzip and deflate, never more than asked for at a time."""

    def __init__(self) -> None:
        # 32 more than the largest window: the header says whether it is gzip or zlib.
        self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
        self._is_first = True

    @property
    def is_complete(self) -> bool:
        return self._unpack.eof

    def decode(self, packed: bytes, limit: int) -> Iterator[bytes]:
        while packed:
            if self._unpack.eof:
                self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
            unpacked = self._decode_some(packed, min(limit, _CHUNK * 16))
            yield unpacked
            packed = self._unpack.unconsumed_tail or self._unpack.unused_data

    def _decode_some(self, packed: bytes, limit: int) -> bytes:
        try:
            return self._unpack.decompress(packed, limit)
        except zlib.error:
            if not self._is_first:
                raise
            # Some servers call bare deflate data "deflate".
            self._unpack = zlib.decompressobj(-zlib.MAX_WBITS)
            return self._unpack.decompress(packed, limit)
        finally:
            self._is_first = False
