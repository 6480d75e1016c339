"""Elements in MDX pages have the tree that MDX 3 and React give them."""

import pytest
from bs4 import BeautifulSoup, Tag

# What authors write, and what `@mdx-js/mdx` and `react-dom/server` make of it.
TREES = {
    '<div class="g"><a href="/other">A</a><a href="/other">B</a></div>': "div.g(a(A) a(B))",
    '<div>\n  <a href="/other">A</a>\n  <a href="/other">B</a>\n</div>': "div(a(A) a(B))",
    '<div>\n  <a href="/other">A</a>\n\n  <a href="/other">B</a>\n</div>': "div(a(A) a(B))",
    '<div>\n  one\n  <a href="/other">A</a> two\n</div>': "div(p(one a(A) two))",
    "<div>\n  text\n</div>": "div(p(text))",
    "<div>text</div>": "div(text)",
    "<div>text <i class='x'>i</i></div>": "div(text i.x(i))",
    "<div><div>text</div></div>": "div(div(text))",
    "<div>\n  <p>one</p>\n  <p>two</p>\n</div>": "div(p(one) p(two))",
    '<div class="a"><div class="c"><p>t</p></div></div>': "div.a(div.c(p(t)))",
    "<ul><li>a</li><li>b</li></ul>": "ul(li(a) li(b))",
    '<ul class="l">\n  <li class="p">a</li>\n</ul>': "ul.l(li.p(a))",
    '<a href="/other">\n  <h3 class="t">T</h3>\n  <p class="s">t</p>\n</a>': "a(h3.t(T) p.s(t))",
    '<div>\n  <a href="/other">\n    Go\n  </a>\n</div>': "div(a(p(Go)))",
    "<div>\n  <button>A</button> <button>B</button>\n</div>": "div(button(A) button(B))",
    "<div>\n  <Badge>A</Badge>\n  <h3>T</h3>\n</div>": "div(span.sjc.sjc-badge(A) h3(T))",
    '<h2 class="big">Head</h2>': "h2.big(Head)",
    '<p class="lead">Hello</p>': "p.lead(Hello)",
    '<div>\n  {["a", "b"].map((x) => <i class="x">{x}</i>)}\n</div>': "div(i.x(a) i.x(b))",
    'export const B = ({children}) => <div class="b"><u>in</u>{children}</div>\n\n<B>text</B>': (
        "div.b(u(in) text)"
    ),
    'export const B = ({children}) => <div class="b">{children}</div>\n\n<B>\n  text\n</B>': (
        "div.b(p(text))"
    ),
    'export const A = () => <a href="/other"><h3>T</h3></a>\n\n<div>\n  <A />\n  <A />\n</div>': (
        "div(a(h3(T)) a(h3(T)))"
    ),
    "<section><p>b <i class='x'>c</i></p>text<br/>more</section>": (
        "section(p(b i.x(c)) text br() more)"
    ),
    "| a |\n|---|\n| **b** <ul><li>c</li></ul> |": (
        "table.docutils.align-default(thead(tr.row-odd(th.head(p(a)))) "
        "tbody(tr.row-even(td(strong(b) ul(li(c))))))"
    ),
    "<table><tbody><tr><td>a</td></tr></tbody></table>": "table(tbody(tr(td(a))))",
    "<details><summary>s</summary>t</details>": "details(summary(s) t)",
}
OURS = {"reference", "internal", "simple", "sj-utility"}


@pytest.fixture(scope="module")
def site(build_shared_site):
    names = [f"p{number}" for number in range(len(TREES))]
    pages = {
        f"{name}.mdx": f"---\ntitle: {name}\n---\n{source}\n"
        for name, source in zip(names, TREES, strict=True)
    }
    navigation = [{"group": "All", "pages": ["other", *names]}]
    other = "---\ntitle: Other\n---\nText.\n"
    return build_shared_site(
        {"site.json": {"name": "S", "navigation": navigation}, "other.mdx": other, **pages}
    )


def outline(element: Tag) -> str:
    parts = []
    for child in element.children:
        if not isinstance(child, Tag):
            parts.append(" ".join(str(child).split()))
        elif child.name == "section" and child.get("id"):
            parts.append(outline(child))
        elif not {"headerlink"} & set(child.get("class", ())):
            classes = [name for name in child.get("class", ()) if name not in OURS]
            parts.append(f"{'.'.join([child.name, *classes])}({outline(child)})")
    return " ".join(filter(None, parts))


@pytest.mark.parametrize("source", TREES)
def test_elements_have_the_tree_of_react(site, source):
    assert site.warnings == ""
    name = f"p{[*TREES].index(source)}"
    page = BeautifulSoup(site.text(f"{name}.html"), "html.parser")
    assert outline(page.select_one(".sj-prose")).replace(f"h1({name}) ", "") == TREES[source]
