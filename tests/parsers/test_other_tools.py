"""Pages that were written for other tools: what they draw, and what is said of the rest."""

import pytest

from tests.support.small_sites import settings

COMMON = """\
# Page

> [!NOTE] On its line
> and the next.

> [!TIP]
> Below.

:::warning Careful
Text.
:::

```js title="a.js" {1}
a
// highlight-next-line
b
```

## Named {#other-name}

[[toc]]

### Last
"""
DRAWN = {
    ".admonition.note p:not(.admonition-title)": "On its line and the next.",
    ".admonition.tip p:not(.admonition-title)": "Below.",
    ".admonition.warning .admonition-title": "Careful", ".code-block-caption .caption-text": "a.js",
    "pre .hll": "a", "section#other-name > h2": "Named#", "nav.contents": "Last",
}  # fmt: skip
TOOLS = {
    "gitbook": (
        """\
# Page

{% hint style="warning" %}
A {brace} <> **b**.
{% endhint %}

{% tabs %}
{% tab title="One" %}
{% code title="x.js" %}
```js
x
```
{% endcode %}
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### First

Do it.
{% endstep %}
{% endstepper %}

{% content-ref url="part.md" %}
[part.md](part.md)
{% endcontent-ref %}
""",
        {
            ".sjc-callout p:not(.sjc-title)": "A {brace} <> b.",
            ".sjc-tabs summary": "One",
            ".sjc-tabs .caption-text": "x.js",
            ".sjc-steps .sjc-title": "First",
            ".sjc-card a[href]": "The part",
        },
    ),
    "vitepress": (
        """\
# Page

::: details Why {open}
Because.
:::

::: code-group

```js [a.js]
x
```

:::

<<< ./data.ts#some{1} [Data]

<!--@include: ./part.md{3,3}-->

<Badge type="tip" text="new" />
""",
        {
            "details.sjc-accordion[open] p": "Because.",
            ".sjc-code-group summary": "a.js",
            ".literal-block-wrapper .caption-text": "Data",
            ".literal-block-wrapper pre .hll": "let some",
            "section > p": "Its text.",
            ".sjc-badge": "new",
        },
    ),
    "docusaurus": (
        """\
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import Part from '@site/docs/part.md';
import ThemedImage from '@theme/ThemedImage';
import useBaseUrl from '@docusaurus/useBaseUrl';

# Page

<Tabs groupId="a">
<TabItem value="one" label="One" default>

First.

</TabItem>
</Tabs>

<Tabs values={[{label: 'Named', value: 'a'}]}>
<TabItem value="a">Second.</TabItem>
</Tabs>

<Part />

<ThemedImage
  alt="Both"
  sources={{light: useBaseUrl('/img/a.svg'), dark: useBaseUrl('/img/a.svg')}}
/>

```bash npm2yarn
npm install a
```

[Part](@site/docs/part.md#the-part) [Part](pathname:///part) {1 + 1}
""",
        {
            ".sjc-tabs summary": "One",
            ".sjc-tabs .sjc-inside p": "First.",
            ".sjc-tabs ~ .sjc-tabs summary": "Named",
            "section > p": "Its text.",
            "a.reference[href$='part.html#the-part']": "Part",
            ".sjc-code-group summary": "yarn",
            "img[alt=Both].only-dark": "",
            "section > p:last-of-type": "Part Part 2",
        },
    ),
    "material": (
        """\
# Page

[Button](part.md){ .md-button } and {braces}

```{ .py title="a.py" hl_lines="1 2" }
--8<-- "data.ts:some"
c
```

--8<-- "part.md"

!!! note "Titled"

    ```py
    x
    ```

Text

    code {x}

/// warning | Sliced
A block.
///
""",
        {
            ".sjc-callout[data-tone=warning] p:last-child": "A block.",
            "section > p": "Button and {braces}",
            ".caption-text": "a.py",
            ".literal-block-wrapper .hll:nth-of-type(2)": "let some",
            "section#the-part p": "Its text.",
            ".admonition .admonition-title": "Titled",
            ".highlight-text pre": "code {x}",
        },
    ),
}
FILES = {
    "part.md": "# The part\n\nIts text.\n",
    "data.ts": "// #region some\nlet some\n// #endregion some\n",
}


def drawn(site, expected):
    content = site.page("index.html").select_one("main")
    texts = {key: [" ".join(n.get_text().split()) for n in content.select(key)] for key in expected}
    return {key: value for key, value in expected.items() if value not in texts[key]}, texts


