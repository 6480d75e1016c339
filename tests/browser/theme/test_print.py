"""Pages on paper."""

import re

import pytest

from support.windows import resize

pytestmark = pytest.mark.wide

STYLE = """([place, pseudo, names]) => {
  const style = getComputedStyle(document.querySelector(place), pseudo || undefined);
  return names.map((name) => style.getPropertyValue(name));
}"""


@pytest.fixture
def printed(page, address):
    """Open a page as it is printed, and read styles there."""
    resize(page, (700, 900))
    page.emulate_media(media="print")

    def open_(path):
        page.goto(f"{address}/{path}")

        def style(place, *names, pseudo=""):
            return page.evaluate(STYLE, [place, pseudo, names])

        return style

    return open_


def test_sections_of_a_landing_page_follow_each_other(page, printed):
    style = printed("index.html")

    for place in (".sj-prose", ".sj-prose section", ".sjc-section"):
        assert style(place, "display") == ["block"], place
    assert style(".sjc-action > a", "border-top-width", "background-color") == [
        "0px", "rgba(0, 0, 0, 0)",
    ]  # fmt: skip
    colors = {tuple(style(place, "color")) for place in (".sjc-action", ".sjc-action > a")}
    assert len(colors) == 1
    assert not page.locator(".look-choices").is_visible()


def test_callouts_keep_their_frame_and_their_sign(page, printed):
    style = printed("guides/components/spellings.html")

    for place in (".admonition.note", ".sjc-callout"):
        assert style(place, "border-top-style", "border-top-width") == ["solid", "1px"], place
    assert style(".admonition-title", "print-color-adjust", pseudo="::before") == ["exact"]
    panels = page.locator(".sd-tab-set > .sd-tab-content")
    assert panels.count() > 1
    assert all(panel.is_visible() for panel in panels.all())


def test_a_page_is_black_on_white_without_bars_and_with_addresses(page, printed):
    page.emulate_media(media="print", color_scheme="dark")
    style = printed("guides/components/cards-and-callouts.html")

    assert style(":root", "background-color", "color-scheme") == ["rgb(255, 255, 255)", "light"]
    for bar in (".sj-topbar", ".sj-sidebar", ".sj-footer", ".sj-neighbours", ".sj-page-actions"):
        assert style(bar, "display") == ["none"], bar
    for place in ("pre", ".sjc-callout"):
        assert style(place, "break-inside") == ["avoid"], place
    page.evaluate(
        """() => document.querySelector(".sj-prose p").insertAdjacentHTML(
          "beforeend", "<a href='https://example.com/lamp'>Lamp</a>")"""
    )
    address = style(".sj-prose a[href^=http]", "content", pseudo="::after")
    assert address == ['" (https://example.com/lamp)"']


def test_code_samples_are_printed_in_full(page, printed):
    printed("api/berths/book-a-berth.html")
    long = page.locator(".sj-code[data-long] pre:visible")

    assert long.count() > 0
    for code in long.all():
        assert code.evaluate("code => code.scrollHeight <= code.clientHeight")
    assert not page.locator(".sj-expand:visible").count()


def test_responses_of_an_operation_are_not_parted_from_their_titles(page, printed):
    style = printed("api/ships/register-a-ship.html")

    for place in (".sj-request", ".sj-sample details"):
        assert style(place, "break-inside") == ["avoid"], place
    assert style(".sj-sample summary", "break-after") == ["avoid"]
    assert page.locator(".sj-request details:visible").count() == 1


def test_an_operation_takes_few_sheets(page, printed):
    style = printed("api/ships/register-a-ship.html")

    assert style(".sj-api .sj-field", "padding-top") == ["4px"]
    # The chosen answer as an example; what all of them have is below.
    assert page.locator(".sj-answers details:visible").count() == 1
    answers = page.locator(".sj-answer")
    assert answers.count() > 1
    assert all(answer.is_visible() for answer in answers.all())
    # Nothing invites to open it: a variant that is not written out is a name in a row.
    assert page.locator(".sj-more:not(.sj-auth, .sj-servers, [open]):visible").count() == 0
    folded = page.locator(".sj-field .sj-choices > details:not([open])")
    assert folded.count() > 0
    assert set(folded.evaluate_all("all => all.map(e => getComputedStyle(e).display)")) == {
        "inline-block"
    }


def test_an_operation_with_many_variants_needs_few_sheets(page, printed):
    printed("api/ships/register-a-ship.html")

    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 6
