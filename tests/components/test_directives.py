"""Components in MyST and reStructuredText: the same as in MDX pages."""

import pytest

from sphinx_sitejson.components.registry import BUILT_IN

from .cases import shown_html

MDX = """
<CardGroup cols={3}>
  <Card title="Start" icon="rocket" iconType="solid" href="https://example.com" horizontal>
    A *card*.
  </Card>
</CardGroup>

<Warning>Careful.</Warning>

<Tabs>
  <Tab title="Left">First.</Tab>
  <Tab title="Right">Second.</Tab>
</Tabs>

<ParamField query="limit" type="integer" required>How many.</ParamField>

```npm
npm install it
```

A <Badge color="green">new</Badge> <Tooltip tip="It is">word</Tooltip>.
"""

MYST = """
::::{sitejson:card-group}
:cols: 3
:::{sitejson:card} Start
:icon: rocket
:icon-type: solid
:href: https://example.com
:horizontal:
A *card*.
:::
::::

:::{sitejson:warning}
Careful.
:::

::::{sitejson:tabs}
:::{sitejson:tab} Left
First.
:::
:::{sitejson:tab} Right
Second.
:::
::::

:::{sitejson:param-field}
:query: limit
:type: integer
:required:
How many.
:::

```npm
npm install it
```

A {sitejson:badge}`new <green>` {sitejson:tooltip}`word <It is>`.
"""

REST = """
.. sitejson:card-group::
   :cols: 3

   .. sitejson:card:: Start
      :icon: rocket
      :iconType: solid
      :href: https://example.com
      :horizontal:

      A *card*.

.. sitejson:warning::

   Careful.

.. sitejson:tabs::

   .. sitejson:tab:: Left

      First.

   .. sitejson:tab:: Right

      Second.

.. sitejson:param-field::
   :query: limit
   :type: integer
   :required:

   How many.

.. code-block:: npm

   npm install it

A :sitejson:badge:`new <green>` :sitejson:tooltip:`word <It is>`.
"""


SETTINGS = {"name": "S", "navigation": [{"group": "", "pages": ["page"]}]}


@pytest.fixture(scope="module")
def site(build_shared_site):
    navigation = [{"group": "All", "pages": ["index", "one", "two", "six"]}]
    files = {
        "site.json": {"name": "Site", "navigation": navigation},
        "index.mdx": "---\ntitle: First\n---\n",
        "one.mdx": f"---\ntitle: Page\n---\n{MDX}",
        "two.md": f"# Page\n{MYST}",
        "six.rst": f"Page\n====\n{REST}",
    }
    return build_shared_site(files, conf='myst_enable_extensions = ["colon_fence"]')


@pytest.mark.parametrize("page", ["two", "six"])
def test_directives_show_what_components_show(site, page):
    assert site.warnings == ""
    expected = shown_html(site.page("one.html"))
    assert expected.count("sjc ") == 7
    assert shown_html(site.page(f"{page}.html")).replace(page, "one") == expected


def test_every_component_has_a_directive_or_a_role(build_site):
    names = [spec.directive for spec in BUILT_IN.values() if spec.is_block]
    page = "# Page\n" + "".join(f"\n```{{sitejson:{name}}}\nText.\n```\n" for name in names)
    site = build_site({"site.json": SETTINGS, "page.md": page})
    expected = ("has no name", "[sitejson.misplaced_component]", "[sitejson.wrong_prop]")
    lines = site.warnings.splitlines()
    assert [line for line in lines if not any(words in line for words in expected)] == []
    assert {"card", "card-group"} <= {*names}
    assert {"tree-file", "color-row", "github-repo", "code-block"} <= {*names}


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("page.md", "# Page\n\n:::{{sitejson:card}} One\n:{option}: bolt\n\nText.\n:::\n"),
        ("page.rst", "Page\n====\n\n.. sitejson:card:: One\n   :{option}: bolt\n\n   Text.\n"),
    ],
)
def test_an_unknown_option_is_reported_as_an_unknown_prop_is(build_site, file, text):
    site = build_site({"site.json": SETTINGS, file: text.format(option="icn")})

    message = '<Card>: there is no prop "icn"; it is read as "icon". [sitejson.unknown_prop]\n'
    assert site.warnings.endswith(message) and site.warnings.count("\n") == 1
    assert site.page("page.html").select_one(".sjc-card .sj-icon")

    site = build_site({"site.json": SETTINGS, file: text.format(option="sparkle")})
    assert '<Card>: there is no prop "sparkle"; it has no effect.' in site.warnings
    assert "Text." in site.page("page.html").select_one(".sjc-card").text
