"""What JavaScript on pages can do, what it cannot reach, and what happens when it fails."""

import json
import os
import subprocess
import sys

import pytest

from sphinx_sitejson.mdx.javascript import engine
from sphinx_sitejson.mdx.javascript.engine import EngineError, LimitError, ScriptError

from .support import Page, shown

# Components


COMPONENTS = """
import { useState, useMemo, useRef, useContext, createContext, useId, memo } from 'react'
export const Plain = ({ title = "none", children, ...rest }) => <p {...rest}>{title}: {children}</p>
export const Nested = () => <div><Plain title="in"><Card>x</Card></Plain></div>
export const Tree = ({ items }) => <ul>
  {items.map(i => <li>{i.name}{i.items && <Tree items={i.items}/>}</li>)}
</ul>
export const Hooks = () => {
  const [n] = useState(() => 2), ref = useRef(3), twice = useMemo(() => n * 2, [n])
  const [state] = React.useReducer((s) => s, { a: 5 })
  React.useEffect(() => { throw new Error("never") })
  return <b>{n} {ref.current} {twice} {state.a} {useId()}</b>
}
const Theme = createContext("light")
export const Inside = () => <i>{useContext(Theme)}</i>
export const Provided = () => (
  <Theme.Provider value="dark"><Inside/><Theme.Consumer>{v => v}</Theme.Consumer></Theme.Provider>
)
export class Classy extends React.Component {
  state = { n: 1 }
  static defaultProps = { word: "yes" }
  render() { return <em>{this.state.n} {this.props.word}</em> }
}
export const Memo = memo(({ a }) => <s>{a}</s>)
export const Ref = React.forwardRef((props, ref) => <u ref={ref}>{String(ref)}</u>)
export const Titles = ({ children }) => React.Children.map(children, (c) => <b>{c.props.title}</b>)
export const Cloned = ({ children }) => React.cloneElement(children, { title: "new" })
export const Length = ({ children }) => <b>{children.length}</b>
export const Events = () => <button onClick={() => 1} disabled aria-busy={false}>b</button>
export const Guard = () => <b>{typeof window === "undefined" ? "server" : "browser"}</b>
export const Nothing = () => null
export const Mixed = () => [1, "a", null, true, [<b key="1">x</b>], new Set(["s"])]
export const ui = { Box: ({ children }) => <div>{children}</div> }
"""


@pytest.fixture(scope="module")
def page():
    page = Page(COMPONENTS)
    assert not page.opened.failures
    return page


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Nested", "<div><p>in: <Card>x</Card></p></div>"),
        ("Hooks", "<b>2 3 4 5 :r0:</b>"),
        ("Provided", "<i>dark</i>dark"),
        ("Inside", "<i>light</i>"),
        ("Classy", "<em>1 yes</em>"),
        ("Ref", "<u>null</u>"),
        ("Events", "<button disabled=True aria-busy=False>b</button>"),
        ("Guard", "<b>server</b>"),
        ("Nothing", ""),
        ("Mixed", "1a<b>x</b>s"),
        ("React.Fragment", ""),
    ],
)
def test_components_are_drawn(page, name, expected):
    assert page.html(name) == expected


def test_props_and_children(page):
    text = page.html("Plain", ("title", "value", "T"), ("id", "code", "1 + 1"), children=["words"])

    assert text == "<p id=2>T: words</p>"
    assert page.html("Memo", ("", "spread", "...{a: 'x'}")) == "<s>x</s>"
    assert page.html("ui.Box", children=["in"]) == "<div>in</div>"


def test_a_component_may_use_itself(page):
    items = '[{name: "a", items: [{name: "b", items: [{name: "c"}]}]}]'
    drawn = page.html("Tree", ("items", "code", items))

    assert drawn == "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>"


