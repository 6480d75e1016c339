"""Promises 7 and 14 to 19: what happens in the browser of a reader."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from support.small_sites import api_document, api_files, settings

from .playground_site import body, choose_server, open_playground, operation, send

POLICY_PAGE = Path(__file__).parents[2] / "example_project" / "guides" / "content-policy.mdx"
STORED = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])"


def test_p07_data_of_the_playground_is_only_data(build_site, serve, page, echo):
    ends = "</script><script>struck = 1</script><!--\u2028&"
    polluted = json.loads('{"__proto__": {"struck": 1}, "constructor": {"prototype": {"a": 1}}}')
    schema = {"type": "object", "properties": {"__proto__": {"type": "object"}}}
    content = body("application/json", {**schema, "description": ends}, example=polluted)
    document = api_document(
        {"/a": {"post": operation("a", requestBody=content, description=ends)}},
        info={"title": ends, "version": "1"},
        servers=[{"url": echo.address, "description": ends}],
    )
    site = build_site(api_files(document))
    block = site.page("api/a.html").select_one('sj-playground script[type="application/json"]')
    assert not set(block.string) & set("<>&\u2028\u2029")
    with serve(site.outdir) as home:
        send(open_playground(page, f"{home}/api/a.html"))

        assert page.evaluate("[typeof struck, ({}).struck, ({}).a]") == ["undefined", None, None]
    assert json.loads(echo.last.body) == polluted


def test_p14_pages_work_with_a_strict_policy_and_ask_no_other_host(page, playground_home, echo):
    text = POLICY_PAGE.read_text(encoding="utf-8")
    policy = re.search(r"^Content-Security-Policy: (.*)$", text, re.MULTILINE)[1]
    script_rule = re.search(r"script-src ([^;]*)", policy)[1]
    assert "unsafe-inline" not in script_rule
    asked, refused = set(), []

    def answer(route):
        asked.add(urlsplit(route.request.url).netloc)
        reply = route.fetch()
        allowed = f"{policy}; connect-src 'self' {echo.address}"
        headers = {**reply.headers, "content-security-policy": allowed}
        route.fulfill(response=reply, headers=headers)

    page.route("**/*", answer)
    page.on("console", lambda line: refused.append(line.text) if "Polic" in line.text else None)
    send(open_playground(page, f"{playground_home}/api/plain.html"))
    page.goto(f"{playground_home}/search.html?q=echo")
    page.locator("#search-results a").first.wait_for()

    assert refused == []
    assert asked == {urlsplit(playground_home).netloc, urlsplit(echo.address).netloc}


def test_p15_links_in_a_new_tab_do_not_hand_over_the_page(build_site):
    away = "https://away.example.com"
    site = build_site({
        "site.json": settings(topbarLinks=[{"name": "Out", "url": away}],
                              topbarCtaButton={"name": "Go", "url": away},
                              anchors=[{"name": "There", "url": away}],
                              footerSocials={"github": "https://github.com/a"}),
        "index.mdx": f'---\ntitle: A\n---\n\n<a href="{away}" target="_blank">new</a>\n\n'
                     f'<Card title="Card" href="{away}" />\n',
    })  # fmt: skip
    opening = site.page("index.html").select("a[target=_blank]")

    assert opening
    assert [link for link in opening if "noopener" not in link.get("rel", [])] == []


def test_p16_credentials_go_only_where_the_page_says(page, try_it, echo):
    sent = []
    page.on("request", lambda request: sent.append((request.url, request.all_headers())))
    dialog = try_it("secured")
    told = f"sent only to {echo.address}"
    assert told in dialog.inner_text()
    dialog.get_by_label("Token").fill("s3cret")
    send(dialog)

    assert echo.last.headers["authorization"] == "Bearer s3cret"
    having = {url for url, headers in sent if "s3cret" in url + json.dumps(headers)}
    assert having
    assert {url.removeprefix(echo.address)[:8] for url in having} == {"/secured"}


def test_p17_credentials_are_kept_only_when_the_reader_asks(page, try_it):
    dialog = try_it("secured")
    dialog.get_by_label("Token").fill("s3cret")
    send(dialog)
    assert "s3cret" not in page.evaluate(STORED)
    assert "s3cret" not in page.evaluate("JSON.stringify(history.state)")

    dialog.get_by_label("For this tab").check()
    assert "s3cret" in page.evaluate("JSON.stringify({...sessionStorage})")
    dialog.get_by_role("button", name="Forget").click()
    assert "s3cret" not in page.evaluate(STORED)


def test_p18_no_address_changes_server_or_document(page, playground_home, echo):
    forged = "http://evil.example.com"
    words = f"server={forged}&url={forged}&baseUrl={forged}&spec={forged}/api.json"
    page.goto(f"{playground_home}/index.html")
    stored = json.dumps({"index": 0, "url": forged, "chosen": {"port": "1"}})
    page.evaluate("text => localStorage.setItem('sitejson.api.server', text)", stored)
    for end in (f"?{words}", f"#{words}", f"#try={forged}"):
        page.goto("about:blank")
        page.goto(f"{playground_home}/api/plain.html{end}")
        if not page.get_by_role("dialog").is_visible():
            page.get_by_role("button", name="Try it").click()

        assert page.locator("[data-slot=url]").inner_text() == f"{echo.address}/plain"


def test_p19_responses_are_text_cookies_stay_and_another_server_clears(page, try_it, echo):
    pane = send(try_it("page"))
    assert "<script>parent.hacked" in pane.locator("pre").inner_text()
    assert page.evaluate("[window.hacked ?? null, document.querySelector('#x')]") == [None, None]
    assert "hacked" not in page.title()
    picture = send(try_it("picture")).get_by_role("img")
    assert picture.get_attribute("src").startswith("blob:")

    page.context.add_cookies([{"name": "sid", "value": "1", "url": echo.address}])
    dialog = try_it("secured")
    dialog.get_by_label("Token").fill("s3cret")
    send(dialog)
    assert "cookie" not in echo.last.headers
    choose_server(dialog, index=1)
    assert dialog.get_by_label("Token").input_value() == ""
