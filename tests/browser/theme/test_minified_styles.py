"""A browser reads the same rules in the style sheets that are delivered as in their sources."""

import pytest

from sphinx_sitejson.common.files import PACKAGE
from sphinx_sitejson.common.minification import minify_css

pytestmark = pytest.mark.wide

SOURCES = sorted(PACKAGE.rglob("*.css"))

# Browsers keep how values with `var()` are spaced; after a comma or a bracket it means nothing.
READ = """([one, two]) => {
  const SPACES = /("[^"]*"|'[^']*')|(\\s+(?=[,)])|(?<=[,(:;])\\s+)|\\s+/g;
  const plain = (value) =>
    value.replace(SPACES, (all, quoted, needless) => quoted ?? (needless ? "" : " "));
  const read = (rule) => [
    plain(rule.cssText.split("{")[0]).trim(),
    plain(rule.style?.cssText ?? ""),
    ...[...rule.cssRules ?? []].flatMap(read),
    "}",
  ];
  return [one, two].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].flatMap(read);
  });
}"""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_minified_styles_have_the_same_rules(shared_page, path):
    text = path.read_text("utf-8")
    before, after = shared_page.evaluate(READ, [text, minify_css(text)])

    assert before
    assert after == before


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("a { .b :hover { color: red } }", "a{.b:hover{color:red}}"),
        ("a { width: calc(1px + 2px) }", "a{width:calc(1px+2px)}"),
        ("@layer a { b { color: red } }", "@layer b{b{color:red}}"),
        ("a { --b: 1px 2px }", "a{--b:1px2px}"),
        ("@media (width > 3em) { a { color: red } }", "@media (width > 4em) { a { color: red } }"),
        ("a { --b: 'c  d' }", "a { --b: 'c d' }"),
    ],
)
def test_rules_that_differ_are_distinguished(shared_page, one, two):
    before, after = shared_page.evaluate(READ, [one, two])

    assert after != before
