"""The sidebar of a large site: a page has a part of the tree, a file has the rest."""

import pytest

from support.windows import visit, wait_until_drawn

PAGES = 130


@pytest.fixture(scope="module")
def site(build_shared_clean):
    few = [
        {"group": f"Group {n}", "pages": [f"group{n}/{page}" for page in "abcd"]} for n in range(38)
    ]
    listed = [page for group in few for page in group["pages"]]
    many = [f"long/p{number:03}" for number in range(PAGES)]
    files = {name + ".md": f"# {name}\n" for name in (*listed, *many)}
    files["group1/b.md"] = "---\nicon: anchor\n---\n# group1/b\n"
    navigation = [{"group": "Start", "pages": ["index"]}, *few, {"group": "Long", "pages": many}]
    tabs = [{"name": "Long", "url": "long"}]
    site = {"name": "Large", "navigation": navigation, "tabs": tabs}
    return build_shared_clean({**files, "index.md": "# Home\n", "site.json": site})


@pytest.fixture(scope="module")
def address(site, serve):
    with serve(site.outdir) as address:
        yield address


def group(page, name):
    return page.locator("details.sj-fold", has=page.get_by_text(name, exact=True))


def test_a_head_opens_in_place_and_stays_open_on_the_next_page(page, address):
    page.goto(f"{address}/group0/a.html")
    assert page.locator(".sj-tree a[href*=group1]").count() == 0

    group(page, "Group 1").locator("summary").focus()
    page.keyboard.press("Enter")
    row = group(page, "Group 1").get_by_role("link", name="group1/b")
    row.wait_for()
    assert page.locator(f"symbol{row.locator('use').get_attribute('href')}").count() == 1
    row.click()

    page.wait_for_url("**/group1/b.html")
    assert row.get_attribute("aria-current") == "page"
    page.goto(f"{address}/group5/a.html")
    group(page, "Group 1").get_by_role("link", name="group1/a").click()
    page.wait_for_url("**/group1/a.html")


def test_a_long_list_is_completed_for_whoever_reaches_for_it(page, address):
    visit(page, f"{address}/long/p070.html", (1280, 500))
    rows = page.locator(".sj-tree a.sj-row")
    assert rows.count() < 60
    wait_until_drawn(page)
    current = page.locator(".sj-tree [aria-current=page]")
    before = current.bounding_box()["y"]
    assert 0 < before < 500

    page.mouse.move(100, 300)
    page.wait_for_function(f"document.querySelectorAll('.sj-tree a.sj-row').length === {PAGES}")
    assert abs(current.bounding_box()["y"] - before) < 2
    assert current.text_content() == "long/p070"


def test_it_keeps_its_position_within_a_tab(page, address):
    def position(name):
        page.goto(f"{address}/{name}.html")
        wait_until_drawn(page)
        return page.evaluate("document.querySelector('.sj-sidebar-scroll').scrollTop")

    assert position("long/p060") > 100
    # It shows the tree of the first tab.
    assert position("search") == 0

    before = position("group20/a")
    assert before > 100
    assert [position("group20/b"), position("search")] == [before, before]


def test_it_works_from_disk(page, site):
    page.goto(site.outdir.joinpath("group0/a.html").as_uri())
    group(page, "Group 37").locator("summary").click()
    group(page, "Group 37").get_by_role("link", name="group37/b").click()
    page.wait_for_url("**/group37/b.html")


def test_without_scripts_heads_and_ranges_are_links(new_page, address):
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}/group0/a.html")
    page.get_by_role("link", name="Group 7").click()
    page.wait_for_url("**/group7/a.html")
    page.goto(f"{address}/long/p000.html")
    last = page.get_by_role("link", name=f"long/p{PAGES - 1}")
    # Each leads to the next pages, and these show what comes after them.
    for _ in range(PAGES // 10):
        if last.is_visible():
            break
        before = page.url
        page.locator(".sj-tree .sj-row-range").last.click()
        page.wait_for_url(lambda url, before=before: url != before)
    assert last.is_visible()


@pytest.fixture(scope="module")
def outline_address(publish):
    """A long list with two groups in it whose names open pages; one of them begins open."""
    pages = [f"p{number:02}" for number in range(60)]
    inner = [
        {"group": "Open", "root": "open", "expanded": True, "pages": ["open/a", "open/b"]},
        {"group": "Closed", "root": "closed", "pages": ["closed/a", "closed/b"]},
    ]
    loose = ["index", "news"]
    groups = [{"group": "Long", "pages": [*inner, *pages]}, {"group": "Other", "pages": ["other"]}]
    settings = {
        "theme": "mint",
        "name": "Outline",
        "colors": {"primary": "#0A7D55"},
        "navigation": {"pages": [*loose, *groups, *(f"q{number:02}" for number in range(40))]},
    }
    names = [*loose, *pages, "other", *(f"q{number:02}" for number in range(40))]
    names += [f"{name}{end}" for name in ("open", "closed") for end in ("", "/a", "/b")]
    files = {f"{name}.mdx": f"---\ntitle: {name}\n---\n\nText.\n" for name in names}
    return publish({"docs.json": settings, **files})


@pytest.mark.parametrize("name", ["open", "closed"])
def test_what_is_below_the_current_row_is_there_once_when_its_list_is_completed(
    page, outline_address, name
):
    page.goto(f"{outline_address}/{name}.html")
    page.mouse.move(100, 300)
    page.wait_for_function("!document.querySelector('.sj-tree .sj-fold .sj-row-range')")

    lists = page.locator(".sj-tree li:has(> [aria-current=page]) > .sj-rows")
    assert lists.count() == 1
    assert lists.locator("a").all_inner_texts() == [f"{name}/a", f"{name}/b"]


def test_pages_without_a_group_and_open_groups_are_shown_everywhere(page, outline_address):
    page.goto(f"{outline_address}/other.html")
    tree = page.locator(".sj-tree")
    for name in ("index", "news", "q00", "q39"):
        assert tree.get_by_role("link", name=name, exact=True).is_visible()

    group(page, "Long").locator("summary").click()
    tree.get_by_role("link", name="open/b", exact=True).wait_for()
    assert tree.get_by_role("link", name="closed/a", exact=True).count() == 0


def test_a_sidebar_tag_leaves_room_for_the_page_title(page, publish):
    group = {"group": "Outer", "pages": [{"group": "Inner", "pages": ["index"]}]}
    front_matter = "title: Create or set a password\napi: POST /password\ndeprecated: true"
    home = publish(
        {
            "site.json": {"name": "Site", "navigation": [group]},
            "index.mdx": f"---\n{front_matter}\n---\n\nText.\n",
        }
    )
    page.goto(f"{home}/index.html")
    name = page.locator(".sj-sidebar [aria-current=page] > span:not([class])").first

    assert name.bounding_box()["width"] > 85
