"""Pages in MDX, and the front matter of pages."""

from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from mdx.support import KNOWN_TAGS, cases_of
from mdx.test_any_input import PIECES as MDX_PIECES
from mdx.test_any_input import check

from sphinx_sitejson.mdx.scanning.masking import normalize
from sphinx_sitejson.mdx.scanning.scanner import Scan
from sphinx_sitejson.settings.front_matter.keys import PageFacts, front_matter_metadata
from sphinx_sitejson.settings.front_matter.reading import (
    read_front_matter,
)
from sphinx_sitejson.settings.front_matter.validation import invalid_keys, validate_front_matter

from .damage import damaged_text
from .oracles import assert_placed, counted_steps

GOOD_SITE = Path(__file__).parents[1] / "parsers" / "sites" / "good"
EXAMPLE = Path(__file__).parents[2] / "example_project"
LONGEST_SEED = 8_000
PIECES = (
    *MDX_PIECES,
    *("{process.env.HOME}", "{`${a}`}", "{[1, {a: 'b'}]}", "{a ? <B/> : null}"),
    "<Card title={<b>x</b>} href='javascript:struck()'>",
    *("<a href={'java' + 'script:struck()'}>x</a>", "<img src=x onError={struck()} />"),
    *("<div style={{color: 'red'}} dangerouslySetInnerHTML={{__html: '<script>'}}>", "<CodeGroup>"),
    *("</CodeGroup>", "<Steps>\n<Step>", "<ParamField path='a' type='b'>", "<ResponseField />"),
    *("<Accordion", "<Snippet file='../x' />", "import X from '../../../etc/passwd'\n"),
    *("> [!NOTE]\n", "- [ ] a\n", "[^1]", "$$\n\\frac{"),
)
TOPS = (
    "---\ntitle: Page\ndescription: 'About: it'\n---\n\n# A\n",
    '---\ntitle: "Page"\nsidebarTitle: P\nicon: leaf\nmode: wide\nversion: v1\n---\n',
    "---\nopenapi: GET /trees/{treeId}\nauthMethod: bearer\nplayground: simple\n---\ntext\n",
    "---\nopenapi-schema: Tree\nkeywords: [a, b]\nog:title: x\nhidden: true\n---\n",
    "---\ntitle: &a [x]\nurl: https://a.example.com\nother: *a\ndeep: {a: {b: {c: 1}}}\n---\n",
    "---\napi: POST https://a.example.com/x\nlist:\n  - a: 1\n    b: |\n      text\n---\n",
)
TOP_PIECES = (
    *"-:\n\"'[]{}&*!|>%@`#,? \t",
    *("---\n", "...\n", "---js\n", "+++\n", "title: ", "openapi: ", "hidden: ", "mode: ", "? "),
    *("- - - ", "!!python/name:os.system ", "<<: *a\n", "*a", "&a ", "2001-01-01", "1e400", ".inf"),
    *("0o17", "\r", "\ufeff"),
)


@cache
def _seeds() -> tuple[str, ...]:
    cases = [case.given for case in cases_of("structure.txt")]
    paths = (*sorted(GOOD_SITE.rglob("*.mdx")), *sorted(EXAMPLE.rglob("*.mdx")))
    files = (path.read_text(encoding="utf-8") for path in paths)
    return (*cases, *(text for text in files if len(text) <= LONGEST_SEED))


def texts(longest: int = 100_000) -> st.SearchStrategy[str]:
    """Good pages with damage."""
    seeds = tuple(text for text in _seeds() if len(text) <= longest)
    return st.one_of(
        damaged_text(seeds, PIECES), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
    )


def read(text: str, folder: Path) -> None:
    """Read the structure of a page, and its statements as the engine gets them."""
    with counted_steps():
        check(text)
        found = Scan(normalize(text), KNOWN_TAGS.inline)
        source = found.statements.source(found.text)
        assert source.count("\n") <= found.text.count("\n")


def front_matter() -> st.SearchStrategy[str]:
    """The tops of good pages, with damage."""
    return damaged_text(TOPS, TOP_PIECES).map(normalize)


def read_top(text: str, folder: Path) -> None:
    """Read front matter in both ways, check it, and take from it what the site needs."""
    with counted_steps():
        for allows_any_end in (False, True):
            found = read_front_matter(text, file="page.mdx", allows_any_end=allows_any_end)
            values: dict[str, Any] = dict(found.values)

            def locate(key: str, found: Any = found) -> Any:
                return found.locate(key, file="page.mdx")

            assert_placed([*found.problems, *validate_front_matter(values, locate=locate)])
            assert found.line_count <= text.count("\n") + 1
            wrong = invalid_keys(values)
            PageFacts.from_metadata(front_matter_metadata(values))
            assert wrong <= values.keys()
