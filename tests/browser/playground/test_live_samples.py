"""Browsers write the samples that the build writes, in every language, of the hardest requests."""

import pytest
from http_messages.support import BODIES, EXACT, FULL, PRINTABLE, request_of
from http_messages.test_sent import BODIES as SENT_BODIES
from http_messages.test_sent import HEADS as SENT_HEADS

from sphinx_sitejson.http_messages.request import BasicAuth, replace_lone_surrogates, request_data
from sphinx_sitejson.http_messages.samples import LANGUAGES, generate_samples
from sphinx_sitejson.reference.playground_files import SOURCES

REQUESTS = {
    **SENT_BODIES,
    **SENT_HEADS,
    "a digest": request_of(basic_auth=BasicAuth(scheme="digest")),
    **{name: request_of(body) for name, body in BODIES.items()},
    **{name: request_of(body) for name, body in EXACT.items()},
    "everything": FULL,
    "a cookie twice": request_of(cookies=(("a", "1"), ("a", "2"))),
    "a method of its own": request_of(BODIES["json null"], method="PURGE"),
    "head": request_of(method="HEAD"),
    "delete": request_of(method="DELETE", basic_auth=BasicAuth(username=PRINTABLE)),
    "put a form": request_of(BODIES["form"], method="PUT"),
}


@pytest.fixture(scope="module")
def writer(browser):
    page = browser.new_page()
    for name in (
        "json-text",
        "encoding",
        "quoting",
        "literals",
        "sample-parts",
        "page-samples",
        *(f"samples/{language}" for language in LANGUAGES),
    ):
        page.add_script_tag(content=(SOURCES / f"{name}.js").read_text(encoding="utf-8"))
    yield page
    page.close()


def written_by(writer, data):
    """Return what the page writes of a request."""
    codes = writer.evaluate("([data, names]) => writeSamples(data, names)", [data, [*LANGUAGES]])
    return dict(zip(LANGUAGES, codes, strict=True))


def test_repeated_keys_are_in_every_sample(writer):
    data = request_data(request_of(BODIES["json"]))
    data["body"]["json"] = '{"a":1,"b":2,"a":9007199254740993}'
    for language, sample in written_by(writer, data).items():
        first, second, third = (sample.index(text) for text in ('"a": 1', '"b": 2', '"a": 900'))
        assert first < second < third, language


def test_page_and_build_agree(writer):
    for name, request in REQUESTS.items():
        expected = generate_samples(request, LANGUAGES.values())
        written = written_by(writer, request_data(request))
        for language, sample in expected.items():
            code = replace_lone_surrogates(written[language]).rstrip("\n")
            assert code == sample, f"{language}: {name}"
