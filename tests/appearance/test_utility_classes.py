"""Classes of Tailwind CSS in the markup of authors."""

import time

import pytest

from sphinx_sitejson.appearance.utility_styles import STYLE_FILE, sort_key, write_styles

SHEET = f"_static/{STYLE_FILE}"
KNOWN = r"""
flex hidden py-2 p-1.5 w-1/2 -mt-2 -translate-x-1/2 !p-1 md:!p-1
dark:hover:!border-primary-light text-sm/6 bg-red-500/50 bg-black/[0.06] bg-background-dark
w-[calc(100%-2px)] top-[117px] grid-cols-[1fr_2fr] before:content-['x'] [mask-type:luminance]
[&>p]:mt-4 group-hover/item:block data-[open]:block supports-[display:grid]:grid min-[20px]:p-1
bg-[url(https://a.test/b.png)] max-md:hidden space-y-2 from-primary *:p-4
"""
# Names of the site, of UnoCSS and of Tailwind CSS 4 only, and what is none.
UNKNOWN = r"""
card tab h2 p4 mt2 w100 text-red op50 b py c-#fff all:flex children:p-1 selector-[*]:hidden
next:flex hover:scale-102 -p-4 mt--4 group not-prose hover: : :: md:card [x]:flex flex/2 w-1/2/3
Flex [] [&] - ! \ é
"""
REFUSED = r"""
[&,*]:hidden [*,&]:hidden group-[,*]:hidden [&~*]:p-1 [&+*]:p-1 has-[~*]:p-1 [&{color:red}*]:p-1
supports-[x:y){}*{display:none}(]:p-1 min-[1px){}]:p-1 min-[1px)_and_(x]:p-1
[@import_url(x)&]:p-1 w-[/*] [color:/*] font-['a\'] content-['] content-['</style>'] w-[)(]
bg-[url(javascript:x)] [background:url(data:text/html,x)]
"""


def test_names_are_those_of_tailwind():
    assert [name for name in KNOWN.split() if sort_key(name) is None] == []
    assert [name for name in UNKNOWN.split() if sort_key(name) is not None] == []


@pytest.mark.parametrize("name", [*REFUSED.split(), f"w-[{'1' * 100}px]", "hover:" * 5000 + "flex"])
def test_names_that_reach_other_rules_are_refused(name):
    with pytest.raises(ValueError, match=r"brackets|other elements|code|partner|characters"):
        sort_key(name)


@pytest.mark.parametrize(
    "name", ["bg-a" * 10_000, "[" * 50_000, "w-[" + "(" * 50_000, ":" * 50_000]
)
def test_a_long_name_takes_no_time(name):
    start = time.process_time()
    assert sort_key(name) is None
    assert time.process_time() - start < 0.5


def test_rules_are_in_the_order_of_tailwind_and_follow_the_dark_mode():
    rules = {
        "md:flex": [(".md", "display:flex;", "@media (min-width: 768px)")],
        "hidden": [(".hidden", "display:none;", "")],
        "flex": [(".flex", "display:flex;", "")],
        "dark:block": [(".dark .d", "display:block;", "")],
        "before:flex": [(".b::before", "display:flex;", "")],
        "p-1": [(".p-1", "padding:0}*{color:red", "")],
    }
    assert write_styles(rules, {}) == (
        "@layer sitejson.utilities{"
        ':where(.sj-utility),:where(.sj-utility)::before,:where(.sj-utility)::after{--un-content:"";}'
        ".flex{display:flex}.hidden{display:none}"
        ".b::before{content:var(--un-content);display:flex}"
        "@media (min-width: 768px){.md{display:flex}}"
        ':where(:root)[data-mode="dark"] .d{display:block}'
        "@media (prefers-color-scheme:dark)"
        '{:where(:root):not([data-mode="light"]) .d{display:block}}}\n'
    )


PAGE = """---
title: Page
---
<div className="grid md:p-4 [&,*]:hidden">
  <a href="/other" className="card">One</a>
  <a href="/other" className="flex">Two</a>
</div>

<ul><li>a</li><li>b</li></ul>

<a href="/other" className="block">
  <h3 className="font-bold">T</h3>
  <p className="text-primary/50">text</p>
</a>

<h2 className="text-3xl">Head</h2>

<Card title="x" className="mt-8">

text

</Card>
"""
SITE = {"name": "S", "navigation": [{"group": "A", "pages": ["index", "other"]}]}
OTHER = '---\ntitle: Other\n---\n<div className="card tab">plain</div>\n'


def test_markup_keeps_its_elements_and_gets_styles(build_site):
    site = build_site({"index.mdx": PAGE, "other.mdx": OTHER, "site.json": SITE})
    page, other = site.page("index.html"), site.page("other.html")
    sheet = site.text(SHEET)

    assert 'index.mdx:4: WARNING: <div>: the class "[&,*]:hidden" has no styles' in site.warnings
    assert len(page.select("div.grid > a")) == 2
    assert [item.decode_contents() for item in page.select(".sj-prose ul > li")] == ["a", "b"]
    assert page.select_one("a.block > p.text-primary\\/50").text == "text"
    assert page.select_one("h2.text-3xl") and page.select_one(".sjc-card.mt-8 p")
    assert page.select("a.card.sj-utility") == []
    assert str(other.select_one("div.card")) == '<div class="card tab">plain</div>'
    assert [bool(each.select(f"link[href^='{SHEET}']")) for each in (page, other)] == [True, False]
    assert ".grid:where(.sj-utility){display:grid}" in sheet
    assert "rgb(79 70 229 / 0.5)" in sheet
    assert ".card" not in sheet and "[\\&\\,\\*]" not in sheet


def test_an_incremental_build_has_the_sheet_of_a_clean_one(build_site):
    files = {"index.mdx": PAGE.replace("[&,*]:hidden", ""), "other.mdx": OTHER, "site.json": SITE}
    site = build_site(files)
    changed = {"other.mdx": OTHER.replace("tab", "underline")}
    again, clean = site.rebuild(changed), build_site({**files, **changed})
    names = (SHEET, "index.html", "other.html")

    assert [again.text(name) for name in names] == [clean.text(name) for name in names]
    assert not site.rebuild({"index.mdx": OTHER, "other.mdx": OTHER}).exists(SHEET)


def test_a_value_of_conf_py_leaves_the_styles_out(build_site):
    files = {"index.mdx": PAGE, "other.mdx": OTHER, "site.json": SITE}
    site = build_site(files, conf="sitejson_utility_classes = False")
    assert not site.exists(SHEET)
    assert site.page("index.html").select(".sj-utility") == []
    assert site.page("index.html").select("div.grid > a.flex")


def test_other_themes_show_the_picture_of_the_mode(build_site):
    pair = '<img className="{}" src="a.png" />\n'
    page = pair.format("dark:hidden") + pair.format("hidden dark:block")
    files = {"index.mdx": page, "a.png": b"", "site.json": SITE}
    site = build_site(files, conf="html_theme = 'alabaster'")
    classes = [image["class"] for image in site.page("index.html").select("img[src*='a.png']")]
    assert ["only-light" in classes[0], "only-dark" in classes[1]] == [True, True]
