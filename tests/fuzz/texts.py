"""Texts of documents: Markdown and HTML that others wrote."""

from pathlib import Path

from hypothesis import strategies as st

from sphinx_sitejson.reference.markdown import safe_text
from sphinx_sitejson.site_build.plain_markdown import line_to_nodes, text_to_html, text_to_nodes

from .damage import HOSTILE_TEXTS, damaged_text
from .oracles import counted_steps, live_parts

SEEDS = (
    'A *text* with `code`, a [link](https://a.example.com "t") and ![one](https://b.example.com/x.png).',
    "# Head\n\n- one\n  1. two\n\n     three\n\n> quoted\n\n```js\nlet a;\n```\n\n---\n",
    "| a | b |\n|---|:-:|\n| `x` | <b>y</b> |\n",
    "<p>One <b>bold <i>word</i></b><br/>two</p><ul><li>a<ol><li>b</li></ol></li></ul>",
    '<table><tr><th>a</th></tr><tr><td>b<a href="https://a.example.com">c</a></td></tr></table>',
    "<details><summary>A</summary>\n\n**in**\n\n</details>\n<pre><code>a &lt; b</code></pre>",
    "<div align=center><img src='https://a.example.com/b.png' width=3></div><!-- no -->",
)
PIECES = (
    *"<>/*_`~[]()!|#&;=\"'\\\n",
    *("<b>", "</b>", "<li>", "</ul>", "<table>", "<td>", "</td>", "<pre>", "</p>", "<br>"),
    *("<a href='", '<a href="#/components/schemas/A">', "&#106;avascript:", "&lt;script&gt;"),
    *("&colon;", "](", "](javascript&colon;struck())", "[a]: javascript:struck()\n"),
    *("<javascript:struck()>", "<data:text/html,x>", "\n\n    ", "> ", "- ", "1. ", "```", "|-|\n"),
    "<math><mtext></table><mglyph><style>",
    *("<noscript><p title='</noscript><img src=x onerror=struck()>'>", "<textarea>", "<plaintext>"),
    "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>",
)


def descriptions() -> st.SearchStrategy[str]:
    """Texts with damage, and texts of pieces only."""
    pieces = st.lists(st.sampled_from((*PIECES, *HOSTILE_TEXTS)), max_size=25).map("".join)
    return st.one_of(damaged_text(SEEDS, PIECES), pieces)


def describe(text: str, folder: Path) -> None:
    """Render a text in every way; nothing of it is live."""
    with counted_steps():
        html = text_to_html(text)
        live = live_parts(html)
        assert not live, (html, live)
        for node in (*text_to_nodes(text), *line_to_nodes(text)):
            node.pformat()
        safe_text(text)
