"""What pages hold, measured in a browser: lists, headings, videos, utility classes."""

from __future__ import annotations

import pytest

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
SETTINGS = {"name": "Content", "navigation": [{"group": "All", "pages": ["index"]}]}


@pytest.fixture(scope="module")
def built(build_shared_site):
    site = build_shared_site({"index.mdx": PAGE, "site.json": SETTINGS})
    assert site.warnings == ""
    return site.outdir


@pytest.fixture
def opened(page, built):
    """The page with all of it."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto((built / "index.html").as_uri())
    return page


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
