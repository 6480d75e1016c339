"""MDX pages as a whole: one site whose pages each show one thing."""

import re
from pathlib import Path

import pytest

from support.sites import files_of, one_page
from support.small_sites import settings

SITES = Path(__file__).parent / "sites"
GOOD = files_of(SITES / "good")
PAGES = [
    name.rsplit(".", 1)[0]
    for name in GOOD
    if name.endswith((".mdx", ".md")) and "snippets/" not in name
]
SITE = {
    "name": "Parcel",
    "navigation": [{"group": "All", "pages": PAGES}],
    "redirects": [{"source": "/old", "destination": "/headings"}],
}


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean({"site.json": SITE, **GOOD})


def main(site, name):
    return site.page(f"{name}.html").select_one("main")


def test_headings_have_the_anchors_that_github_makes(site):
    page = main(site, "headings")

    ids = [
        "one-two--three", "inside-a-tab", "deeper", "chosen", "one-two--three-1", "in-a-div",
        "as-html",
    ]  # fmt: skip
    assert all(page.select_one(f'[id="{name}"]') for name in ids)
    assert page.select_one("#inside-a-tab").name == "h3"
    assert [a["href"] for a in page.select("p a.reference")] == [
        "#inside-a-tab", "#one-two--three-1", "#chosen", "#one-two--three", "#-dashes--",
        "#one-two-and-three", "#body-ship_name",
    ]  # fmt: skip
    first = page.select_one('[id="one-two--three"]')
    assert first.select_one('[id="one-two-and-three"]')
    assert page.select_one('[id="shiprun"] [id="ship-run"]')
    # A heading's own anchor comes before the short one of another.
    assert page.select_one("#dashes").h2.text.startswith("Dashes")


def test_headings_in_components_are_in_the_contents(site):
    (contents,) = site.page("headings.html").select("nav.sj-contents")

    shown = [(link.text, link["href"]) for link in contents.select("a")]
    assert ("Inside a tab", "#inside-a-tab") in shown
    assert shown.index(("One, two & three", "#one-two--three")) < shown.index(("Deeper", "#deeper"))
    assert ("In a div", "#in-a-div") in shown
    assert ("As HTML", "#as-html") in shown


def test_links_point_to_pages_however_they_are_written(site):
    found = {a.text: a["href"] for a in main(site, "guides/links").select("a.reference")}

    assert found["abs"] == found["suffix"] == found["rel"] == found["moved"] == "../headings.html"
    assert found["frag"] == "../headings.html#chosen"
    assert found["near"] == found["lower"] == found["html"] == "other.html"
    assert found["folder"] == "index.html"
    assert found["home"] == "../index.html"
    assert found["Page"] == "../headings.html"
    assert found["out"] == "https://example.org"
    assert found["mail"] == "mailto:a%40example.org"
    assert found["spot"] == "#spot"
    assert found["query"].endswith("?lang=de#spot")
    assert found["query"].partition("?")[0] in ("", "links.html")


def test_files_and_images_are_copied(site):
    links = main(site, "guides/links")
    file = next(a["href"] for a in links.select("a.reference") if a.text == "file")
    assert (site.outdir / "guides" / file).resolve().read_bytes() == b"%PDF-1.4"

    page = main(site, "images")
    sources = {image["alt"]: image for image in page.select("img")}
    assert all(site.exists(sources[name]["src"]) for name in ("light", "dark", "framed"))
    assert sources["light"]["class"][:2] == ["block", "dark:hidden"]
    assert sources["light"]["style"] == "width: 50%;"
    video = page.select_one("video")
    assert site.exists(video["src"]) and video.has_attr("controls")
    frame = page.select_one("iframe")
    assert frame["frameborder"] == "0" and frame.has_attr("allowfullscreen")


def test_html_elements_are_correct_html(site):
    page = main(site, "html")

    box = page.select_one(".box")
    assert (box["style"], box["tabindex"]) == ("margin-top: 4px; font-weight: 600", "0")
    assert box.strong.text == "bold"
    assert page.select_one("details > summary").text == "More"
    assert page.select_one("label")["for"] == "f"
    assert page.select_one("main svg, svg[stroke-width]")["stroke-width"] == "2"
    assert "viewBox" in site.text("html.html")
    assert [part.text for part in page.select("s")] == ["gone", "one"]
    assert [item.text.strip() for item in page.select("ul.simple li, main ul li")][:2] == ["x", "y"]
    assert page.select_one("hr")
    assert ".a{color:red}" in page.select_one("style").text
    assert page.select_one(".tip")
    assert page.select_one("input[type=checkbox][checked]")


