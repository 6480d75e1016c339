"""The page writes the same samples as the build, for every language and the hardest requests."""

from __future__ import annotations

import pytest
from reference.request_samples.sent import as_script_sees
from reference.request_samples.support import BODIES, EXACT, FULL, PRINTABLE, request_of
from reference.request_samples.test_sent import BODIES as SENT_BODIES
from reference.request_samples.test_sent import HEADS as SENT_HEADS

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.reference.request_samples.catalog import LANGUAGES
from sphinx_sitejson.reference.request_samples.languages.quoting import replace_lone_surrogates
from sphinx_sitejson.reference.request_samples.request import (
    BasicAuth,
)
from sphinx_sitejson.sphinx_ext.reference.playground import SOURCES

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
        *(f"samples/{language}" for language in LANGUAGES),
    ):
        page.add_script_tag(content=(SOURCES / f"{name}.js").read_text(encoding="utf-8"))
    yield page
    page.close()


def written_by(writer, text):
    """Return what the page writes of a request; its value is read as the page reads it."""
    return writer.evaluate(
        """text => {
            const tree = parseJson(text);
            const request = toPlainData(tree);
            if (request.body) request.body.value = getMember(getMember(tree, "body"), "value");
            return Object.fromEntries(
                Object.entries(SAMPLES).map(([name, write]) => [name, write(request)])
            );
        }""",
        text,
    )


def test_repeated_keys_are_in_every_sample(writer):
    body = '{"kind":"json","type":"application/json","value":{"a":1,"b":2,"a":9007199254740993}}'
    request = '"method":"POST","url":"https://a.example/","headers":[],"cookies":[],"basic":null'
    for language, sample in written_by(writer, f'{{{request},"body":{body}}}').items():
        first, second, third = (sample.index(text) for text in ('"a": 1', '"b": 2', '"a": 900'))
        assert first < second < third, language


def test_page_and_build_agree(writer):
    for name, request in REQUESTS.items():
        expected = {
            language: replace_lone_surrogates(each.generate(request))
            for language, each in LANGUAGES.items()
        }
        written = written_by(writer, exact_json(as_script_sees(request)))
        for language, sample in expected.items():
            assert written[language] == sample, f"{language}: {name}"
