"""What earlier builds wrote is recognised, and no walk runs in circles."""

from __future__ import annotations

import pytest

from sphinx_sitejson.common.files.built_folders import MARKER, built_folder_around, is_built
from sphinx_sitejson.common.files.source_tree import survey


def write(root, *names):
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("# Sphinx build info version 1\n")


@pytest.mark.parametrize(
    "files",
    [
        (MARKER,),
        (".buildinfo",),
        ("environment.pickle",),
        ("objects.inv", "searchindex.js"),
    ],
)
def test_a_folder_that_a_build_wrote(tmp_path, files):
    write(tmp_path, "index.mdx", *(f"site/{name}" for name in files), "site/deep/page.md")

    tree = survey(tmp_path)
    assert tree.built == ("site",)
    assert tree.files == ("index.mdx",)
    assert is_built(tmp_path / "site")
    assert built_folder_around(tmp_path / "site/deep/page.md", tmp_path) == tmp_path / "site"


@pytest.mark.parametrize("files", [("objects.inv",), ("searchindex.js",), ("page.md",)])
def test_a_folder_of_sources(tmp_path, files):
    write(tmp_path, *(f"guides/{name}" for name in files))

    assert survey(tmp_path).built == ()
    assert not is_built(tmp_path / "guides")


def test_a_file_that_only_has_the_name_of_sphinx_own_is_none(tmp_path):
    write(tmp_path, "guides/a.md")
    (tmp_path / "guides" / ".buildinfo").write_text("something else")

    assert survey(tmp_path).built == ()


def test_the_project_itself_is_never_taken_for_output(tmp_path):
    write(tmp_path, MARKER, "objects.inv", "searchindex.js", "index.mdx")

    assert survey(tmp_path).built == ()
    assert built_folder_around(tmp_path / "index.mdx", tmp_path) is None


def test_a_nested_folder_is_found_in_a_linked_one(tmp_path):
    write(tmp_path, "more/old/.buildinfo", "more/a.mdx", "docs/index.mdx")
    (tmp_path / "docs" / "more").symlink_to(tmp_path / "more")

    tree = survey(tmp_path / "docs")
    assert tree.built == ("more/old",)
    assert tree.files == ("index.mdx", "more/a.mdx")


def test_links_in_circles_are_not_followed(tmp_path):
    write(tmp_path, "a/page.mdx", "b/page.mdx")
    (tmp_path / "a" / "self").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "b").symlink_to(tmp_path / "b")
    (tmp_path / "b" / "a").symlink_to(tmp_path / "a")

    assert set(survey(tmp_path).circles) == {
        "a/self",
        "a/up",
        "a/b/a",
        "b/a/self",
        "b/a/up",
        "b/a/b",
    }


def test_many_links_to_the_same_folders_end(tmp_path):
    for number in range(30):
        write(tmp_path, f"f{number}/page.mdx")
        for name in ("x", "y"):
            (tmp_path / f"f{number}" / name).symlink_to(tmp_path / f"f{number + 1}")

    assert len(survey(tmp_path).files) < 5_000


def test_what_is_hidden_or_brought_by_others_is_left_alone(tmp_path):
    write(tmp_path, ".git/a.md", "node_modules/a.md", "venv/pyvenv.cfg", "venv/a.md", "a.md")

    assert survey(tmp_path).files == ("a.md",)


def test_a_folder_that_is_not_there_has_no_files(tmp_path):
    assert survey(tmp_path / "gone").files == ()
