"""Every button that sends a secret names the hosts that get it, and no other host does."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from mimetypes import guess_type
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from support.small_sites import api_document, api_files

from ..playground_site import choose_server, open_playground, operation

DOCS = "https://docs.test"
API = "https://api.shown.test"
LOCAL = {"http://localhost:9"}
SECRETS = ("s3cret", "pa55", "hush")


@dataclass(slots=True)
class Internet:
    """All hosts but that of the documentation: what they received, and what they say."""

    requests: list[tuple[str, str]] = field(default_factory=list)
    """The origin, and everything that was sent to it."""
    answers: dict[str, Any] = field(default_factory=dict)

    def receivers(self) -> set[str]:
        """Return the origins that received a secret."""
        return {origin for origin, sent in self.requests if any(each in sent for each in SECRETS)}

    def serve(self, route: Route) -> None:
        request = route.request
        parts = urlsplit(request.url)
        body = request.post_data or ""
        sent = json.dumps([request.url, request.headers, body])
        self.requests.append((f"{parts.scheme}://{parts.netloc}", sent))
        allowed = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        found = self.answers.get(request.url, {"access_token": "t0ken"})
        route.fulfill(headers=allowed, content_type="application/json", body=json.dumps(found))


def flow(**urls: str) -> dict[str, Any]:
    return {**urls, "scopes": {}}


def document() -> dict[str, Any]:
    token = "https://token.test/t"
    schemes = {
        "password": {"password": flow(tokenUrl=token)},
        "plain": {"password": flow(tokenUrl="http://plain.test/t")},
        "local": {"password": flow(tokenUrl="http://localhost:9/t")},
        "almost": {"password": flow(tokenUrl="http://localhost.test/t")},
        "disguised": {"password": flow(tokenUrl="https://api.shown.test@token.test/t")},
        "relative": {"password": flow(tokenUrl="/t")},
        "code": {
            "authorizationCode": flow(authorizationUrl="https://login.test/a", tokenUrl=token)
        },
        "plaincode": {
            "authorizationCode": flow(authorizationUrl="http://login.test/a", tokenUrl=token)
        },
        "device": {
            "deviceAuthorization": flow(
                deviceAuthorizationUrl="https://device.test/d", tokenUrl=token
            )
        },
        "two": {
            "clientCredentials": flow(tokenUrl="https://one.test/t"),
            "password": flow(tokenUrl=token),
        },
    }
    others = {
        "openid": {"type": "openIdConnect", "openIdConnectUrl": "https://issuer.test/config"},
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
    oauth = {name: {"type": "oauth2", "flows": flows} for name, flows in schemes.items()}
    paths = {
        f"/{name}": {"get": operation(name, security=[{name: []}])} for name in (*oauth, *others)
    }
    more = {"openapi": "3.2.0", "components": {"securitySchemes": oauth | others}}
    return api_document(paths, API, "http://plain.test", **more)


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(api_files(document()))


@pytest.fixture
def internet(page: Page, site) -> Iterator[Internet]:
    """The documentation at an https address, and hosts that exist in this test only."""
    found = Internet()

    def serve(route: Route) -> None:
        if not route.request.url.startswith(f"{DOCS}/"):
            found.serve(route)
            return
        file = site.outdir / urlsplit(route.request.url).path.lstrip("/")
        if file.is_file():
            route.fulfill(path=file, content_type=guess_type(file.name)[0])
        else:
            route.fulfill(status=404)

    page.context.route("**/*", serve)
    yield found
    assert not any(origin.startswith("http://") for origin in found.receivers() - LOCAL)


def open_dialog(page: Page, name: str) -> Locator:
    return open_playground(page, f"{DOCS}/api/{name}.html")


def open_form(page: Page, name: str) -> Locator:
    """Open the form that gets a token."""
    dialog = open_dialog(page, name)
    dialog.get_by_text("Get a token").click()
    return dialog


def described(button: Locator) -> str:
    """Return what stands beside a button, as a screen reader says it."""
    place = button.page.locator(f"#{button.get_attribute('aria-describedby')}")
    expect(place).to_be_visible()
    return place.inner_text()


def hosts(text: str) -> list[str]:
    return re.findall(r"https?://[^\s,]+", text)


def fill(dialog: Locator) -> None:
    # The form is a script of its own; before it is there, no field would be found.
    dialog.get_by_label("Client ID").wait_for()
    for label, value in (("User name", "me"), ("Password", "pa55"), ("Client secret", "hush")):
        for field_ in dialog.get_by_label(label, exact=True).all():
            field_.fill(value)


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("password", ["https://token.test"]),
        ("disguised", ["https://token.test"]),
        ("relative", [API]),
        ("local", ["http://localhost:9"]),
        ("code", ["https://login.test", "https://token.test"]),
        ("device", ["https://device.test", "https://token.test"]),
    ],
)
def test_the_button_for_a_token_names_the_hosts(page, internet, name, named):
    dialog = open_form(page, name)
    button = dialog.get_by_role("button", name="Get token")
    assert hosts(described(button)) == named
    fill(dialog)
    if "Password" in dialog.inner_text():
        button.click()
        dialog.get_by_text("Token received.").wait_for()
        assert internet.receivers() == set(named)
        assert dialog.get_by_label("Token", exact=True).input_value() == "t0ken"


@pytest.mark.parametrize("name", ["plain", "almost", "plaincode"])
def test_an_encrypted_page_sends_no_secret_unencrypted(page, internet, name):
    dialog = open_form(page, name)
    button = dialog.get_by_role("button", name="Get token")

    assert "was loaded over https" in described(button)
    expect(button).to_be_disabled()
    assert len(page.context.pages) == 1


def test_another_flow_with_another_host_asks_again(page, internet):
    dialog = open_form(page, "two")
    button = dialog.get_by_role("button", name="Get token")
    flows = dialog.get_by_label("OAuth flow")
    assert hosts(described(button)) == ["https://one.test"]
    dialog.get_by_label("Client secret").fill("hush")

    flows.select_option(label="Password")
    assert hosts(described(button)) == ["https://token.test"]
    dialog.get_by_label("Client ID").fill("docs")
    button.click()
    dialog.get_by_text("Token received.").wait_for()
    assert internet.receivers() == set()
    flows.select_option(label="Client credentials")
    assert dialog.get_by_label("Client secret").input_value() == ""


def test_discovery_names_its_host_and_those_that_it_brings(page, internet):
    internet.answers["https://issuer.test/config"] = {
        "token_endpoint": "https://other.test/t",
        "authorization_endpoint": "http://login.test/a",
        "grant_types_supported": ["client_credentials"],
    }
    dialog = open_form(page, "openid")
    discover = dialog.get_by_role("button", name="Load sign-in options")
    assert hosts(described(discover)) == ["https://issuer.test"]
    discover.click()
    button = dialog.get_by_role("button", name="Get token")
    expect(button).to_be_disabled()

    dialog.get_by_label("OAuth flow").select_option(label="Client credentials")
    assert hosts(described(button)) == ["https://other.test"]
    fill(dialog)
    button.click()
    dialog.get_by_text("Token received.").wait_for()
    # The client secret is in a header of the method Basic.
    receivers = {origin for origin, sent in internet.requests if "Basic" in sent}
    assert receivers == {"https://other.test"}


@pytest.mark.parametrize(("name", "label"), [("key", "X-Key"), ("bearer", "Token")])
def test_the_button_for_a_request_names_the_host(page, internet, name, label):
    dialog = open_dialog(page, name)
    button = dialog.get_by_role("button", name="Send", exact=True)
    assert hosts(described(button)) == [API]
    dialog.get_by_label(label, exact=True).fill("s3cret")
    button.click()
    dialog.locator(".sj-p-response-head .sj-status").wait_for()

    assert internet.receivers() == {API}


def test_an_api_without_encryption_gets_nothing_from_an_encrypted_page(page, internet):
    dialog = open_dialog(page, "bearer")
    choose_server(dialog, index=1)
    button = dialog.get_by_role("button", name="Send", exact=True)
    assert hosts(described(button)) == ["http://plain.test"]
    dialog.get_by_label("Token", exact=True).fill("s3cret")
    button.click()

    expect(dialog.locator("[data-failure=mixed]")).to_contain_text("http://plain.test uses http")
    assert internet.receivers() == set()


# Redirects; they need a real server. It has two names, and so two origins.


@pytest.fixture(scope="module")
def redirecting(echo, publish) -> str:
    """A site whose API redirects: within its origin, and to another one."""
    schemes = {
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "password": {
            "type": "oauth2",
            "flows": {"password": flow(tokenUrl=f"{echo.address}/redirect/elsewhere")},
        },
    }
    secured: Any = {"security": [{"key": []}, {"password": []}]}
    methods = {"within": "get", "elsewhere": "get", "posted": "post"}
    paths = {
        f"/redirect/{name}": {method: operation(name, **secured)}
        for name, method in methods.items()
    }
    components = {"securitySchemes": schemes}
    return publish(api_files(api_document(paths, echo.address, components=components)))


@pytest.fixture
def open_redirecting(page, redirecting):
    return lambda name: open_playground(page, f"{redirecting}/api/{name}.html")


def receivers(echo: Any) -> set[str]:
    """Return the hosts that received a secret."""
    return {
        each.headers["host"]
        for each in echo.received
        if any(secret in str(each) for secret in SECRETS)
    }


@pytest.mark.parametrize("name", ["within", "elsewhere", "posted"])
def test_a_key_follows_redirects_within_the_host_only(open_redirecting, echo, name):
    echo.received.clear()
    dialog = open_redirecting(name)
    dialog.get_by_label("X-Key", exact=True).fill("s3cret")
    dialog.get_by_role("button", name="Send", exact=True).click()
    status = dialog.locator(".sj-p-response-head .sj-status")
    status.or_(dialog.locator("[data-failure=redirect]")).first.wait_for()

    assert receivers(echo) == {urlsplit(echo.address).netloc}
    assert status.count() == (name == "within")
    assert (echo.last.headers.get("x-key") == "s3cret") == (name != "elsewhere")


def test_a_token_host_cannot_pass_secrets_on(open_redirecting, echo):
    echo.received.clear()
    dialog = open_redirecting("within")
    dialog.get_by_label("Method", exact=True).select_option(index=1)
    dialog.get_by_text("Get a token").click()
    fill(dialog)
    dialog.get_by_role("button", name="Get token").click()

    dialog.get_by_text("No token:").wait_for()
    assert receivers(echo) == {urlsplit(echo.address).netloc}
