"""Every component and HTML element, in every place, with every content: trees that are allowed.

Each page shows one subject. A case is one place and one kind of content, with a word of its own
that has to be in the output.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from textwrap import indent

import pytest
from bs4 import BeautifulSoup

from sphinx_sitejson.components.registry import BUILT_IN
from sphinx_sitejson.mdx.scanning.element_names import VOID_ELEMENTS
from sphinx_sitejson.parsers.html_elements import OMITTED_ELEMENTS
from support.sites import one_page, run_sphinx
from support.wide import wide_but

PICTURE = Path(__file__).parents[2] / "example_project" / "images" / "parts-of-a-page.png"

PROPS = {
    "alt": "Alt", "author": "Author", "badge": "New", "body": "field",
    "caption": "See [this](https://x.test/caption)", "comment": "Comment", "cta": "Go",
    "description": "Description", "eyebrow": "Eyebrow", "filename": "file.py", "hint": "Hint",
    "href": "https://x.test/href", "icon": "rocket", "img": "/pic.png", "label": "Label",
    "lead": "Lead", "name": "name", "price": "5", "repo": "owner/name", "role": "Role",
    "src": "/pic.png", "tagline": "Tagline", "tip": "Tip", "title": "Title", "type": "string",
    "value": "#ff0000",
}  # fmt: skip
"""The ordinary values of props, for each component that has them."""

PARENTS = {
    "Accordion": "AccordionGroup", "Color.Item": "Color.Row", "Color.Row": "Color",
    "Column": "Columns", "Feature": "Features", "Plan": "Plans", "Step": "Steps", "Tab": "Tabs",
    "Tree.File": "Tree.Folder", "Tree.Folder": "Tree",
}  # fmt: skip

OWN = """\
export const Own = ({ children }) => <div className="own">{children}</div>;

