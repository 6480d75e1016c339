"""MDX pages as a whole: one site whose pages each show one thing."""

from __future__ import annotations

import re

import pytest

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c626001000000ffff03000006000557bfabd40000000049454e44ae426082"
)

GOOD = {
    "index.mdx": "---\ntitle: Home\n---\n\n<Note>Welcome.</Note>\n",
    "headings.mdx": (
        "# Page\n\n## One, two & three\n\n<Tabs>\n<Tab title='a'>\n### Inside a tab\n#### Deeper\n"
        "</Tab>\n</Tabs>\n\n## Own {#chosen}\n\n## One, two & three\n\n<div>\n## In a div\n</div>\n\n"
        "<h2 id='as-html'>As HTML</h2>\n\n[a](#inside-a-tab) [b](#one-two--three-1) [c](#chosen)\n"
    ),
    "guides/links.mdx": (
        "# Links\n\n[abs](/headings) [suffix](/headings.mdx) [rel](../headings) [frag](/headings#chosen)"
        " [near](other) [folder](/guides/) [home](/) [](/headings) [file](/files/a.pdf)"
        " [out](https://example.org) [mail](mailto:a@example.org)\n"
        '<a href="other" className="big">html</a> <a id="spot"></a>[spot](#spot)'
        " [lower](/Guides/Other) [moved](/old)\n\n[![pic](/img/a.png)](/headings)\n"
    ),
    "guides/other.mdx": "# Other\n",
    "guides/index.mdx": "# Guides\n",
    "files/a.pdf": b"%PDF-1.4",
    "img/a.png": PIXEL,
    "img/b c.png": PIXEL,
    "video/v.mp4": b"video",
    "images.mdx": (
        '# Images\n\n<img className="block dark:hidden" src="/img/a.png" alt="light" width="50%" />\n'
        '<img className="hidden dark:block" src="img/a.png" alt="dark" />\n\n![space](/img/b%20c.png)\n\n'
        '<Frame>\n  <img src="/img/a.png?raw=true" alt="framed" style={{width: 40}} />\n</Frame>\n\n'
        '<video controls src="/video/v.mp4"></video>\n\n'
        '<iframe src="https://example.org/v" frameBorder="0" allowFullScreen></iframe>\n\n'
        "![dot](data:image/svg+xml;base64,PHN2Zy8+)\n"
    ),
    "html.mdx": (
        '# HTML\n\n<div className="box" style={{marginTop: 4, fontWeight: 600}} tabIndex={0}>\n'
        "**bold** text\n</div>\n\n<details><summary>More</summary>\nhidden\n</details>\n\n"
        "H<sub>2</sub>O <kbd>Ctrl</kbd> a<br/>b ~~gone~~ ~one~\n\n<ul><li>x</li><li>y</li></ul>\n\n"
        '<label htmlFor="f">L</label>\n\n<svg viewBox="0 0 1 1" strokeWidth="2"><path d="M0 0"/></svg>\n\n'
        "---\n\n<style>.a{color:red}</style>\n\n> [!TIP]\n> alert\n\n- [x] done\n"
    ),
    "values.mdx": (
        "---\ntitle: Values\nplan: Pro\n---\nimport { site, Price } from '/snippets/data.mdx'\n"
        "import Hello from '/snippets/hello.mdx'\nimport { Badge2 } from '/snippets/parts.jsx'\n\n"
        "export const unit = \"kg\"\nexport const Line = ({ text, end = \"!\" }) => <b>{text}{end}</b>\n\n"
        'A {unit} of {site.name} {plan} {frontmatter.plan} {" "} {/* no */} {placeholder} {1}.\n\n'
        '<Hello name="Ada">**inside**</Hello>\n\nIn a line: <Hello name="Bob" />.\n\n'
        '<Line text="hey" /> <Price amount={3} />\n\n<Badge2 label="new" />\n\n'
        '<Snippet file="old.mdx" who="Eve" />\n\n<Card title={`T ${unit}`} href={site.url}>x</Card>\n'
    ),
    "snippets/data.mdx": (
        'export const site = { name: "Parcel", url: "/headings" }\n\n'
        "export const Price = ({ amount }) => (\n  <span className=\"price\">{amount} EUR</span>\n)\n"
    ),
    "snippets/hello.mdx": "import Inner from './inner.mdx'\n\nHello {name}. {children}\n\n<Inner/>\n",
    "snippets/inner.mdx": "Innermost.\n",
    "snippets/parts.jsx": "export const Badge2 = ({ label }) => {\n  return <em>{label}</em>\n}\n",
    "_snippets/old.mdx": "Old snippet for {who}.\n",
    "code.mdx": (
        "# Code\n\n```js app.js {1,3-4} lines\na\nb\nc\nd\n```\n\n```bash title=\"Run it\" wrap\nls\n```\n\n"
        "```nosuchlanguage\nx\n```\n\n```created.json\n{}\n```\n\n```curl\ncurl x\n```\n\n"
        "```ts expandable focus={2}\na\nb\n```\n\n```js\na // [!code ++]\nb // [!code --]\nc\n```\n\n"
        "```mermaid\ngraph TD; A-->B\n```\n\n```{note}\nA directive.\n```\n\n```\nplain <b>{x}</b>\n```\n"
    ),
    "formulas.mdx": "# Formulas\n\n$$\na_{b} = c^2\n$$\n\nIt costs $5 or $10. <Latex>\\frac{1}{2}</Latex>\n",
    "plain.md": "# Plain\n\n{sub-ref}`today` and <b>raw</b>\n",
    "mixed.md": "# Mixed\n\n<Tip>\nA component in an `.md` page.\n</Tip>\n",
}  # fmt: skip
PAGES = [name.rsplit(".", 1)[0] for name in GOOD if name.endswith((".mdx", ".md")) and "snippets/" not in name]
SITE = {
    "name": "Parcel",
    "navigation": [{"group": "All", "pages": PAGES}],
    "redirects": [{"source": "/old", "destination": "/headings"}],
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    site = build_shared_site({"site.json": SITE, **GOOD})
    assert site.warnings == ""
    return site


def main(site, name):
    return site.page(f"{name}.html").select_one("main")


def test_headings_have_the_anchors_that_github_makes(site):
    page = main(site, "headings")

    ids = ["one-two--three", "inside-a-tab", "deeper", "chosen", "one-two--three-1", "in-a-div", "as-html"]
    assert all(page.select_one(f'[id="{name}"]') for name in ids)
    assert page.select_one("#inside-a-tab").name == "h3"
    assert [a["href"] for a in page.select("p a.reference")] == [
        "#inside-a-tab",
        "#one-two--three-1",
        "#chosen",
    ]


def test_headings_in_components_stand_in_the_contents(site):
    (contents,) = site.page("headings.html").select("nav.sj-contents")

    shown = [(link.text, link["href"]) for link in contents.select("a")]
    assert ("Inside a tab", "#inside-a-tab") in shown
    assert shown.index(("One, two & three", "#one-two--three")) < shown.index(("Deeper", "#deeper"))
    assert ("In a div", "#in-a-div") in shown
    assert ("As HTML", "#as-html") in shown


def test_links_lead_to_pages_however_they_are_written(site):
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


def test_files_and_images_are_copied(site):
    links = main(site, "guides/links")
    file = next(a["href"] for a in links.select("a.reference") if a.text == "file")
    assert (site.outdir / "guides" / file).resolve().read_bytes() == b"%PDF-1.4"

    page = main(site, "images")
    sources = {image["alt"]: image for image in page.select("img")}
    assert all(site.exists(sources[name]["src"]) for name in ("light", "dark", "framed"))
    assert "only-light" in sources["light"]["class"]
    assert "only-dark" in sources["dark"]["class"]
    assert sources["light"]["style"] == "width: 50%;"
    video = page.select_one("video")
    assert site.exists(video["src"])
    assert video.has_attr("controls")
    frame = page.select_one("iframe")
    assert frame["frameborder"] == "0"
    assert frame.has_attr("allowfullscreen")


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


def test_values_snippets_and_templates(site):
    text = " ".join(main(site, "values").text.split())

    assert "A kg of Parcel Pro Pro {placeholder} 1." in text
    assert "Hello Ada. inside Innermost." in text
    assert "In a line: Hello Bob. Innermost.." in text
    assert "hey! 3 EUR" in text
    assert "Old snippet for Eve." in text
    page = main(site, "values")
    assert page.select_one("em").text == "new"
    assert page.select_one(".price").text == "3 EUR"
    assert any(a.text == "T kg" and a["href"] == "headings.html" for a in page.select("a"))


def test_snippets_are_no_pages(site):
    assert not site.exists("snippets/hello.html")
    assert not site.exists("_snippets/old.html")


def test_code_blocks(site):
    page = main(site, "code")

    assert [part.text for part in page.select(".caption-text")] == ["app.js", "Run it", "created.json"]
    first = page.select_one(".literal-block-wrapper")
    assert len(first.select(".hll")) == 3
    assert first.select_one(".linenos")
    assert page.select_one(".sj-code-wrap")
    assert page.select_one(".sj-code-expandable.sj-code-focus")
    assert page.select_one(".highlight-nosuchlanguage") is None
    assert page.select_one(".highlight-diff .gi").text.startswith("+ a")
    assert page.select_one(".admonition.note")
    assert "plain <b>{x}</b>" in page.text
    assert "graph TD" in page.text


def test_formulas_load_nothing_from_elsewhere(site):
    page = site.page("formulas.html")

    assert len(page.select("math")) == 2
    assert "mathjax" not in site.text("formulas.html").lower()
    assert "It costs $5 or $10." in page.text


def test_md_pages_stay_myst_unless_they_use_components(site):
    assert main(site, "plain").select_one("b").text == "raw"
    assert "{sub-ref}" not in main(site, "plain").text
    assert main(site, "mixed").select_one(".sjc-callout")


BAD = {
    "index.mdx": "---\ntitle: Home\n---\n",
    "tags.mdx": (
        "# Tags\n\n<Info>\n\ntext stays\n\n</Tab>\n\n<Tabs>\n<Tab title='x'>\nin tab\n</Tabs>\n\n"
        "<Nothing>\nkept\n</Nothing>\n\n<info>small</info>\n\n<Card title='t' requried Colour='red'>c</Card>\n"
    ),
    "values.mdx": (
        "# Values\n\n<Card title={make()}>a</Card>\n\n{f(1)}\n\n"
        '<a href="javascript:alert(1)" onClick={() => 1}>link</a> [b](javascript:alert(2))\n\n'
        "<script>alert(3)</script>\n\n<iframe src='javascript:alert(4)'></iframe>\n"
    ),
    "links.mdx": "# Links\n\ntext\n[a](/nowhere) [b](/tags#tgs) ![c](/no.png)\n\n<img src='../../x.png' alt='d' />\n",
    "snippets.mdx": (
        "import A from '/snippets/a.mdx'\nimport B from '/snippets/missing.mdx'\n"
        "import C from '../../../etc/passwd'\n\n<A/>\n\n<B>kept</B>\n\n<C/>\n\n<Snippet file='none.mdx'/>\n"
    ),
    "snippets/a.mdx": "import B from '/snippets/b.mdx'\n\nA\n\n<B/>\n",
    "snippets/b.mdx": "import A from '/snippets/a.mdx'\n\nB [dead](/dead)\n\n<A/>\n",
    "fence.mdx": "# Fence\n\n<Note>\n```sh\nls\n</Note>\n\nafter\n",
    "outside.mdx": (
        "# Outside\n\n```{include} ../secret.txt\n```\n\n```{literalinclude} ../secret.txt\n```\n\n"
        "```{eval-rst}\n.. raw:: html\n   :file: ../secret.txt\n\n.. figure:: ../secret.png\n```\n\n"
        "```{csv-table} x\n:file: ../secret.txt\n```\n\nrest\n"
    ),
    "utf16.mdx": "# Sixteen\n\nwords\n".encode("utf-16"),
    "latin.mdx": b"# Latin\n\ncaf\xe9\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def bad_site(build_shared_site):
    pages = [name.removesuffix(".mdx") for name in BAD if "/" not in name]
    settings = {"name": "Bad", "navigation": [{"group": "All", "pages": pages}]}
    return build_shared_site({"site.json": settings, "../secret.txt": "s3cr3t", "../secret.png": PIXEL, **BAD})


@pytest.mark.parametrize(
    "message",
    [
        'tags.mdx:3: WARNING: "<Info>" is not closed where it stands; the tag is left out. [sitejson.mdx_tag]',
        'tags.mdx:7: WARNING: "</Tab>" closes nothing that is open here; the tag is left out. [sitejson.mdx_tag]',
        'tags.mdx:10: WARNING: "<Tab>" is not closed; it ends with the element around it. [sitejson.mdx_tag]',
        "tags.mdx:14: WARNING: there is no component <Nothing>; what stands in it is shown. [sitejson.unknown_component]",
        "tags.mdx:18: WARNING: there is no component <info>; it is read as <Info>. [sitejson.unknown_component]",
        'tags.mdx:20: WARNING: <Card>: there is no prop "requried"; it has no effect. [sitejson.unknown_prop]',
        'tags.mdx:20: WARNING: <Card>: there is no prop "Colour"; it is read as "color". [sitejson.unknown_prop]',
        'values.mdx:3: WARNING: <Card>: "title" is no plain value: "make()"; it is left out. [sitejson.mdx_expression]',
        'values.mdx:5: WARNING: "{f(1)}" is no plain value; it is shown as it is written. [sitejson.mdx_expression]',
        'values.mdx:7: WARNING: <a>: "onClick" would run code; it is left out. [sitejson.unsafe_address]',
        'values.mdx:7: WARNING: the address "javascript:alert(1)" is not allowed; only its words are shown.',
        "values.mdx:9: WARNING: <script> has no place in a page; it is left out. [sitejson.mdx_tag]",
        'values.mdx:11: WARNING: <iframe>: "src" would run code; it is left out. [sitejson.unsafe_address]',
        'links.mdx:4: WARNING: the link "/nowhere" leads nowhere: there is no such page. [sitejson.broken_link]',
        'links.mdx:4: WARNING: the link "/tags#tgs" leads nowhere: the page "/tags" has no such heading. Did you mean "tags"? [sitejson.broken_link]',
        'links.mdx:4: WARNING: the image "/no.png" is not in the project',
        'links.mdx:6: WARNING: the image "../../x.png" is not in the project',
        'b.mdx:5: WARNING: the snippet "/snippets/a.mdx" brings in itself; it is left out here. [sitejson.mdx_snippet]',
        'b.mdx:3: WARNING: the link "/dead" leads nowhere: there is no such page. [sitejson.broken_link]',
        'snippets.mdx:7: WARNING: <B>: the file "/snippets/missing.mdx" is not in the project. [sitejson.mdx_snippet]',
        'snippets.mdx:9: WARNING: <C>: the file "../../../etc/passwd" is not in the project. [sitejson.mdx_snippet]',
        'snippets.mdx:11: WARNING: <Snippet>: the file "none.mdx" is not in the project. [sitejson.mdx_snippet]',
        "fence.mdx:4: WARNING: this block of code is never closed; it ends with the element it stands in. [sitejson.mdx_fence]",
        'outside.mdx:3: WARNING: the file "../secret.txt" is not in the project; it is not read. [sitejson.outside_file]',
        "utf16.mdx:1: WARNING: the page is not text in UTF-8",
        "latin.mdx:1: WARNING: the page is not text in UTF-8",
    ],
)  # fmt: skip
def test_each_problem_is_reported_at_its_place(bad_site, message):
    assert message in bad_site.warnings


def test_what_can_be_kept_is_kept(bad_site):
    def text(name):
        return " ".join(main(bad_site, name).text.split())

    assert "text stays" in text("tags")
    assert "in tab" in text("tags")
    assert "kept" in text("tags")
    assert "{f(1)}" in text("values")
    assert "link [b](javascript:alert(2))" in text("values")
    assert "kept" in text("snippets")
    assert "after" in text("fence")
    assert "ls" in main(bad_site, "fence").select_one("pre").text
    assert "words" in text("utf16")
    assert "caf" in text("latin")
    assert "rest" in text("outside")


def test_nothing_harmful_is_written(bad_site):
    for path in bad_site.outdir.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        assert "s3cr3t" not in page
        assert not re.search(r"""=\s*["']?\s*javascript:""", page)
        assert "alert(3)" not in page
        assert "onclick" not in page.lower()


def test_there_are_no_other_warnings(bad_site):
    lines = [line for line in bad_site.warnings.splitlines() if "WARNING" in line]

    assert all("[sitejson." in line for line in lines)
    assert len([line for line in lines if "outside_file" in line]) == 5


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "dirhtml", "singlehtml", "man", "texinfo", "xml", "gettext", "linkcheck"])  # fmt: skip
def test_other_builders_have_the_text_and_no_warnings(build_site, builder):
    offline = "linkcheck_ignore = ['.*']"
    built = build_site({"site.json": SITE, **GOOD}, builder=builder, conf=offline)

    assert built.warnings == ""


def test_a_change_of_a_snippet_reads_its_pages_again(build_site):
    files = {"site.json": SITE, **GOOD}
    built = build_site(files)
    again = built.rebuild({"snippets/inner.mdx": "Changed.\n"})

    assert again.read_docs == {"values"}
    assert "Changed." in again.page("values.html").text


def test_pages_are_read_in_parallel(build_site):
    built = build_site({"site.json": SITE, **GOOD}, parallel=2)

    assert built.warnings == ""
    assert "../headings.html#chosen" in built.text("guides/links.html")
