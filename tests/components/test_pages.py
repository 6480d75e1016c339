"""Pages with components: their files, other builders, translations, mistakes."""

import gzip
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

import sphinx_sitejson
from sphinx_sitejson.common.minification import minify_file
from sphinx_sitejson.components.nodes import JsxValue
from sphinx_sitejson.components.props import value_as_text
from sphinx_sitejson.components.registry import BUILT_IN
from support.sites import one_page
from support.small_sites import settings
from support.wide import wide_but

from .cases import read_cases
from .test_cases import files

EXAMPLE = Path(__file__).parents[2] / "example_project"
STATIC = Path(sphinx_sitejson.__file__).parent / "static"
NAVIGATION = {"name": "S", "navigation": [{"group": "", "pages": ["page", "plain"]}]}


def site_of(page: str) -> dict[str, object]:
    return {
        "site.json": NAVIGATION,
        "page.mdx": f"---\ntitle: Page\n---\n\n{page}\n",
        "plain.mdx": "---\ntitle: Plain\n---\n\nText.\n",
    }


def linked(site, page: str) -> set[str]:
    soup = site.page(page)
    found = [tag.get("href") or tag.get("src") or "" for tag in soup.select("link, script")]
    return {Path(each.split("?")[0]).name for each in found if "sitejson-" in each}


def test_only_pages_that_need_files_load_them(build_site):
    site = build_site(site_of("<Note>x</Note>"), conf='html_theme = "alabaster"')
    assert linked(site, "page.html") == {"sitejson-components.css"}
    assert linked(site, "plain.html") == set()
    later = site.rebuild({"page.mdx": site_of("<Tabs><Tab title='a'>x</Tab></Tabs>")["page.mdx"]})
    assert linked(later, "page.html") == {
        "sitejson-components.css", "sitejson-tabs.css", "sitejson-tabs.js",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "names"),
    [
        ({}, ["npm", "pnpm", "yarn", "bun"]),
        ({"codeBlock": {"packageManagers": ["yarn", "npm"]}}, ["yarn", "npm"]),
        ({"codeBlock": {"packageManagers": []}}, []),
    ],
)
def test_commands_are_in_tabs_of_the_package_managers_of_the_site(build_site, keys, names):
    files = site_of("```npm\nnpm install it\n```")
    site = build_site({**files, "site.json": {**NAVIGATION, **keys}})

    assert [tab.get_text(strip=True) for tab in site.page("page.html").select("summary")
            if tab.find_parent(class_="sjc-tabs")] == names  # fmt: skip


def test_styles_and_script_are_small():
    limits = {
        "sitejson-components.css": 2_200, "sitejson-components.js": 400, "sitejson-tabs.css": 1_000,
        "sitejson-tabs.js": 1_300, "sitejson-more.css": 1_600, "sitejson-more.js": 900,
    }  # fmt: skip
    for name, limit in limits.items():
        assert len(gzip.compress(minify_file(STATIC / name).encode())) <= limit, name


def test_few_pages_load_the_files_of_rare_components(build_site):
    more = {"sitejson-more.css", "sitejson-more.js"}
    rare = build_site(site_of("<View title='a'>x</View>"))
    assert linked(rare, "page.html") >= {*more, "sitejson-components.css"}
    usual = build_site(site_of("<Update label='a' tags={['x']}>x</Update>"))
    assert not linked(usual, "page.html") & more
    update = "<Update label='{0}' tags={{['{0}']}}>x</Update>"
    filtered = build_site(site_of(f"{update.format('a')}\n{update.format('b')}"))
    assert linked(filtered, "page.html") >= more


# Some cases show what becomes of components in the wrong place.
MISPLACED = 'suppress_warnings = ["sitejson.misplaced_component"]\n'


@pytest.mark.parametrize(
    "builder", wide_but(["man", "texinfo", "xml", "gettext", "dirhtml"], "man")
)
def test_all_builders_know_all_components(build_site, builder):
    assert build_site(files(), builder=builder, parallel=2, conf=MISPLACED).warnings == ""


def test_one_page_for_all_loads_what_all_need(build_site):
    site = build_site(site_of("<Tabs><Tab title='a'>x</Tab></Tabs>"), builder="singlehtml")
    assert linked(site, "page.html") >= {"sitejson-tabs.css", "sitejson-tabs.js"}


def test_books_are_well_formed(build_clean):
    families = ("tabs", "folds", "steps", "callouts", "frames")
    cases = [case.source for case in read_cases() if case.family in families]
    conf = 'copyright = "S"\nversion = "1"\nexclude_patterns = ["*-*.mdx", "other.mdx"]'
    pages = {**files(), **one_page("\n\n".join(cases), "index.mdx")}
    site = build_clean(pages, builder="epub", conf=f"{MISPLACED}{conf}")
    page = site.text("index.xhtml")
    section = page[page.index("<section") : page.rindex("</section>")] + "</section>"
    assert len(parseString(section).getElementsByTagName("details")) == 6


