"""The judges of formats find what is wrong: each is shown something that is."""

from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from support.formats import Verdict, verdict_of

from .validators.books import book_faults
from .validators.programs import Program
from .validators.texts import catalog_faults, sitemap_faults, structured_data_faults, xml_faults

PACKAGE = """\
<package xmlns="http://www.idpf.org/2007/opf"><metadata><title>{title}</title></metadata>
<manifest><item id="a" href="a.xhtml"{properties}/><item id="css" href="s.css"/></manifest>
<spine><itemref idref="{first}"/></spine></package>"""
PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{body}</body></html>'


def write_book(path, *, body="", style="", title="T", properties="", first="a", mimetype=0):
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", compress_type=mimetype)
        package = PACKAGE.format(title=title, properties=properties, first=first)
        archive.writestr("content.opf", package)
        archive.writestr("a.xhtml", PAGE.format(body=body))
        archive.writestr("s.css", style)
    return path


def test_a_sound_book_has_no_fault(tmp_path):
    body = '<p id="i">x<a href="#i">y</a></p><a href="https://example.com">z</a>'
    assert book_faults(write_book(tmp_path / "a.epub", body=body, style="a{b:c}")) == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"body": "<br>"}, "not well-formed"),
        ({"body": "<p id='i'/><p id='i'/>"}, "2 times"),
        ({"body": "<a href='b.xhtml'>x</a>"}, "no file"),
        ({"body": "<a href='#b'>x</a>"}, "no place"),
        ({"body": "<img src='https://example.com/x.png'/>"}, "from elsewhere"),
        ({"body": "<details name='a'/>"}, '"name"'),
        ({"body": "<script>x</script>"}, "<script>"),
        ({"body": "<p><div/></p>"}, "block in <p>"),
        ({"body": "<svg xmlns='http://www.w3.org/2000/svg'/>"}, "['svg']"),
        ({"properties": ' properties="svg"'}, "['svg']"),
        ({"style": "a { b { c: d } }"}, "in another one"),
        ({"title": ""}, "nothing stands in title"),
        ({"first": "b"}, "which is no file"),
        ({"mimetype": ZIP_DEFLATED}, "mimetype"),
    ],
)
def test_faults_of_books(tmp_path, wrong, words):
    faults = book_faults(write_book(tmp_path / "a.epub", **wrong))

    assert len(faults) == 1
    assert words in faults[0]


@pytest.mark.parametrize(
    "entry",
    [
        "<url><loc>docs/a.html</loc></url>",
        "<url><loc>https://e.com/a</loc><lastmod>soon</lastmod></url>",
        "<url><lastmod>2026-01-01</lastmod><loc>https://e.com/a</loc></url>",
        "<url><loc>https://e.com/ä b</loc></url>",
        "<url><loc>https://e.com/a</loc></url><url><loc>https://e.com/a</loc></url>",
        "<url><loc>https://e.com/a</loc></url><url><loc>https://other.com/a</loc></url>",
    ],
)
def test_faults_of_sitemaps(entry):
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    assert sitemap_faults(f'<urlset xmlns="{space}">{entry}</urlset>')


def test_faults_of_catalogs_structured_data_and_xml(tmp_path):
    broken = tmp_path / "a.pot"
    broken.write_text('msgid "a\nmsgstr ""\n', encoding="utf-8")
    script = '<script type="application/ld+json">{}</script>'

    assert catalog_faults(broken)
    assert structured_data_faults(script.format("{"))
    assert structured_data_faults(script.format('{"@type": "Thing"}'))
    assert xml_faults(broken)


def test_a_judge_that_is_missing_is_named_with_the_way_to_get_it(tmp_path):
    missing = Program(
        name="J", find=lambda: None, install="get J", validator=lambda command, path: []
    )
    there = Program(
        name="J", find=lambda: ["j"], install="", validator=lambda command, path: ["bad"]
    )

    assert str(verdict_of(missing, "epub", [tmp_path])) == "epub: J is not installed (get J)"
    assert verdict_of(there, "epub", [tmp_path]).faults == ("bad",)
    assert verdict_of(there, "epub", []).faults
    assert str(Verdict(format="epub", validator="J")) == "epub: J finds nothing wrong"
