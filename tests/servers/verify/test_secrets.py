"""Whatever a credential, a document, and an API look like: no output has the credential."""

import base64
import json
import os
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sphinx_sitejson.commands import main
from sphinx_sitejson.servers.verify.requests import SecretTexts
from support.echo import echo_server
from support.mocks import mock_named, serving

WORD = "Zx9-s3cret-Qy7"
SECRETS = {
    "plain": WORD,
    "line end": f"{WORD}\n",
    "line ends": f"\r\n{WORD}\r\n\n",
    "line end inside": f"ab\n{WORD}",
    "folded": f"ab\r\n {WORD}",
    "null": f"a\0{WORD}".replace("\0", "\x01"),
    "tab": f"a\t{WORD}",
    "escape": f"\x1b[31m{WORD}",
    "unicode": f"{WORD}-ümläut-日本-😀",
    "separator": f"a\u2028{WORD}\x85",
    "not utf-8": f"{WORD}\udcff",
    "long": WORD * 4_000,
    "with a colon": f"user:{WORD}",
    "quotes": f"\"{WORD}'`$(x)\\",
    "spaces": f"  {WORD}  ",
    "markup": f"<{WORD}>&amp;",
}
SCHEMES: dict[str, dict[str, str]] = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "oauth": {"type": "openIdConnect", "openIdConnectUrl": "https://a.test/"},
    "scheme with a line end": {"type": "http", "scheme": "bearer\nX"},
    "scheme with a space": {"type": "http", "scheme": "a b"},
    "empty scheme": {"type": "http", "scheme": ""},
    "header with a line end": {"type": "apiKey", "in": "header", "name": "X\r\nY: 1"},
    "header with a colon": {"type": "apiKey", "in": "header", "name": "X: "},
    "header beyond ascii": {"type": "apiKey", "in": "header", "name": "Schlüssel"},
    "empty header": {"type": "apiKey", "in": "header", "name": ""},
    "host": {"type": "apiKey", "in": "header", "name": "HOST"},
    "length": {"type": "apiKey", "in": "header", "name": "Content-Length"},
    "cookie with a semicolon": {"type": "apiKey", "in": "cookie", "name": "a; b"},
    "query with a line end": {"type": "apiKey", "in": "query", "name": "a\r\nb"},
}
# A scheme without a name is none; what a query is called is encoded.
SENT = {"bearer", "basic", "header", "query", "cookie", "oauth"}
REFUSED = SCHEMES.keys() - SENT - {"empty header", "query with a line end"}


@pytest.fixture(scope="module")
def echo():
    with echo_server() as server:
        yield server


