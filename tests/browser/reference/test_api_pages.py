"""API pages in a real browser, on the product's own example document."""

import pytest

from support.accessibility import accessibility_violations, shorten_lists
from support.clipboard import paused_clock
from support.small_sites import api_document, api_files
from support.wide import wide_but
from support.windows import DESKTOP, PHONE, exceeded_widths, resize, visit

PAGES = [
    "api/ships/register-a-ship.html", "api/berths/book-a-berth.html", "api/a-ship-arrived.html",
    "api/schemas/berth.html", "api/index.html", "api/ships/index.html",
]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "mode"), [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.wide)]
)
def test_api_pages_are_accessible(page, address, mode, size):
    resize(page, size)
    page.emulate_media(color_scheme=mode)
    for path in PAGES:
        page.goto(f"{address}/{path}")
        if mode == "light":
            shorten_lists(page)
        assert accessibility_violations(page) == [], path


def test_no_api_page_is_wider_than_the_window(shared_page, address):
    for path in PAGES:
        widths = (320, 390, 1024, 1280, 1920)
        assert exceeded_widths(shared_page, f"{address}/{path}", widths) == [], path


def test_samples_are_beside_the_text_and_stay_in_view(view):
    page = view(PAGES[0], DESKTOP)
    samples = page.locator(".sj-api-samples .sj-stack").first
    heading = page.locator("h1").bounding_box()
    assert samples.bounding_box()["x"] > heading["x"] + 400

    page.evaluate("window.scrollTo(0, 1500)")
    box = samples.bounding_box()
    assert 0 <= box["y"] < DESKTOP[1] / 2


@pytest.mark.wide
def test_the_first_parameters_are_on_the_first_screen(view):
    for path in ("api/find-ships.html", *PAGES[:2]):
        page = view(path, DESKTOP)
        first = page.locator("main .sj-field[id]").first.bounding_box()
        assert first["y"] + first["height"] / 2 < DESKTOP[1], path
        line = page.locator("#authorization summary").bounding_box()
        assert line["height"] < 60, path


@pytest.mark.wide
def test_four_fields_of_the_body_are_on_the_first_screen(view):
    page = view(PAGES[1], DESKTOP)
    names = page.locator("#request-body .sj-whole > .sj-fields > .sj-field > .sj-head")
    boxes = [head.bounding_box() for head in names.all()[:4]]

    assert boxes[3]["y"] + boxes[3]["height"] <= DESKTOP[1]
    # The media type stands in the line of the heading.
    heading = page.locator("#request-body > h2").bounding_box()
    media = page.locator("#request-body .sj-media").bounding_box()
    assert heading["y"] <= media["y"] < heading["y"] + heading["height"]
    assert media["x"] > heading["x"] + heading["width"]


@pytest.mark.parametrize("width", wide_but([1280, 1440], 1280))
def test_the_text_takes_most_of_the_page_and_the_title_its_full_width(view, width):
    page = view(PAGES[0], (width, 900))
    title = page.locator("h1").bounding_box()
    menu = page.locator(".sj-page-actions").bounding_box()
    samples = page.locator(".sj-api-samples .sj-stack").first.bounding_box()

    assert title["width"] >= 490
    assert title["width"] > samples["width"] + 100
    assert menu["y"] + menu["height"] <= min(title["y"], samples["y"])


@pytest.mark.wide
@pytest.mark.parametrize("path", ["api/index", "events/index", "guides/components/fields"])
def test_the_headings_of_one_level_have_one_size(view, path):
    page = view(f"{path}.html")
    sizes = page.locator(".sj-prose h2").evaluate_all(
        "headings => headings.map((heading) => getComputedStyle(heading).fontSize)"
    )

    assert len(sizes) > 2
    assert len(set(sizes)) == 1


@pytest.mark.wide
def test_the_details_of_an_operation_are_in_line(view):
    page = view(PAGES[1])
    details = page.locator("#details").locator(".sj-about > dd, .sj-implemented > a")
    starts = [detail.bounding_box()["x"] for detail in details.all()]

    assert len(starts) == 3
    assert max(starts) - min(starts) <= 2


LONG_PATH = "/organizations/{organizationId}/environments/{environmentId}/deployments/{deployment}"
LONG_SERVER = "https://{region}.deployments.engineering.example.com/continuous/v2"


