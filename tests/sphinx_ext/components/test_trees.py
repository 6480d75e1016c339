"""Every component and HTML element, in every place, with every content: trees that are allowed.

Each page shows one subject. A case is one place and one kind of content, with a word of its own
that has to be in the output.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from textwrap import indent

import pytest

from sphinx_sitejson.mdx.scanning.element_names import HTML_ELEMENTS, SVG_ELEMENTS, VOID_ELEMENTS
from sphinx_sitejson.sphinx_ext.components.registry import BUILT_IN
from sphinx_sitejson.sphinx_ext.mdx.html_elements import LEFT_OUT
from support.sites import run_sphinx

PROPS = {
    "alt": "Alt",
    "author": "Author",
    "badge": "New",
    "body": "field",
    "caption": "See [this](https://x.test/caption)",
    "comment": "Comment",
    "cta": "Go",
    "description": "Description",
    "eyebrow": "Eyebrow",
    "filename": "file.py",
    "hint": "Hint",
    "href": "https://x.test/href",
    "icon": "rocket",
    "img": "/pic.png",
    "label": "Label",
    "lead": "Lead",
    "name": "name",
    "price": "5",
    "repo": "owner/name",
    "role": "Role",
    "src": "/pic.png",
    "tagline": "Tagline",
    "tip": "Tip",
    "title": "Title",
    "type": "string",
    "value": "#ff0000",
}
"""The ordinary values of props, for each component that has them."""

PARENTS = {
    "Accordion": "AccordionGroup",
    "Color.Item": "Color.Row",
    "Color.Row": "Color",
    "Column": "Columns",
    "Feature": "Features",
    "Plan": "Plans",
    "Step": "Steps",
    "Tab": "Tabs",
    "Tree.File": "Tree.Folder",
    "Tree.Folder": "Tree",
}

OWN = """\
export const Own = ({ children }) => <div className="own">{children}</div>;

export const Shown = ({ style = {} }) => {
  return (
    <div style={{ display: 'flex', ...style }}>
      <a href='https://x.test'>
        <img src='https://y.test/b.svg' alt='F' />
      </a>
    </div>
  );
};
"""

WITHOUT_CONTENT = {
    "Color.Item",
    "Icon",
    "Tree.File",
    "Tree.Folder",
    "Tree",
    "FileTree",
    *LEFT_OUT,
    *VOID_ELEMENTS,
    *SVG_ELEMENTS,
    "style",
}
"""What shows its props alone, or is left out."""

ONLY_CODE = {"CodeBlock", "Latex"}
"""What shows the text of its content alone."""

ONLY_IN_HTML = {"canvas", "math", "option", "select", "textarea", "rp"}


@dataclass(frozen=True, slots=True)
class Content:
    """One kind of content: as blocks, and in one line."""

    block: str
    line: str
    is_text: bool = True
    """Whether a writer that shows plain text alone has all of it."""


def both(text: str, *, is_text: bool = True) -> Content:
    return Content(text, text, is_text)


PICTURE = "https://y.test/WORD.svg"
CONTENTS = {
    "text": both("WORD"),
    "link": both("see [WORD](https://x.test)"),
    "picture": both(f"![WORD]({PICTURE})", is_text=False),
    "sized picture": both(
        f"<img src='{PICTURE}' alt='WORD' width='100' height={{50}} style={{{{ border: '1px' }}}} />",
        is_text=False,
    ),
    "linked picture": both(f"[![WORD]({PICTURE})](https://x.test)", is_text=False),
    "linked HTML picture": both(
        f"<a href='https://x.test'> <img src='{PICTURE}' alt='WORD' width='100' "
        "style={{ borderRadius: 4 }} /> </a>",
        is_text=False,
    ),
    "inline code": both("some `WORD` code"),
    "code": Content("```python\nWORD\n```", "<pre><code>WORD</code></pre>"),
    "list": Content("- one\n- [WORD](https://x.test)", "<ul><li>one</li><li>WORD</li></ul>"),
    "table": Content(
        "| a | b |\n|---|---|\n| c | [WORD](https://x.test) |",
        "<table><tbody><tr><td>a</td><td><a href='https://x.test'>WORD</a></td></tr></tbody></table>",
    ),
    "component": Content(
        "<Note title='Inner'>\n\nsee [WORD](https://x.test)\n\n</Note>",
        "<Card title='Inner' href='https://x.test'>WORD</Card>",
    ),
    "heading": Content("### WORD", "<h3>WORD</h3>"),
    "mixed": Content(
        "before\n\n<div>\n\nsee [WORD](https://x.test) {' '}\n\n</div>\n\n{' '}\n\n1. one",
        "before <div>see <b>[WORD](https://x.test)</b> {' '} <p>one</p></div> {' '} <hr/> after",
    ),
    "empty": both(""),
    "space": Content("{' '}", "{' '}"),
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
        f"<table><thead><tr><th>{use}</th></tr></thead><tbody><tr><td>x {use}</td></tr></tbody></table>"
    ),
    "HTML paragraph": lambda use: f"<p className='x'>before {use} after</p>",
    "HTML heading": lambda use: f"<h3>before {use}</h3>",
    "summary": lambda use: f"<details><summary>{use}</summary>text</details>",
    "badge": lambda use: f"before <Badge>{use}</Badge>",
    "own component, in line": lambda use: f"before <Own>{use}</Own> after",
    "expression": lambda use: f"{{[1].map((number) => <div key={{number}}>{use}</div>)}}",
}


def props_of(name: str) -> str:
    known = BUILT_IN[name].props if name in BUILT_IN else ()
    return "".join(f' {prop}="{value}"' for prop, value in PROPS.items() if prop in known)


def use_of(name: str, content: Content, *, is_line: bool) -> str:
    """Return the use of a component or an element, with those that it has to stand in."""
    attributes = props_of(name)
    if name == "a":
        attributes = ' href="https://x.test/a"'
    elif name == "img":
        attributes = ' src="https://x.test/a.png" alt="a" width="5"'
    if name in VOID_ELEMENTS:
        used = f"<{name}{attributes} />"
    elif is_line:
        used = f"<{name}{attributes}>{content.line}</{name}>"
    else:
        used = f"<{name}{attributes}>\n\n{content.block}\n\n</{name}>"
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
        put = (LINE_PLACES if is_line else BLOCK_PLACES)[self.place]
        text = put(use_of(self.subject, CONTENTS[self.content], is_line=is_line))
        return text.replace("WORD", self.word)

    @property
    def is_shown(self) -> bool:
        return self.content not in ("empty", "space") and self.subject not in WITHOUT_CONTENT


SUBJECTS = [*BUILT_IN, *sorted(HTML_ELEMENTS), "Own", "Shown"]


def cases_of(subject: str) -> Iterator[Case]:
    number = 0
    for place, content in product([*BLOCK_PLACES, *LINE_PLACES], CONTENTS):
        number += 1
        yield Case(subject=subject, place=place, content=content, word=f"w{number}q")
