"""PDFs by LaTeX: signs and pictures it does not know do not stop it, and it is a book."""

import re

import pytest
from PIL import Image, features

from sphinx_sitejson.publishing import images
from sphinx_sitejson.publishing.latex import LINE_WIDTH, column_widths, named_characters

SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"
FILES = {
    "site.json": {"name": "Light", "navigation": []},
    "index.mdx": '# Start\n\nA ⌘ sign.\n\n<img src="/a.svg" alt="A drawing" />\n\n![](b.webp)\n\n'
    "![A photo](c.png)\n\nAmong ![an inner drawing](a.svg) words.\n",
    "a.svg": SVG,
    "b.webp": b"RIFF",
    "c.png": b"\x89PNG\r\n\x1a\n",
}
LEFT_OUT = (
    'WARNING: a.svg: a PDF cannot contain "a.svg", "b.webp", and no installed program '
    "converts them; the alt text is shown instead. Install rsvg-convert or Inkscape, or use PNG, "
    "JPEG, or PDF. [sitejson.picture_left_out]\n"
)


@pytest.fixture
def tex(build_site, monkeypatch):
    monkeypatch.setattr(images, "commands", lambda source, target: iter(()))

    def build(conf="", files=FILES, warnings=LEFT_OUT):
        site = build_site(files, conf=conf, builder="latex")
        assert site.warnings == warnings
        (file,) = site.outdir.glob("*.tex")
        return file.read_text(encoding="utf-8")

    return build


def test_a_picture_that_latex_cannot_read_is_described(tex):
    text = tex()

    assert re.findall(r"includegraphics.*", text) == [r"includegraphics{{c}.png}"]
    for words in ("A drawing", "b.webp", "an inner drawing"):
        assert rf"\sphinxstyleemphasis{{{words}}}" in text


def test_a_picture_is_converted_where_a_program_can(tex, monkeypatch):
    def commands(source, target):
        yield ["no-such-program", str(source)]
        yield ["cp", str(source), str(target)]

    monkeypatch.setattr(images, "commands", commands)

    shown = re.findall(r"includegraphics\S*", tex(warnings=""))
    assert shown == [rf"includegraphics{{{{{name}}}.{kind}}}" for name, kind in CONVERTED]


CONVERTED = (("a", "pdf"), ("b", "png"), ("c", "png"), ("a", "pdf"))


@pytest.mark.parametrize("kind", ["webp", "avif", "bmp", "tiff", "gif"])
def test_a_photo_is_converted_without_a_program(tex, tmp_path, kind):
    if kind == "avif" and not features.check("avif"):
        pytest.skip("This Pillow cannot write AVIF.")
    photo = tmp_path / f"photo.{kind}"
    Image.new("RGB", (9, 9), "red").save(photo)
    files = {
        "site.json": {"name": "Light", "navigation": []},
        "index.mdx": f"# Start\n\n![](photo.{kind})\n",
        photo.name: photo.read_bytes(),
    }

    assert r"\sphinxincludegraphics{{photo}.png}" in tex(files=files, warnings="")


@pytest.mark.parametrize("name", ["b.avif", "b.ico", "B.AVIF"])
def test_a_photo_of_an_unknown_type_is_described(tex, name):
    files = {
        "site.json": {"name": "Light", "navigation": []},
        "index.mdx": f"# Start\n\n![A photo]({name})\n",
        name: b"\0\0\0 ftypavif\0",
    }
    warning = (
        f'WARNING: {name}: a PDF cannot contain "{name}", and no installed program converts it; '
        "the alt text is shown instead. Install Pillow 11.3 or newer, or ImageMagick, or use PNG, "
        "JPEG, or PDF. [sitejson.picture_left_out]\n"
    )

    assert r"\sphinxstyleemphasis{A photo}" in tex(files=files, warnings=warning)


def test_the_default_engine_names_characters_it_has_no_shape_for(tex):
    preamble = tex('latex_elements = {"preamble": r"\\def\\mine{}"}').partition(
        r"\begin{document}"
    )[0]

    assert r"\def\UTFviii@undefined@err#1{" in preamble
    words = r"{\DeclareUnicodeCharacter{2318}{{\footnotesize [Cmd]}}}{}"
    assert rf"\@ifundefined{{u8:\detokenize{{⌘}}}}{words}" in preamble
    # What the author writes comes last and wins.
    assert preamble.index("UTFviii") < preamble.index(r"\def\mine{}")


def test_engines_with_more_fonts_are_left_alone(tex):
    text = tex('latex_engine = "xelatex"')
    assert "UTFviii" not in text
    assert "DeclareUnicodeCharacter{2318}" not in text