def test_preformatted_text_keeps_its_links(site):
    tree, code = main(site, "html").select("pre")

    lines = [line.strip() for line in tree.text.split("\n") if line.strip()]
    assert lines == ["root", "└── headings and key", "└── last"]
    assert tree.strong.text == "root"
    assert tree.a["href"] == "headings.html"
    assert tree.kbd.attrs == {}
    assert code.text.strip() == "only code"


def test_values_snippets_and_templates(site):
    text = " ".join(main(site, "values").text.split())

    assert "A kg of Parcel Pro Pro {placeholder} 1." in text
    assert "Hello Ada. inside Innermost." in text
    assert "In a line: Hello Bob. Innermost.." in text
    assert "hey! 3 EUR" in text
    assert "Old snippet for Eve." in text
    page = main(site, "values")
    assert "Known, hi Bo. Read the manual." in text
    assert page.select_one('a[href="https://manual.example"]').text == "the manual"
    assert "a comment" not in text
    assert page.select_one("em").text == "new"
    assert page.select_one(".price").text == "3 EUR"
    assert any(a.text == "T kg" and a["href"] == "headings.html" for a in page.select("a"))


def test_expressions_without_effects_are_drawn(site):
    page = main(site, "expressions")
    text = " ".join(page.text.split())

    assert "2 parcels, many, of Parcel, ANT and BEE." in text
    titles = page.select(".sjc-columns .sjc-card .sjc-title")
    assert [title.text for title in titles] == ["ant", "bee"]
    assert [item.text for item in page.select("ul li")] == ["0: ant", "1: bee"]
    assert page.select_one(".level").text == "Level 2 (high)"
    assert page.select_one(".lane").text == "Lane 7"
    assert "**" not in page.select_one(".level").parent.text
    boxes = page.select(".boxed")
    assert [box.strong.text for box in boxes] == ["kept", "kept"]
    assert [box.em.text for box in boxes] == ["ant", "bee"]
    assert not any(code in text for code in ("nothing here", "map(", "=>"))


def test_snippets_are_no_pages(site):
    assert not site.exists("snippets/hello.html") and not site.exists("_snippets/old.html")


def test_code_blocks(site):
    page = main(site, "code")

    titles = [part.text for part in page.select(".caption-text")]
    assert titles == ["app.js", "Run it", "created.json"]
    first = page.select_one(".literal-block-wrapper")
    assert len(first.select(".hll")) == 3
    assert first.select_one(".linenos")
    assert page.select_one(".sj-code-wrap")
    assert page.select_one(".sj-code-expandable.sj-code-focus")
    assert page.select_one(".highlight-nosuchlanguage") is None
    added = page.select_one("[class*=highlight-diff] .gi")
    assert f"{added.text}{added.next_sibling.text}".startswith("+ a")
    assert page.select_one(".admonition.note")
    assert "plain <b>{x}</b>" in page.text
    assert "graph TD" in page.text


def test_formulas_load_nothing_from_elsewhere(site):
    page = site.page("formulas.html")

    assert len(page.select("math")) == 5
    assert "mathjax" not in site.text("formulas.html").lower()
    assert "It costs $5 or $10." in page.text


def test_formulas_among_words_are_no_blocks(site):
    page = main(site, "formulas")

    (line,) = (part for part in page.select("p") if "The share" in part.text)
    assert [part.name for part in line.select(".math")] == ["span", "span"]
    assert not line.select("[display=block]")


def test_fractions_may_be_written_with_over(site):
    formula = main(site, "formulas").select("div.math")[-1]

    (left, right) = (part for part in formula.select("mfrac") if not part.find_parent("mfrac"))
    assert ["".join(part.text.split()) for part in left.find_all(recursive=False)] == ["p", "p+lo"]
    assert "".join(right.find_all(recursive=False)[0].text.split()) == "ab+c"
    assert right.select_one("msqrt mfrac")


def test_md_pages_are_read_as_mdx_unless_the_project_configures_myst(site):
    assert main(site, "plain").select_one("strong").text == "raw"
    assert "{sub-ref}" not in main(site, "plain").text
    assert main(site, "mixed").select_one(".sjc-callout")


def test_boxes_of_other_tools_are_admonitions(site):
    boxes = main(site, "boxes").select(".admonition")

    titles = [box.select_one(".admonition-title").get_text() for box in boxes]
    assert titles == ["A title", "Another", "Warning", "Note"]
    classes = [{*box["class"]} - {"admonition"} for box in boxes]
    assert classes == [{"note"}, {"tip"}, {"warning"}, {"note"}]
    assert boxes[0].select_one(".sjc-badge") is not None
    assert boxes[2].select_one(".highlight-python") is not None
    assert boxes[3].find_parent("li") is not None


