"""The parts of API pages, from hand-made views to HTML."""

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import sphinx_sitejson
from sphinx_sitejson.common.minification import minify_file
from sphinx_sitejson.http_messages.visible_examples import RenderedExample
from sphinx_sitejson.reference.views.model import (
    BodyView,
    DiscriminatorView,
    EnumValue,
    FieldGroup,
    FieldView,
    MediaTypeView,
    OperationLink,
    OperationView,
    ResponseExample,
    ResponseView,
    SchemaLink,
    SchemaPageView,
    SchemeView,
    SecurityView,
    ServerView,
    VariantView,
)

from .support import ViewMaker, html_of, page_of, soup_of

STATIC = Path(sphinx_sitejson.__file__).parent / "static"
HOSTILE = "\"'><img src=x onerror=alert(1)><script>alert(1)</script>{{ 70 * 70 }}</code></details>"
ATTRIBUTES = {
    *("class", "id", "href", "rel", "name", "open", "hidden", "type", "role", "aria-label"),
    *("data-method", "data-kind", "data-tone", "data-deprecated", "data-choice", "data-sync"),
    *(
        "data-copied", "data-failed", "data-label", "data-live", "data-generator",
        "data-request", "data-answers",
    ),
}  # fmt: skip
ELEMENTS = {
    *("div", "p", "span", "strong", "em", "code", "var", "pre", "a", "button"),
    *("ul", "li", "dl", "dt", "dd", "details", "summary"),
}
POST = OperationView(key="POST /pets", title="Add a pet", method="POST", path="/pets/{id}/{}x{")
PET = SchemaLink(name="Pet", label="Pet", document="api.json")


@pytest.mark.parametrize(
    "text",
    [HOSTILE, f"javascript:alert(1)//{HOSTILE}", f" https://x/{HOSTILE}", f"HTTPS://x/{HOSTILE}"],
    ids=["text", "script address", "no address", "address"],
)
def test_no_text_of_a_document_becomes_markup(text):
    maker = ViewMaker(text)

    for page in (
        page_of(maker.make(OperationView)),
        html_of("schema", view=maker.make(SchemaPageView)),
    ):
        soup = BeautifulSoup(page, "html.parser")
        assert {element.name for element in soup.find_all()} <= ELEMENTS
        assert {name for element in soup.find_all() for name in element.attrs} <= ATTRIBUTES
        targets = {link["href"] for link in soup.select("a[href]")}
        outside = {target for target in targets if not target.startswith(("#", "operation.html"))}
        assert outside == ({text} if text.startswith("HTTPS") else set())
        assert "{{ 70 * 70 }}" in page
        assert "4900" not in page


def test_every_text_of_a_view_is_shown():
    maker = ViewMaker()
    operation, schema = maker.make(OperationView), maker.make(SchemaPageView)
    # What has a server is no webhook.
    pages = page_of(replace(operation, is_webhook=False)), html_of("schema", view=schema)
    shown = "".join(pages).lower()
    hidden = {
        # Names for programs.
        *("ParameterSection.location", "SchemaLink.document", "OperationLink.document"),
        *("SchemaLink.name", "RenderedExample.language", "CodeSample.language"),
        *("OperationView.key", "SchemaPageView.anchor"),
        # Said by the titles of a response and of the page.
        *("ResponseView.status", "SchemaPageView.title"),
    }

    assert {name for name in maker.names if name.lower() not in shown} == hidden


def test_pages_have_no_headings_and_unique_ids():
    soup = BeautifulSoup(page_of(ViewMaker().make(OperationView)), "html.parser")
    ids = [element["id"] for element in soup.select("[id]")]

    assert soup.find_all(["h1", "h2", "h3", "h4", "h5", "h6"]) == []
    assert len(ids) == len(set(ids)) > 10


def test_endpoint_marks_every_part_that_is_filled_in():
    soup = soup_of(
        "endpoint", view=replace(POST, servers=(ServerView(url="https://{zone}.x/v1/"),))
    )

    assert soup.select_one(".sj-url").text == "https://{zone}.x/v1/pets/{id}/{}x{"
    assert [part.text for part in soup.select("var")] == ["{zone}", "{id}", "{}"]
    assert soup.select_one(".sj-method").text == "POST"
    assert soup.select(".sj-servers") == []


