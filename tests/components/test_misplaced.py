"""Components outside of those they belong into are told, and their content is shown."""

import pytest

from support.sites import one_page

CODE = "```sh\nls\n```"
# fmt: off
CASES = {
    "tab": ('<Tab title="One">\nInside.\n</Tab>',
            "<Tab> is outside <Tabs>, which is put around it."),
    "step": ('<Step title="One">\nInside.\n</Step>',
             "<Step> is outside <Steps>; it is shown without a number."),
    "column": ("<Column>\nInside.\n</Column>",
               "<Column> is outside <Columns>; its content is shown."),
    "tabs": ("<Tabs>\nInside.\n</Tabs>", "<Tabs> contains no <Tab>; its content is shown."),
    "empty tabs": ("<Tabs></Tabs>\n\nInside.",
                   "<Tabs> contains no <Tab>; there is nothing to show."),
    "more than tabs": (
        '<Tabs>\n<Note>Inside.</Note>\n<Tab title="One">x</Tab>\n</Tabs>',
        "<Tabs> contains something that is not a <Tab>; it is shown before the tabs."),
    "steps": ("<Steps>\nInside.\n</Steps>", "<Steps> contains no <Step>; its content is shown."),
    "accordions": ("<AccordionGroup>\nInside.\n</AccordionGroup>",
                   "<AccordionGroup> contains no <Accordion>; its content is shown."),
    "codes": ("<CodeGroup>\nInside.\n</CodeGroup>",
              "<CodeGroup> contains no code block; its content is shown."),
    "more than codes": (
        f"<CodeGroup>\n<Note>Inside.</Note>\n\n{CODE}\n\n</CodeGroup>",
        "<CodeGroup> contains something that is not a code block; it is shown before the tabs."),
    "example": ("<RequestExample>\nInside.\n</RequestExample>",
                "<RequestExample> contains no code block; its content is shown."),
    "field": ("<ParamField>\nInside.\n</ParamField>",
              "<ParamField> has no name; its text is shown without a field."),
    "field with a type": ('<ParamField type="Record">\nInside.\n</ParamField>',
                          "<ParamField> has no name; add one."),
}
# fmt: on


@pytest.mark.parametrize(("text", "message"), CASES.values(), ids=CASES)
def test_what_is_misplaced_is_reported_and_shown(build_site, text, message):
    site = build_site(one_page(text))

    (line,) = site.warnings.splitlines()
    assert f"page.mdx:5: WARNING: {message}" in line
    assert line.endswith(("[sitejson.misplaced_component]", "[sitejson.wrong_prop]"))
    assert "Inside." in site.page("page.html").select_one("main").get_text()


def test_tabs_side_by_side_become_one_set(build_site):
    tabs = "".join(f'<Tab title="T{n}">\n\nText {n}.\n\n</Tab>\n\n' for n in range(3))
    site = build_site(one_page(f"{tabs}After."))
    shown = site.page("page.html")

    assert site.warnings.count("[sitejson.misplaced_component]") == 3
    (tab_set,) = shown.select(".sjc-tabs")
    folds = tab_set.select("details")
    assert [fold.get_text(" ", strip=True) for fold in folds] == [
        f"T{n} Text {n}." for n in range(3)
    ]
    assert len({fold["name"] for fold in folds}) == 1


def test_directives_are_reported_too(build_site):
    site = build_site(one_page("````{sitejson:tab} One\nInside.\n````", "page.md"))

    assert "page.md:5: WARNING: <Tab> is outside <Tabs>" in site.warnings
    assert "Inside." in site.page("page.html").select_one(".sjc-tabs").get_text()


def test_what_is_in_its_place_is_not_reported(build_site):
    text = f"""
<Tabs>
  {{/* a comment */}}
  <Tab title="One">x</Tab>

  <Tab title="Two">y</Tab>
</Tabs>

<Steps>
  <Step title="One">x</Step>
  Between.
</Steps>

<Columns><Column>x</Column><Card title="t">y</Card></Columns>

<Accordion title="a">x</Accordion>

<CodeGroup>

{CODE}

</CodeGroup>
"""
    assert build_site(one_page(text)).warnings == ""


def test_the_type_of_a_field_without_a_name_is_shown(build_site):
    field = '<ParamField type="Record<string, Value>">\nInside.\n</ParamField>'
    site = build_site(one_page(field))

    assert "Record<string, Value>" in site.page("page.html").select_one("main").get_text()
