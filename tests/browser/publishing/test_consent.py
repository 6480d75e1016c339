"""The question for consent in a real browser: what waits for it, and how it is asked."""

import json

import pytest
from playwright.sync_api import expect

from support.accessibility import accessibility_violations
from support.small_sites import settings
from support.wide import wide_but
from support.windows import resize, visit

from .test_services import HOST, Network

ANALYTICS = {
    "ga4": {"measurementId": "G-ABC"},
    "mixpanel": {"projectToken": "abc"},
    "plausible": {"domain": "docs.example.test"},
}
CHATS = {"intercom": "abcdef"}
AT_ONCE = {"plausible.io"}
WAITING = {"www.googletagmanager.com", "cdn.mxpnl.com", "widget.intercom.io"}
SERVICE = """
document.cookie = "followed=yes";
localStorage.setItem("followed", "yes");
"""
ANSWERS = {
    "https://www.googletagmanager.com/gtag/js?id=G-ABC": SERVICE,
    "https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js": SERVICE,
    "https://widget.intercom.io/widget/abcdef": SERVICE,
}
POLICY = (
    "default-src 'self'; script-src 'self' https://*.googletagmanager.com https://cdn.mxpnl.com "
    "https://widget.intercom.io https://plausible.io "
    "'sha256-au2UgllLvk0uTjRoVHET/2D7TX+69xBSJRLMd1P0pYQ='; style-src 'self'; img-src 'self' data:"
)
TEXT = "\n\n".join(f"## Part {number}\n\n{'Some words. ' * 120}" for number in range(4))
SIGNAL = "Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });"


def files(**keys):
    return {
        "site.json": settings("index", "next", name="Parcel", analytics=ANALYTICS, **keys),
        "index.mdx": f"---\ntitle: Home\n---\n\n{TEXT}\n",
        "next.mdx": "---\ntitle: Next\n---\n\nText.\n",
    }


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(files(integrations=CHATS))


@pytest.fixture(scope="module")
def site_under_another_theme(build_shared_site):
    return build_shared_site(files(integrations=CHATS), overrides={"html_theme": "alabaster"})


@pytest.fixture(params=wide_but(["site", "site_under_another_theme"], "site"))
def any_site(request):
    return request.getfixturevalue(request.param)


