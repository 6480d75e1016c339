"""What pages hold, measured in a browser: lists, headings, videos, utility classes."""

import pytest

from support.small_sites import settings
from support.windows import DESKTOP, PHONE, own_page

pytestmark = pytest.mark.wide

LISTS = """\
- first
  - second
    - third

1. number
   - in a number

- [ ] task
"""
BULLETS = ["disc", "circle", "square", "circle", "none"]
PAGE = f"""\
---
title: Content
---

<div id="page">

{LISTS}
</div>

## **Bold** heading

<Steps>
<Step title="One">
{LISTS}
</Step>
<Step title="Two">
<Steps>
<Step title="Inside">
{LISTS}
</Step>
</Steps>
</Step>
</Steps>

<Tabs>
<Tab title="Tab">
{LISTS}
</Tab>
</Tabs>

<Card title="Card">
{LISTS}
</Card>

<Accordion title="Accordion" defaultOpen>
{LISTS}
</Accordion>

<ResponseField name="field" type="object">
{LISTS}
</ResponseField>

## Plain heading
"""
EMBEDDED = """
<iframe id="bare" src="about:blank" title="Bare"></iframe>

<iframe id="sized" width="300" height="100" src="about:blank" title="Sized"></iframe>

<iframe id="styled" style={{height: "90px"}} src="about:blank" title="Styled"></iframe>

<div className="relative" style={{paddingBottom: "25%"}}>
  <iframe id="filling" className="absolute top-0 left-0 w-full h-full" title="Fill"></iframe>
</div>

<Frame>
  <iframe id="framed" src="about:blank" title="Framed"></iframe>
</Frame>

<video id="video" className="w-full aspect-video rounded-xl"></video>

<div id="row" className="flex items-center justify-center gap-4 relative">
  <svg id="icon" className="h-6 w-6" viewBox="0 0 10 10"></svg>
  <p>Words</p>
</div>

<a id="button" className="block py-2" href="/index">
  Words
</a>

<a id="box" className="block" href="/index">
  <h3>Head</h3>
  <span>Words</span>
</a>

| Name | Words |
|------|-------|
| [Unbreakable](#row) | WORDS |

| Lamp | Watts |
|------|------:|
| Red  |       |

<div id="light" className="flex dark:hidden">Only in light mode.</div>

<div id="dark" className="hidden dark:flex">Only in dark mode.</div>
"""


@pytest.fixture(scope="module")
def opened(browser, publish):
    """The page with all of it, opened once for all tests, which only measure it."""
    with own_page(browser, DESKTOP) as page:
        page.goto(
            publish(
                {
                    "index.mdx": PAGE + EMBEDDED.replace("WORDS", "word " * 400),
                    "site.json": settings(),
                }
            )
            + "/index.html"
        )
        yield page


def bullets_in(page, selector: str) -> list[str]:
    """Return the bullets of the lists inside an element, but of those that hold a component."""
    return page.locator(f"{selector} ul:not([class^=sj])").evaluate_all(
        "lists => lists.map(list => getComputedStyle(list).listStyleType)"
    )


def test_lists_in_components_have_the_bullets_of_lists_in_the_page(opened):
    for selector in ("#page", ".sjc-tabs", ".sjc-card", ".sjc-accordion", ".sj-field"):
        assert bullets_in(opened, selector) == BULLETS, selector
    assert bullets_in(opened, ".sjc-steps:has(.sjc-steps)") == BULLETS * 2


def test_a_bold_heading_is_like_the_others_here_and_in_the_contents(opened):
    for selector in (".sj-aside li li > a", "h2"):
        looks = opened.locator(f"{selector}, {selector} strong").evaluate_all(
            "all => all.map(it => getComputedStyle(it)).map(it => `${it.fontWeight} ${it.color}`)"
        )
        assert len(looks) == 3, selector
        assert len({look.partition(" ")[0] for look in looks}) == 1, selector
        assert looks[0] == looks[1], selector


def test_a_button_is_as_high_as_its_words_and_its_padding(opened):
    button, words = size_of(opened, "#button"), size_of(opened, "#button > p")

    assert button[1] == words[1] + 16


def test_a_box_that_is_a_link_has_no_lines_below_its_words(opened):
    lines = opened.locator("#button, #box").evaluate_all(
        "links => links.map(link => getComputedStyle(link).textDecorationLine)"
    )

    assert lines == ["underline", "none"]


def test_a_column_is_as_wide_as_the_words_of_its_links(opened):
    lines = opened.locator("td a").first.evaluate("link => link.getClientRects().length")

    assert lines == 1


def test_table_cells_with_sentences_have_a_minimum_width_on_phones(browser, publish):
    row = "| `retries` | int | How often a request is repeated before it fails | Three times |"
    table = f"# Table\n\n| Name | Type | Text | Default |\n|---|---|---|---|\n{row}\n"
    with own_page(browser, PHONE) as page:
        page.goto(publish({"index.mdx": table, "site.json": settings()}) + "/index.html")
        page.locator("td[data-long]").first.wait_for()
        widths = page.locator("td").evaluate_all("all => all.map((td) => td.clientWidth)")

    assert widths[1] < 80
    assert widths[2] >= 120


def test_numbers_are_at_the_right_and_empty_cells_empty(opened):
    cell = opened.locator("td").last
    content, align = cell.evaluate(
        "it => [getComputedStyle(it, '::before').content, getComputedStyle(it).textAlign]"
    )

    assert (cell.text_content(), content, align) == ("", "none", "right")


def size_of(page, selector: str) -> tuple[int, int]:
    box = page.locator(selector).bounding_box()
    return round(box["width"]), round(box["height"])


def test_videos_without_a_size_are_as_wide_as_the_text(opened):
    width, _ = size_of(opened, ".sj-prose")
    high = round(width * 9 / 16)

    assert width > 600
    assert size_of(opened, "#bare") == (width, high)
    assert size_of(opened, "#video") == (width, high)
    assert size_of(opened, "figure")[0] == width
    assert size_of(opened, "#framed")[0] > width - 20
    assert size_of(opened, "#sized") == (300, 100)
    assert size_of(opened, "#styled") == (width, 90)
    assert size_of(opened, "#filling") == (width, round(width / 4))


def test_utility_classes_that_many_pages_use_work_in_the_text(opened):
    row = opened.locator("#row").evaluate(
        """row => {
          const style = getComputedStyle(row);
          const { display, alignItems, justifyContent, columnGap, position } = style;
          return [display, alignItems, justifyContent, columnGap, position].join(" ");
        }"""
    )
    assert row == "flex center center 16px relative"
    assert size_of(opened, "#icon") == (24, 24)
    assert opened.locator("#video").evaluate("it => getComputedStyle(it).borderRadius") == "12px"
    for mode, other in (("light", "dark"), ("dark", "light")):
        opened.emulate_media(color_scheme=mode)
        assert opened.locator(f"#{mode}").is_visible()
        assert not opened.locator(f"#{other}").is_visible()


def test_styles_of_the_site_win_over_utility_classes(opened):
    style = opened.add_style_tag(content=".w-6 { width: 40px }")
    assert size_of(opened, "#icon") == (40, 24)
    style.evaluate("style => style.remove()")