@pytest.fixture(scope="module")
def long_names(publish):
    """The address of an operation with long names: of its path, its server and its types."""
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("organizationId", "environmentId", "deployment")
    ]
    kind = "ContinuousDeploymentRequestOfTheEngineeringDepartment"
    requests = {"type": "array", "items": {"$ref": f"#/components/schemas/{kind}"}}
    values = {f"field{number}": {"type": "integer", "example": number} for number in range(60)}
    values["requests"] = {"anyOf": [requests, {"type": "null"}]}
    answer = {"content": {"application/json": {"schema": {"properties": values}}}}
    operation = {
        "summary": "Read a deployment",
        "parameters": parameters,
        "responses": {"200": {"description": "OK", **answer}},
    }
    document = api_document(
        {LONG_PATH: {"get": operation}},
        servers=[{"url": LONG_SERVER, "variables": {"region": {"default": "north"}}}],
        components={"schemas": {kind: {"properties": {"by": {"type": "string"}}}}},
    )
    return publish(api_files(document)) + "/api/read-a-deployment.html"


@pytest.mark.parametrize("width", wide_but([320, 390, 1024, 1280, 1440], 390, 1280))
def test_path_and_server_are_on_a_line_each(view, long_names, width):
    page = view(long_names, (width, 800))
    lines = page.evaluate(
        """() => ["path", "base"].map((name) => {
          const part = document.querySelector(`.sj-endpoint .sj-${name}`);
          const range = document.createRange();
          range.selectNodeContents(part);
          const rows = [...range.getClientRects()].map((box) => Math.round(box.y + box.height / 2));
          return [Math.min(...rows), Math.max(...rows)];
        })"""
    )
    (path_top, path_bottom), (server_top, server_bottom) = lines

    assert path_bottom - path_top <= 3
    assert server_bottom - server_top <= 3
    assert server_top > path_bottom + 10
    # Those who use the keyboard can scroll it.
    page.wait_for_function(
        """() => {
          const path = document.querySelector(".sj-endpoint .sj-path");
          return (path.tabIndex === 0) === path.scrollWidth > path.clientWidth;
        }"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_whole_address_is_copied(page, long_names):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(long_names)
    with paused_clock(page):
        page.locator(".sj-endpoint .sj-clip").click()
        page.locator(".sj-endpoint .sj-clip[data-done]").wait_for()

    assert page.evaluate("navigator.clipboard.readText()") == LONG_SERVER + LONG_PATH


def test_on_a_phone_a_long_response_begins_with_a_few_lines(page, long_names):
    visit(page, long_names, PHONE)
    code = page.locator(".sj-answers .sj-code pre:visible")
    parameter = page.locator("#path-parameters .sj-field").first

    assert code.bounding_box()["height"] < 220
    assert parameter.bounding_box()["y"] < 2 * PHONE[1]
    page.locator(".sj-answers .sj-expand").click()
    assert code.bounding_box()["height"] > 1000
    assert not page.locator(".sj-answers .sj-expand").is_visible()
    # Beside the text there is room for all of it.
    resize(page, DESKTOP)
    page.reload()
    assert code.bounding_box()["height"] > 1000
    assert not page.locator(".sj-answers .sj-expand").is_visible()


def test_an_overview_points_to_operations_and_has_its_headings_in_the_contents(page, address):
    visit(page, f"{address}/api/index.html", DESKTOP)
    page.locator(".sj-contents a:visible", has_text="Berths").click()
    assert page.url.endswith("#tag-berths")
    page.locator("#tag-berths a", has_text="Book a berth").click()
    page.wait_for_url("**/book-a-berth.html")


@pytest.mark.wide
def test_on_a_phone_the_samples_come_before_the_parameters(view):
    page = view(PAGES[0], PHONE)
    samples = page.locator(".sj-api-samples").first.bounding_box()
    authorization = page.locator("#authorization").bounding_box()

    assert samples["y"] < authorization["y"]


def test_a_link_to_a_nested_field_opens_the_folds_around_it(page, address):
    page.goto(f"{address}/{PAGES[0]}")
    nested = page.evaluate(
        "[...document.querySelectorAll('#request-body details:not([open]) [id]')].map(e => e.id)[0]"
    )
    assert nested
    page.goto(f"{address}/{PAGES[0]}#{nested}")

    assert page.locator(f"[id='{nested}']").is_visible()


@pytest.mark.wide
def test_on_a_small_phone_the_languages_of_a_request_scroll_in_one_row(page, address):
    visit(page, f"{address}/api/ships/register-a-ship.html", (320, 700))
    request = page.locator(".sj-request").first
    tabs, row = request.locator("summary"), request.locator("> .sj-choices")
    before = request.locator("pre:visible").bounding_box()
    assert len({tab.bounding_box()["y"] for tab in tabs.all()}) == 1
    assert row.evaluate("row => row.scrollWidth > row.clientWidth")
    tabs.last.scroll_into_view_if_needed()
    tabs.last.click()
    # The row has moved, the code has not.
    after, frame = request.locator("pre:visible").bounding_box(), row.bounding_box()
    assert row.evaluate("row => row.scrollLeft") > 0
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    box = tabs.last.bounding_box()
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]
    resize(page, (1440, 900))
    assert row.evaluate("row => row.scrollWidth === row.clientWidth")


@pytest.mark.wide
def test_a_long_name_of_a_sample_stays_on_one_line(page, address):
    visit(page, f"{address}/api/ships/register-a-ship.html", PHONE)
    tab = page.locator(".sj-request summary").nth(1)
    height = tab.bounding_box()["height"]
    tab.evaluate("tab => { tab.textContent = 'Node.js 22 and later (own library)'; }")

    assert tab.bounding_box()["height"] == height


def test_the_chosen_language_is_kept_for_the_next_page(page, address):
    page.goto(f"{address}/{PAGES[0]}")
    page.locator(".sj-api-samples summary", has_text="Python").first.click()
    page.goto(f"{address}/{PAGES[1]}")

    assert page.locator(".sj-api-samples").get_by_text("import requests").first.is_visible()


def test_what_comes_round_again_opens_in_place(page, publish):
    person = {"$ref": "#/components/schemas/Person"}
    fields = {"given-name": {"type": "string"}, "mother": person}
    answer = {"description": "All people.", "content": {"application/json": {"schema": person}}}
    document = api_document(
        {"/people": {"get": {"summary": "List people", "responses": {"200": answer}}}},
        components={"schemas": {"Person": {"type": "object", "properties": fields}}},
    )
    address = publish(api_files(document))
    page.goto(f"{address}/api/list-people.html")
    names = page.locator("#responses .sj-name", has_text="given-name")
    assert names.count() == 1
    page.locator("#responses .sj-pointer a").click()
    page.locator("#responses details.sj-children .sj-pointer").wait_for()

    assert names.count() == 2
    assert names.last.get_attribute("href").startswith(f"{address}/api/schemas/person.html#")
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


KINDS = ("bool", "i8", "i16", "i32", "i64", "string", "histogram", "missing")


def test_many_variants_are_chosen_from_a_menu(page, publish):
    def variant(kind, **extra):
        return {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": [kind]}, f"{kind}_value": {"type": "string"}},
            **extra,
        }

    schemas = {
        "Many": {"oneOf": [variant(kind) for kind in KINDS]},
        "Few": {"oneOf": [variant("cat"), variant("dog", additionalProperties=False)]},
    }
    home = publish(api_files(api_document({}, components={"schemas": schemas})))
    visit(page, f"{home}/api/schemas/many.html", PHONE)
    menu = page.locator("select.sj-menu")
    assert menu.locator("option").all_inner_texts() == [*KINDS]
    shown = page.locator(".sj-choice .sj-name:visible")
    assert shown.all_inner_texts() == ["type", "bool_value"]
    menu.select_option("histogram")
    assert shown.all_inner_texts() == ["type", "histogram_value"]
    assert accessibility_violations(page) == []

    # A link to a field opens its variant, and the menu says which one it is.
    place = page.locator(".sj-name", has_text="i64_value").get_attribute("href")
    page.goto(f"{home}/api/schemas/many.html?again{place}")
    assert shown.all_inner_texts() == ["type", "i64_value"]
    assert menu.evaluate("menu => menu.selectedOptions[0].text") == "i64"

    page.goto(f"{home}/api/schemas/few.html")
    assert page.locator("select.sj-menu").count() == 0
    page.locator(".sj-choices summary", has_text="dog").click()
    last = page.locator(".sj-choice:visible > :last-child")
    assert last.inner_text() == "No other properties."


@pytest.mark.wide
def test_nothing_moves_when_buttons_come(page, address):
    resize(page, (1350, 940))
    page.route("**/sitejson-api.js*", lambda route: route.abort())
    page.goto(f"{address}/api/ships/register-a-ship.html")
    before = page.locator(".sj-endpoint").bounding_box()
    page.unroute("**/sitejson-api.js*")
    page.reload()
    page.locator(".sj-endpoint .sj-clip:not([hidden])").wait_for()

    assert page.locator(".sj-endpoint").bounding_box() == before