class Reader:
    """Somebody with a browser who reads the site on its own host."""

    def __init__(self, page, site):
        self.page = page
        self.network = Network(page, site.outdir, ANSWERS)
        self.refused = []
        page.on("console", lambda message: self._note(message.text))

    def _note(self, text):
        if "Content Security Policy" in text:
            self.refused.append(text)

    def open(self, name="index"):
        self.network.foreign.clear()
        self.page.goto(f"{HOST}/{name}.html")

    def answer(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def asked(self):
        """The other hosts that were asked, once those of all scripts on the page were."""
        self.page.wait_for_function(
            """() => {
                const done = new Set(performance.getEntriesByType("resource").map((e) => e.name));
                return [...document.scripts].every((script) => !script.src || done.has(script.src));
            }"""
        )
        return self.network.hosts

    def reopen(self):
        self.page.get_by_role("button", name="Privacy choices").click()

    @property
    def bar(self):
        return self.page.get_by_role("region", name="Privacy choices")

    @property
    def traces(self):
        """What services left in the browser and on the page."""
        return self.page.evaluate(
            """() => ({
                cookies: document.cookie,
                storage: Object.keys(localStorage).filter((key) => !key.startsWith("sitejson.")),
                scripts: [...document.scripts].map((script) => script.src)
                    .filter((src) => src && new URL(src).origin !== location.origin
                        && !src.includes("plausible.io")),
                names: ["gtag", "dataLayer", "mixpanel", "Intercom", "intercomSettings"]
                    .filter((name) => name in window),
            })"""
        )


def opened(page, site):
    reader = Reader(page, site)
    reader.open()
    return reader


NO_TRACES = {"cookies": "", "storage": [], "scripts": [], "names": []}


def test_nothing_waits_loads_or_is_kept_before_the_answer(page, any_site):
    reader = opened(page, any_site)

    assert reader.bar.is_visible()
    assert reader.asked == AT_ONCE
    assert reader.traces == NO_TRACES
    assert page.evaluate("() => localStorage.getItem('sitejson.consent')") is None

    # Nor on further pages, as long as nobody answers.
    reader.open("next")
    assert reader.bar.is_visible()
    assert reader.asked == AT_ONCE
    assert reader.traces == NO_TRACES
    assert reader.network.errors == []


def test_accepting_loads_all_without_another_page(page, any_site):
    reader = opened(page, any_site)
    page.evaluate("() => { window.isSamePage = true; }")
    reader.answer("Accept")

    assert page.evaluate("() => window.isSamePage")
    assert reader.bar.is_hidden()
    assert reader.asked == AT_ONCE | WAITING
    page.wait_for_function("() => document.cookie.includes('followed=yes')")

    reader.open("next")
    assert reader.bar.is_hidden()
    assert reader.asked == AT_ONCE | WAITING


def test_declining_is_remembered(page, any_site):
    reader = opened(page, any_site)
    reader.answer("Decline")

    assert reader.bar.is_hidden()
    reader.open("next")
    assert reader.bar.is_hidden()
    assert reader.asked == AT_ONCE
    assert reader.traces == NO_TRACES


def test_a_consent_is_withdrawn_from_the_footer(page, any_site):
    reader = opened(page, any_site)
    reader.answer("Accept")
    page.evaluate("() => { window.isSamePage = true; }")
    reader.reopen()
    assert reader.bar.get_by_text("You have accepted.").is_visible()
    assert reader.bar.get_by_text("You have declined.").is_hidden()
    reader.network.foreign.clear()
    reader.answer("Decline")

    # What runs on the page ends with it.
    page.wait_for_function("() => !window.isSamePage && document.readyState === 'complete'")
    assert reader.asked == AT_ONCE
    reader.open("next")
    assert reader.asked == AT_ONCE
    assert reader.traces["scripts"] == []
    reader.reopen()
    assert reader.bar.get_by_text("You have declined.").is_visible()


def test_the_signal_of_the_browser_counts_as_no(page, site):
    page.add_init_script(SIGNAL)
    reader = opened(page, site)

    assert reader.bar.is_hidden()
    assert reader.asked == AT_ONCE
    assert reader.traces == NO_TRACES
    reader.reopen()
    assert reader.bar.get_by_text("Global Privacy Control").is_visible()

    # The word of the reader for this site is more than the signal for all.
    reader.answer("Accept")
    assert reader.asked == AT_ONCE | WAITING
    reader.open("next")
    assert reader.asked == AT_ONCE | WAITING


@pytest.mark.wide
def test_the_signal_ends_an_earlier_consent(page, site):
    reader = opened(page, site)
    reader.answer("Accept")
    assert reader.asked == AT_ONCE | WAITING
    page.add_init_script(SIGNAL)
    reader.open("next")

    assert reader.bar.is_hidden()
    assert reader.asked == AT_ONCE
    assert reader.traces["scripts"] == []


DAMAGED = ["", "{", "null", "7", '{"accepted": "all"}', '{"yes": 1}']


@pytest.mark.parametrize("kept", wide_but(DAMAGED, "{", '{"accepted": "all"}'))
def test_a_damaged_response_is_none(page, site, kept):
    reader = Reader(page, site)
    page.add_init_script(f"localStorage.setItem('sitejson.consent', {json.dumps(kept)})")
    reader.open()

    assert reader.bar.is_visible()
    assert reader.asked == AT_ONCE
    assert reader.network.errors == []


@pytest.mark.wide
def test_a_service_that_comes_later_is_asked_for(page, site):
    reader = Reader(page, site)
    page.add_init_script("localStorage['sitejson.consent'] ??= '{\"accepted\": [\"ga4\"]}'")
    reader.open()

    assert reader.bar.is_visible()
    assert reader.asked == {*AT_ONCE, "www.googletagmanager.com"}
    reader.answer("Accept")
    assert reader.asked == AT_ONCE | WAITING


def test_without_storage_the_answer_holds_for_the_page(page, site):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    reader = opened(page, site)
    reader.answer("Accept")

    assert reader.bar.is_hidden()
    assert reader.asked == AT_ONCE | WAITING
    reader.open("next")
    assert reader.bar.is_visible()
    assert reader.asked == AT_ONCE


def test_an_answer_in_another_tab_counts_here(page, site):
    here, there = Reader(page, site), Reader(page.context.new_page(), site)
    here.open()
    there.open("next")
    there.answer("Accept")

    here.bar.wait_for(state="hidden")
    assert here.asked == AT_ONCE | WAITING


def test_the_question_needs_nothing_that_the_policy_forbids(page, site):
    reader = Reader(page, site)
    answer = reader.network.answer

    def with_policy(route):
        if not route.request.url.endswith(".html"):
            return answer(route)
        text = (site.outdir / route.request.url.removeprefix(f"{HOST}/")).read_text("utf-8")
        headers = {"Content-Security-Policy": POLICY}
        return route.fulfill(body=text, content_type="text/html", headers=headers)

    page.unroute("**/*")
    page.route("**/*", with_policy)
    reader.open()
    before = reader.bar.bounding_box()
    assert before["width"] > 300
    assert before["y"] > 400
    reader.answer("Accept")

    assert reader.asked == AT_ONCE | WAITING
    assert reader.refused == []


def test_a_page_from_disk_asks_and_loads_nothing(page, any_site):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    first, second = (any_site.url(name) for name in ("index.html", "next.html"))
    question = page.get_by_role("region", name="Privacy choices")
    page.goto(first)
    assert question.is_visible()
    # Chromium may lose what a page from disk stores just before it is left, whatever the page does.
    for _attempt in range(10):
        page.goto(first)
        if question.is_visible():
            page.get_by_role("button", name="Accept", exact=True).click()
            expect(question).to_be_hidden()
        page.goto(second)
        if question.is_hidden():
            break

    expect(question).to_be_hidden()
    page.get_by_role("button", name="Privacy choices").click()
    assert page.get_by_text("You have accepted.").first.is_visible()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_the_keyboard_meets_the_question_first_and_keeps_its_place(page, site):
    reader = opened(page, site)
    assert page.evaluate("() => document.activeElement === document.body")
    names = []
    for _ in range(3):
        page.keyboard.press("Tab")
        names.append(page.evaluate("() => document.activeElement.textContent.trim()"))
    assert names == ["Decline", "Accept", "Skip to content"]

    # Before an answer, Escape is none.
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    assert reader.bar.is_visible()
    page.keyboard.press("Enter")
    assert reader.bar.is_hidden()
    assert page.locator("[data-consent-status]").text_content() == "You have accepted."
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "sj-skip"

    link = page.get_by_role("button", name="Privacy choices")
    link.focus()
    page.keyboard.press("Enter")
    assert link.get_attribute("aria-expanded") == "true"
    assert page.evaluate("() => document.activeElement.matches('.sj-consent')")
    page.keyboard.press("Escape")
    assert reader.bar.is_hidden()
    assert page.evaluate("() => document.activeElement.matches('[data-privacy-choices]')")
    assert link.get_attribute("aria-expanded") == "false"


LOOKS = [
    {"theme": theme, "layout": layout}
    for theme, layout in (("venus", "topnav"), ("quill", "sidenav"), ("prism", "solidSidenav"))
]


@pytest.mark.parametrize("look", wide_but(LOOKS, LOOKS[0]), ids=lambda look: look["theme"])
def test_the_question_is_accessible_in_every_look(page, build_site, look):
    site = build_site(files(**look))
    for mode, width in (("light", 1440), ("dark", 390)):
        visit(page, site.url("index.html"), (width, 844), color_scheme=mode)
        page.get_by_role("button", name="Accept", exact=True).wait_for()
        assert accessibility_violations(page) == []


def style_of(page, selector):
    return page.eval_on_selector(
        selector,
        """(button) => { const { color, backgroundColor, borderColor, fontWeight, fontSize } =
            getComputedStyle(button);
        const { width, height } = button.getBoundingClientRect();
        return { color, backgroundColor, borderColor, fontWeight, fontSize, width, height }; }""",
    )


@pytest.mark.wide
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_both_responses_look_the_same_and_fit(page, any_site, width):
    visit(page, any_site.url("index.html"), (width, 700))
    page.mouse.move(0, 0)

    accept = style_of(page, "[data-answer=accept]")
    assert accept == style_of(page, "[data-answer=decline]")
    assert accept["height"] >= (44 if width < 640 else 32)
    box = page.locator(".sj-consent").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= 700
    assert box["height"] < 350


@pytest.mark.wide
def test_the_page_does_not_move_when_the_question_comes_and_goes(page, site):
    page.add_init_script(
        """window.shifts = 0; new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shifts += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    reader = opened(page, site)
    top = "() => document.querySelector('h1').getBoundingClientRect().top"
    before = page.evaluate(top)
    reader.answer("Decline")

    assert page.evaluate(top) == before
    assert page.evaluate("() => window.shifts") == 0


@pytest.mark.wide
def test_the_end_of_the_page_and_the_focus_are_never_covered(page, site):
    resize(page, (390, 700))
    reader = opened(page, site)
    link = page.get_by_role("button", name="Privacy choices")
    link.focus()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    end, bar = link.bounding_box(), reader.bar.bounding_box()

    assert end["y"] + end["height"] <= bar["y"]


@pytest.mark.wide
def test_paper_has_neither_the_question_nor_its_link(page, any_site):
    page.goto(any_site.url("index.html"))
    page.get_by_role("button", name="Accept", exact=True).wait_for()
    page.emulate_media(media="print")

    assert page.locator(".sj-consent").is_hidden()
    assert page.locator("[data-privacy-choices]").is_hidden()


@pytest.mark.wide
def test_in_forced_colors_the_question_has_its_lines(page, site):
    visit(page, site.url("index.html"), forced_colors="active")

    for selector in (".sj-consent", "[data-answer=accept]", "[data-answer=decline]"):
        width, color, ground = page.eval_on_selector(
            selector,
            """(element) => { const style = getComputedStyle(element);
            return [style.borderTopWidth, style.borderTopColor, style.backgroundColor]; }""",
        )
        assert width == "1px"
        assert color != ground
