from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

from sphinx_sitejson.common.messages import (
    Message,
    Sentence,
    form,
    join_messages,
    translate_messages,
)

WORDS = {
    "at least {amount}": "mindestens {amount}",
    "{number} items": "{number} Elemente",
    "ends on {date}": "endet am {date}",
    "{text}.": "{text}。",
    "broken {name}": "kaputt {nobody}",
}


def german(text: str) -> str:
    return WORDS.get(text, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    title: str
    facts: tuple[str, ...] = ()
    inner: View | None = None


def test_a_message_is_its_english_text():
    message = Message("at least {amount}", amount=Message("{number} items", number="3"))

    assert message == "at least 3 items"
    assert {message: 1}["at least 3 items"] == 1


def test_a_message_is_translated_with_all_its_values():
    message = Message("at least {amount}", amount=Message("{number} items", number="3"))

    assert message.translate_with(german) == "mindestens 3 Elemente"


def test_braces_in_values_and_in_texts_without_gaps_stay():
    assert Message("at least {amount}", amount="{x}").translate_with(german) == "mindestens {x}"
    assert Message("{as it is}").translate_with(german) == "{as it is}"


def test_a_sentence_is_a_sentence_in_every_language():
    sentence = Sentence(Message("ends on {date}", date="1 May"))

    assert sentence == "Ends on 1 May."
    assert sentence.translate_with(german) == "Endet am 1 May。"


def test_a_translation_with_other_gaps_is_not_used():
    assert Message("broken {name}", name="x").translate_with(german) == "broken x"


def test_the_text_around_a_placeholder():
    message = Message(
        "{place} needs {name}.", place=Message("{number} items", number="3"), name="x"
    )
    turned = {"{place} needs {name}.": "Für {place} ist {name} nötig.", **WORDS}

    assert message.translate_around("place", german) == ("", "3 Elemente", " needs x.")
    assert message.translate_around("place", lambda text: turned.get(text, text)) == (
        "Für ",
        "3 Elemente",
        " ist x nötig.",
    )


@pytest.mark.parametrize("wrong", ["ohne", "{name}", "{place} {place}", "{place} {nobody}"])
def test_around_a_gap_a_translation_with_other_gaps_is_not_used(wrong):
    message = Message("{place} needs {name}.", place="{x}", name="y")

    assert message.translate_around("place", lambda text: wrong) == ("", "{x}", " needs y.")


def test_joined_messages_stay_messages():
    parts = ("a", Message("{number} items", number="3"))

    assert join_messages(", ", parts) == "a, 3 items"
    assert translate_messages(join_messages(", ", parts), german) == "a, 3 Elemente"
    assert type(join_messages(", ", ("a", "b"))) is str


def test_messages_in_data_are_found_and_the_data_stays_as_it_is():
    view = View(
        title="x", inner=View(title="y", facts=("1", Message(form("{number} items"), number="3")))
    )

    assert translate_messages(view, german).inner == View(title="y", facts=("1", "3 Elemente"))
    assert view.inner and view.inner.facts[1] == "3 items"
    assert translate_messages({"view": (view,)}, german)["view"][0].inner != view.inner


def test_data_without_messages_is_not_copied():
    view = View(title="x", facts=("a",))

    assert translate_messages(view, german) is view


def test_messages_survive_being_stored():
    message = Message("at least {amount}", amount=Sentence(Message("{number} items", number="3")))
    stored = pickle.loads(pickle.dumps(message))

    assert stored == message
    assert (
        stored.translate_with(german) == message.translate_with(german) == "mindestens 3 Elemente。"
    )