def test_webhook_has_no_server():
    soup = soup_of(
        "endpoint", view=replace(POST, is_webhook=True, servers=(ServerView(url="https://x"),) * 2)
    )

    assert soup.select_one(".sj-url").text == POST.path
    assert soup.select_one(".sj-chip").text == "webhook"
    assert soup.select(".sj-servers") == []


def test_several_servers_are_in_a_fold():
    soup = soup_of(
        "endpoint",
        view=replace(POST, servers=(ServerView(url="https://a"), ServerView(url="https://b"))),
    )

    assert soup.select_one(".sj-servers > summary").text == "2 servers"


def test_field_says_what_it_is():
    field = FieldView(
        id="query-limit",
        name="limit",
        type_label="integer",
        required=True,
        deprecated=True,
        facts=("at least 1", "at most 9"),
        default="0",
    )
    soup = soup_of("fields", fields=(field,))
    head = soup.select_one("#query-limit > .sj-head")

    assert " ".join(head.text.split()) == "limit integer required deprecated at least 1 · at most 9"
    assert head.select_one("a.sj-name")["href"] == "#query-limit"
    assert head.select_one("[data-deprecated]") is not None
    assert soup.select_one(".sj-value").text == "Default 0"


def test_falsy_texts_are_values():
    field = FieldView(id="a", name="a", default="", examples=(RenderedExample(code="0"),))
    soup = soup_of("fields", fields=(field,))

    assert [value.select_one(".sj-label").text for value in soup.select(".sj-value")] == [
        "Default",
        "Example",
    ]


def test_many_allowed_values_are_in_a_fold():
    field = FieldView(
        id="a", name="a", enum=tuple(EnumValue(value=str(number)) for number in range(20))
    )
    soup = soup_of("fields", fields=(field,))

    assert len(soup.select(".sj-value > ul > li")) == 8
    assert soup.select_one("details.sj-more > summary").text == "Show 12 more"
    assert len(soup.select("details.sj-more li")) == 12


@pytest.mark.parametrize("is_open", [True, False])
def test_children_are_in_a_fold(is_open):
    child = FieldView(id="b", name="b", link=PET, is_cut=True)
    field = FieldView(
        id="a",
        name="a",
        group=FieldGroup(label="Item attributes", fields=(child,)),
        is_open=is_open,
    )
    fold = soup_of("fields", fields=(field,)).select_one("#a > details.sj-children")

    assert fold.has_attr("open") == is_open
    assert fold.summary.text == "Item attributes"
    assert fold.select_one("#b .sj-value").text == "See Pet"
    assert {link["href"] for link in fold.select("#b a")} == {"#b", "schemas/Pet.html"}


def test_one_variant_is_open_at_a_time():
    group = FieldGroup(
        variants_label="One of",
        discriminator=DiscriminatorView(property_name="kind", mapping=(("cat", PET),)),
        variants=(
            VariantView(id="cat", title="Cat"),
            VariantView(id="dog", title="Dog", link=PET, is_cut=True),
        ),
    )
    soup = soup_of("fields", fields=(FieldView(id="a", name="a", group=group),))
    folds = soup.select(".sj-choices > details")

    assert [fold.has_attr("open") for fold in folds] == [True, False]
    assert len({fold["name"] for fold in folds}) == 1
    assert soup.select_one("#dog .sj-value").text == "See Pet"
    assert soup.select_one(".sj-variants-head code").text == "kind"


def test_body_names_its_media_types():
    body = FieldView(id="body", type_label="Pet", link=PET)
    stream = MediaTypeView(name="text/csv", body=body, is_stream=True)
    choice = (MediaTypeView(name="a/a", body=body), MediaTypeView(name="b/b"))
    one = soup_of("body", body=BodyView(media_types=(stream,), required=True))
    two = soup_of("body", body=BodyView(media_types=choice))

    assert " ".join(one.select_one(".sj-head").text.split()) == "text/csv Pet required"
    assert one.select_one(".sj-rule") is not None
    assert [title.text for title in two.select(".sj-choices > details > summary")] == ["a/a", "b/b"]