export const Shown = ({ style = {} }) => {
  return (
    <div style={{ display: 'flex', ...style }}>
      <a href='https://x.test'>
        <img src='/pic.png' alt='F' />
      </a>
    </div>
  );
};
"""

ELEMENTS = [
    "a", "b", "blockquote", "br", "button", "center", "code", "dd", "details", "div", "dl", "dt",
    "figcaption", "figure", "form", "h3", "hr", "iframe", "img", "input", "kbd", "label", "li",
    "nav", "ol", "option", "p", "picture", "pre", "ruby", "script", "section", "select", "span",
    "style", "summary", "sup", "svg", "table", "td", "textarea", "title", "tr", "ul", "video",
]  # fmt: skip
SUBJECTS = [*BUILT_IN, *ELEMENTS, "Own", "Shown"]
WITHOUT_CONTENT = {
    "Color.Item", "Icon", "Shown", "TagIndex", "Tree.File", "style", *OMITTED_ELEMENTS,
    *VOID_ELEMENTS,
}  # fmt: skip
"""What shows its props alone, has no content in HTML, or is left out with all that is in it."""

UNSEEN = {("Latex", "html"), ("svg", "text")}
"""Subjects with content that a builder draws instead of writing it, or leaves out as a drawing."""


SIZED = "<img src='/pic.png' alt='WORD' width='100' height={50} style={{ border: '1px' }} />"
CONTENTS = {
    # Each as blocks, and in one line.
    "text": ("WORD", "WORD"),
    "link": ("see [WORD](https://x.test)", "see [WORD](https://x.test)"),
    "picture": ("![WORD](/pic.png)", "![WORD](/pic.png)"),
    "sized picture": (SIZED, SIZED),
    "linked picture": (
        "[![WORD](/pic.png)](https://x.test)",
        "<a href='https://x.test'> <img src='/pic.png' alt='WORD' style={{ padding: 4 }} /> </a>",
    ),
    "inline code": ("some `WORD` code", "some <code>WORD</code> code"),
    "code": ("```python\nWORD\n```", "<pre><code>WORD</code></pre>"),
    "list": ("- one\n- [WORD](https://x.test)", "<ul><li>one</li><li>WORD</li></ul>"),
    "table": (
        "| a | b |\n|---|---|\n| c | [WORD](https://x.test) |",
        "<table><tbody><tr><td><a href='https://x.test'>WORD</a></td></tr></tbody></table>",
    ),
    "component": (
        "<Note title='Inner'>\n\nsee [WORD](https://x.test)\n\n</Note>",
        "<Card title='Inner' href='https://x.test'>WORD</Card>",
    ),
    "heading": ("### WORD", "<h3>WORD</h3>"),
    "mixed": (
        "before\n\n<div>\n\nsee [WORD](https://x.test) {' '}\n\n</div>\n\n{' '}\n\n1. one",
        "before <div>see <b>[WORD](https://x.test)</b> {' '} <p>one</p></div> {' '} <hr/> after",
    ),
    "empty": ("", ""),
    "space": ("{' '}", "{' '}"),
}

BLOCK_PLACES: dict[str, Callable[[str], str]] = {
    "page": lambda use: use,
    "list item": lambda use: f"- item\n\n{indent(use, '  ')}\n",
    "quote": lambda use: indent(use, "> ", lambda line: True),
    "card": lambda use: f"<Card title='Outer' href='https://x.test'>\n\n{use}\n\n</Card>",
    "card without title": lambda use: f"<Card href='https://x.test'>\n\n{use}\n\n</Card>",
    "tab": lambda use: f"<Tabs>\n<Tab title='Outer'>\n\n{use}\n\n</Tab>\n</Tabs>",
    "step": lambda use: f"<Steps>\n<Step title='Outer'>\n\n{use}\n\n</Step>\n{{' '}}\n</Steps>",
    "grid": lambda use: f"<CardGroup>\n{{' '}}\n{use}\n{{' '}}\n</CardGroup>",
    "accordion": lambda use: f"<Accordion title='Outer'>\n\n{use}\n\n</Accordion>",
    "callout": lambda use: f"<Warning>\n\n{use}\n\n</Warning>",
    "field": lambda use: f"<ResponseField name='outer' type='string'>\n\n{use}\n\n</ResponseField>",
    "HTML table": lambda use: (
        f"<table>\n<tbody>\n<tr>\n<td>\n\n{use}\n\n</td>\n</tr>\n</tbody>\n</table>"
    ),
    "HTML list": lambda use: f"<ul>\n<li>\n\n{use}\n\n</li>\n</ul>",
    "HTML link": lambda use: f"<a href='https://x.test'>\n\n{use}\n\n</a>",
    "HTML block": lambda use: f"<div style={{{{ display: 'flex' }}}}>\n\n{use}\n\n</div>",
    "own component": lambda use: f"<Own>\n\n{use}\n\n</Own>",
    "tooltip": lambda use: f"<Tooltip tip='Outer'>\n\n{use}\n\n</Tooltip>",
}
LINE_PLACES: dict[str, Callable[[str], str]] = {
    "paragraph": lambda use: f"before {use} after",
    "start of a paragraph": lambda use: f"{use} after",
    "list item, in line": lambda use: f"- {use}",
    "table cell": lambda use: f"| a | b |\n|---|---|\n| {use} | x |\n| x | before {use} |",
    "heading": lambda use: f"## Head {use}",
    "heading alone": lambda use: f"## {use}",
    "link": lambda use: f"[before {use}](https://x.test)",
    "HTML link, in line": lambda use: f"before <a href='https://x.test'>{use}</a>",
    "strong": lambda use: f"before <b>see {use} here</b> after",
    "HTML cells": lambda use: (
        f"<table><thead><tr><th>{use}</th></tr></thead>"
        f"<tbody><tr><td>x {use}</td></tr></tbody></table>"
    ),
    "HTML paragraph": lambda use: f"<p className='x'>before {use} after</p>",
    "HTML heading": lambda use: f"<h3>before {use}</h3>",
    "summary": lambda use: f"<details><summary>{use}</summary>text</details>",
    "badge": lambda use: f"before <Badge>{use}</Badge>",
    "own component, in line": lambda use: f"before <Own>{use}</Own> after",
    "expression": lambda use: f"{{[1].map((number) => <div key={{number}}>{use}</div>)}}",
}


ELEMENT_PROPS = {
    "a": ' href="https://x.test/a"',
    "img": ' src="/pic.png" alt="a" width="5"',
    "iframe": ' src="https://x.test/frame"',
}


def props_of(name: str) -> str:
    known = BUILT_IN[name].props if name in BUILT_IN else ()
    return "".join(f' {prop}="{value}"' for prop, value in PROPS.items() if prop in known)


def use_of(name: str, content: str, *, is_line: bool) -> str:
    """Return the use of a component or an element, with those that it has to stand in."""
    attributes = ELEMENT_PROPS.get(name) or props_of(name)
    if name in VOID_ELEMENTS:
        used = f"<{name}{attributes} />"
    elif is_line:
        used = f"<{name}{attributes}>{content}</{name}>"
    else:
        used = f"<{name}{attributes}>\n\n{content}\n\n</{name}>"
    gap = " " if is_line else "\n"
    while name in PARENTS:
        name = PARENTS[name]
        used = f"<{name}{props_of(name)}>{gap}{used}{gap}{{' '}}{gap}</{name}>"
    return used


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One subject in one place with one content."""

    subject: str
    place: str
    content: str
    word: str

    @property
    def source(self) -> str:
        is_line = self.place in LINE_PLACES
        put = LINE_PLACES[self.place] if is_line else BLOCK_PLACES[self.place]
        text = put(use_of(self.subject, CONTENTS[self.content][is_line], is_line=is_line))
        return text.replace("WORD", self.word)


