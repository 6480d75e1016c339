"""What ``sitejson verify`` sends, with which credentials, and what it tells."""

import json

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.http_messages.validation import ValidationIssue
from sphinx_sitejson.openapi.model import Operation, SchemeUse, SecurityScheme
from sphinx_sitejson.servers.verify.requests import (
    OperationSkippedError,
    credential_variable,
    load_credentials,
)
from sphinx_sitejson.servers.verify.results import (
    OperationResult,
    Results,
    github_report,
    text_line,
)
from sphinx_sitejson.settings.site import Auth
from support.mocks import DOCUMENTS, mock_named, mock_of, serving


@pytest.fixture(scope="module")
def shop():
    with serving(mock_named("shop")) as address:
        yield f"{address}/v1"


def verify(url, *arguments, name="shop"):
    return main(["verify", str(DOCUMENTS / f"{name}.yaml"), "--base-url", url, *arguments])


def test_only_methods_that_change_nothing_are_sent(shop, capsys, monkeypatch):
    monkeypatch.setenv("SITEJSON_AUTH_KEY", "secret")

    assert verify(shop) == 0
    out = capsys.readouterr().out
    assert [line.split()[1] for line in out.splitlines()[:-1]] == ["GET", "GET", "GET"]
    assert "secret" not in out
    sent = "3 operations: 3 as documented."
    assert out.endswith(f"{sent} Not sent because of the method: 2; to send more, use --all.\n")
    assert verify(shop, "--methods", "delete") == 0
    assert "DELETE /products/{id}  204" in capsys.readouterr().out
    assert verify(shop, "--all") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert "DELETE" in lines[-2], "what deletes comes last"
    assert lines[-1] == "5 operations: 5 as documented."


def test_without_credentials_nothing_is_tried(shop, capsys, monkeypatch):
    monkeypatch.delenv("SITEJSON_AUTH", raising=False)
    monkeypatch.delenv("SITEJSON_AUTH_KEY", raising=False)

    assert verify(shop) == 2
    out = capsys.readouterr().out
    assert "not tried GET /products" in out
    assert "set SITEJSON_AUTH_KEY" in out


def test_credentials_that_are_refused_are_no_success(capsys, tmp_path):
    """The document says that anybody may ask; the API says otherwise."""
    text = (DOCUMENTS / "shop.yaml").read_text().replace("security: [{key: []}]", "security: []")
    text = text.replace('"404"', '"401": {description: No.}\n        "404"')
    (tmp_path / "open.yaml").write_text(text)
    with serving(mock_named("shop")) as address:
        options = ["--base-url", f"{address}/v1", "--format", "json"]
        assert main(["verify", str(tmp_path / "open.yaml"), *options]) == 1
    outcomes = {each["operation"]: each for each in json.loads(capsys.readouterr().out)["results"]}
    assert outcomes["GET /products/{id}"]["note"] == "the credentials were refused."
    assert "401 is not documented" in json.dumps(outcomes["GET /products"])


def test_a_documented_error_is_reported_and_fails_only_if_asked(tmp_path, capsys):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "X", "version": "1"},
        "paths": {
            "/a": {"get": {"responses": {"404": {"description": "None"}}}},
            "/b": {"get": {"responses": {"200": {"description": "OK"}}}},
        },
    }
    path = tmp_path / "a.json"
    mock = mock_of(path, document)
    with serving(mock) as address:
        assert main(["verify", str(path), "--base-url", address]) == 0
        assert "1 with a documented error" in capsys.readouterr().out
        assert main(["verify", str(path), "--base-url", address, "--strict"]) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--base-url", "nonsense"], "--base-url cannot be used"),
        (["--base-url", "ftp://a.example"], "--base-url cannot be used"),
        (["--base-url", "http://a.example", "--document", "other"], "the project has: shop"),
    ],
)
def test_what_cannot_be_run_is_reported(arguments, words, capsys):
    assert main(["verify", str(DOCUMENTS / "shop.yaml"), *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1", "connection refused"),
        ("http://169.254.169.254", "never fetched from"),
        ("http://nowhere.invalid", "could not be resolved"),
    ],
)
def test_an_api_that_is_not_there(url, words, capsys, monkeypatch):
    monkeypatch.setenv("SITEJSON_AUTH", "x")
    assert verify(url) == 2
    out = capsys.readouterr().out
    assert "NO REPLY  GET /products" in out
    assert words in out