def document(scheme: dict[str, str], **more: Any) -> dict[str, Any]:
    """Describe an operation whose responses differ from their schema by what they repeat."""
    text = {"type": "string", "maxLength": 3}
    schema = {
        "type": "object",
        "properties": {"headers": {"type": "object", "additionalProperties": text}, "target": text},
        "additionalProperties": False,
    }
    answer = {"description": "OK", "content": {"application/json": {"schema": schema}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Odd", "version": "1"},
        "security": [{"odd": []}],
        "paths": {"/any": {"get": {"responses": {"200": answer}, **more}}},
        "components": {"securitySchemes": {"odd": scheme}},
    }


@pytest.fixture
def verify(echo, tmp_path):
    """Verify the echo server against a document; return the exit code."""

    def run(raw, *arguments, address=echo.address):
        path = tmp_path / "api.json"
        path.write_text(json.dumps(raw))
        return main(["verify", str(path), "--base-url", address, *arguments])

    return run


def spellings(secret: str) -> set[str]:
    value = secret.strip("\r\n")
    encoded = value.encode("utf-8", "surrogateescape")
    return {
        WORD,
        WORD[3:],
        quote(WORD),
        base64.b64encode(encoded).decode()[:24],
        base64.b64encode(f"user:{WORD}".encode()).decode()[8:24],
    }


@pytest.mark.parametrize("form", ["text", "json", "github"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_output_has_a_credential(scheme, form, verify, echo, tmp_path, capfd, monkeypatch):
    for name, secret in SECRETS.items():
        monkeypatch.setitem(os.environ, "SITEJSON_AUTH", secret)
        before = len(echo.received)
        assert verify(document(SCHEMES[scheme]), "--format", form) in (1, 2), name
        out = "".join(capfd.readouterr())
        assert not any(each in out for each in spellings(secret)), name
        assert "Traceback" not in out and "This is a bug" not in out, name
        if scheme in REFUSED:
            assert "cannot be sent" in out or "control character" in out, name
            assert len(echo.received) == before, name
    assert {each.name for each in tmp_path.iterdir()} == {"api.json"}


@pytest.mark.parametrize(
    "name", ["inside", "folded", "null", "tab", "escape", "separator"], ids=str
)
def test_control_characters_are_refused_by_name(name, verify, capsys, monkeypatch):
    (secret,) = (value for key, value in SECRETS.items() if name in key)
    monkeypatch.setitem(os.environ, "SITEJSON_AUTH_ODD", secret)

    assert verify(document(SCHEMES["bearer"])) == 2
    assert "SITEJSON_AUTH_ODD contains a control character." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scheme", "ending", "header", "sent"),
    [
        ("bearer", "\r\n", "authorization", f"Bearer {WORD}"),
        ("header", "\udcff", "x-key", f"{WORD}\xff"),
    ],
    ids=["without line ends around it", "with the bytes of the environment"],
)
def test_a_secret_is_sent(scheme, ending, header, sent, verify, echo, monkeypatch):
    monkeypatch.setitem(os.environ, "SITEJSON_AUTH", f"{WORD}{ending}")
    verify(document(SCHEMES[scheme]))

    assert echo.last.headers[header] == sent


def test_a_document_does_not_set_what_frames_a_request(verify, echo):
    names = ["Host", "content-length", "Transfer-Encoding", "Connection", "EXPECT", "X-Fine"]
    values = ["evil.test", "9999", "chunked", "Upgrade", "100-continue", "1"]
    parameters = [
        {"name": name, "in": "header", "required": True, "example": value, "schema": {}}
        for name, value in zip(names, values, strict=True)
    ]
    verify(document({}, parameters=parameters, security=[]))
    sent = echo.last.headers

    assert sent["host"] == echo.address.removeprefix("http://")
    assert sent["connection"] == "close"
    assert sent["x-fine"] == "1"
    assert not sent.keys() & {"content-length", "transfer-encoding", "expect"}


@pytest.mark.parametrize(
    "header",
    ["Transfer-Encoding: chunked", f"content-length: {WORD}", f"a b: {WORD}", f"X: a\n{WORD}"],
)
def test_headers_of_the_command_line_that_cannot_be_sent(header, capfd):
    with pytest.raises(SystemExit):
        main(["verify", "x.json", "--base-url", "http://127.0.0.1:9", "--header", header])
    assert WORD not in "".join(capfd.readouterr())


def test_a_header_of_the_command_line_is_a_secret_and_replaces_ours(verify, echo, capsys):
    headers = (f"authorization: Token {WORD}", "host: other.test", "accept: a/b")
    verify(document({}, security=[]), *(each for text in headers for each in ("--header", text)))

    assert WORD not in capsys.readouterr().out
    assert (echo.last.headers["host"], echo.last.headers["accept"]) == ("other.test", "a/b")


def test_differences_are_shown_where_no_credential_is_repeated(verify, capsys, monkeypatch):
    monkeypatch.setitem(os.environ, "SITEJSON_AUTH", WORD)
    # Its answers repeat nothing.
    with serving(mock_named("shop", requires_credentials=False)) as address:
        verify(document(SCHEMES["cookie"]), address=address)
    assert "the status 404 is not documented; documented: 200." in capsys.readouterr().out


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=4, max_size=60)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(secret=texts, scheme=st.sampled_from(sorted(SCHEMES)))
@example(secret="aaaa", scheme="bearer")
def test_any_secret_stays_secret(secret, scheme, verify, capfd, monkeypatch):
    value = secret.replace("\0", "0")
    monkeypatch.setitem(os.environ, "SITEJSON_AUTH", f"{WORD}{value}")
    verify(document(SCHEMES[scheme]))
    out = "".join(capfd.readouterr())

    assert WORD not in out and base64.b64encode(WORD.encode()).decode()[:16] not in out
    assert "Traceback" not in out and "This is a bug" not in out


@pytest.mark.parametrize(
    "text",
    [
        WORD,
        WORD.upper(),
        f"x{WORD}x",
        json.dumps("pässwörd-😀"),
        json.dumps("pässwörd-😀", ensure_ascii=False),
        quote("pässwörd-😀"),
        "p&auml;ssw&#246;rd-&#x1f600;",
        "pässwörd-😀".encode().decode("latin-1"),
        base64.b64encode(WORD.encode()).decode(),
        base64.b64encode(f"user:{WORD}".encode()).decode(),
    ],
)
def test_a_secret_is_recognized_in_every_spelling(text):
    environment = {
        "SITEJSON_AUTH": f"user:{WORD}\n",
        "SITEJSON_AUTH_B": "pässwörd-😀",
        "HOME": "/x",
    }
    secrets = SecretTexts(environment, [("X", "Bearer other-token")])

    assert secrets.are_in(text)
    assert secrets.are_in("the other-token.")
    assert not secrets.are_in("/x Bearer user nothing of it")
