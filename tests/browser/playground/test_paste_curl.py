"""A curl command that is pasted into the playground fills in its form."""

import pytest
from playwright.sync_api import expect

from support.accessibility import accessibility_violations
from support.windows import resize

from ..playground_site import send

SAMPLE = """() => sitejsonPlayground.SAMPLES.bash(
    document.querySelector("sj-playground").request(true)
)"""


def paste(dialog, command):
    dialog.get_by_role("button", name="Paste cURL").click()
    field = dialog.get_by_label("Paste a cURL command")
    field.fill(command)
    dialog.get_by_role("button", name="Fill in the form").click()
    return dialog.locator(".sj-p-paste [role=status]")


def operation_pages(site):
    paths = sorted(path for path in site.outdir.glob("api/**/*.html"))
    names = [path.relative_to(site.outdir).as_posix() for path in paths]
    return [name for name in names if "<sj-playground" in site.text(name)]


@pytest.mark.long
@pytest.mark.wide
def test_the_sample_of_each_operation_comes_back(page, example, address):
    names = operation_pages(example)
    assert len(names) > 10
    for name in names:
        page.goto(f"{address}/{name}")
        sample = page.locator(".sj-request pre").first.inner_text().strip()
        page.get_by_role("button", name="Try it").first.click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        if not sample.startswith("curl --request"):
            # The document has a sample of its own.
            sample = page.evaluate(SAMPLE)
        # What the form holds at first must not be what makes the test pass.
        page.evaluate(
            """() => {
                const play = document.querySelector("sj-playground");
                for (const { control } of play.inputs) control.set(undefined);
                play.body?.element.querySelector("[title='Clear the body']")?.click();
            }"""
        )
        said = paste(dialog, sample)

        expect(said).to_contain_text("filled in from the command")
        assert page.evaluate(SAMPLE) == sample, name
        assert "More options" not in said.inner_text(), name
        if "@" not in sample:
            assert "Not used" not in said.inner_text(), name


def test_what_is_pasted_is_sent(try_it, page, echo):
    dialog = try_it("inputs")
    said = paste(
        dialog,
        f"curl '{echo.address}/echo/a%2Fb?limit=5&kind=b&all=false&tag=x&tag=y&filter%5Bfrom%5D=3"
        "&more=1' \\\n -H 'X-Trace: t 1' -H 'X-Own: o' -k",
    )

    expect(said).to_have_text(
        "The form was filled in from the command. Added under More options: more, X-Own. "
        "Not used: -k."
    )
    assert dialog.get_by_label("limit").input_value() == "5"
    send(dialog)
    assert echo.last.path == "/echo/a%2Fb"
    assert echo.last.query == ("limit=5&kind=b&all=false&tag=x&tag=y&filter%5Bfrom%5D=3&more=1")
    assert echo.last.headers["x-trace"] == "t 1"
    assert echo.last.headers["x-own"] == "o"

    # However much it has, the form is updated once.
    dialog.get_by_label("Paste a cURL command").fill(
        f"curl {echo.address}/echo/p " + " ".join(f"-H 'X-{n}: {n}'" for n in range(40))
    )
    page.evaluate(
        """() => {
            const play = document.querySelector("sj-playground");
            const { writeSamples } = play;
            play.updates = 0;
            play.writeSamples = (request) => { play.updates += 1; writeSamples(request); };
        }"""
    )
    dialog.get_by_role("button", name="Fill in the form").click()
    expect(said).to_contain_text("X-39")
    assert page.evaluate("document.querySelector('sj-playground').updates") == 1

    # A second command replaces the first.
    paste(dialog, f"curl {echo.address}/echo/z?all=true")
    send(dialog)
    assert (echo.last.path, echo.last.query) == ("/echo/z", "all=true")
    assert "x-own" not in echo.last.headers


@pytest.mark.parametrize(
    ("options", "label", "value"),
    [
        ("-H 'Authorization: Bearer abc.def'", "Token", "abc.def"),
        ("-u ada:secret", "Password", "secret"),
        ("-H 'X-Key: k1'", "X-Key", "k1"),
    ],
    ids=["bearer", "basic", "key"],
)
def test_secrets_go_to_the_credentials(try_it, page, echo, options, label, value):
    dialog = try_it("secured")
    paste(dialog, f"curl {echo.address}/echo {options}")

    field = dialog.get_by_label(label, exact=True)
    assert (field.input_value(), field.get_attribute("type")) == (value, "password")
    # Samples never show them, and nothing is kept beyond the page.
    assert value not in page.evaluate(SAMPLE)
    assert value not in page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


@pytest.mark.wide
def test_it_works_by_keyboard(try_it, page, echo):
    dialog = try_it("inputs")
    opener = dialog.get_by_role("button", name="Paste cURL")
    opener.focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("Paste a cURL command")).to_be_focused()
    page.keyboard.insert_text(f"curl {echo.address}/echo/k?limit=7")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(dialog.get_by_label("limit")).to_have_value("7")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog.locator(".sj-p-paste")).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.wide
def test_pasting_is_enough(try_it, page, echo):
    dialog = try_it("inputs")
    dialog.get_by_role("button", name="Paste cURL").click()
    field = dialog.get_by_label("Paste a cURL command")
    field.evaluate(
        """(field, text) => {
            field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true }));
            field.value = text;
        }""",
        f"curl {echo.address}/echo/p?limit=9",
    )

    expect(dialog.get_by_label("limit")).to_have_value("9")
    field.fill("wget x")
    dialog.get_by_role("button", name="Fill in the form").click()
    expect(dialog.locator(".sj-p-paste [role=status]")).to_have_text(
        "This is not a complete cURL command."
    )
    expect(dialog.get_by_label("limit")).to_have_value("9")


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1440, 1800), (390, 844)], ids=["desktop", "phone"])
def test_it_is_accessible(try_it, page, echo, size):
    resize(page, size)
    page.emulate_media(reduced_motion="reduce")
    dialog = try_it("inputs")
    if size[0] < 500:
        dialog.get_by_role("button", name="Response", exact=True).click()
    paste(dialog, f"curl {echo.address}/echo/k?limit=7&more=1 -k")

    assert accessibility_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
