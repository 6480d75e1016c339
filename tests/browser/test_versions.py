"""Versions in a browser: the site's own, and those that Read the Docs tells of."""

from __future__ import annotations

import pytest

SETTINGS = {
    "name": "Versions",
    "versions": ["v2", "v1"],
    "tabs": [{"name": "API", "url": "api"}, {"name": "Old", "url": "old", "version": "v1"}],
    "navigation": [
        {"group": "Start", "pages": ["index"]},
        {"group": "Guides 2", "version": "v2", "pages": ["v2/start", "v2/lamp"]},
        {"group": "Guides 1", "version": "v1", "pages": ["v1/start", "v1/lamp"]},
        {"group": "API 2", "version": "v2", "pages": ["api/two"]},
        {"group": "API 1", "version": "v1", "pages": ["api/one", "old/page"]},
    ],
}
PAGES = ["index", "v2/start", "v2/lamp", "v1/start", "v1/lamp", "api/two", "api/one", "old/page"]
DATA = """
const active = ["latest", "stable"].map((slug) => ({
  slug,
  urls: { documentation: `https://docs.example/en/${slug}/` },
}));
const data = () => ({ versions: { current: { slug: "latest" }, active } });
document.dispatchEvent(new CustomEvent("readthedocs-addons-data-ready", { detail: { data } }));
"""


@pytest.fixture(scope="module")
def address(build_shared_site, serve):
    files = {f"{name}.md": f"# {name}\n" for name in PAGES}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("READTHEDOCS", "True")
        site = build_shared_site({**files, "site.json": SETTINGS})
        plain = build_shared_site({"index.md": "# Home\n", "site.json": {**SETTINGS, **PLAIN}})
    assert site.warnings == plain.warnings == ""
    with serve(site.outdir) as own, serve(plain.outdir) as hosted:
        yield own, hosted


PLAIN = {"versions": [], "tabs": [], "navigation": [{"group": "Start", "pages": ["index"]}]}


def choose(page, version):
    page.locator(".sj-topbar .sj-versions summary").click()
    page.locator(".sj-topbar .sj-versions").get_by_role("link", name=version).click()


def shown_groups(page):
    return page.locator(".sj-group-name:visible").all_text_contents()


def test_a_version_is_chosen_on_a_page_of_all_versions_and_kept(page, address):
    page.goto(f"{address[0]}/index.html")
    assert shown_groups(page) == ["Start", "Guides 2"]
    assert not page.get_by_role("link", name="Old").is_visible()

    choose(page, "v1")
    assert shown_groups(page) == ["Start", "Guides 1"]
    assert page.url.endswith("/index.html")
    page.reload()
    assert shown_groups(page) == ["Start", "Guides 1"]
    assert page.get_by_role("link", name="Old").first.is_visible()
    page.get_by_role("link", name="API", exact=True).first.click()
    page.wait_for_url("**/api/one.html")


def test_a_page_of_a_version_leads_to_its_counterpart_and_wins_over_the_choice(page, address):
    page.goto(f"{address[0]}/v2/lamp.html")
    choose(page, "v1")
    page.wait_for_url("**/v1/lamp.html")

    page.goto(f"{address[0]}/v2/start.html")
    assert shown_groups(page) == ["Start", "Guides 2"]
    page.goto(f"{address[0]}/index.html")
    assert shown_groups(page) == ["Start", "Guides 2"]


def test_hosted_versions_come_into_the_menu(page, address):
    for site, expected in zip(
        address, (["v2", "v1", "latest", "stable"], ["latest", "stable"]), strict=True
    ):
        page.goto(f"{site}/index.html")
        page.evaluate("document.body.append(document.createElement('readthedocs-flyout'))")
        page.evaluate(f"() => {{ {DATA} }}")
        menu = page.locator(".sj-topbar .sj-versions")
        menu.locator("summary").click()
        assert menu.get_by_role("link").all_text_contents() == expected
        assert (
            menu.get_by_role("link", name="stable").get_attribute("href")
            == "https://docs.example/en/stable/"
        )
        assert (
            page.evaluate("getComputedStyle(document.querySelector('readthedocs-flyout')).display")
            == "none"
        )
    assert menu.locator("[data-version-name]").text_content() == "latest"
    assert menu.locator("[aria-current]").text_content() == "latest"