def test_first_good_response_is_open():
    body = (MediaTypeView(name="application/json"),)
    soup = soup_of(
        "responses",
        responses=(
            ResponseView(
                id="r400",
                status="400",
                title="400 Bad Request",
                kind="4xx",
                description="Bad Request",
                media_types=body,
            ),
            ResponseView(
                id="r200",
                status="200",
                title="200 OK",
                kind="2xx",
                description="All pets",
                media_types=body,
            ),
            ResponseView(
                id="r201", status="201", title="201 Created", kind="2xx", media_types=body
            ),
            ResponseView(
                id="r204", status="204", title="204 No Content", kind="2xx", description="Gone"
            ),
        ),
    )

    assert [fold["id"] for fold in soup.select("details.sj-response[open]")] == ["r200"]
    assert soup.select_one("#r204").name == "div"
    assert [teaser.text for teaser in soup.select(".sj-teaser")] == ["All pets"]


def test_alternatives_of_security():
    key, token = (
        SchemeView(name="key", title="API key"),
        SchemeView(name="token", title="Bearer token"),
    )
    soup = soup_of(
        "security", security=SecurityView(alternatives=((key, token), (token,)), is_optional=True)
    )

    assert [word.text for word in soup.select(".sj-between")] == ["and", "or"]
    assert soup.select_one(".sj-rule").text == "Authorization is optional."


def test_responses_are_grouped_by_status():
    examples = (RenderedExample(code="1"), RenderedExample(title="Two", code="2"))
    view = replace(
        POST,
        response_examples=(
            ResponseExample(status="200", kind="2xx", media_type="a/a", examples=examples),
            ResponseExample(status="200", kind="2xx", media_type="b/b", examples=examples[:1]),
            ResponseExample(status="404", kind="4xx", media_type="a/a", examples=examples[:1]),
        ),
    )
    soup = soup_of("samples", view=view)
    titles = [title.text for title in soup.select("summary")]

    assert titles == ["200", "a/a", "Example 1", "Two", "b/b", "404"]
    assert len({fold["name"] for fold in soup.select("details")}) == 3


def test_nothing_is_left_of_empty_parts():
    assert html_of("samples", view=POST).strip() == ""
    assert html_of("facts", view=POST).strip() == ""


def test_schema_page_lists_its_users():
    users = (
        OperationLink(key="GET /pets", label="List", document=""),
        OperationLink(key="webhook added", label="Added", document=""),
    )
    view = SchemaPageView(
        name="Pet",
        title="Pet",
        body=FieldView(id="schema"),
        used_by_operations=users,
        used_by_schemas=(PET,),
    )
    rows = soup_of("schema", view=view).select(".sj-uses > li")

    assert [" ".join(row.text.split()) for row in rows] == [
        "GET List",
        "webhook Added",
        "schema Pet",
    ]


@pytest.mark.parametrize(
    ("name", "limit"), [("sitejson-api.css", 4_500), ("sitejson-api.js", 2_500)]
)
def test_files_stay_small(name, limit):
    text = minify_file(STATIC / name)

    assert len(gzip.compress(text.encode(), 9, mtime=0)) <= limit


def test_the_theme_uses_no_class_of_api_pages_for_something_else():
    """Styles of a menu with the class of a schema would lay out the schema as a menu."""

    def classes(folder: str, pattern: str) -> set[str]:
        files = (STATIC.parent / folder).rglob(pattern)
        values = re.findall(r'class="([^"]*)"', "".join(file.read_text("utf-8") for file in files))
        return {name for value in values for name in re.findall(r"sj-[a-z-]+", value)}

    of_pages, of_theme = classes("templates/api", "*.jinja"), classes("theme", "*.html")
    assert len(of_pages) > 40
    assert of_pages & of_theme == {"sj-method"}
