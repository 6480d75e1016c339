"""Feeds of changelogs."""

from xml.etree import ElementTree

PAGE = """---
title: Changes
description: What is new.
rss: true
---

<Update label="March 1, 2026" tags={["API", "Web"]} rss={{ title: "Blinking & more" }}>
Lamps **blink**, see [lamps](/lamps).
</Update>

<Update label="v1" description="2026-02-01" rss="First">One.</Update>

<Update label="Older">Nothing.</Update>
"""
SITE = {"name": "Lamps", "navigation": [{"group": "All", "pages": ["lamps", "news/changes"]}]}
FILES = {
    "site.json": SITE,
    "lamps.mdx": "---\ntitle: Lamps\n---\n\nText.\n",
    "news/changes.mdx": PAGE,
}
BASE = 'html_baseurl = "https://lamps.example/docs/"'


def test_a_page_offers_its_changelog_as_a_feed(build_clean):
    site = build_clean(FILES, conf=BASE)

    channel = ElementTree.fromstring(site.text("news/changes/rss.xml")).find("channel")
    assert channel is not None
    assert channel.findtext("title") == "Lamps: Changes"
    assert channel.findtext("description") == "What is new."
    assert channel.findtext("link") == "https://lamps.example/docs/news/changes.html"
    items = channel.findall("item")
    assert [item.findtext("title") for item in items] == ["Blinking & more", "First", "Older"]
    assert items[0].findtext("link") == f"{channel.findtext('link')}#march-1-2026"
    assert items[0].findtext("pubDate") == "Sun, 01 Mar 2026 00:00:00 +0000"
    assert items[1].findtext("pubDate") == "Sun, 01 Feb 2026 00:00:00 +0000"
    assert items[2].find("pubDate") is None
    assert [tag.text for tag in items[0].findall("category")] == ["API", "Web"]
    assert "Lamps **blink**" in (items[0].findtext("description") or "")
    page = site.page("news/changes.html")
    (link,) = page.select('link[type="application/rss+xml"]')
    assert link["href"] == "https://lamps.example/docs/news/changes/rss.xml"
    assert not site.page("lamps.html").select('link[type="application/rss+xml"]')


def test_a_feed_goes_when_the_page_offers_none_any_more(build_site):
    site = build_site(FILES, conf=BASE)
    again = site.rebuild({"news/changes.mdx": PAGE.replace("rss: true\n", "")})

    assert not again.exists("news/changes/rss.xml")


def test_without_its_own_url_a_site_has_no_feed(build_clean):
    site = build_clean(FILES)

    assert not site.exists("news/changes/rss.xml")
    reason = "news/changes has no feed: it needs absolute URLs; set html_baseurl in conf.py."
    assert site.status.count(reason) == 1