def test_letters_have_no_words_and_marks_have_none_to_show():
    assert [(sign.number, sign.name) for sign in named_characters("aéж日→\ufe0f🚀")] == [
        ("2192", "rightwards arrow"),
        ("FE0F", ""),
        ("1F680", "rocket"),
    ]


@pytest.mark.parametrize(
    ("least", "most", "widths"),
    [
        ([10, 8], [12, 300], [12, LINE_WIDTH - 12]),
        ([5, 5, 5], [40, 40, 40], [28, 28, 28]),
        ([4, 4], [4, 4], [LINE_WIDTH // 2, LINE_WIDTH // 2]),
        ([60, 60], [60, 60], [62, 62]),
    ],
)
def test_columns_share_a_line_by_what_they_need(least, most, widths):
    assert column_widths(least, most) == widths


WORDS = "Some words. " * 9
TABLE = f"| Key | Words |\n|---|---|\n| `a_long_name_of_a_key` | {WORDS}|\n"
PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Owner"}}}
BOOK = {
    "site.json": {
        "name": "Book",
        "navigation": [
            {"group": "First", "pages": ["index", "one", "two"]},
            {"group": "Second", "pages": ["three"]},
        ],
        "tabs": [{"name": "API", "url": "api", "openapi": "/openapi.json"}],
    },
    "index.mdx": "# Start\n\nSee [one](/one).\n",
    "one.mdx": f"# One\n\n{TABLE}",
    "two.mdx": "# Two\n",
    "three.mdx": "# Three\n",
    "openapi.json": {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {
            "/pets": {
                "post": {
                    "summary": "Add a pet",
                    "tags": ["Pets"],
                    "parameters": [
                        {
                            "name": "dry",
                            "in": "query",
                            "description": "Only try",
                            "schema": {"type": "string", "enum": ["yes", "no"]},
                        }
                    ],
                    "requestBody": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}
                        }
                    },
                    "responses": {
                        "201": {
                            "description": "Added",
                            "content": {
                                "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}
                            },
                        },
                        "400": {"description": "Wrong", "content": PROBLEM},
                        "401": {"description": "Stop", "content": PROBLEM},
                    },
                }
            }
        },
        "components": {
            "schemas": {
                "Pet": {
                    "type": "object",
                    "description": "An animal",
                    "properties": {"owner": {"$ref": "#/components/schemas/Owner"}},
                },
                "Owner": {"type": "object", "properties": {"name": {"type": "string"}}},
            }
        },
    },
}


@pytest.fixture
def book(tex):
    return tex(files=BOOK, warnings="")


def test_groups_are_chapters_and_schemas_are_one_appendix(book):
    headings = re.findall(r"^\\(chapter|section|appendix)(?:\{(.*)\})?", book, re.MULTILINE)

    assert headings[:4] == [
        ("chapter", "First"),
        ("section", "One"),
        ("section", "Two"),
        ("chapter", "Three"),
    ]
    assert ("chapter", "Add a pet") in headings
    assert headings[-4:] == [
        ("appendix", ""),
        ("chapter", "Schemas"),
        ("section", "Pet"),
        ("section", "Owner"),
    ]


def test_a_schema_is_shown_once_and_elsewhere_named_with_its_page(book):
    assert book.count(r"\sphinxcode{\sphinxupquote{owner}}") == 1
    # The body, the answer, and the schema that has it.
    assert book.count(r"\hyperref[\detokenize{api/schemas/pet::doc}]") == 3
    assert book.count(r"\autopageref*{\detokenize{api/schemas/pet::doc}}") == 3


def test_fields_and_responses_are_tables_and_an_operation_has_one_request_and_one_response(book):
    operation = book[book.index(r"\chapter{Add a pet}") : book.index(r"\appendix")]

    # Short tables stay with their headings; only long ones go on on the next page.
    assert operation.count(r"\begin{tabular}") == 2
    assert r"\begin{longtable}" not in operation
    assert operation.count(r"\begin{sphinxVerbatim}") == 2
    assert r"\sphinxcode{\sphinxupquote{yes}}, \sphinxcode{\sphinxupquote{no}}" in operation


def test_a_response_names_the_one_with_the_same_body(book):
    assert "same body as 400 Bad Request" in book


def test_columns_are_as_wide_as_their_text(book):
    table = book[book.index(r"\section{One}") : book.index("a\\_long\\_name")]

    assert re.search(r"\\X\{22\}\{\d+\}", table)


def test_the_author_s_choice_of_pages_wins(tex):
    conf = (
        'latex_elements = {"extraclassoptions": "openright"}\nlatex_show_pagerefs = False\n'
        'latex_engine = "pdflatex"\n'
    )
    text = tex(conf, files=BOOK, warnings="")

    assert "openany" not in text
    assert "autopageref" not in text[text.index(r"\begin{document}") :]
