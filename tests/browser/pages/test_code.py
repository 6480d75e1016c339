"""Names of languages and marked words in blocks of code."""

import pytest

from sphinx_sitejson.common.colors import contrast
from support.small_sites import settings
from support.windows import LAPTOP, resize, visit

pytestmark = pytest.mark.wide

LONG = "sail = " + "hoist(rope, sail) + " * 12
PAGE = f"""\
---
title: Code
---

```python /hoist/ /def take/
def take(hoist):
    return hoist  {LONG}
```

```js a-rather-long-name-of-a-file-that-has-no-room-on-a-phone.js /take/ {{1}}
take({LONG})
```

```text
plain
```

```python
rope = "short"  # [!code --]
rope = "long"  # [!code ++]
```
"""
CHIPS = """() => [...document.querySelectorAll("[data-language]")].map((frame) => {
  const style = getComputedStyle(frame, "::before");
  const box = frame.parentElement.getBoundingClientRect();
  const wrapper = frame.closest(".literal-block-wrapper");
  const [top, right] = [box.top + parseFloat(style.top), box.right - parseFloat(style.right)];
  const words = document.createRange();
  words.selectNodeContents(frame.querySelector("pre"));
  const title = document.createRange();
  if (wrapper) title.selectNodeContents(wrapper.querySelector(".caption-text"));
  const copy = frame.parentElement.querySelector(".sj-copy");
  return {
    chip: {
      top,
      right,
      left: right - parseFloat(style.width),
      bottom: top + parseFloat(style.height),
    },
    opacity: style.opacity,
    color: style.color,
    ground: getComputedStyle(wrapper?.firstElementChild ?? frame.parentElement).backgroundColor,
    frame: (wrapper ?? frame.parentElement).getBoundingClientRect().toJSON(),
    glyphs: words.getClientRects()[0].top + 3,
    title: wrapper && title.getBoundingClientRect().toJSON(),
    copy: copy.getBoundingClientRect().toJSON(),
  };
})"""
HEX = """(color) => {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return "#" + [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    .map((part) => part.toString(16).padStart(2, "0")).join("");
}"""


@pytest.fixture
def page_in(publish):
    """Publish the page in a theme, and return its address."""

    def build(theme):
        return publish({"site.json": settings(theme=theme), "index.mdx": PAGE}) + "/index.html"

    return build


def apart(first, second):
    return any(
        one[end] <= other[start]
        for one, other in ((first, second), (second, first))
        for start, end in (("left", "right"), ("top", "bottom"))
    )


THEMES = ["venus", "quill", "prism"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_the_language_is_beside_the_title_and_above_the_code(new_page, page_in, theme, is_phone):
    size = (390, 800) if is_phone else LAPTOP
    page = new_page(size, has_touch=is_phone, is_mobile=is_phone)
    page.goto(page_in(theme))
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode, reduced_motion="reduce")
        plain, titled, marked = page.evaluate(CHIPS)
        for each in (plain, titled, marked):
            chip, frame = each["chip"], each["frame"]
            assert frame["left"] < chip["left"] < chip["right"] < frame["right"]
            assert frame["top"] < chip["top"]
            assert chip["bottom"] <= each["glyphs"]
            assert not is_phone or apart(chip, each["copy"])
            color, ground = (page.evaluate(HEX, each[name]) for name in ("color", "ground"))
            assert contrast(color, ground) >= 4.5
        assert apart(titled["chip"], titled["title"])
        # The title of a phone has two lines.
        middles = [titled[part]["top"] + titled[part]["bottom"] for part in ("chip", "title")]
        assert is_phone or abs(middles[0] - middles[1]) <= 2