def test_classes_of_elements_stay(site):
    page = main(site, "classes")

    for number, words in enumerate("abccd", start=1):
        assert page.select_one(f".c{number}").text.strip() == words


def test_components_in_a_heading_are_not_part_of_its_anchor_and_of_the_contents(site):
    page = site.page("contents.html")

    sections = page.select("main section section")
    assert [section["id"] for section in sections] == ["routing", "rules", "only"]
    first, second, *_others = page.select("main p a.reference")
    assert (first["href"], second["href"]) == ("#routing", "#routing-new")
    contents = page.select_one(".sj-contents")
    entries = [link.get_text().strip() for link in contents.select("a")]
    assert entries == ["Contents", "Routing", "Rules", "Only"]
    assert not contents.select("a a, [id^=tip]")


def test_snippets_see_what_their_page_imports_and_components_put_them_anywhere(site):
    page = main(site, "imports")

    assert [each.text.strip("#") for each in page.select("h4")] == ["one kg", "two"]
    assert "In kg." in page.text
    assert page.select_one(".sjc-callout strong").text == "part"
    assert page.text.rstrip().endswith("after")


def test_expressions_on_lines_of_their_own_come_to_blocks(site):
    content = main(site, "blocks")

    assert [tab.text for tab in content.select("summary")] == ["a", "b"]
    assert len(content.select("ol > li .sjc-title, .sjc-steps .sjc-step")) >= 2
    assert content.select("p")[-1].text.split() == ["2", "4", "<b>"]


def test_comments_and_deep_indentation_do_not_end_a_statement(site):
    words = " ".join(main(site, "statements").text.split())

    assert "Don't many text's" in words and "it's a it's b" in words
    assert "export" not in words
    assert "A 2 3" in words and words.endswith("3 4")


def test_headings_take_an_anchor_and_classes(site):
    headings = main(site, "tides").select("h2")[:4]

    assert [heading.parent["id"] for heading in headings] == ["own", "second", "third", "fourth"]
    classes = [heading.get("class", []) for heading in headings]
    assert classes == [["quiet", "large"], ["quiet"], [], []]
    assert [heading.contents[0] for heading in headings] == ["First", "Second", "Third", "Fourth"]


def test_headings_with_formulas_also_have_anchors_without_them(site):
    heading = site.page("tides.html").select_one('[id="2-1-height-and-at-noon"]')
    assert heading.find_parent("section").select_one("h2").text.startswith("2.1 Height")


def test_escaped_braces_are_signs_of_a_formula(site):
    assert main(site, "tides").select_one("div.math math")


BAD = {
    **files_of(SITES / "bad"),
    "utf16.mdx": "# Sixteen\n\nwords\n".encode("utf-16"),
    "latin.mdx": b"# Latin\n\ncaf\xe9\n",
}


@pytest.fixture(scope="module")
def bad_site(build_shared_site):
    pages = [name.removesuffix(".mdx") for name in BAD if "/" not in name]
    outside = {"../secret.txt": "s3cr3t", "../secret.png": GOOD["img/a.png"]}
    return build_shared_site({"site.json": settings(*pages), **outside, **BAD})


@pytest.mark.parametrize(
    "message", (SITES / "messages.txt").read_text(encoding="utf-8").splitlines()
)
def test_each_problem_is_reported_at_its_place(bad_site, message):
    assert message in bad_site.warnings


def test_what_can_be_kept_is_kept(bad_site):
    def text(name):
        return " ".join(main(bad_site, name).text.split())

    kept = {
        "tags": ["text stays", "in tab", "kept"],
        "values": ["link [b](javascript:alert(2))"],
        "snippets": ["kept"], "fence": ["after"], "utf16": ["words"], "latin": ["caf"],
        "outside": ["rest"],
        # The first state of <Story> is closed.
        "programs": ["Programs# chart stays player stays box stays"],
    }  # fmt: skip
    for name, texts in kept.items():
        assert all(words in text(name) for words in texts), name
    assert "f(1)" not in text("values")
    assert "ls" in main(bad_site, "fence").select_one("pre").text


def test_nothing_harmful_is_written(bad_site):
    for path in bad_site.outdir.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        assert not any(text in page for text in ("s3cr3t", "alert(3)"))
        assert not re.search(r"""=\s*["']?\s*javascript:""", page)
        assert "onclick" not in page.lower()


def test_there_are_no_other_warnings(bad_site):
    lines = [line for line in bad_site.warnings.splitlines() if "WARNING" in line]
    assert all("[sitejson." in line for line in lines)
    assert sum("outside_file" in line for line in lines) == 5


