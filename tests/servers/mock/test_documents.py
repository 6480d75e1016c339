"""Ten documents of very different shapes: each operation is answered as its document says."""

import pytest

from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.servers.verify.requests import RequestBuilder
from sphinx_sitejson.servers.verify.runner import Verification
from support.mocks import DOCUMENTS, mock_named, project_of, serving

NAMES = sorted(path.stem for path in DOCUMENTS.glob("*.yaml"))


def results(name, address, environment):
    (document,) = project_of(name).documents
    maker = RequestBuilder(
        base_url=address, validator=SchemaValidator(document, "request"), environment=environment
    )
    verification = Verification(document=document, builder=maker, methods=None)
    return document, list(verification.results())


def test_there_are_ten():
    assert len(NAMES) == 10


@pytest.mark.parametrize("name", NAMES)
def test_each_operation_is_answered_as_documented(name):
    with serving(mock_named(name)) as address:
        document, found = results(name, address, {"SITEJSON_AUTH": "ada:secret"})

    wrong = [result.as_json() for result in found if result.outcome != "fits"]
    assert wrong == []
    assert len(found) == len(document.operations)
