"""JavaScript on pages of a site: drawn in every format, within a budget, the same in each build."""

from __future__ import annotations

import pytest

from sphinx_sitejson.mdx.javascript import engine
from sphinx_sitejson.parsers import page_in_progress
from sphinx_sitejson.parsers import page_in_progress as javascript

SITE = {"name": "S", "navigation": [{"group": "G", "pages": ["index", "other"]}]}
OTHER = {"other.mdx": "---\ntitle: Other\n---\n\nOther words.\n"}


def page(text, **files):
    return {
        "site.json": SITE,
        **OTHER,
        "index.mdx": f"---\ntitle: Start\n---\n\n{text}\n",
        **files,
    }


def main(site, name="index"):
    return site.page(f"{name}.html").select_one("main")


FIELDS = """
import data from './data.json'
import { Row } from './row.jsx'
import Text from './text.mdx'

export const Fields = ({ title, children }) => {
  const [open] = useState(true)
  return (
    <>
      <Card title={title}>
        {children}
        <ul>{data.rows.map((row) => <Row key={row.name} {...row} />)}</ul>
      </Card>
      {open && <Note>Read the <a href="/other">other page</a>. <Text who="Ada" /></Note>}
    </>
  )
}
"""
FILES = {
    "snippets/fields.jsx": FIELDS,
    "snippets/row.jsx": (
        "export const Row = ({ name, type = 'string' }) => {\n"
        "  const id = `field-${name.replace(/\\./g, '-')}`\n"
        "  return <li id={id} className='row' onClick={() => 1}>"
        "<code>{name}</code> {type}</li>\n}\n"
    ),
    "snippets/text.mdx": "**Bold** for {who}.\n",
    "snippets/data.json": '{"rows": [{"name": "a.b"}, {"name": "c", "type": "number"}]}',
}
USES = """import { Fields } from '/snippets/fields.jsx'

<Fields title="Fields">Some *words* and [a link](/other).</Fields>

| a | b |
|---|---|
| x | <Fields title="In a cell">cell</Fields> |

- <Fields title="In a list">item</Fields>
"""


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "epub", "man", "xml"])
def test_components_are_drawn_in_every_format(build_site, builder):
    site = build_site(page(USES, **FILES), builder=builder)

    assert site.warnings == ""
    written = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in site.outdir.rglob("*")
        if path.suffix in (".html", ".txt", ".tex", ".xhtml", ".1", ".xml")
    )
    for words in ("a.b", "number", "Ada", "words"):
        assert words in written


def test_components_are_drawn(build_site):
    site = build_site(page(USES, **FILES))
    found = main(site)

    assert site.warnings == ""
    assert [item["id"] for item in found.select("li.row")][:2] == ["field-a-b", "field-c"]
    assert found.select_one(".sjc-card em").text == "words"
    assert {a["href"] for a in found.select("a") if a.text == "other page"} == {"other.html"}
    assert found.select_one("strong").text == "Bold"
    copy = site.text("index.md")
    assert "a.b" in copy and "**Bold** for Ada" in copy
    assert "onclick" not in str(found).lower()


def test_markdown_that_a_component_repeats_is_there_each_time(build_site):
    text = (
        "export const Twice = ({ children }) => <div>{children}{children}</div>\n\n"
        "<Twice>\n## A heading\n\nWords[^1] and `code`.\n</Twice>\n\n[^1]: A note.\n"
    )
    site = build_site(page(text))

    assert site.warnings == ""
    assert main(site).text.count("Words") == 2
    ids = [node["id"] for node in site.page("index.html").select("[id]")]
    assert len(ids) == len(set(ids))


HOSTILE = {
    "endless": "{(() => { for (;;); })()}",
    "recursive": "export const A = () => <A/>\n\n<A/>",
    "doubling": ("import D from '/snippets/double.mdx'\n\n" + "<D>" * 15 + "**x**" + "</D>" * 15),
    "comments": "{a" + "/**/" * 40 + "}",
    "gigabytes": '{"x".repeat(99999).replaceAll("x", "y".repeat(99999))}',
    "stuck": "{Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)}",
    "no number": "{Math.round()} {Math.floor(1e999)} {0x" + "f" * 400 + "}",
    "throwing": "export const A = () => { throw 1 }\n\n<A title='shown'>kept</A>",
    "broken": "export const A = () => <b>\n\n<A>kept</A>",
    "deep": "{" + "[" * 500 + "]" * 500 + "}",
    "many": "{Array.from({length: 1e6}, (_, i) => <b>{i}</b>)}",
    "forged": "{(Object.prototype.toJSON = () => ({ parts: 5 }), 'x')}",
    "nothing": "{(Object.prototype.toJSON = () => undefined, 'x')}\n\n<b title={1 + 1}>x</b>",
    "prototypes": "{(Object.prototype.x = 1, Array.prototype.push = null, 'x')}",
}


