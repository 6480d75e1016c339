"""JavaScript on pages of a site: drawn in every format, within a budget, the same in each build."""

import pytest

from sphinx_sitejson.mdx.javascript import engine
from sphinx_sitejson.parsers import page_in_progress

SITE = {"name": "S", "navigation": [{"group": "G", "pages": ["index", "other"]}]}
OTHER = {"other.mdx": "---\ntitle: Other\n---\n\nOther words.\n"}


def page(text, **files):
    index = f"---\ntitle: Start\n---\n\n{text}\n"
    return {"site.json": SITE, **OTHER, "index.mdx": index, **files}


def main(site, name="index"):
    return site.page(f"{name}.html").select_one("main")


def drawn(build_site, text, **files):
    """Build a page without warnings, and return its content."""
    site = build_site(page(text, **files))
    assert site.warnings == ""
    return main(site)


def words_of(content):
    return " ".join(content.text.split())


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


@pytest.mark.parametrize("builder", ["dirhtml", "text", "latex", "epub", "man", "xml"])
def test_components_are_drawn_in_every_format(build_clean, builder):
    site = build_clean(page(USES, **FILES), builder=builder)

    written = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in site.outdir.rglob("*")
        if path.suffix in (".html", ".txt", ".tex", ".xhtml", ".1", ".xml")
    )
    for words in ("a.b", "number", "Ada", "words"):
        assert words in written


def test_components_are_drawn(build_clean):
    site = build_clean(page(USES, **FILES))
    found = main(site)

    assert [item["id"] for item in found.select("li.row")][:2] == ["field-a-b", "field-c"]
    assert found.select_one(".sjc-card em").text == "words"
    assert {a["href"] for a in found.select("a") if a.text == "other page"} == {"other.html"}
    assert found.select_one("strong").text == "Bold" and "number" in found.text
    copy = site.text("index.md")
    assert "a.b" in copy and "**Bold** for Ada" in copy
    assert "onclick" not in str(found).lower()


def test_markdown_that_a_component_repeats_is_there_each_time(build_clean):
    text = (
        "export const Twice = ({ children }) => <div>{children}{children}</div>\n\n"
        "<Twice>\n## A heading\n\nWords[^1] and `code`.\n</Twice>\n\n[^1]: A note.\n"
    )
    site = build_clean(page(text))

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

    assert "Snippet in." in words_of(main(site))
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
    assert page_in_progress.build_time() == 0


def test_a_change_of_an_imported_file_reads_its_pages_again(build_site):
    site = build_site(page(USES, **FILES))
    again = site.rebuild({"snippets/data.json": '{"rows": [{"name": "new.row"}]}'})

    assert again.read_docs == {"index"}
    assert "new.row" in main(again).text


def test_the_check_names_components_that_handle_events_once(build_site):
    site = build_site(page(USES, **FILES), overrides={"sitejson_checks": ["interactive_component"]})

    assert site.warnings.count("[sitejson.interactive_component]") == 1
    assert "snippets/row.jsx:1: WARNING: <Row> handles events" in site.warnings


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
        content = drawn(build_site, around % text)
        assert len(content.select(".sjc-card")) == 2
        assert not content.select("p div")


def test_too_much_memory_is_a_limit(build_site):
    text = (
        "export const A = () => { const a = []; for (;;) a.push(new Array(999).fill(1)) }\n\n"
        "Before <A>kept</A>\n\n{(() => { const a = []; for (;;) a.push([...a, 1]) })()}\n"
    )
    site = build_site(page(text), overrides={"sitejson_javascript_limits": {"seconds": 9}})

    assert site.warnings.count("[sitejson.") == 1
    assert "needs more than 64000000 bytes of memory" in site.warnings
    assert "kept" in main(site).text


def test_inner_html_has_no_expressions(build_site):
    inner = {"script": "if (a) { b = 1 }", "style": ".a { color: red }", "div": "<b>{x} = {y;}</b>"}
    text = "\n".join(
        f"<{name} dangerouslySetInnerHTML={{{{ __html: '{inner[name]}' }}}} />" for name in inner
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
