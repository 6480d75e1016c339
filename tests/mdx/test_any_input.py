"""How pages with JSX are read: elements, their kind and their nesting; no input breaks the reader.

Tokens are balanced, no mark is left, and the work is linear.
"""

import random
import sys
from collections.abc import Callable

import pytest
from markdown_it.token import Token

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.mdx.scanning.masking import MARK_END, MARK_START, scan_page

from .support import KNOWN_TAGS, cases_of, parser, structure


@pytest.mark.parametrize("case", list(cases_of("structure.txt")), ids=lambda case: case.name)
def test_structure(case):
    assert structure(case.given) == case.expected


PIECES = [
    *"<>{}[]()`~*_|#-=/\\\"'$!&:;.,\n\n\n\t  ", "<Note>", "</Note>", '<Tab title="a">', "</Tab>",
    "<br/>", "<img src={x} />", "```js\n", "~~~", "\n\n", "\n- ", "\n> ", "\n    ",
    "| a | b |\n|---|---|\n", "{/* c */}", "<!-- ", "-->", "import A from '/a.mdx'\n",
    "export const a = {", "${", "=> <b>", f"{MARK_START}0B{MARK_END}", "\u2028", "\x00", "<style>",
    "$$", "$a_{", " https://a.b/",
]  # fmt: skip


def check(text: str) -> None:
    """Parse a text and look at the tokens."""
    tokens = parser().parse(text, {})
    depth = 0
    for token in tokens:
        depth += token.nesting
        assert depth >= 0
        check_inside(token)
    assert depth == 0


def check_inside(token: Token) -> None:
    written = [token.content, token.info, *map(str, token.attrs.values())]
    assert not any(MARK_START in part for part in written)
    depth = 0
    for child in token.children or ():
        depth += child.nesting
        assert depth >= 0
        check_inside(child)
    assert depth == 0


@pytest.mark.parametrize("seed", range(40))
def test_made_up_texts(seed):
    chance = random.Random(seed)
    for _ in range(25):
        check("".join(chance.choices(PIECES, k=chance.randrange(1, 60))))


@pytest.mark.parametrize("seed", range(40))
def test_damaged_pages(seed):
    chance = random.Random(seed)
    pages = [case.given for case in cases_of("structure.txt")]
    for _ in range(25):
        text = "\n\n".join(chance.choices(pages, k=3))
        for _change in range(chance.randrange(1, 6)):
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.randrange(8))
            text = text[:start] + chance.choice(["", *PIECES]) + text[end:]
        check(text)


@pytest.mark.parametrize("case", list(cases_of("structure.txt")), ids=lambda case: case.name)
def test_every_beginning_of_a_page(case):
    for length in range(len(case.given)):
        check(case.given[:length])


REPEATED = {
    "open brackets": "<", "half tags": "<a ", "half attributes": '<a x="',
    "half expressions in tags": "<A x={", "half elements in expressions": "<A x={<A x={",
    "open braces": "{", "expressions": "{a}", "templates": "{`${", "elements in a line": "<b>x</b>",
    "open elements": "<Note>", "open elements on lines": "<Note>\n", "closing tags": "</Note>",
    "blocks in a line": "<Note/>", "raw elements": "<style>", "comments": "<!--", "formulas": "$$",
    "formulas in a line": "$a_{b}$ ", "half formulas": "$a_{b} ",
    "headings and imports": "# a\nimport a,\n",
    "closing tags and exports": "</Note>\nexport const a = {\n", "backticks": "`a``b",
    "link targets": "](<", "curly quotes": "<a x=“", "two kinds of quotes": "<a x=' <a y=\" ' z='",
    "exports": "export const a = {\n\n", "imports": "import a,\n", "rows": "|a|\n|-|\n",
    "fences": "~~~\n<A>\n", "braces in a paragraph": "a {b\n", "unknown names": "<Zz>",
    "list items": "- a\n<Note>x</Note>\n",
}  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED.keys())
def test_work_grows_with_the_length(piece):
    small, large = (calls_of(lambda n=n: scan_page(piece * n, KNOWN_TAGS)) for n in (300, 1200))

    assert large < 5.5 * small + 2000


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls of functions, which unlike seconds are the same on every machine."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_deep_nesting_ends():
    check("<Note>\n" * 2000 + "x\n" + "</Note>\n" * 2000)
    check("> " * 3000 + "x")
    check("- " * 1000 + "x")
    deep = structure("<b>" * 80 + "x" + "</b>" * 80)
    assert deep.count("I:b") == MAX_NESTING
    assert '"x"' in deep
