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
    "at least {amount}": "mindestens {amount}", "{number} items": "{number} Elemente",
    "ends on {date}": "endet am {date}", "{text}.": "{text}。", "broken {name}": "kaputt {nobody}",
}  # fmt: skip


def german(text: str) -> str:
    return WORDS.get(text, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    title: str
    facts: tuple[str, ...] = ()
    inner: View | None = None


ITEMS = Message("{number} items", number="3")


@pytest.mark.parametrize(
    ("message", "english", "translated"),
    [
        (Message("at least {amount}", amount=ITEMS), "at least 3 items", "mindestens 3 Elemente"),
        # Braces in values and in texts without gaps stay.
        (Message("at least {amount}", amount="{x}"), "at least {x}", "mindestens {x}"),
        (Message("{as it is}"), "{as it is}", "{as it is}"),
        (Sentence(Message("ends on {date}", date="1 May")), "Ends on 1 May.", "Endet am 1 May。"),
        # A translation with other gaps is not used.
        (Message("broken {name}", name="x"), "broken x", "broken x"),
    ],
)
def test_a_message_is_its_english_text_and_is_translated_with_all_its_values(
    message, english, translated
):
    assert message == english
    assert {message: 1}[english] == 1
    assert message.translate_with(german) == translated


def test_the_text_around_a_placeholder():
    message = Message("{place} needs {name}.", place=ITEMS, name="x")
    turned = {"{place} needs {name}.": "Für {place} ist {name} nötig.", **WORDS}

    assert message.translate_around("place", german) == ("", "3 Elemente", " needs x.")
    around = message.translate_around("place", lambda text: turned.get(text, text))
    assert around == ("Für ", "3 Elemente", " ist x nötig.")


@pytest.mark.parametrize("wrong", ["ohne", "{name}", "{place} {place}", "{place} {nobody}"])
def test_around_a_gap_a_translation_with_other_gaps_is_not_used(wrong):
    message = Message("{place} needs {name}.", place="{x}", name="y")

    assert message.translate_around("place", lambda text: wrong) == ("", "{x}", " needs y.")


def test_joined_messages_stay_messages():
    parts = ("a", ITEMS)

    assert join_messages(", ", parts) == "a, 3 items"
    assert translate_messages(join_messages(", ", parts), german) == "a, 3 Elemente"
    assert type(join_messages(", ", ("a", "b"))) is str


def test_messages_in_data_are_found_and_the_data_stays_as_it_is():
    facts = ("1", Message(form("{number} items"), number="3"))
    view = View(title="x", inner=View(title="y", facts=facts))

    assert translate_messages(view, german).inner == View(title="y", facts=("1", "3 Elemente"))
    assert view.inner and view.inner.facts[1] == "3 items"
    assert translate_messages({"view": (view,)}, german)["view"][0].inner != view.inner
    # Without messages it is not copied.
    plain = View(title="x", facts=("a",))
    assert translate_messages(plain, german) is plain


def test_messages_survive_being_stored():
    message = Message("at least {amount}", amount=Sentence(ITEMS))
    stored = pickle.loads(pickle.dumps(message))

    assert stored == message
    for each in (stored, message):
        assert each.translate_with(german) == "mindestens 3 Elemente。"
