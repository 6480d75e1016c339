"""Files that cannot be read, and how messages call a file."""

import os
from pathlib import Path

import pytest

from sphinx_sitejson.settings.loading import load_settings

from .support import load_text, messages


def test_a_missing_file_is_called_missing(tmp_path):
    loaded = load_settings(tmp_path / "site.json", display_name="site.json")
    assert messages(loaded) == ["site.json: the settings file is missing."]
    assert loaded.problems[0].code == "settings_file"
    assert loaded.problems[0].stops_build
    assert loaded.settings is None
    assert str(loaded.locate(("name",))) == "site.json name"


def test_a_missing_file_with_an_older_one_beside_it_names_the_setting(tmp_path):
    (tmp_path / "mint.json").write_text("{}", encoding="utf-8")
    (message,) = messages(load_settings(tmp_path / "site.json"))
    assert message.endswith(
        'missing; to use the mint.json beside it, write sitejson_file = "mint.json" in conf.py.'
    )


def test_a_folder_is_called_a_folder(tmp_path):
    (tmp_path / "site.json").mkdir()
    loaded = load_settings(tmp_path / "site.json", display_name="site.json")
    assert messages(loaded) == ["site.json: the settings file is a folder."]


def test_a_file_that_the_system_refuses_is_a_problem(tmp_path):
    loop = tmp_path / "site.json"
    loop.symlink_to(loop)
    (message,) = messages(load_settings(loop, display_name="site.json"))
    assert message.startswith("site.json: the settings file cannot be read (")


def test_messages_name_the_file_from_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Path.cwd()
    assert messages(load_settings(folder / "docs" / "site.json"))[0].startswith("docs/site.json:")
    assert messages(load_settings(Path("a/site.json")))[0].startswith("a/site.json:")
    outside = folder.parent / "nowhere" / "site.json"
    assert messages(load_settings(outside))[0].startswith(f"{outside.as_posix()}:")


def test_problems_come_in_the_order_of_the_file(tmp_path):
    path = tmp_path / "site.json"
    path.write_text(
        '{"a": 1, "theme": "x", "theme": "y",\n"name": "N", "navigation": [{"b": 1}], "tabs": [0]}',
        encoding="utf-8",
    )
    places = [problem.location for problem in load_settings(path).problems]
    positions = [(place.line or 0, place.column or 0) for place in places]
    assert positions == sorted(positions)
    assert len(positions) == 5


def test_a_control_character_is_replaced_and_named_once(tmp_path):
    search = '"search": {"prompt": "y\x7f"}, "rounded": "\\u0007"'
    text = f'{{"name": "A\\u0000B\\u001b[31m", "navigation": [],\n{search}}}'
    loaded = load_text(tmp_path, text)

    assert loaded.settings is not None
    assert loaded.settings.name == "A\ufffdB\ufffd[31m"
    assert loaded.settings.search.prompt == "y\ufffd"
    assert [message.partition(";")[0] for message in messages(loaded)] == [
        "site.json:1:10 name: the control character U+0000 cannot be displayed",
        "site.json:2:22 search.prompt: the control character U+007F cannot be displayed",
        'site.json:2:40 rounded: must be one of "default", "sharp", not "\\u0007"',
    ]


@pytest.mark.parametrize("content", [b"null", b"true", b"42", b'"x"', b"[]", b"-1.5"])
def test_a_file_that_holds_no_object(tmp_path, content):
    (tmp_path / "site.json").write_bytes(content)
    loaded = load_settings(tmp_path / "site.json")

    assert loaded.settings is None
    (problem,) = loaded.problems
    assert problem.message.startswith("must be an object, not ")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_called_that(tmp_path, encoding):
    (tmp_path / "site.json").write_bytes('{"name": "X"}'.encode(encoding))
    (problem,) = load_settings(tmp_path / "site.json").problems

    assert problem.message == "the file is encoded as UTF-16; save it as UTF-8."


def test_what_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "site.json")
    (problem,) = load_settings(tmp_path / "site.json").problems

    assert problem.message == "the settings file cannot be read (it is not a regular file)."


def test_a_link_out_of_the_repository_is_refused(tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "outside.json").write_text('{"name": "X", "navigation": []}')
    (tmp_path / "project" / "site.json").symlink_to(tmp_path / "outside.json")
    (problem,) = load_settings(tmp_path / "project" / "site.json").problems

    assert (
        problem.message
        == "the settings file is a symbolic link that points outside the repository."
    )
