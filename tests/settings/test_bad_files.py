"""Each bad file has its messages beside it, in a text file of the same name."""

import pytest

from sphinx_sitejson.settings.loading import load_settings

from .support import BAD_FILES


@pytest.mark.parametrize("path", BAD_FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_its_messages(path):
    loaded = load_settings(path, display_name="site.json")
    expected = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    outcome = "goes on" if loaded.settings else "stops"
    assert [outcome, *map(str, loaded.problems)] == expected


@pytest.mark.parametrize("path", BAD_FILES, ids=lambda path: path.stem)
def test_every_problem_has_a_place_a_sentence_and_one_line(path):
    for problem in load_settings(path, display_name="site.json").problems:
        assert problem.location.file == "site.json"
        assert str(problem).isprintable()
        assert problem.message.endswith((".", "?"))
        assert len(problem.message) < 400
