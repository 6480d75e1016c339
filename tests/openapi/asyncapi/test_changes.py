"""Changes between two versions of an AsyncAPI document."""

import pytest

from sphinx_sitejson.navigation.site_pages import as_document
from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document

DOCUMENT = """asyncapi: 3.0.0
info: {{title: Ships, version: '1'}}
channels:
  ships:
    messages:
      Moored:
        payload: {{type: object, required: [{required}], properties: {{name: {{type: string}}}}}}
      {other}: {{payload: {{type: object}}}}
operations:
  talk: {{action: {action}, channel: {{$ref: '#/channels/ships'}}}}
"""


@pytest.mark.parametrize(
    ("action", "levels"),
    [("receive", ["breaking", "breaking", "harmless"]), ("send", ["harmless"] * 3)],
)
def test_what_others_send_must_stay_valid(tmp_path, action, levels):
    texts = {
        "old.yaml": DOCUMENT.format(required="", other="Left", action=action),
        "new.yaml": DOCUMENT.format(required="name", other="Sank", action=action),
    }
    documents = []
    for name, text in texts.items():
        tmp_path.joinpath(name).write_text(text)
        documents.append(as_document(read_document(name, root=tmp_path, options=ReadOptions())))

    (operation,) = compare_documents(*documents).operations
    assert operation.key == f"{action.upper()} talk"
    found = [(change.location, change.level) for change in operation.changes]
    places = ["message Moored.name", "message Left", "message Sank"]
    assert found == list(zip(places, levels, strict=True))