# In venus the code begins below the name of its language.
@pytest.mark.parametrize("theme", ["quill", "prism"])
def test_a_marked_line_does_not_cover_the_language(page, page_in, theme):
    visit(page, page_in(theme), reduced_motion="reduce")
    chip = page.evaluate(CHIPS)[2]["chip"]
    line = page.locator("pre:has(.gd)").evaluate(
        "pre => pre.getBoundingClientRect().top + parseFloat(getComputedStyle(pre).paddingTop)"
    )
    where = {"x": chip["left"], "width": chip["right"] - chip["left"]}
    where |= {"y": line, "height": chip["bottom"] + 1 - line}
    shown = page.screenshot(clip=where)
    page.add_style_tag(content="[data-language]::before { visibility: hidden }")

    assert page.screenshot(clip=where) != shown


def test_marked_lines_reach_both_edges_and_changes_have_signs(page, page_in):
    for theme in THEMES:
        page.goto(page_in(theme))
        line, block = page.locator(".hll").evaluate(
            """line => [line, line.closest("pre")].map((each) => {
              const { left, right } = each.getBoundingClientRect();
              return { left, right, bar: getComputedStyle(each).borderInlineStartWidth };
            })"""
        )
        assert (line["left"], line["bar"]) == (block["left"], "2px"), theme
        assert line["right"] >= block["right"], theme
        changes = page.locator("pre:has(.gd)").inner_text().splitlines()
        assert [change[0] for change in changes if change] == ["-", "+"], theme


def test_on_a_phone_code_begins_where_text_begins(page, page_in):
    resize(page, (390, 800))
    for theme in THEMES:
        page.goto(page_in(theme))
        starts = page.evaluate(
            """() => ["h1", ".caption-text", "pre"].map((name) => {
              const words = document.createRange();
              words.selectNodeContents(document.querySelector(name));
              return words.getClientRects()[0].left;
            })"""
        )
        assert max(starts) - min(starts) < 1, theme


def test_the_copy_button_takes_the_place_of_the_language(page, page_in):
    visit(page, page_in("venus"), reduced_motion="reduce")
    assert [each["opacity"] for each in page.evaluate(CHIPS)] == ["1", "1", "1"]

    page.locator(".code-block-caption").hover()
    page.wait_for_function(
        "getComputedStyle(document.querySelectorAll('[data-language]')[1], '::before')"
        ".opacity === '0'"
    )
    assert page.evaluate(CHIPS)[0]["opacity"] == "1"


def test_nobody_hears_the_language(page, page_in):
    page.goto(page_in("venus"))
    main = page.locator("main").aria_snapshot()

    assert "return" in main
    assert "Python" not in main
    assert page.locator("div.highlight").nth(2).get_attribute("data-language") is None


def test_on_touch_no_line_ends_below_the_copy_button(new_page, page_in):
    page = new_page((390, 800), has_touch=True, is_mobile=True)
    for theme in THEMES:
        page.goto(page_in(theme))
        block = page.locator("div[class*=highlight-]", has=page.locator(".hll"))
        block.locator("pre").evaluate("pre => { pre.scrollLeft = pre.scrollWidth; }")
        button = block.locator(".sj-copy")
        assert button.evaluate("button => getComputedStyle(button).opacity") == "1", theme
        end = block.locator("pre").evaluate(
            """pre => {
              const words = document.createRange();
              words.selectNodeContents(pre.querySelector(".hll"));
              return Math.max(...[...words.getClientRects()].map((box) => box.right));
            }"""
        )
        assert end <= button.bounding_box()["x"], theme


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("forced", ["none", "active"])
def test_marked_words_keep_their_colors_and_their_width(page, page_in, theme, forced):
    visit(page, page_in(theme), forced_colors=forced)
    marks = page.locator(".highlight mark")
    assert marks.first.text_content() == "def take"
    colors = page.evaluate(
        """() => [...document.querySelectorAll("mark .k, pre > .k")].map(
          (word) => getComputedStyle(word).color)"""
    )
    assert len(colors) > 1
    assert len(set(colors)) == 1
    facts = marks.first.evaluate(
        """(mark) => {
          const style = getComputedStyle(mark);
          return [style.paddingInlineStart, style.borderBottomStyle, style.borderBottomWidth];
        }"""
    )
    assert facts == ["0px", "solid", "2px"]