def cases_of(subject: str) -> list[Case]:
    """Return the cases of a subject.

    All of them take minutes. Unless they are asked for, each subject meets each place and each
    content, and each place each content, but not all three of them.
    """
    found = product(enumerate([*BLOCK_PLACES, *LINE_PLACES]), enumerate(CONTENTS))
    shift = SUBJECTS.index(subject)
    return [
        Case(subject=subject, place=place, content=content, word=f"w{row}x{column}q")
        for (row, place), (column, content) in found
        if os.environ.get("SITEJSON_ALL_TREES") or (row + column + shift) % len(CONTENTS) == 0
    ]


def page_of(subject: str) -> str:
    return subject.lower().replace(".", "-") + ("-element" if subject in ELEMENTS else "")


def files() -> dict[str, object]:
    pages = {
        f"{page_of(subject)}.mdx": "\n\n".join(
            [f"---\ntitle: Page\n---\n\n{OWN}", *(case.source for case in cases_of(subject)), ""]
        )
        for subject in SUBJECTS
    }
    navigation = [{"group": "All", "pages": [name.removesuffix(".mdx") for name in pages]}]
    return {
        "site.json": {"name": "Trees", "navigation": navigation},
        "pic.png": PICTURE.read_bytes(),
        **pages,
    }


@pytest.fixture(scope="module")
def site(build_shared_site):
    """The site as HTML; the build itself checks the tree of each page."""
    return build_shared_site(files())


@pytest.fixture(scope="module")
def texts(site):
    """The same site as plain text, from the same trees; these are checked as well."""
    text = run_sphinx(site.folder, replace(site.options, builder="text"))
    assert text.read_docs == frozenset()
    return text


def lost_cases(text: str, subject: str) -> list[str]:
    found = {*re.findall(r"w\d+x\d+q", text)}
    is_unseen = {"empty", "space"}
    return [
        f"{case.content} in <{subject}> in {case.place}: {case.source}"
        for case in cases_of(subject)
        if case.word not in found and case.content not in is_unseen
    ]


@pytest.mark.parametrize("subject", [each for each in SUBJECTS if each not in WITHOUT_CONTENT])
def test_no_content_is_lost(subject, site, texts):
    page = page_of(subject)
    if (subject, "html") not in UNSEEN:
        assert lost_cases(site.main(f"{page}.html"), subject) == []
    if (subject, "text") not in UNSEEN:
        assert lost_cases(texts.text(f"{page}.txt"), subject) == []