@pytest.mark.parametrize("syntax", ["", "github", "mdx"])
def test_what_all_have_is_drawn_in_every_md_page(build_clean, syntax):
    keys = {"markdownSyntax": syntax} if syntax else {}
    site = build_clean({"site.json": settings(**keys), "index.md": COMMON})

    missing, texts = drawn(site, DRAWN)
    assert not missing, texts


@pytest.mark.parametrize("syntax", TOOLS)
def test_pages_of_a_tool_are_drawn(build_clean, syntax):
    page, expected = TOOLS[syntax]
    files = {**FILES, "site.json": settings("index", "part", markdownSyntax=syntax)}
    files["static/img/a.svg"] = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    site = build_clean({**files, "index.md": page}, conf='html_extra_path = ["static"]')

    missing, texts = drawn(site, expected)
    assert not missing, texts


def test_a_home_page_of_vitepress_shows_its_hero_and_its_features(build_clean):
    page = """\
---
layout: home
hero:
  name: Lamps
  text: Light & <more>
  image: { light: /a.svg, dark: /b.svg, alt: A lamp }
  actions:
    - { theme: brand, text: Start, link: /part }
    - { theme: alt, text: Code, link: "https://a.example.com" }
features:
  - { icon: { src: /a.svg }, title: Fast, details: "Very <b>fast</b>" }
  - { icon: 💡, title: Bright, link: /part }
---

## Below
"""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    files = {f"public/{name}.svg": drawing for name in "ab"}
    files |= {"site.json": settings("index", "part", markdownSyntax="vitepress")}
    site = build_clean({**files, **FILES, "index.md": page}, conf='html_extra_path = ["public"]')
    main = site.page("index.html").select_one("main")

    texts = {key: [each.get_text(strip=True) for each in main.select(key)] for key in HOME}
    assert texts == HOME
    assert [each["class"] for each in main.select(".sjc-hero img")] == [
        ["only-light"],
        ["only-dark"],
    ]
    assert main.select_one(".sjc-feature img")["src"].endswith("public/a.svg")
    assert site.page("index.html").select_one('[data-page-mode="landing"]')


HOME = {
    ".sjc-eyebrow": ["Lamps"],
    "h1": ["Light & <more>"],
    ".sjc-hero .sjc-action": ["Start", "Code"],
    ".sjc-feature .sjc-title": ["Fast", "Bright"],
    ".sjc-feature strong": ["fast"],
    "h2": ["Below#"],
}


@pytest.mark.parametrize(
    "values",
    ["hero: text", "hero: 1\nfeatures: 2", "hero: {actions: [1], image: 2}\nfeatures: [3]"],
)
def test_a_home_page_with_wrong_values_shows_the_rest(build_site, values):
    page = f"---\nlayout: home\n{values}\n---\n\n# Title\n\nText\n"
    site = build_site({"site.json": settings(markdownSyntax="vitepress"), "index.md": page})

    assert "Text" in site.page("index.html").select_one("main").get_text()


def test_a_myst_project_gets_one_warning_for_syntax_that_it_does_not_read(build_site):
    page = "# Page\n\n<Card title='A' />\n\n```js\n:::note\n```\n\n> [!NOTE]\n> A\n"
    files = {"site.json": settings("index", "two"), "index.md": page, "two.md": page}
    conf = 'extensions = ["sphinx_sitejson", "myst_parser"]\n'
    site = build_site(files, conf=conf)

    assert site.warnings.count("WARNING") == 2
    assert "index.md:3: WARNING: MyST does not read components; " in site.warnings
    assert 'index.md:9: WARNING: MyST does not read alerts such as "> [!NOTE]"' in site.warnings
    assert site.warnings.count("The same applies to 1 other page.") == 2
    chosen = build_site(files, conf=f'{conf}sitejson_markdown_syntax = "myst"\n')
    assert chosen.warnings == ""


def test_a_wrong_name_and_files_outside_of_the_project_are_reported(build_site):
    page = '# Page\n\n--8<-- "../../etc/passwd"\n\n```py\n--8<-- "../x.py"\n```\n\n[A](../a.md)\n'
    conf = 'sitejson_markdown_syntax = "mkdocs"\n'
    conf += 'sitejson_repository = {"url": "https://github.com/a/b", "path": "docs"}\n'
    files = {"site.json": settings(markdownSyntax="material"), "index.md": page}
    site = build_site(files, conf=conf)

    assert '"sitejson_markdown_syntax" is "mkdocs", which is not known' in site.warnings
    assert "index.md:3: WARNING: <Snippet>: the file" in site.warnings
    assert "index.md:6: WARNING: the file" in site.warnings
    assert site.warnings.count("WARNING") == 3
    link = site.page("index.html").select_one("main a.external")
    assert link["href"] == "https://github.com/a/b/blob/HEAD/a.md"