def test_markdown_inside_is_where_the_component_puts_it(page):
    held = {"id": 4, "nodes": 3, "text": 9, "props": {"title": "first"}}
    before = page.scripts.nodes
    result = page.render("Plain", children=[held])

    assert ":children" in str(result.parts) and "'id': 4" in str(result.parts)
    assert page.scripts.nodes - before == 1
    assert page.html("Titles", children=[held]) == "<b>first</b>"
    assert page.html("Length", children=["four"]) == "<b>4</b>"
    inner = {"name": "Plain", "attributes": [["title", "value", "old"]], "children": ["x"]}
    assert page.html("Cloned", children=[inner]) == "<p>new: x</p>"


def test_handlers_of_events_are_named_and_dropped(page):
    assert page.render("Events").interactive == ["/page.mdx#Events"]


def test_values_of_props(page):
    props = page.props(
        text="'a' + 1", number="0.1", large="1e21", list="[1, [true]]", none="undefined",
        object="{a: {b: new Date(0)}}", icon="<svg><path d='M0'/></svg>", call="() => 1",
        map="new Map([['k', 1]])",
    )  # fmt: skip

    assert props["text"] == "a1" and props["number"] == 0.1 and props["large"] == "1e+21"
    assert props["list"] == [1, [True]] and props["none"] is None
    assert props["object"] == {"a": {"b": "1970-01-01T00:00:00.000Z"}}
    assert props["icon"].name == "svg" and props["icon"].children[0].props == {"d": "M0"}
    assert props["map"] == [["k", 1]]
    assert "call" not in props


# Files


def test_files_import_each_other():
    page = Page(
        "import Card2, { helper } from './a.jsx'; import data, { items } from '/d.json'\n"
        "import Text, { fromText } from './t.mdx'; import * as all from './a.jsx'\n"
        "import { missing } from './a.jsx'; import none from './none.jsx'\n"
        "import { X } from 'pkg'\n"
        "export const Use = () => <div><Card2 n={helper(2)}/>{data.name}{items[1]}<Text who='me'/>"
        "{fromText}{all.helper(1)}{String(missing)}{String(none)}<X/></div>",
        {
            "/a.jsx": "import { three } from './b.js'; export const helper = (n) => n * three;"
            " export default ({ n }) => <b>{n}</b>",
            "/b.js": "export { three } from './c.js'; export * from './c.js'",
            "/c.js": "export const three = 3",
            "/d.json": '{"name": "N", "items": [1, 2]}',
            "/t.mdx": "export const fromText = 'T'",
        },
    )

    drawn = page.html("Use")
    assert drawn.startswith("<div><b>6</b>N2<:snippet file='/t.mdx' scope=")
    assert drawn.endswith("</:snippet>T3undefinedundefined<X></X></div>")


def test_files_may_import_each_other_in_a_circle():
    files = {
        "/a.jsx": "import { B } from './b.jsx'; export const A = () => <a><B/></a>",
        "/b.jsx": "import { A } from './a.jsx'; export const B = () => <b>b</b>",
    }

    assert Page("import { A } from './a.jsx'", files).html("A") == "<a><b>b</b></a>"


def test_a_statement_that_fails_leaves_the_others():
    page = Page(
        "export const a = nowhere.b\nexport const = 3\nexport const c = 1\n"
        "export const B = () => <b>{c}</b>"
    )

    found = [(each.file, each.line, each.message) for each in page.opened.failures]
    assert [(file, line) for file, line, _message in found] == [("/page.mdx", 2), ("/page.mdx", 1)]
    assert [message for _file, _line, message in found] == [
        "SyntaxError: it cannot be parsed; check its brackets, quotes and tags",
        "ReferenceError: nowhere is not defined",
    ]
    assert page.html("B") == "<b>1</b>"


def test_data_that_is_no_json_leaves_the_others():
    page = Page("import d from './d.json'; export const a = 1", {"/d.json": "{a: 1,}"})

    assert [(each.file, each.line) for each in page.opened.failures] == [("/d.json", 1)]
    assert page.text("a") == "1"