@pytest.mark.parametrize("builder", wide_but(["latex", "man", "xml"], "latex"))
def test_other_builders_write_all_pages(builder, site):
    built = run_sphinx(site.folder, replace(site.options, builder=builder))

    assert built.written_docs


def test_no_link_is_inside_another(site):
    for subject in SUBJECTS:
        content = BeautifulSoup(site.main(f"{page_of(subject)}.html"), "html.parser")
        assert content.select("a.reference")
        assert content.select("a.reference a.reference") == []


def main_of(build_site, text):
    site = build_site(one_page(text, **{"pic.png": PICTURE.read_bytes()}))
    assert site.warnings == ""
    return site.page("page.html").select_one(".sj-prose > section")


def test_a_callout_in_a_table_cell_is_beside_its_text(build_site):
    cell = "y.<Note>see [X](https://x.test)</Note>"
    page = main_of(build_site, f"| a | b |\n|---|---|\n| x | {cell} |")

    words, callout = page.select("tbody td:last-child > *")
    assert (words.name, words.text) == ("p", "y.")
    assert callout.select_one("p > a[href='https://x.test']").text == "X"


def test_a_linked_remote_picture_of_a_component_of_the_page(build_site):
    own = OWN.replace("/pic.png", "https://y.test/b.svg")
    page = main_of(build_site, f"{own}\n\n<Shown />")

    assert page.select_one("div[style='display: flex'] > a > img")["src"] == "https://y.test/b.svg"


def test_blocks_in_a_link_are_in_no_paragraph(build_site):
    page = main_of(
        build_site,
        "<a href='https://x.test'>\n<div className='box'>\n\nOne.\n\n"
        "<Card title='Two' href='https://y.test'>\nThree.\n</Card>\n</div>\n</a>",
    )

    assert page.select("p a, a a") == []
    box = page.select_one(".sj-prose a[href='https://x.test'] > div.box")
    assert box.select_one(".sjc-card .sjc-title").text == "Two"
    assert box.get_text(" ", strip=True) == "One. Two Three."


def test_a_component_in_a_heading_follows_it(build_site):
    page = main_of(build_site, "export const Own = () => <Note>Inside.</Note>;\n\n## Head <Own />")

    assert page.h2.find(string=True).strip() == "Head"
    assert page.h2.find_next_sibling().select_one("p:last-child").text == "Inside."


SPACES = {
    "CardGroup": ("<Card title='A'>a</Card>", ".sjc-columns > *"),
    "Columns": ("<Column>a</Column>", ".sjc-columns > *"),
    "Steps": ("<Step title='A'>a</Step>", ".sjc-steps > *"),
    "Tabs": ("<Tab title='A'>a</Tab>", ".sjc-tabs details"),
    "AccordionGroup": ("<Accordion title='A'>a</Accordion>", ".sjc-accordions > *"),
    "Features": ("<Feature title='A'>a</Feature>", ".sjc-features > *"),
    "Expandable": ("<ResponseField name='a' type='b'>c</ResponseField>", ".sj-field"),
    "div": ("<Card title='A'>a</Card>", "div.grid > *"),
}


@pytest.mark.parametrize("name", SPACES)
def test_a_space_between_blocks_is_nothing(build_site, name):
    child, selector = SPACES[name]
    attributes = " className='grid'" if name == "div" else ""
    children = f"  {child}\n  {{' '}}\n  {child}\n  {{\" \"}}"
    page = main_of(build_site, f"<{name}{attributes}>\n{children}\n</{name}>")

    assert len(page.select(selector)) == 2
    assert [str(each) for each in page.select("p") if not each.text.strip()] == []


def test_a_figure_without_its_image_keeps_its_text(build_site):
    text = "```{figure} /../../outside.png\n:target: https://x.test\n:alt: Alt\n\nCaption\n```"
    site = build_site(one_page(text))

    assert "outside.png" in site.warnings
    section = site.page("page.html").select_one(".sj-prose > section")
    assert [each.text for each in section.select("p")] == ["Alt", "Caption"]
