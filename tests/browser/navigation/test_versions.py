"""Versions in a browser: the site's own, and those that Read the Docs tells of."""

import json

import pytest

from support.accessibility import accessibility_violations
from support.windows import visit

SETTINGS = {
    "name": "Versions",
    "versions": ["v2", "v1"],
    "tabs": [{"name": "API", "url": "api"}, {"name": "Old", "url": "old", "version": "v1"}],
    "navigation": [
        {"group": "Start", "pages": ["index"]},
        {"group": "Guides 2", "version": "v2", "pages": ["v2/start", "v2/lamp", "both"]},
        {"group": "Guides 1", "version": "v1", "pages": ["v1/start", "both", "v1/lamp"]},
        {"group": "API 2", "version": "v2", "pages": ["api/two"]},
        {"group": "API 1", "version": "v1", "pages": ["api/one", "old/page"]},
    ],
}
PAGES = [
    "index", "v2/start", "v2/lamp", "v1/start", "v1/lamp", "both", "api/two", "api/one", "old/page",
]  # fmt: skip
PLAIN = {"versions": [], "tabs": [], "navigation": [{"group": "Start", "pages": ["index"]}]}


def hosted(slug):
    return {"slug": slug, "urls": {"documentation": f"https://docs.example/en/{slug}/"}}


DATA = {
    "versions": {"current": hosted("latest"), "active": [hosted("latest"), hosted("stable")]},
    "projects": {"current": {"slug": "lamp",
                             "versioning_scheme": "multiple_versions_with_translations",
                             "language": {"code": "en", "name": "English"},
                             "urls": {"documentation": "https://docs.example/en/latest/"}},
                 "translations": []},
}  # fmt: skip
TRANSLATION = {
    "slug": "lamp-de",
    "language": {"code": "de", "name": "German"},
    "urls": {"documentation": "https://docs.example/de/latest/"},
}
DOWNLOADS = {
    "pdf": "https://docs.example/_/downloads/en/latest/pdf/",
    "htmlzip": "https://docs.example/_/downloads/en/latest/htmlzip/",
}
ANNOUNCE = """(data) => document.dispatchEvent(
  new CustomEvent("readthedocs-addons-data-ready", { detail: { data: () => data } }))"""
FLYOUT = "document.body.append(document.createElement('readthedocs-flyout'))"


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
    digits = page.locator(".sj-versions :is(summary, a)").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).fontVariantNumeric)"
    )
    assert {*digits} == {"tabular-nums"}
    assert page.url.endswith("/index.html")
    page.reload()
    assert shown_groups(page) == ["Start", "Guides 1"]
    assert page.get_by_role("link", name="Old").first.is_visible()
    page.get_by_role("link", name="API", exact=True).first.click()
    page.wait_for_url("**/api/one.html")


def test_a_page_of_a_version_points_to_its_counterpart_and_wins_over_the_choice(page, address):
    page.goto(f"{address[0]}/v2/lamp.html")
    choose(page, "v1")
    page.wait_for_url("**/v1/lamp.html")

    page.goto(f"{address[0]}/v2/start.html")
    assert shown_groups(page) == ["Start", "Guides 2"]
    page.goto(f"{address[0]}/index.html")
    assert shown_groups(page) == ["Start", "Guides 2"]


def test_the_note_of_an_older_version_is_below_the_menu_of_the_contents(page, publish):
    files = {f"{name}.md": f"# {name}\n\n## Part\n" for name in PAGES}
    versions = [{"name": "v2", "default": True}, "v1"]
    home = publish({**files, "site.json": {**SETTINGS, "versions": versions}})
    visit(page, f"{home}/v1/lamp.html", (390, 844))
    menu, note = (
        page.locator(place).bounding_box() for place in (".sj-contents-menu", ".sj-version-notice")
    )

    assert menu["y"] + menu["height"] <= note["y"]


def with_more(**of_current):
    """Return the data of a project with a translation and files to download."""
    project = {**DATA["projects"]["current"], **of_current}
    current = {**DATA["versions"]["current"], "downloads": DOWNLOADS}
    return {
        "versions": {**DATA["versions"], "current": current},
        "projects": {"current": project, "translations": [TRANSLATION]},
    }