@pytest.fixture(scope="module")
def hostile_site(build_shared_site):
    """All of them in one site."""
    pages = {
        f"{name.replace(' ', '-')}.mdx": f"---\ntitle: Start\n---\n\nBefore.\n\n{text}\n\nAfter.\n"
        for name, text in HOSTILE.items()
    }
    files = {**page("Words."), **pages, "snippets/double.mdx": "{children}{children}"}
    limits = {"sitejson_javascript_limits": {"seconds": 0.5, "nodes": 2000}}
    return build_shared_site(files, overrides=limits)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_page_takes_the_site_with_it(hostile_site, name):
    docname = name.replace(" ", "-")
    text = main(hostile_site, docname).text
    assert "Before." in text and "After." in text
    assert "Other words." in main(hostile_site, "other").text
    assert "Traceback" not in hostile_site.warnings
    said = [line for line in hostile_site.warnings.splitlines() if f"/{docname}.mdx:" in line]
    if name not in ("no number", "prototypes"):
        assert any("[sitejson." in line and "page_failed" not in line for line in said)


def test_a_limit_is_named_once_with_its_cure(build_site):
    text = "{(() => { for (;;); })()}\n\n{1 + 1}\n\n{2 + 2}\n"
    site = build_site(page(text), overrides={"sitejson_javascript_limits": {"seconds": 0.2}})

    assert site.warnings.count("[sitejson.javascript_limit]") == 1
    assert (
        "index.mdx:5: WARNING: JavaScript on this page takes more than 0.2 s; the rest was "
        'ignored; raise "seconds" in "sitejson_javascript_limits".' in site.warnings
    )


def test_wrong_limits_are_named(build_site):
    limits = {"second": 1, "nodes": "many", "depth": 0, "text": 5}
    site = build_site(page("{'abc' + 'defg'}"), overrides={"sitejson_javascript_limits": limits})

    assert 'has no limit "second"; it is ignored. Did you mean "seconds"?' in site.warnings
    assert '"nodes" must be a number; the default is used.' in site.warnings
    assert '"depth" must be from 1 to 1,000; the default is used.' in site.warnings
    assert "renders more than 5 characters" in site.warnings


def test_without_the_engine_one_sentence_says_what_to_install(build_site, monkeypatch):
    monkeypatch.setattr(engine, "_running", [])
    monkeypatch.setitem(engine.PACKAGES, "no_such_module", "no-such-package")
    text = (
        '<Card title={"Plain"} cols={2}>kept</Card>\n\n{1 + 1}\n\n'
        "export const A = ({ children }) => <b>{children}</b>\n\n<A title='T'>also kept</A>\n"
    )
    site = build_site(page(text))

    sentence = 'JavaScript is not run; install it with "pip install no-such-package".'
    assert site.warnings.count(sentence) == 1 and "[sitejson.javascript_engine]" in site.warnings
    for words in ("Plain", "kept", "T", "also kept"):
        assert words in main(site).text


def test_pages_without_javascript_do_not_start_the_engine(build_site, monkeypatch):
    def refuse():
        raise AssertionError("the engine was started")

    monkeypatch.setattr(engine, "_worker", refuse)
    text = (
        "import Text from '/snippets/text.mdx'\n\n<Text>in</Text>\n\n"
        '<Card title="a" cols={2} horizontal={true} img={null} icon={`x`}>{" "}b {"c"}</Card>\n\n'
        "<button onClick={() => go()}>{your key}</button> {id}\n"
    )
    site = build_site(page(text, **{"snippets/text.mdx": "Snippet {children}.\n"}))

    assert "Snippet in." in " ".join(main(site).text.split())
    assert "{id}" in main(site).text


def test_builds_are_the_same_alone_in_parallel_and_step_by_step(build_site):
    files = page(USES + "\n{new Date().toISOString()} {Math.random()}\n", **FILES)
    for number in range(8):
        files[f"p{number}.mdx"] = files["index.mdx"]
    files["site.json"] = {
        **SITE,
        "navigation": [{"group": "G", "pages": ["index", "other", *(f"p{n}" for n in range(8))]}],
    }

    def articles(site):
        return {name: str(main(site, name)) for name in ("index", "p0", "p7")}

    alone = build_site(files)
    parallel = build_site(files, parallel=2)
    again = alone.rebuild({"other.mdx": "---\ntitle: Other\n---\n\nChanged.\n"})

    assert alone.warnings == parallel.warnings == ""
    assert articles(alone) == articles(parallel) == articles(again)
    assert again.read_docs == {"other"}


