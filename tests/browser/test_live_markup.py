"""Nothing of a page or a document becomes live, in the markup as a browser parses it."""

import json

import pytest

from support.small_sites import api_document, api_files

RUN = "window.hits.push(1)"
CODE = f"javascript:{RUN}"
HOSTILE = [
    f'<img src="x" ONERROR="{RUN}" OnLoad="{RUN}" />',
    f'<p OnMouseOver="{RUN}" onfocus="{RUN}" tabindex="0" autofocus="autofocus">a</p>',
    f'<iframe sRcDoC="<script>parent.{RUN}</script>"></iframe>',
    f'<iframe src="{CODE}"></iframe>',
    f'<iframe src="java&#9;script:{RUN}"></iframe>',
    f'<iframe src="data:text/html,<script>parent.{RUN}</script>"></iframe>',
    f'<iframe src="data:image/svg+xml,<svg onload={RUN}>"></iframe>',
    f'<embed src="{CODE}" />',
    f'<object data="{CODE}"></object>',
    f'<a href="{CODE}" class="press">a</a>',
    f'<a href="&#x6A;ava&Tab;script:{RUN}" class="press">a</a>',
    f'<a href="&#1; JaVaScRiPt:{RUN}" class="press">a</a>',
    f'<a href="#" PING="{CODE}" OnClick="{RUN}" class="press">a</a>',
    f'<form action="{CODE}"><button class="press" formaction="{CODE}">b</button></form>',
    f'<svg><a xlink:href="{CODE}" class="press"><text y="9">s</text></a></svg>',
    f'<svg><a><animate attributeName="href" values="{CODE}" /><text y="9">s</text></a></svg>',
    f'<svg><a><set attributeName="xlink:href" to="{CODE}" /><text y="9">s</text></a></svg>',
    f'<svg><animate ONBEGIN="{RUN}" attributeName="x" dur="1s" /></svg>',
    f'<svg><use href="data:image/svg+xml,<svg onload={RUN}>" /></svg>',
    f'<svg><foreignObject><img src="x" onerror="{RUN}" /></foreignObject></svg>',
    f'<math><maction actiontype="statusline" xlink:href="{CODE}" class="press">m</maction></math>',
    f'<video poster="{CODE}" src="x" onerror="{RUN}"></video>',
    f'<details open="open" ontoggle="{RUN}"><summary>s</summary>x</details>',
    f'<meta http-equiv="refresh" content="0;url={CODE}" />',
    f'<base href="{CODE}//" />',
    f'<link rel="stylesheet" href="{CODE}" />',
    f"<script>{RUN}</script>",
    f'<p style="background: url({CODE})">c</p>',
    f'<div dangerouslySetInnerHTML={{{{__html: "<img src=x onerror={RUN}>"}}}} />',
    f'<p {{...{{ONCLICK: "{RUN}", srcDoc: "x"}}}}>spread</p>',
    f"<input onfocus={{() => {RUN}}} autofocus />",
    f'<noscript><p title="</noscript><img src=x onerror={RUN}>">n</p></noscript>',
    f"<!--><img src=x onerror={RUN}>-->",
    f'<style>@import "{CODE}";</style><style></style><img src=x onerror={RUN}></style>',
    f"[a]({CODE}) ![a]({CODE}) [b](<java\tscript:{RUN}>) <{CODE}>",
    f'[a](https://a.test "x" onclick={RUN}) [r]\n\n[r]: {CODE}',
]
AS_MARKDOWN = [text for text in HOSTILE if "{" not in text]
TEXT = "\n\n".join(["START", *HOSTILE, "END"])
PARAMETER = {
    "name": "q",
    "in": "query",
    "description": " ".join(HOSTILE).replace("\n", " "),
    "schema": {"type": "string", "description": TEXT},
}
OPERATION = {
    "summary": "Hostile",
    "tags": ["t"],
    "description": TEXT,
    "parameters": [PARAMETER],
    "responses": {"200": {"description": TEXT}},
}
DOCUMENT = api_document(
    {"/a": {"get": OPERATION}},
    info={"title": "T", "version": "1", "description": TEXT},
    tags=[{"name": "t", "description": TEXT}],
)
FILES = {
    **api_files(DOCUMENT),
    "index.mdx": f"---\ntitle: Page\ndescription: {json.dumps(AS_MARKDOWN[0])}\n---\n\n{TEXT}\n",
}
LIVE_PARTS = f"""() => {{
    const inside = [...document.querySelectorAll("main *")];
    const code =
        /^[\\u0000-\\u0020]*(j\\s*a\\s*v\\s*a\\s*s\\s*c\\s*r\\s*i\\s*p\\s*t\\s*:|vbscript:|data:text)/i;
    const found = [];
    for (const element of inside) {{
        for (const {{name, value}} of element.attributes) {{
            if (/^on/i.test(name) || name === "srcdoc") found.push(name + "=" + value);
            const words = ["alt", "title", "value", "content", "data-copy"].includes(name);
            if (!words && value.split(";").some(part => code.test(part)))
                found.push(element.tagName + " " + name + "=" + value);
        }}
        if (element.textContent.includes({RUN!r}) && element.localName === "script"
            && element.type !== "application/json") found.push("script");
    }}
    return found;
}}"""
NEVER_IN_DOCUMENTS = "iframe, object, embed, form, math, base, meta, link, style, animate, set"


@pytest.fixture(scope="module")
def hostile(build_shared_site, serve):
    with serve(build_shared_site(FILES).outdir) as address:
        yield address


@pytest.mark.parametrize("path", ["index.html", "api/t/hostile.html"])
def test_nothing_runs(hostile, page, path):
    page.add_init_script("window.hits = []; window.alert = () => window.hits.push(1)")
    page.goto(f"{hostile}/{path}")
    page.wait_for_load_state("load")
    assert "START" in page.inner_text("main") and "END" in page.inner_text("main")
    assert page.evaluate(LIVE_PARTS) == []
    page.evaluate(
        """() => {
            for (const element of document.querySelectorAll("main .press, main svg a")) {
                element.addEventListener("click", event => {
                    if (!/^javascript/i.test(element.protocol || "")) event.preventDefault();
                });
                element.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
            }
        }"""
    )
    assert page.evaluate("window.hits") == []


def test_documents_bring_no_elements_of_their_own(hostile, page):
    page.goto(f"{hostile}/api/t/hostile.html")
    count = page.evaluate(
        """selector => {
            const start = [...document.querySelectorAll("main p")]
                .filter(words => words.textContent === "START");
            return [start.length, start.map(words =>
                words.parentElement.querySelectorAll(selector).length)];
        }""",
        NEVER_IN_DOCUMENTS,
    )
    assert count[0] >= 3
    assert set(count[1]) == {0}