def test_names_of_props_come_before_those_of_the_file_and_of_its_front_matter():
    page = Page("export const a = 'file'", values={"a": "front", "b": "front", "c": "front"})
    source = engine.ModuleSource(name="/page.mdx", kind="markdown", text="")
    inner, _result = page.scripts.scope(
        source, caller=page.scope, attributes=[("b", "value", "prop")]
    )

    evaluated = page.scripts.evaluate("[a, b, c, props.b, frontmatter.b].join()", inner)
    assert evaluated.parts == ["file,prop,front,prop,front"]


# Failure


def test_a_component_that_throws_shows_what_it_was_given():
    page = Page(
        "\nexport const Bad = () => { throw new TypeError('no luck') }\n"
        "export const Outer = ({ children }) => "
        "<div>before {children} <Bad title='T' src='a.png'>in</Bad></div>"
    )
    result = page.render("Outer", children=["words"])

    assert page.html("Outer", children=["words"]) == (
        "<div>before words <p>T</p><img src='a.png' alt=''></img>in</div>"
    )
    failure = result.failures[0]
    assert (failure.component, failure.file, failure.line) == ("Bad", "/page.mdx", 2)
    assert failure.message == "TypeError: no luck"


def test_an_attribute_that_fails_is_dropped():
    page = Page("export const A = (props) => <b>{Object.keys(props).join()}</b>")
    result = page.render("A", ("a", "code", "x.y"), ("b", "value", 1), ("c", "code", "1 +"))

    assert result.parts[0].children == ("b",)
    assert [index for index, _message in result.failed_attributes] == [0, 2]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("nowhere", "ReferenceError: nowhere is not defined"),
        ("1 +", "SyntaxError"),
        ("null.x", "TypeError"),
        ("(() => { throw 'words' })()", "words"),
        ("(() => { throw { toString() { throw 1 } } })()", "an error without a message"),
        ("(" * 5000 + ")" * 5000, "Error"),
        ("<b>" * 3000 + "</b>" * 3000, "Error"),
        ("[new Promise(() => 1)]", "asynchronous"),
    ],
)
def test_errors_are_the_messages_of_the_engine(source, words):
    with pytest.raises(ScriptError, match=words):
        Page().evaluate(source)


def test_objects_and_functions_cannot_be_seen(page):
    assert page.evaluate("{a: 1}").kind == "object"
    assert page.evaluate("() => 1").kind == "function"


# Limits


HOSTILE = {
    "an endless loop": "(() => { for (;;); })()",
    "a loop that catches": "(() => { for (;;) { try { for (;;); } catch (e) {} } })()",
    "an endless regular expression": "/(a+)+$/.test('a'.repeat(50) + 'b')",
    "a long built-in loop": "Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)",
    "a text of gigabytes": "'x'.repeat(99999).replaceAll('x', 'y'.repeat(99999))",
    "a list of gigabytes": "(() => { const a = []; for (;;) a.push(new Array(1000).fill(1)) })()",
    "a large number": "2n ** 99999999n * 3n ** 99999999n",
    "an endless iterator": "({ *[Symbol.iterator]() { for (;;) yield null } })",
    "endless recursion": "(function f() { return f() })()",
    "a wait": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9)",
    "many comments": "a" + "/**/" * 40_000,
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_expressions_end(source):
    with pytest.raises((ScriptError, EngineError)):
        Page(seconds=0.3).evaluate(source)

    # The next page has an engine.
    assert Page().text("1 + 1") == "2"


def test_time_is_counted_for_the_page():
    page = Page(seconds=0.2)
    with pytest.raises(LimitError) as found:
        page.evaluate("(() => { for (;;); })()")

    assert str(found.value) == "seconds"
    with pytest.raises(LimitError):
        page.evaluate("1")


