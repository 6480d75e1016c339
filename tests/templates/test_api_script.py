"""Style sheet and script of API pages in a browser, on a page without any theme."""

import shutil
from dataclasses import replace

import pytest

from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.reference.views.model import (
    FieldGroup,
    FieldView,
    MediaTypeView,
    OperationView,
    ResponseExample,
    ResponseView,
    VariantView,
)
from support.accessibility import accessibility_violations
from support.clipboard import paused_clock

from .support import page_of
from .test_api_templates import STATIC

POLICY = "default-src 'none'; style-src 'self'; script-src 'self'"
FRAME = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="stylesheet" href="page.css"><link rel="stylesheet" href="sitejson-api.css">
<script defer src="sitejson-api.js"></script>
</head><body><main><h1>A page</h1>{body}</main></body></html>"""
STYLE = """:root { color-scheme: light dark; }
body { background: light-dark(#fff, #131416); color: light-dark(#000, #cfd0d0); }"""
LONG = "\n".join(f"line {number}" for number in range(30))


def operation():
    inner = FieldView(id="inner", name="inner", type_label="string", required=True)
    cat, dog = (
        VariantView(
            id=name, title=name, group=FieldGroup(fields=(replace(inner, id=f"in-{name}"),))
        )
        for name in ("cat", "dog")
    )
    pet = FieldView(id="pet", name="pet", group=FieldGroup(variants=(cat, dog)))
    body = FieldView(id="body", type_label="object", group=FieldGroup(fields=(pet,)))
    answer = ResponseView(
        id="r400",
        status="400",
        title="400 Bad Request",
        kind="4xx",
        description="Not a pet.",
        media_types=(MediaTypeView(name="application/json", body=body),),
    )
    return OperationView(
        key="POST /pets",
        title="Add a pet",
        method="POST",
        path="/pets/{id}",
        responses=(answer,),
        samples=tuple(
            CodeSample(language=label.lower(), label=label, code=f"{label}\n{LONG}\n")
            for label in ("Bash", "Go", "Java")
        ),
        response_examples=(
            ResponseExample(status="400", kind="4xx", media_type="application/json"),
        ),
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory, serve):
    folder = tmp_path_factory.mktemp("pages")
    for file in STATIC.glob("sitejson-api.*"):
        shutil.copy(file, folder)
    (folder / "page.css").write_text(STYLE, encoding="utf-8")
    html = FRAME.format(policy=POLICY, body=page_of(operation()))
    for name in ("one.html", "two.html"):
        (folder / name).write_text(html, encoding="utf-8")
    with serve(folder) as address:
        yield address


def open_sample(page):
    return page.locator(".sj-request details[open] > summary").all_inner_texts()


def test_choice_of_language_holds_for_all_pages(page, address):
    page.goto(f"{address}/one.html")
    assert open_sample(page) == ["Bash"]

    page.get_by_text("Java", exact=True).click()
    page.get_by_text("Java", exact=True).click()
    page.goto(f"{address}/two.html")

    assert open_sample(page) == ["Java"]


def test_arrow_keys_move_between_choices(page, address):
    page.goto(f"{address}/one.html")
    page.get_by_text("Bash", exact=True).focus()

    opened = []
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        opened += open_sample(page)

    assert opened == ["Go", "Java", "Bash", "Java", "Bash"]


def test_choices_are_in_one_row_above_what_is_chosen(page, address):
    page.goto(f"{address}/one.html")
    titles = [title.bounding_box() for title in page.locator(".sj-request summary").all()]
    code = page.locator(".sj-request .sj-code").first.bounding_box()

    assert len({title["y"] for title in titles}) == 1
    assert code["y"] >= titles[0]["y"] + titles[0]["height"]


@pytest.mark.parametrize("target", ["pet", "in-dog", "dog"])
def test_address_opens_the_folds_around_a_field(page, address, target):
    page.goto(f"{address}/one.html")
    assert not page.locator(f"#{target}").is_visible()

    page.goto(f"{address}/one.html#{target}")

    assert page.locator(f"#{target}").is_visible()
    assert page.locator(f"#{target}").evaluate("box => box.checkVisibility()")


def test_code_and_address_can_be_copied(page, address):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/one.html")

    copied = []
    for card in (".sj-endpoint", ".sj-request"):
        with paused_clock(page):
            page.locator(f"{card} .sj-clip").click()
            page.locator(f"{card} .sj-clip[data-done]").wait_for()
        copied.append(page.evaluate("navigator.clipboard.readText()"))

    assert copied == ["/pets/{id}", f"Bash\n{LONG}"]
    assert page.get_by_role("status").inner_text() == "Copied"


def test_long_request_begins_with_a_few_lines(page, address):
    page.goto(f"{address}/one.html")
    code = page.locator(".sj-request pre").first
    short = code.bounding_box()["height"]

    page.get_by_role("button", name="Show all").click()

    assert short < 200 < code.bounding_box()["height"]
    assert not page.get_by_role("button", name="Show all").is_visible()


def test_everything_can_be_reached_without_the_script(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/one.html")
    page.get_by_text("Go", exact=True).click()
    page.locator("#r400 > summary").click()
    page.locator("#pet .sj-children > summary").click()
    page.get_by_text("dog", exact=True).click()

    assert page.get_by_text("Go line 0").is_visible()
    assert page.locator("#in-dog").is_visible()
    assert page.locator(".sj-clip, .sj-expand").filter(visible=True).count() == 0
    context.close()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_page_is_accessible(page, address, mode):
    page.emulate_media(color_scheme=mode)
    page.goto(f"{address}/one.html#in-dog")

    assert accessibility_violations(page) == []


def test_narrow_page_does_not_scroll_sideways(page, address):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{address}/one.html")

    assert page.evaluate("document.documentElement.scrollWidth") <= 320
