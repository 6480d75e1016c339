"""Links show the beginning of what they lead to."""

from support.accessibility import accessibility_violations

PAGE = "guides/links.html"


def preview_of(page, name):
    page.locator("#previews a", has_text=name).first.hover()
    preview = page.locator(".sj-preview")
    preview.wait_for(state="visible")
    return preview


def test_a_link_shows_its_target(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/{PAGE}")
    preview = preview_of(page, "snippets")
    text = preview.inner_text()
    assert text.startswith("Snippets")
    assert "A snippet is a file in the folder" in text
    assert preview.locator("a, button, [id], [tabindex]").count() == 0
    # It stays while the pointer is on it, and goes when the pointer leaves.
    preview.hover()
    page.wait_for_timeout(400)
    assert preview.is_visible()
    page.mouse.move(2, 2)
    preview.wait_for(state="hidden")
    assert preview_of(page, "a section").inner_text().startswith("Values and components")
    page.keyboard.press("Escape")
    preview.wait_for(state="hidden")
    assert "The person who looks after the lamp." in preview_of(page, "keeper").inner_text()
    # Two links lead to one page, which is read once; the theme may have fetched it before.
    read = [url for url in asked if url.endswith("guides/snippets.html")]
    assert len(read) <= 2
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        assert accessibility_violations(page, colors_only=mode == "dark") == []


def test_previews_for_the_keyboard_and_not_for_touch(page, address):
    page.goto(f"{address}/{PAGE}")
    link = page.locator("#previews a", has_text="snippets").first
    link.dispatch_event("pointerover", {"pointerType": "touch", "bubbles": True})
    page.wait_for_timeout(600)
    assert page.locator(".sj-preview").count() == 0
    page.keyboard.press("Tab")
    link.focus()
    preview = page.locator(".sj-preview")
    preview.wait_for(state="visible")
    page.keyboard.press("Tab")
    preview.wait_for(state="hidden")


def test_a_page_from_disk_has_its_title_and_description(page, example):
    page.goto((example.outdir / PAGE).as_uri())
    assert preview_of(page, "snippets").inner_text().split("\n\n") == [
        "Snippets",
        "Share text between pages.",
    ]


def test_a_card_has_no_preview_over_its_own_words(page, address):
    page.goto(f"{address}/guides/components/cards-and-callouts.html")
    page.keyboard.press("Tab")
    page.locator(".sjc-card a[href$='first-site.html']").first.focus()
    page.wait_for_timeout(600)

    assert page.locator(".sj-preview:popover-open").count() == 0