def test_pages_that_show_the_date_are_read_again_on_another_day(build_site, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    files = page("{new Date().getFullYear()}") | {"other.mdx": "{new Date(0).getFullYear()}\n"}
    site = build_site(files)
    assert site.rebuild().read_docs == frozenset()

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    again = site.rebuild()
    assert again.read_docs == {"index"}
    assert "1970" in main(again).text
    assert javascript.build_time() == 0


def test_a_change_of_an_imported_file_reads_its_pages_again(build_site):
    site = build_site(page(USES, **FILES))
    again = site.rebuild({"snippets/data.json": '{"rows": [{"name": "new.row"}]}'})

    assert again.read_docs == {"index"}
    assert "new.row" in main(again).text


def test_the_check_names_components_that_handle_events_once(build_site):
    site = build_site(page(USES, **FILES), overrides={"sitejson_checks": ["interactive_component"]})

    assert site.warnings.count("[sitejson.interactive_component]") == 1
    assert "snippets/row.jsx:1: WARNING: <Row> handles events" in site.warnings


def test_markdown_of_a_file_is_where_a_component_puts_it(build_site):
    files = {
        "snippets/a.jsx": (
            "import Part from './part.mdx'\n"
            "export const A = () => <div><Note><Part/></Note><p>after</p></div>"
        ),
        "snippets/part.mdx": "A **part**.\n",
    }
    site = build_site(page("import { A } from '/snippets/a.jsx'\n\n<A/>\n", **files))

    assert site.warnings == ""
    assert main(site).select_one(".sjc-callout strong").text == "part"
    assert main(site).text.rstrip().endswith("after")


def test_mistakes_in_imports_and_tags_are_named(build_site):
    text = (
        "import { Fleet, Flet } from '/snippets/fleet.jsx'\n"
        "import Ship from '/snippets/shp.mdx'\n\n"
        "<Fleet/>\n\n<Flet/>\n\n<Ship/>\n"
    )
    files = {
        "snippets/fleet.jsx": "export const Fleet = () => {\n  return <p>hi</div>\n}\n",
        "snippets/ship.mdx": "A ship.\n",
    }
    site = build_site(page(text, **files))

    tag, export, file = site.warnings.splitlines()
    assert "<Fleet> (snippets/fleet.jsx:1) failed: SyntaxError: <p> is closed by </div>;" in tag
    assert '<Flet>: the file "/snippets/fleet.jsx" does not export "Flet"; its content is' in export
    assert '"/snippets/shp.mdx" is not in the project. Did you mean "/snippets/ship.mdx"?' in file


def test_elements_of_a_list_on_a_line_of_their_own_are_blocks(build_site):
    text = "{[1, 2].map((n) => <Card title={`C${n}`}>x</Card>)}\n"
    for around in ("%s", "<CardGroup>\n%s\n</CardGroup>"):
        site = build_site(page(around % text))
        assert site.warnings == ""
        assert len(main(site).select(".sjc-card")) == 2
        assert not main(site).select("p div")


def test_too_much_memory_is_a_limit(build_site):
    text = (
        "export const A = () => { const a = []; for (;;) a.push(new Array(999).fill(1)) }\n\n"
        "Before <A>kept</A>\n\n{(() => { const a = []; for (;;) a.push([...a, 1]) })()}\n"
    )
    site = build_site(page(text), overrides={"sitejson_javascript_limits": {"seconds": 9}})

    assert site.warnings.count("[sitejson.") == 1
    assert "needs more than 64000000 bytes of memory" in site.warnings
    assert "kept" in main(site).text


def test_snippets_see_what_their_page_imports(build_site):
    files = {
        "snippets/title.jsx": "export const Title = ({ text }) => <h4>{text}</h4>",
        "snippets/part.mdx": (
            "export const Part = () => <div><Title text={`one ${unit}`} /></div>\n\n"
            '<Title text="two" />\n\nIn {unit}.\n'
        ),
    }
    text = (
        "import { Title } from '/snippets/title.jsx'\n"
        "import Content, { Part } from '/snippets/part.mdx'\n"
        "export const unit = 'kg'\n\n<Part/>\n\n<Content/>\n"
    )
    site = build_site(page(text, **files))

    assert site.warnings == ""
    assert [each.text.strip("#") for each in main(site).select("h4")] == ["one kg", "two"]
    assert "In kg." in main(site).text


def test_expressions_on_lines_of_their_own_come_to_blocks(build_site):
    text = (
        "<Tabs>\n  {['a', 'b'].map((t) => <Tab title={t}>In {t}</Tab>)}\n</Tabs>\n\n"
        "<Steps>{['x', 'y'].map((s) => <Step title={s}>Do {s}</Step>)}</Steps>\n\n"
        "{1 + 1} {2 + 2}\n{'<b>'}\n"
    )
    site = build_site(page(text))

    assert site.warnings == ""
    assert [tab.text for tab in main(site).select("summary")] == ["a", "b"]
    assert len(main(site).select("ol > li .sjc-title, .sjc-steps .sjc-step")) >= 2
    assert main(site).select("p")[-1].text.split() == ["2", "4", "<b>"]


def test_comments_and_deep_indentation_do_not_end_a_statement(build_site):
    deep = " " * 70
    text = (
        "export const A = ({ x }) => {\n"
        "  // don't stop here: it's a comment with \"quotes\n"
        "  return (\n    // another one's here\n    /* and 'this */\n"
        "    <p>Don't {x > 1 ? 'many' : \"one\"} text's</p>\n  )\n}\n\n"
        "export const B = ({ items = [] }) => {\n\n  const re = /[{}\"'`]/g\n\n  return (\n"
        f"{deep}<ul>\n      {{items.map((i) => (\n{deep}<li>it's {{i.replace(re, '')}}</li>\n"
        "      ))}\n    </ul>\n  )\n}\n\n"
        "<A x={2} />\n\n<B items={['a{', 'b\"']} />\n"
    )
    site = build_site(page(text))

    assert site.warnings == ""
    words = " ".join(main(site).text.split())
    assert "Don't many text's" in words and "it's a it's b" in words
    assert "export" not in words


def test_several_imports_may_be_on_a_line(build_site):
    text = (
        "import A from '/snippets/a.jsx'; import { b } from '/snippets/a.jsx'; "
        "export const c = 3\n\n<A/> {b} {c}\n"
    )
    files = {"snippets/a.jsx": "export default () => <b>A</b>; export const b = 2"}
    site = build_site(page(text, **files))

    assert site.warnings == ""
    assert " ".join(main(site).text.split()).endswith("A 2 3")


def test_several_exports_may_be_on_a_line(build_site):
    text = (
        "export const a = 1; export const b = 2; export const C = () => <b>{a + b}</b>\n"
        "export const d = 4, E = () => <i>{d}</i>\n\n<C/> <E/>\n"
    )
    site = build_site(page(text))

    assert site.warnings == ""
    assert " ".join(main(site).text.split()).endswith("3 4")


def test_inner_html_has_no_expressions(build_site):
    inner = {
        "script": "if (a) { b = 1; }",
        "style": ".a { color: red }",
        "div": "<b>{x} = {y;}</b>",
    }
    text = "\n\n".join(
        f"<{name} dangerouslySetInnerHTML={{{{ __html: '{markup}' }}}} />"
        for name, markup in inner.items()
    )
    component = f"export const All = () => <>{text}</>"
    site = build_site(page("import { All } from './all.jsx'\n\n<All />", **{"all.jsx": component}))

    assert site.warnings.count("WARNING") == 1
    assert "<script> is not allowed in a page" in site.warnings
    assert main(site).select_one("strong").text == "{x} = {y;}"
    assert main(site).select_one("style").text == ".a { color: red }"


def test_the_limits_of_nodes_and_text_grow_with_the_length_of_a_page(build_site, monkeypatch):
    berth = "export const Berth = ({ name }) => <div><b>{name}</b><i>{'~'.repeat(60)}</i></div>\n\n"
    uses = "".join(f'<Berth name="n{n}" />\n\n' for n in range(200))
    limits = {"sitejson_javascript_limits": {"nodes": 200, "text": 4000}}

    short = build_site(page(berth + uses), overrides=limits)
    monkeypatch.setattr(page_in_progress, "LONG_PAGE", 500)
    long = build_site(page(berth + uses), overrides=limits)

    assert short.warnings.count("javascript_limit") >= 1
    assert "javascript_limit" not in long.warnings
    assert len(main(long).select("div > strong")) == 200
