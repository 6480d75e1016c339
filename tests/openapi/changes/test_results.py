"""What is said of changes can be said in another language, whole."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.changes import Change
from sphinx_sitejson.openapi.changes.places import DocumentEquality, Place, join_lines
from support.labels import labels

from . import operation_cases, schema_cases
from .support import changes_of, document, received, sent

GAP = re.compile(r"\{\w+\}")
WORD = re.compile(r"[A-Za-z]+")
KEYWORDS = {"style", "form", "explode", "true", "false", "minimum", "maximum"}
"""Names and values of the specification that a document need not write out to have them changed."""
PLACE = Place(equality=DocumentEquality(document({}), document({})))
PETS = {"schemas": {"Cat": {"type": "object", "required": ["purrs"]}, "Dog": {"type": "object"}}}


def pairs() -> Iterator[tuple[object, object]]:
    """Yield all documents whose changes are in the table, there and back."""
    cases = [(old, new) for _rule, old, new in operation_cases.CASES]
    for place in (sent, received):
        for _rule, *schemas in schema_cases.CASES:
            old, new = (document(place(schema), components=PETS) for schema in schemas)
            cases.append((old, new))
    for old, new in cases:
        yield old, new
        yield new, old


def in_callbacks(old, new):
    """Return the same two operations as those of a callback, and what changed there."""
    return [
        replace(found, location=Message("callback {name}", name="c"))
        if not found.location
        else found
        for found in changes_of(old, new)
    ]


def messages_in(text: str) -> Iterator[Message]:
    if isinstance(text, Message):
        yield text
        for value in text.values.values():
            yield from messages_in(value)


def without_words(form: str) -> str:
    """Say a form in a language that has no words: what is in the gaps is left."""
    return " ".join(GAP.findall(form))


def test_every_sentence_and_all_in_it_can_be_translated():
    known = labels()
    forms = {
        message.form
        for old, new in pairs()
        for found in (*changes_of(old, new), *in_callbacks(old, new))
        for message in messages_in(found.sentence)
    }

    assert len(forms) > 100
    assert {form for form in forms if WORD.search(GAP.sub("", form)) and form not in known} == set()


def test_nothing_of_ours_is_in_the_gaps():
    for old, new in pairs():
        given = {*WORD.findall(json.dumps([old.data, new.data])), *KEYWORDS}
        for found in changes_of(old, new):
            said = found.sentence.translate_with(without_words)
            assert set(WORD.findall(said)) <= given, (str(found.sentence), said)


def test_a_sentence_is_about_its_place():
    found = PLACE.at(Message("body")).change("media-type-added", "{place}: {name} came.", name="x")

    assert found.sentence == "body: x came."
    assert replace(found, location="header").sentence == "header: x came."


def test_a_sentence_about_the_full_operation():
    found = PLACE.change("deprecated")

    assert found.sentence == "It is deprecated."
    assert replace(found, location="callback c").sentence == "callback c is deprecated."


def test_changes_that_say_the_same_are_the_same():
    def served(path: str) -> Change:
        return PLACE.at(Message("server {url}", url=path)).change("server-added")

    assert served("/a") == served("/a")
    assert len({served("/a"), served("/a"), served("/b")}) == 2


@pytest.mark.parametrize("name", ["a\nb", "a\r\nb", "a\u2028b"])
def test_names_with_line_ends_are_one_line(name):
    place = Message("{place} header {name}", place=Message("body"), name=name)
    found = PLACE.at(place).change("dependency-added", name=name)

    assert found.sentence == "body header a b needs a b."
    assert (
        found.sentence.translate_with(lambda form: form.replace("header", "H"))
        == "body H a b needs a b."
    )
    assert join_lines("") == ""


def test_a_deep_location_is_reported_without_recursion():
    schema, other = {"type": "string"}, {"type": "integer"}
    for _ in range(90):
        schema, other = ({"type": "object", "propertyNames": one} for one in (schema, other))

    (found,) = changes_of(document(sent(schema)), document(sent(other)))
    depth, waiting = 0, [found.location]
    while waiting:
        depth += 1
        waiting = [
            value for text in waiting if isinstance(text, Message) for value in text.values.values()
        ]
    assert found.location == "body" + " (names)" * 90
    assert depth < 6
