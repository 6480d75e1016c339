"""The blocks of other tools, as elements of MDX on the same lines."""

import pytest

from sphinx_sitejson.mdx.other_syntaxes import rewrite_blocks

CASES = {
    "details": ("vitepress", '::: details Why "so" {open}\nA\n:::', None),
    "hint in a list": (
        "gitbook",
        '- a\n\n  {% hint style="danger" %}\n  b\n  {% endhint %}',
        "- a\n\n  <Danger>\n  b\n  </Danger>",
    ),
    "a note keeps its colons": ("vitepress", "::: tip T\n::: details\nA\n:::\n:::", None),
    "code group": ("vitepress", "::: code-group\n\n```js [a]\n:::\n```\n:::", None),
    "tabs between colons": (
        "vitepress",
        ":::tabs\n== A\na\n== B\nb\n:::",
        '<Tabs>\n<Tab title="A">\na\n</Tab><Tab title="B">\nb\n</Tab></Tabs>',
    ),
    "code title": (
        "gitbook",
        '{% code title="a.js" lineNumbers="true" %}\n```js\n{% hint %}\n```\n{% endcode %}',
        '\n```js title="a.js" lines\n{% hint %}\n```\n',
    ),
    "step": (
        "gitbook",
        "{% stepper %}\n{% step %}\n\n### A `b`\n\nc\n{% endstep %}\n{% endstepper %}",
        '<Steps>\n<Step title="A b">\n\n\n\nc\n</Step>\n</Steps>',
    ),
    "content reference": (
        "gitbook",
        '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\nText',
        '<Card href="a.md" />\n\n\nText',
    ),
    "operation": (
        "gitbook",
        '{% openapi src="a.yaml" path="/b" method="get" %}\n[a](a)\n{% endopenapi %}',
        "```{openapi-operation} a.yaml GET /b\n\n```",
    ),
    "video": (
        "gitbook",
        '{% embed url="https://youtu.be/x1" %}',
        '<iframe src="https://www.youtube.com/embed/x1" title="Video"></iframe>',
    ),
    "include": (
        "vitepress",
        "<!--@include: ./a.md{2,5}-->",
        '<Snippet file="./a.md" part="2,5" />',
    ),
    "code of a file": (
        "vitepress",
        "<<< @/a.ts#b{1,3 js:line-numbers} [T]",
        '<CodeBlock file="/a.ts" part="b" language="js" highlight="1,3" title="T" lines="true" />',
    ),
    "snippet": ("material", '--8<-- "a.md:b"', '<Snippet file="a.md" part="b" />'),
    "snippets": ("material", "--8<--\na.md\n--8<--", '\n<Snippet file="a.md" />\n'),
    "object": ("material", "## ::: a.b\n    options:\n      c: d\n", "## `a.b`\n\n\n"),
    "cards": (
        "gitbook",
        '<table data-view="cards">\n<thead><tr><th></th><th>\n</th><th data-card-target></th>'
        "<th data-hidden data-card-cover></th><th data-hidden></th></tr></thead><tbody><tr><td>"
        '<strong>A <em>&amp;</em> B</strong></td><td>Text</td><td><a href="a.md">a</a></td><td>'
        '<a href="b.png">b</a></td><td>c</td></tr><tr><td>D</td></tr></tbody></table>\nE',
        '<CardGroup><Card href="a.md" img="b.png" title="A &amp; B">Text</Card><Card>D</Card>'
        "</CardGroup>\n\n\nE",
    ),
    "blocks between slashes": (
        "material",
        "/// details | D\n    open: True\n\n//// hint\na\n////\n///\n/// odd\n///",
        '<Accordion title="D" defaultOpen="true">\n\n\n<Tip>\na\n</Tip>\n</Accordion>\n'
        '<Note title="Odd">\n</Note>',
    ),
    "tabs between slashes": (
        "material",
        "/// tab | A\na\n///\n\n/// tab | B\nb\n///\n/// caption\nc\n///",
        '<Tabs><Tab title="A">\na\n</Tab>\n\n<Tab title="B">\nb\n</Tab></Tabs>\n\nc\n',
    ),
    "attributes": (
        "material",
        '[a](b){ .md-button } ![c](d.png){ width="9" } `e{.f}` {g}\n{: .h }\n## I { #j .k }',
        '[a](b) <img src="d.png" alt="c" width="9" /> `e{.f}` {g}\n\n## I {#j}',
    ),
    "icon": (
        "material",
        ":fontawesome-brands-github: :material-check:{ .a } a:b:c",
        '<Icon icon="github" iconType="brands" /> <Icon icon="check" /> a:b:c',
    ),
    "indented code": (
        "github",
        "a\n\n    {% b %}\n\n        c\n\nd",
        "a\n```\n{% b %}\n\n    c\n```\nd",
    ),
    "no code in a list": ("github", "- a\n\n    b\n\n    c", "- a\n\n    b\n\n    c"),
    "paths": (
        "docusaurus",
        "src={useBaseUrl(\"/a.png\")} src={require('./b').default}",
        "src={\"/a.png\"} src={'./b'}",
    ),
    "a script of Vue": ("vitepress", "<script setup>\nlet a\n</script>\nb", "\n\n\nb"),
    "text": (
        "github",
        "{% if %} `{% hint %}` {{ a }} ::: b",
        "{% if %} `{% hint %}` {{ a }} ::: b",
    ),
}
EXPECTED = {
    "details": '<Accordion title="Why &quot;so&quot;" defaultOpen="true">\nA\n</Accordion>',
    "a note keeps its colons": '::: tip T\n<Accordion title="Details">\nA\n</Accordion>\n:::',
    "code group": "<CodeGroup>\n\n```js [a]\n:::\n```\n</CodeGroup>",
}


@pytest.mark.parametrize("name", CASES)
def test_blocks_become_elements_on_the_same_lines(name):
    syntax, source, expected = CASES[name]
    assert rewrite_blocks(source, syntax)[0] == (EXPECTED[name] if expected is None else expected)


@pytest.mark.parametrize(
    ("syntax", "source", "message", "line"),
    [
        ("gitbook", "a\n{% hint %}\nb", '"{% hint %}" is not closed; it ends with the page.', 2),
        ("vitepress", "::: details\nb", '"::: details" is not closed; it ends with the page.', 1),
        ("gitbook", "{% wat %}\nb", '"{% wat %}" is not known; only its content is shown.', 1),
        ("vitepress", "a {{ b }}", "an expression of Vue in braces is shown as written.", 1),
        ("material", "/// note", '"///" is not closed; it ends with the page.', 1),
        ("material", "::: a.b", "an object of mkdocstrings is shown by its name only.", 1),
    ],
)
def test_what_is_not_closed_or_not_known_is_reported(syntax, source, message, line):
    assert rewrite_blocks(source, syntax)[1] == {message: line}


@pytest.mark.parametrize(
    "part",
    [
        "{% hint %}\n", "> - ::: details\n", "/// tab | a\n///\n", "//// tip\n///\n",
        "{% endhint %}\n:::\n", '=== "a"\n    ', "{%",
        "    a\n\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("syntax", ["gitbook", "vitepress", "material"])
def test_any_input_keeps_its_lines(syntax, part):
    source = part * 2000
    text, _messages = rewrite_blocks(f"{source}end\n", syntax)
    lines = text.split("\n")
    assert len(lines) >= source.count("\n") + 1
    assert "end" in lines[source.count("\n")]
