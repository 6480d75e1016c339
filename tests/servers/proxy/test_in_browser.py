"""What a script of the site gets through the proxy, in a real browser."""

from urllib.parse import quote

import pytest

from .support import running_proxy, running_upstream

ASK = """
async ([proxy, target, options]) => {
    const url = proxy + "?url=" + encodeURIComponent(target);
    const answer = await fetch(url, {...options, credentials: "omit", redirect: "error"});
    const headers = Object.fromEntries(answer.headers);
    const reader = answer.body.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    return {status: answer.status, headers, first};
}
"""


@pytest.fixture
def site(serve, tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>Site</title>")
    with serve(tmp_path) as address:
        yield address


@pytest.fixture
def upstream():
    with running_upstream() as server:
        yield server


@pytest.fixture
def proxy(site, upstream):
    with running_proxy(upstream.base, origins=(site,)) as running:
        yield f"http://127.0.0.1:{running.port}/"


def test_a_script_of_the_site(page, site, proxy, upstream):
    page.goto(f"{site}/index.html")
    options = {
        "method": "PATCH",
        "headers": {"Authorization": "Bearer 1", "X-Sitejson-Cookie": "a=1"},
        "body": "grüße",
    }
    answer = page.evaluate(ASK, [proxy, f"{upstream.base}/echo?q=ü", options])

    assert answer["status"] == 200
    assert answer["headers"]["x-sitejson-status"] == "200"
    assert upstream.last["method"] == "PATCH"
    assert upstream.last["target"] == "/v1/echo?q=%C3%BC"
    assert upstream.last["size"] == 7
    sent = upstream.last["headers"]
    assert (sent["authorization"], sent["cookie"]) == ("Bearer 1", "a=1")
    assert not {"origin", "referer", "sec-fetch-mode"} & set(sent)


def test_a_redirect_and_a_stream(page, site, proxy, upstream):
    page.goto(f"{site}/index.html")
    redirect = page.evaluate(ASK, [proxy, f"{upstream.base}/status/302", {}])
    assert redirect["status"] == 200
    assert redirect["headers"]["x-sitejson-status"] == "302"
    assert redirect["headers"]["x-sitejson-header-location"] == "/v1/elsewhere"

    stream = page.evaluate(ASK, [proxy, f"{upstream.base}/stream", {}])
    assert stream["first"] == "data: first\n\n"
    upstream.may_go_on.set()


def test_other_sites_and_navigation(page, site, proxy, upstream):
    count = len(upstream.received)
    target = f"{upstream.base}/headers"
    page.goto(site.replace("127.0.0.1", "localhost") + "/index.html")
    failure = page.evaluate(
        f"(asked) => ({ASK})(asked).catch((error) => error.name)", [proxy, target, {}]
    )
    assert failure == "TypeError"

    # Nor does the browser show an answer as a page.
    with pytest.raises(Exception, match=r"Download is starting|ERR_ABORTED|ERR_INVALID_RESPONSE"):
        page.goto(f"{proxy}?url={quote(target, safe='')}")
    assert len(upstream.received) == count