@pytest.mark.parametrize(
    "builder", ["text", "latex", "epub", "dirhtml", "singlehtml", "xml", "gettext"]
)
def test_other_builders_have_the_text_and_no_warnings(build_site, builder):
    conf = "linkcheck_ignore = ['.*']\nversion = copyright = '1'"
    # No builder of printed pages takes this kind of picture.
    images = GOOD["images.mdx"].replace(b"![dot](data:image/svg+xml;base64,PHN2Zy8+)", b"")
    files = {"site.json": SITE, **GOOD, "images.mdx": images}
    built = build_site(files, builder=builder, conf=conf)

    assert built.warnings == ""


def test_a_page_that_brings_in_itself_again_and_again_ends(build_site):
    double = "export const {0}{1} = () => <b><{0}{2} /><{0}{2} /></b>"
    code = ["export const A0 = () => <i>x</i>", *(double.format("A", n + 1, n) for n in range(40))]
    value = "export const b{0} = <b>{{b{1}}}{{b{1}}}</b>"
    code += ["export const b0 = <i>x</i>", *(value.format(n + 1, n) for n in range(40))]
    pages = {name: "\n\n".join([*code, use]) for name, use in (("a", "<A40 />"), ("b", "{b40}"))}
    files = {f"{name}.mdx": f"---\ntitle: T\n---\n{text}\n" for name, text in pages.items()}
    limits = {"sitejson_javascript_limits": {"nodes": 2000}}
    site = build_site({"site.json": settings("a", "b"), **files}, overrides=limits)

    assert site.warnings.count("renders more than 2000 nodes; the rest was ignored") == 2
    assert "x" in main(site, "b").text


def test_pages_are_read_in_parallel_and_again_when_a_snippet_changes(build_clean):
    built = build_clean({"site.json": SITE, **GOOD}, parallel=2)
    assert "../headings.html#chosen" in built.text("guides/links.html")

    again = built.rebuild({"snippets/inner.mdx": "Changed.\n"})
    assert again.read_docs == {"values"}
    assert "Changed." in again.page("values.html").text


MYST_SYNTAX = "% a comment\n\n(a-target)=\n\n+++\n\nThe end.\n"


@pytest.mark.parametrize(
    ("enabled", "shown"),
    [
        ([], ["% a comment", "(a-target)=", "+++", "The end."]),
        (["myst_line_comment"], ["(a-target)=", "+++", "The end."]),
        (["myst_block_break"], ["% a comment", "(a-target)=", "The end."]),
        (["myst_target"], ["% a comment", "+++", "The end."]),
    ],
)
def test_myst_syntax_that_text_can_begin_with_is_enabled_by_name(build_clean, enabled, shown):
    site = build_clean(one_page(MYST_SYNTAX), overrides={"sitejson_mdx_myst": enabled})

    assert [p.text for p in main(site, "page").select("p") if not p.get("class")] == shown


def test_a_name_that_enables_no_myst_syntax_is_reported(build_site):
    conf = 'extensions = ["sphinx_sitejson"]\nsitejson_mdx_myst = ["myst_targets"]\n'
    site = build_site(one_page("Text.", **{"conf.py": conf}))

    assert (
        'conf.py:2: WARNING: sitejson_mdx_myst: "myst_targets" enables nothing; the names are '
        '"myst_line_comment", "myst_block_break", "myst_target".' in site.warnings
    )


UNDRAWN = """import { Ferry } from "ferry-kit"
import Gone from "/snippets/gone.jsx"

<Quay name="North quay" label="Berths"><Crane title="Ten tons" /></Quay>

In <Term name="draught">metres</Term>.

<Ferry title="To the island" />

<Gone title="Lost crane" src="/crane.png" alt="Crane" />

<Harbour title="Western harbour">

## Opening hours

From six.

</Harbour>
"""


def test_components_that_cannot_be_drawn_show_their_texts(build_site):
    site = build_site(one_page(UNDRAWN, **{"crane.png": b"\x89PNG\r\n\x1a\n"}))
    page = main(site, "page")
    paragraphs = [" ".join(p.text.split()) for p in page.select("p")]
    texts = {
        "North quay", "Berths", "Ten tons", "In draught metres.", "To the island", "Lost crane",
        "Western harbour",
    }  # fmt: skip
    assert texts <= {*paragraphs}
    assert page.select_one("img[alt=Crane]")
    assert page.select_one("section#opening-hours h2")
    for name in ("Quay", "Crane", "Term", "Harbour"):
        assert site.warnings.count(f"there is no component <{name}>") == 1
