"""Files that settings name are found inside the project only."""

from pathlib import Path

import pytest

from sphinx_sitejson.settings.project_files import (
    check_files,
    describe_missing_file,
    find_project_file,
    suggest_file,
)

from .support import load_with


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "logo").mkdir(parents=True)
    for name in ("logo/light.svg", "logo/my logo.svg", "50%25.svg"):
        (root / name).write_text("<svg/>", encoding="utf-8")
    (tmp_path / "secret.svg").write_text("secret", encoding="utf-8")
    (root / "inside.svg").symlink_to(root / "logo" / "light.svg")
    (root / "outside.svg").symlink_to(tmp_path / "secret.svg")
    (root / "parent").symlink_to(tmp_path)
    (root / "loop.svg").symlink_to(root / "loop.svg")
    return root


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("logo/light.svg", "logo/light.svg"),
        ("/logo/light.svg", "logo/light.svg"),
        ("./logo/light.svg", "logo/light.svg"),
        ("//logo//light.svg", "logo/light.svg"),
        ("logo/my logo.svg", "logo/my logo.svg"),
        ("/logo/my%20logo.svg", "logo/my logo.svg"),
        ("/logo%2Flight.svg", "logo/light.svg"),
        ("50%25.svg", "50%25.svg"),
        ("inside.svg", "inside.svg"),
    ],
)
def test_a_file_of_the_project_is_found(project, reference, found):
    assert find_project_file(project, reference) == project.resolve() / found


@pytest.mark.parametrize(
    "reference",
    [
        "", "/", ".", "logo", "missing.svg", "../secret.svg", "/../secret.svg",
        "logo/../../secret.svg", "logo/../logo/light.svg", "%2e%2e/secret.svg", "..%2Fsecret.svg",
        "..%5Csecret.svg", "..\\secret.svg", "logo\\light.svg", "C:/secret.svg", "C:\\secret.svg",
        "file:///etc/passwd", "https://example.com/logo.svg", "/etc/passwd", "outside.svg",
        "parent/secret.svg", "loop.svg", "logo/light.svg\0", "logo/light.svg%00",
        "logo/light.svg/x", "x" * 5000, "%ff%fe", "\ud800",
    ],
)  # fmt: skip
def test_nothing_else_is_found(project, reference):
    assert find_project_file(project, reference) is None


def test_the_absolute_path_of_a_file_outside_is_not_found(project):
    assert find_project_file(project, str(project.parent / "secret.svg")) is None


def test_a_root_that_is_not_there_has_no_files(tmp_path):
    assert find_project_file(tmp_path / "nowhere", "logo.svg") is None


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("/api.jsn", ' Did you mean "/api.yaml"?'),
        ("api.json", ' Did you mean "api.yaml"?'),
        ("/lgo.svg", ' Did you mean "/logo.svg"?'),
        ("/sit.json", ""),
        ("/nothing.png", ""),
        ("/gone.svg", ""),
    ],
)
def test_the_nearest_file_is_named_but_never_the_settings(tmp_path, reference, hint):
    for name in ("site.json", "conf.py", "api.yaml", "logo.svg"):
        (tmp_path / name).touch()

    assert suggest_file(tmp_path, reference) == hint


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("/logo", "is a folder"),
        ("logo/", "is a folder"),
        ("/gone", "is not in the project"),
        ("/", "is not in the project"),
        ("..", "is not in the project"),
        ("a\0b", "is not in the project"),
    ],
)
def test_a_directory_has_another_message_than_a_missing_file(project, reference, reason):
    assert describe_missing_file(project, reference) == reason


def test_the_missing_file_of_a_font_is_named_by_its_key(tmp_path):
    font = {"family": "X", "url": "/x.woff2", "format": "woff2"}
    for value, key in ((font, "font.url"), ({"headings": font}, "font.headings.url")):
        loaded = load_with(tmp_path, font=value)
        assert loaded.settings is not None
        (problem,) = check_files(loaded.settings, tmp_path, loaded.locate)
        assert problem.location.key_path == key