def test_nodes_text_and_depth_are_limited():
    statements = (
        "export const Many = () => Array.from({length: 99999}, () => <b>x</b>)\n"
        "export const Long = () => 'x'.repeat(3000000)\n"
        "export const Deep = ({ n = 0 }) => <Deep n={n + 1}/>\n"
        "export const Tower = ({ n = 0 }) => n < 90 ? <div><Tower n={n + 1}/></div> : 'top'\n"
        "export const Twice = ({ children }) => <div>{children}{children}</div>"
    )

    results = {name: Page(statements).render(name) for name in ("Many", "Long", "Deep", "Tower")}
    many, tower = results["Many"], results["Tower"]
    assert many.exceeded == "nodes" and len(many.parts) == 20_000
    assert results["Long"].exceeded == "text"
    assert results["Deep"].exceeded == "depth"
    assert tower.exceeded == "levels" and "top" in str(tower.parts)
    held = {"id": 0, "nodes": 1200, "text": 0}
    twice = Page(statements, nodes=1000, text=1000).render("Twice", children=[held])
    assert twice.exceeded == "nodes" and str(twice.parts).count(":children") == 1


# Nothing to reach


@pytest.mark.parametrize(
    "name",
    ["process", "require", "window", "document", "localStorage", "fetch", "setTimeout", "print",
     "std", "os", "navigator", "performance", "XMLHttpRequest", "Atomics", "WebAssembly", "module",
     "setInterval", "queueMicrotask", "load", "scriptArgs", "__dirname", "Deno", "Bun"],
)  # fmt: skip
def test_there_is_nothing_to_reach(name):
    assert Page().text(f"typeof {name}") == "undefined"


def test_pages_cannot_change_each_other():
    first = Page("globalThis.left = 1; Array.prototype.map = () => ['changed']; export const a = 1")
    assert first.text("left + [1].map(x => x)") == "1changed"

    assert Page().text("typeof left + [1].map(x => x)") == "undefined1"


def test_a_page_cannot_disturb_the_engine_by_changing_built_in_functions():
    page = Page("JSON.stringify = () => '{\"parts\": 7}'; Object.keys = null; export const a = 1")

    assert page.text("1 + 1") == "2"


FORGED = {
    "no object": "() => 1",
    "nothing": "() => undefined",
    "no parts": "() => ({ parts: 5 })",
    "no counts": "() => ({ parts: ['x'] })",
    "wrong counts": "() => ({ ...RESULT, nodes: 'x' })",
    "a negative count": "() => ({ ...RESULT, nodes: -1000 })",
    "wrong errors": "() => ({ ...RESULT, errors: [1] })",
    "an error without a text": "() => ({ ...RESULT, errors: [{ message: 1 }] })",
    "a wrong limit": "() => ({ ...RESULT, over: 'x' })",
    "wrong handlers": "() => ({ ...RESULT, handlers: [{}] })",
    "wrong attributes": "() => ({ ...RESULT, failed: [[9, 'x']] })",
    "a wrong message": "() => ({ ...RESULT, error: {} })",
    "a deep result": "() => ({ ...RESULT, parts: DEEP })",
    "many elements": "() => ({ ...RESULT, parts: MANY })",
}
FORGERY = """
let DEEP = ['x']
for (let level = 0; level < 90; level += 1) DEEP = [{ e: ['b', {}, DEEP] }]
const MANY = Array.from({ length: 30000 }, () => ({ e: ['b', {}, []] }))
const RESULT = { parts: ["x"], nodes: 0, text: 0, over: "", errors: [], handlers: [] }
RESULT.usesClock = false
export const forge = () => {
  Object.defineProperty(Object.prototype, 'toJSON', {
    value(key) {
      return key === '' ? (%s)() : this
    }
  })
  return 1
}
export const a = 1
"""


@pytest.mark.parametrize("name", FORGED)
@pytest.mark.parametrize("request_name", ["evaluate", "props", "render", "scope"])
def test_forged_results_are_errors(name, request_name):
    page = Page(FORGERY % FORGED[name])
    sources = {
        "evaluate": lambda: page.evaluate("forge()"),
        "props": lambda: page.props(a="forge()"),
        "render": lambda: page.render("b", ("a", "code", "forge()")),
        "scope": lambda: Page(f"{FORGERY % FORGED[name]}forge()"),
    }

    with pytest.raises(ScriptError, match=r"cannot be read|nested too deeply"):
        sources[request_name]()