@pytest.mark.parametrize(
    "arguments", [[], ["--base-url", "x", "--header", "none"], ["--methods", ","]]
)
def test_wrong_calls(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["verify", *arguments])
    assert stopped.value.code == 2
    assert "usage: sitejson verify" in capsys.readouterr().err


def operation(*alternatives):
    security = tuple(tuple(SchemeUse(scheme=scheme) for scheme in each) for each in alternatives)
    return Operation(method="GET", path="/a", security=security)


BASIC = SecurityScheme(name="my-basic", type="http", scheme="basic")
KEY = SecurityScheme(name="k", type="apiKey", location="query", parameter_name="a b")
COOKIE = SecurityScheme(name="c", type="apiKey", location="cookie", parameter_name="sid")
OAUTH = SecurityScheme(name="o", type="oauth2")


def test_where_credentials_go():
    environment = {"SITEJSON_AUTH_MY_BASIC": "u:p", "SITEJSON_AUTH": "x&y"}

    assert credential_variable(BASIC) == "SITEJSON_AUTH_MY_BASIC"
    basic = load_credentials(operation([BASIC]), Auth(), environment)
    assert basic.headers == (("Authorization", "Basic dTpw"),)
    both = load_credentials(operation([KEY, COOKIE]), Auth(), environment)
    assert ([*both.query_parts], both.cookies) == (["a%20b=x%26y"], (("sid", "x&y"),))
    token = load_credentials(operation([OAUTH]), Auth(), environment)
    assert token.headers == (("Authorization", "Bearer x&y"),)
    site = Auth(method="key", name="X-Own")
    own = load_credentials(operation([OAUTH]), site, environment)
    assert own.headers == (("X-Own", "x&y"),)


def test_the_first_way_for_which_all_is_there():
    environment = {"SITEJSON_AUTH_O": "t"}
    found = load_credentials(operation([BASIC], [OAUTH]), Auth(), environment)
    assert found.headers == (("Authorization", "Bearer t"),)
    assert load_credentials(operation([], [BASIC]), Auth(), {}).headers == ()
    assert load_credentials(operation([], [OAUTH]), Auth(), environment).headers
    with pytest.raises(OperationSkippedError, match="SITEJSON_AUTH_MY_BASIC or SITEJSON_AUTH_O"):
        load_credentials(operation([BASIC], [OAUTH]), Auth(), {})


def test_reports_stay_on_their_lines():
    hostile = OperationResult(
        operation="GET /a,b:c%",
        document="/a.json",
        outcome="differs",
        status=200,
        issues=(ValidationIssue(detail="one\n::error::two\x1b[31m", location="body"),),
    )
    assert "\n::error::two" not in github_report(Results((hostile,)))
    assert "title=GET /a%2Cb%3Ac%25::" in github_report(Results((hostile,)))
    assert "\x1b" not in text_line(hostile)


def test_an_overlay_that_cannot_be_applied_is_reported(capsys, tmp_path):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {"get": {"responses": {"200": {"description": "ok"}}}}},
    }
    overlay = {
        "overlay": "1.0.0",
        "info": {"title": "O", "version": "1"},
        "actions": [{"target": "$[?" + "!" * 1_200 + "@.a]", "remove": True}],
    }
    openapi = {"source": "/api.json", "overlays": ["/overlay.json"]}
    tabs = [{"name": "API", "url": "api", "openapi": openapi}]
    settings = {"name": "S", "navigation": [], "tabs": tabs}
    files = {"site.json": settings, "api.json": document, "overlay.json": overlay}
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))

    main(["verify", str(tmp_path), "--base-url", "http://127.0.0.1:9"])
    messages = capsys.readouterr().err
    assert "overlay.json:1:85 actions[0].target: " in messages
    assert "it is nested too deeply or has too many parts." in messages
