"""What surrounds a published page, in a real browser: services, feedback, the menu of the page."""

import json
import mimetypes
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from support.accessibility import accessibility_violations
from support.small_sites import settings
from support.wide import wide_but
from support.windows import resize, visit

HOST = "https://docs.example.test"
ANALYTICS = {
    "amplitude": {"apiKey": "abc"},
    "clearbit": {"publicApiKey": "pk_1"},
    "fathom": {"siteId": "ABC"},
    "ga4": {"measurementId": "G-ABC"},
    "gtm": {"tagId": "GTM-ABC"},
    "heap": {"appId": "123"},
    "hotjar": {"hjid": "123", "hjsv": "6"},
    "koala": {"publicApiKey": "pk_1"},
    "logrocket": {"appId": "a/b"},
    "mixpanel": {"projectToken": "abc"},
    "pirsch": {"id": "abc"},
    "posthog": {"apiKey": "phc_abc"},
    "plausible": {"domain": "docs.example.test"},
    "segment": {"key": "abc"},
}
CHATS = {"intercom": "abcdef", "frontchat": "abcdef"}
OSANO = "https://cmp.osano.com/abc/osano.js"
PAGE = "---\ntitle: Home\n---\n\nText.\n\n## Part\n\nMore.\n"
CONF = """
sitejson_feedback_url = "/answers"
sitejson_repository = {"url": "https://github.com/light/house", "branch": "main"}
"""


def files(**integrations):
    links = [
        {"title": title, "links": [{"label": "Home", "url": "/index"}]}
        for title in ("One", "Two", "Three")
    ]
    site = settings(
        name="Parcel",
        analytics=ANALYTICS,
        feedback={"thumbsRating": True, "suggestEdit": True, "raiseIssue": True},
        footer={"links": links, "socials": {"github": "https://github.com/light/house"}},
        integrations=CHATS | integrations,
    )
    return {"site.json": site, "index.mdx": PAGE}


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(files(), conf=CONF)


@pytest.fixture
def address(publish):
    return publish(files(), conf=CONF)


class Network:
    """Answers for the site's own host from its folder, and refuses every other."""

    def __init__(self, page, folder, answers=None):
        self.folder, self.answers = folder, answers or {}
        self.foreign, self.posted, self.errors = [], [], []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.route("**/*", self.answer)

    def answer(self, route):
        url = route.request.url
        if url in self.answers:
            self.foreign.append(url)
            return route.fulfill(body=self.answers[url], content_type="text/javascript")
        if not url.startswith(HOST):
            self.foreign.append(url)
            return route.abort()
        if route.request.method == "POST":
            self.posted.append((urlsplit(url).path, json.loads(route.request.post_data)))
            return route.fulfill(status=204)
        file = self.folder / urlsplit(url).path.lstrip("/")
        if not file.is_file():
            return route.fulfill(status=404)
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        return route.fulfill(body=file.read_bytes(), content_type=kind)

    @property
    def hosts(self):
        return {urlsplit(url).netloc for url in self.foreign}


def test_a_page_works_when_no_service_can_be_reached(page, site):
    network = Network(page, site.outdir)
    page.goto(f"{HOST}/index.html")
    page.get_by_role("button", name="Accept").click()
    page.wait_for_load_state("networkidle")

    assert network.hosts == {
        "api.pirsch.io", "cdn.amplitude.com", "cdn.getkoala.com", "cdn.logr-in.com",
        "cdn.mxpnl.com", "cdn.segment.com", "cdn.us.heap-api.com", "cdn.usefathom.com",
        "chat-assets.frontapp.com", "plausible.io", "static.hotjar.com", "tag.clearbitscripts.com",
        "us-assets.i.posthog.com", "widget.intercom.io", "www.googletagmanager.com",
    }  # fmt: skip
    page.click('[data-helpful="yes"]')
    page.wait_for_function("() => document.querySelector('[data-thanks]').textContent")
    page.wait_for_load_state("networkidle")

    assert network.posted == [
        ("/answers", {"page": "/index.html", "title": "Home - Parcel", "helpful": True})
    ]
    event = "dataLayer.find((entry) => entry.event === 'page_feedback').helpful"
    assert page.evaluate(event) is True
    assert network.errors == []


