"""Which languages are shown, and where samples of the document stand."""

import pytest

from sphinx_sitejson.http_messages.samples import LANGUAGES, languages_for, samples_for

from .support import operation_of, request_of


def labels_of(extensions, names=("bash", "python")):
    operation = operation_of(extensions)
    samples = samples_for(operation, request_of(), languages_for(names))
    return [(sample.label, sample.language) for sample in samples]


def own(lang, source="code", **entry):
    return {"lang": lang, "source": source, **entry}


def test_the_default_languages():
    names = [language.name for language in languages_for([])]

    assert names == ["bash", "python", "javascript", "php", "go", "java"]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("cURL", "bash"),
        ("shell", "bash"),
        ("sh", "bash"),
        ("py", "python"),
        ("JS", "javascript"),
        (" Node.js ", "node"),
        ("C#", "csharp"),
        ("golang", "go"),
        ("rb", "ruby"),
        ("pwsh", "powershell"),
        *((name, name) for name in LANGUAGES),
    ],
)
def test_languages_in_any_of_their_spellings(name, known):
    [language] = languages_for([name])

    assert language.name == known
    assert language.is_generated


def test_the_order_of_the_settings_and_names_that_nobody_knows():
    languages = languages_for(["go", "Elixir", "curl", "bash"])

    assert [language.name for language in languages] == ["go", "elixir", "bash"]
    assert [each.label for each in languages if not each.is_generated] == ["Elixir"]


def test_a_sample_of_the_document_replaces_the_one_of_its_language():
    assert labels_of({"x-codeSamples": [own("Python", label="Our SDK")]}) == [
        ("cURL", "bash"),
        ("Our SDK", "python"),
    ]


def test_several_samples_of_one_language_are_reported_apart():
    entries = [own("shell"), own("curl"), own("bash", label="CLI")]

    assert labels_of({"x-code-samples": entries}, ["bash"]) == [
        ("cURL", "bash"),
        ("cURL 2", "bash"),
        ("CLI", "bash"),
    ]


def test_languages_that_nobody_asked_for_come_last_or_where_the_settings_say():
    entries = [own("Elixir"), own("ruby")]

    assert labels_of({"x-codeSamples": entries}, ["bash"]) == [
        ("cURL", "bash"),
        ("Elixir", "elixir"),
        ("Ruby", "ruby"),
    ]
    assert labels_of({"x-codeSamples": entries}, ["elixir", "bash"])[0] == ("Elixir", "elixir")
    assert labels_of({}, ["elixir", "bash"]) == [("cURL", "bash")]


@pytest.mark.parametrize(
    "entries",
    [
        "text",
        {"lang": "python"},
        [None, 1, "python", []],
        [{"lang": "python"}, {"source": "x"}, {"lang": 1, "source": "x"}],
        [{"lang": "python", "source": {"$ref": "x"}}, {"lang": " ", "source": "x"}],
        [{"lang": "python", "source": "  \n"}],
    ],
)
def test_broken_entries_are_ignored(entries):
    assert labels_of({"x-codeSamples": entries}) == [("cURL", "bash"), ("Python", "python")]


def test_a_sample_can_be_stored_whatever_it_holds():
    [sample] = samples_for(
        operation_of({"x-codeSamples": [own("bash", "\ncurl \ud800\n", label=3)]}),
        request_of(),
        languages_for(["bash"]),
    )

    assert (sample.label, sample.code) == ("cURL", "curl �")