def test_forged_elements_have_no_reserved_names():
    forged = "() => ({ ...RESULT, parts: [{ e: [':snippet', { file: 1 }, []] }] })"
    page = Page(FORGERY % forged)

    assert shown(page.evaluate("forge()").parts) == "<snippet file=1></snippet>"


def test_dates_and_chance_are_the_same_in_each_build():
    source = (
        "[new Date().toISOString(), Date.now(), new Date(2024, 0, 31).toString(), Math.random(),"
        " new Date('2024-05-06T10:00').getHours(), Date().length, Math.random()].join(' | ')"
    )
    first, second = Page(), Page()

    assert first.text(source) == second.text(source)
    assert first.text("new Date().getFullYear()") == "2023"
    assert first.evaluate("new Date(0).getFullYear()").uses_clock
    assert not Page().evaluate("new Date(0).getFullYear()").uses_clock


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Asia/Kathmandu"])
def test_the_time_zone_of_the_machine_does_not_matter(zone):
    code = (
        "from mdx.javascript.support import Page, shown\n"
        "print(Page().text(\"[new Date(2024, 0, 31, 5), new Date('2024-05-06T10:00'), "
        "new Date('May 6, 2024'), new Date(0).getHours()].map(String).join()\"))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TZ": zone, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip

    assert result.stdout.strip() == (
        "Wed Jan 31 2024 05:00:00 GMT+0000 (Coordinated Universal Time),"
        "Mon May 06 2024 10:00:00 GMT+0000 (Coordinated Universal Time),"
        "Mon May 06 2024 00:00:00 GMT+0000 (Coordinated Universal Time),0"
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(1234567.891).toLocaleString()", "1,234,567.891"),
        ("(0.256).toLocaleString('en-US', {style: 'percent'})", "26%"),
        ("(1234.5).toLocaleString('en-US', {style: 'currency', currency: 'USD'})", "$1,234.50"),
        ("new Intl.NumberFormat().format(-1e6)", "-1,000,000"),
        ("(1.5).toLocaleString(undefined, {minimumFractionDigits: 2})", "1.50"),
        ("new Date(0).toLocaleDateString()", "1/1/1970"),
        ("new Date(0).toLocaleTimeString()", "12:00:00 AM"),
        ("new Date(0).toLocaleString()", "1/1/1970, 12:00:00 AM"),
        ("new Date(0).toLocaleDateString('en-US', {dateStyle: 'long'})", "January 1, 1970"),
        ("new Date(0).toLocaleDateString('en', {month: 'short', year: 'numeric'})", "Jan 1970"),
        ("String(new Date('nonsense'))", "Invalid Date"),
    ],
)  # fmt: skip
def test_numbers_and_dates_are_formatted_in_english(source, text):
    assert Page().text(source) == text


def test_texts_hold_only_what_pages_may_hold():
    assert Page().text(r"'a\u0000b\ud800c\uffff'") == "a\ufffdb\ufffdc\ufffd"


def test_responses_are_plain_data():
    result = Page().evaluate("[1, <b>x</b>]")

    assert json.dumps([part if isinstance(part, str) else part.name for part in result.parts])


@pytest.mark.parametrize(
    ("name", "source", "failures"),
    [
        ("a.ts", "export const c = 1\nexport const f = (n: number): number => n\n", [2]),
        ("a.tsx", "export const f = (n) => <b>{n}</b>\n", []),
        ("a.ts", "export type A = string\nexport const f = (n) => n\n", []),
    ],
)
def test_annotations_of_types_are_named(name, source, failures):
    page = Page(f"import {{ f }} from './{name}'", {f"/{name}": source})

    assert [each.line for each in page.opened.failures] == failures
    assert all("TypeScript annotations" in each.message for each in page.opened.failures)