def test_texts_of_props_are_translated(build_site):
    page = '<Card title="Good day" href="/plain" cta="Go on">Text.</Card>'
    catalog = 'msgid "Good day"\nmsgstr "Guten Tag"\n\nmsgid "Go on"\nmsgstr "Weiter"\n'
    site = build_site(
        {**site_of(page), "locale/de/LC_MESSAGES/page.po": catalog},
        conf='language = "de"\nlocale_dirs = ["locale"]\ngettext_compact = False',
    )
    card = site.page("page.html").select_one(".sjc-card")
    assert card.select_one("a")["href"] == "plain.html"
    assert card.select_one("a").get_text() == "Guten Tag"
    assert card.select_one(".sjc-cta").get_text() == "Weiter"


def test_texts_of_props_reach_the_catalogs(build_site):
    card = '<Card title="Good day" href="/plain">Text.</Card>'
    page = f'{card}\n\n<Accordion title="Why">x</Accordion>'
    catalog = build_site(site_of(page), builder="gettext").text("page.pot")
    assert 'msgid "Good day"' in catalog and 'msgid "Why"' in catalog


MISTAKES = [
    ('<Callout type="warnin">x</Callout>', 'cannot be "warnin". Did you mean "warning"?'),
    ('<CardGroup cols="many">x</CardGroup>', '"cols" must be a number such as 2, not "many".'),
    ('<Card title="a" icon="star" color="url(x)" />', '"color" is no color: "url(x)".'),
    ('<Card title="a" icon="star" color="F80061" />', '"F80061". Did you mean "#F80061"?'),
    ("<ParamField type='string'>x</ParamField>", "<ParamField> has no name"),
    ('<Steps titleSize="h9"><Step title="a">x</Step></Steps>', '"titleSize" cannot be "h9".'),
    ('<Badge color="mauve">x</Badge>', '"color" cannot be "mauve".'),
    ("{1 +}", "SyntaxError: the expression is incomplete. [sitejson.mdx_expression]"),
    ("```pyton\nx\n```", 'Did you mean "python"? [sitejson.mdx_fence]'),
    (
        "{userNmae}\n\nexport const userName = 1\n",
        '"userNmae" is not declared, so {userNmae} is shown as text. Did you mean "userName"?',
    ),
]


@pytest.fixture(scope="module")
def site_with_mistakes(build_shared_site):
    """A page for each mistake."""
    names = [f"p{number}" for number in range(len(MISTAKES))]
    pages = {
        f"{name}.mdx": f"---\ntitle: Page\n---\n\n{page}\n"
        for name, (page, _) in zip(names, MISTAKES, strict=True)
    }
    site = build_shared_site({"site.json": settings(*names), **pages})
    assert len(site.warnings.splitlines()) == len(MISTAKES)
    return site


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_mistakes_are_reported_at_their_line(site_with_mistakes, number):
    place = f"/p{number}.mdx:5: WARNING:"
    [warning] = [line for line in site_with_mistakes.warnings.splitlines() if place in line]
    assert MISTAKES[number][1] in warning
    content = site_with_mistakes.page(f"p{number}.html").select_one(".sj-prose section")
    assert content.get_text().strip() != "Page"


def test_an_icon_cannot_bring_anything_live(build_site):
    page = (
        '<Card title="a" icon={<svg onload="x()"><script>x()</script>'
        '<use href="https://evil.test/x.svg#a"/><a href="javascript:x()">b</a></svg>} />'
    )
    site = build_site(site_of(page))
    [icon] = site.page("page.html").select(".sjc-card-icon svg")
    assert str(icon) == "<svg><use></use></svg>"


def test_every_component_is_documented_with_its_directive():
    page = (EXAMPLE / "reference/components.mdx").read_text("utf-8")
    for spec in BUILT_IN.values():
        rows = (line for line in page.splitlines() if line.startswith(f"| `{spec.name}` |"))
        row = next(rows, "")
        if spec.name == "Param":
            assert "`Param` is another name of `ParamField`" in page
        elif spec.is_block or spec.argument:
            assert f"sitejson:{spec.directive}`" in row
            assert not spec.argument or f"| `{spec.argument}` |" in row
        else:
            assert row


def element(*children: JsxValue | str) -> JsxValue:
    return JsxValue(name="span", props={}, children=children)


@pytest.mark.parametrize(
    ("children", "text"),
    [
        (("Light", element("house")), "Lighthouse"),
        ((element("Farmer"), element("plugin")), "Farmer plugin"),
        ((element(element("Farmer"), element("")), element("+4")), "Farmer +4"),
    ],
)
def test_elements_beside_each_other_are_separate_words(children, text):
    assert value_as_text(element(*children)) == text