def open_menu(page, data):
    page.evaluate(FLYOUT)
    page.evaluate(ANNOUNCE, data)
    menu = page.locator(".sj-topbar .sj-versions")
    menu.locator("summary").click()
    return menu


def has_flyout(page):
    shown = page.evaluate("getComputedStyle(document.querySelector('readthedocs-flyout')).display")
    return shown != "none"


def links_of(menu):
    links = menu.get_by_role("link").all()
    return {link.text_content(): link.get_attribute("href") for link in links}


def test_a_page_of_both_versions_keeps_the_one_of_the_reader(page, address):
    tree = page.locator(".sj-tree")
    for version, before, after in (("v1", "v1/start", "v1/lamp"), ("v2", "v2/lamp", "")):
        page.goto(f"{address[0]}/{version}/start.html")
        tree.get_by_role("link", name="both").locator("visible=true").click()
        page.wait_for_url("**/both.html")

        assert shown_groups(page) == ["Start", f"Guides {version[1:]}"]
        rows = tree.locator("a.sj-row:visible").all_inner_texts()
        assert rows[rows.index("both") - 1] == before
        assert "".join(rows[rows.index("both") + 1 :]) == after
        assert tree.locator("[aria-current=page]:visible").count() == 1
        name = page.locator(".sj-topbar .sj-versions [data-version-name]").inner_text()
        assert name == version


def test_hosted_versions_come_into_the_menu(page, address):
    for site, expected in zip(
        address, (["v2", "v1", "latest", "stable"], ["latest", "stable"]), strict=True
    ):
        page.goto(f"{site}/index.html")
        menu = open_menu(page, DATA)
        links = links_of(menu)
        assert [*links] == expected
        assert links["stable"] == "https://docs.example/en/stable/"
        assert not has_flyout(page)
    assert menu.locator("[data-version-name]").text_content() == "latest"
    assert menu.locator("[aria-current]").text_content() == "latest"


def test_hosted_versions_point_to_the_same_page(page, address):
    page.goto(f"{address[0]}/v2/lamp.html?x=1#part")

    assert (
        links_of(open_menu(page, DATA))["stable"] == "https://docs.example/en/stable/v2/lamp.html"
    )


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_languages_and_downloads_are_in_the_menu_too(page, address, mode):
    visit(page, f"{address[1]}/index.html", color_scheme=mode)
    menu = open_menu(page, with_more())

    assert links_of(menu) == {
        "latest": "https://docs.example/en/latest/",
        "stable": "https://docs.example/en/stable/",
        "Deutsch": "https://docs.example/de/latest/",
        "English": "https://docs.example/en/latest/",
        "PDF": DOWNLOADS["pdf"],
        "HTML": DOWNLOADS["htmlzip"],
    }
    assert menu.locator("li:not(:has(a))").all_text_contents() == ["Languages", "Downloads"]
    assert menu.locator("[aria-current]").all_text_contents() == ["latest", "English"]
    assert menu.locator("[lang=de]").text_content() == "Deutsch"
    assert not has_flyout(page)
    assert accessibility_violations(page) == []


def test_without_versions_the_menu_of_the_host_stays(page, address):
    page.goto(f"{address[1]}/index.html")
    page.evaluate(FLYOUT)
    page.evaluate(ANNOUNCE, with_more(versioning_scheme="single_version_without_translations"))

    assert has_flyout(page)
    assert not page.locator(".sj-topbar .sj-versions").is_visible()


def test_data_that_came_before_the_script(page, address):
    page.add_init_script(
        f"globalThis.ReadTheDocsEventData = {{ data: () => ({json.dumps(DATA)}) }}"
    )
    page.goto(f"{address[1]}/index.html")

    menu = page.locator(".sj-topbar .sj-versions")
    assert menu.locator("[data-version-name]").text_content() == "latest"
    page.evaluate(ANNOUNCE, DATA)
    assert menu.locator("li").count() == 2