def test_services_wait_for_consent(page, build_site):
    osano = """
    const listeners = {};
    window.answer = (consent) => {
      window.consent = consent;
      listeners["osano-cm-consent-saved"]();
    };
    window.Osano = { cm: { getConsent: () => window.consent ?? {},
      addEventListener: (event, run) => { listeners[event] = run; } } };
    """
    site = build_site(files(osano=OSANO), conf=CONF)
    network = Network(page, site.outdir, {OSANO: osano})
    page.goto(f"{HOST}/index.html")
    page.wait_for_function("() => window.answer")

    assert network.hosts == {"cmp.osano.com"}
    # The network of this test refuses it, once it has noted it.
    with page.expect_event("requestfailed", lambda request: "plausible.io" in request.url):
        page.evaluate("() => answer({ ANALYTICS: 'ACCEPT', PERSONALIZATION: 'DENY' })")
    assert "plausible.io" in network.hosts
    assert "widget.intercom.io" not in network.hosts


def test_nothing_is_asked_of_another_host_in_a_local_preview(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/index.html")
    page.wait_for_load_state("networkidle")

    assert asked
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


def test_the_services_need_no_inline_script(page, site):
    network = Network(page, site.outdir)
    page.goto(f"{HOST}/index.html")

    inline = page.eval_on_selector_all(
        "script:not([src])", "(all) => all.map((script) => script.type || script.textContent)"
    )
    assert [text for text in inline if "localStorage" not in text] == ["application/json"]
    assert network.errors == []


@pytest.mark.parametrize("mode", wide_but(["light", "dark"], "light"))
def test_feedback_and_menu_are_accessible(page, address, mode):
    visit(page, f"{address}/index.html", color_scheme=mode)
    page.click(".sj-page-actions summary")
    assert accessibility_violations(page) == []
    page.keyboard.press("Escape")
    assert not page.evaluate("document.querySelector('.sj-page-actions details').open")


def test_feedback_is_answered_in_place(page, address):
    page.goto(f"{address}/index.html")
    page.evaluate("window.isSamePage = true")
    yes, no = page.locator("[data-helpful]").all()
    yes.focus()
    page.keyboard.press("Enter")
    status = page.get_by_role("status").filter(has_text="Thank you.")
    expect(status).to_be_visible()
    expect(page.locator("#sj-rating-question")).to_be_hidden()
    expect(yes).to_be_focused()
    # Readers may change their mind.
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(no).to_be_focused()
    expect(no).to_have_attribute("aria-pressed", "true")
    expect(yes).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.isSamePage")


@pytest.mark.wide
def test_the_footer_has_columns_from_a_tablet_on(page, address):
    page.goto(f"{address}/index.html")
    link = page.get_by_role("link", name="Github")
    icon = link.locator(".sj-icon").bounding_box()
    assert (icon["width"], icon["height"]) == (20, 20)
    footer, columns = page.locator(".sj-footer"), page.locator(".sj-footer-columns")
    legal = page.locator(".sj-legal").evaluate(
        "line => ['fontSize', 'color'].map((name) => getComputedStyle(line)[name])"
    )
    muted = page.locator(".sj-contents a").first.evaluate("a => getComputedStyle(a).color")
    assert legal == ["13px", muted]
    for width, count in ((390, 1), (639, 1), (640, 3), (1440, 3)):
        resize(page, (width, 800))
        starts = {section.bounding_box()["x"] for section in columns.locator("section").all()}
        assert len(starts) == count, width
        # Below the line.
        above = columns.bounding_box()["y"] - footer.bounding_box()["y"] - 1
        assert above == 64, width


def test_a_page_is_copied_as_markdown(page, site, address):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page.goto(f"{address}/index.html")
    page.click(".sj-page-actions summary")
    page.click("[data-copy-page]")
    page.wait_for_function("() => document.getElementById('sj-announcer').textContent")

    assert page.evaluate("() => navigator.clipboard.readText()") == site.text("index.md")


@pytest.mark.wide
def test_a_page_opened_from_disk_offers_what_works_there(page, site):
    page.goto(site.url("index.html"))
    page.click(".sj-page-actions summary")

    assert not page.is_visible("[data-copy-page]")
    assert page.is_visible('.sj-page-actions a[href="index.md"]')


@pytest.mark.wide
def test_a_title_takes_a_full_line_on_phones(page, address):
    resize(page, (390, 844))
    page.goto(f"{address}/index.html")
    boxes = page.evaluate(
        """() => ["h1", "main", ".sj-page-actions", ".sj-breadcrumbs"].map((name) => {
            const box = document.querySelector(name)?.getBoundingClientRect();
            return box && { start: box.left, end: box.right, top: box.top, bottom: box.bottom };
        })"""
    )
    title, text, menu, crumbs = boxes
    assert title["end"] == text["end"]
    assert menu["bottom"] <= title["top"]
    assert menu["end"] == text["end"]
    assert crumbs is None or menu["top"] < crumbs["bottom"]
