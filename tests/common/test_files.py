"""Files of a project and of its built site: which may be read, and how they are written."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from sphinx_sitejson.common import files
from sphinx_sitejson.common.files import (
    IS_OUTPUT,
    NOT_IN_PROJECT,
    OUTPUT_MARKER,
    OUTSIDE_REPOSITORY,
    NotRegularError,
    OutsideError,
    describe_os_error,
    enclosing_build_output,
    find_temporary_files,
    is_build_output,
    is_file,
    is_outside_repository,
    make_folder,
    read_file,
    read_refusal,
    read_text,
    remove_below,
    scan_source_tree,
    write_bytes,
    write_if_changed,
    write_if_possible,
    write_temporary,
    write_text,
)


def test_a_file_is_read_completely_or_in_part(tmp_path):
    (tmp_path / "a").write_bytes(b"a\r\nb\rc\xff")

    assert read_file(tmp_path / "a") == b"a\r\nb\rc\xff"
    assert read_file(tmp_path / "a", 2) == b"a\r"
    assert read_text(tmp_path / "a") == "a\nb\nc\ufffd"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "it is a folder"),
        ("gone", "no such file or directory"),
        ("pipe", "it is not a regular file"),
        ("endless", "it is not a regular file"),
    ],
)
def test_what_is_no_file_is_refused_at_once_and_reported_in_words(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    with pytest.raises(NotRegularError if "regular" in reason else OSError) as failed:
        read_file(tmp_path / name)

    assert describe_os_error(failed.value) == reason


def test_a_name_that_no_file_can_have_is_no_file(tmp_path):
    assert not is_file(tmp_path / ("x" * 5000))
    assert not is_file(Path("a\0b"))


@pytest.fixture
def repository(tmp_path):
    repository = tmp_path / "repository"
    for folder in ("docs", "api", ".git"):
        (repository / folder).mkdir(parents=True)
    (repository / "api" / "openapi.yaml").write_text("openapi: 3.1.0")
    (repository / ".git" / "config").write_text("token")
    (tmp_path / "secret.txt").write_text("secret")
    return repository


def link(repository, target):
    path = repository / "docs" / "link"
    path.symlink_to(target)
    return path


@pytest.mark.parametrize(
    ("target", "is_out"),
    [
        ("index.mdx", False),
        ("../api/openapi.yaml", False),
        ("../api", False),
        ("../../secret.txt", True),
        ("/etc/passwd", True),
        ("../.git/config", True),
        ("../../repository-2/x", True),
    ],
)
def test_links_in_a_repository(repository, target, is_out):
    assert is_outside_repository(link(repository, target), repository / "docs") is is_out


@pytest.mark.parametrize("is_worktree", [False, True])
def test_without_a_repository_or_worktree_the_project_stands_alone(repository, is_worktree):
    shutil.rmtree(repository / ".git")
    if is_worktree:
        (repository / ".git").write_text("gitdir: /elsewhere")

    path = link(repository, "../api/openapi.yaml")
    assert is_outside_repository(path, repository / "docs") is not is_worktree


def test_a_circle_of_links_is_an_error(repository):
    docs = repository / "docs"
    (docs / "a").symlink_to(docs / "b")
    (docs / "b").symlink_to(docs / "a")

    assert read_refusal(docs / "a", docs) in (NOT_IN_PROJECT, "")
    assert not (docs / "a").exists()


def test_the_reason_is_reported(repository):
    docs = repository / "docs"
    (docs / "out" / "_images").mkdir(parents=True)
    (docs / "out" / OUTPUT_MARKER).write_text("")

    assert read_refusal(docs / "a.png", docs) == ""
    assert read_refusal(docs / ".." / "api" / "openapi.yaml", docs) == NOT_IN_PROJECT
    assert read_refusal(link(repository, "/etc/passwd"), docs) == OUTSIDE_REPOSITORY
    assert read_refusal(docs / "out" / "_images" / "a.png", docs) == IS_OUTPUT


def write(root, *names):
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("# Sphinx build info version 1\n")


@pytest.mark.parametrize(
    "files",
    [(OUTPUT_MARKER,), (".buildinfo",), ("environment.pickle",), ("objects.inv", "searchindex.js")],
)
def test_a_folder_that_a_build_wrote(tmp_path, files):
    write(tmp_path, "index.mdx", *(f"site/{name}" for name in files), "site/deep/page.md")

    tree = scan_source_tree(tmp_path)
    assert tree.built == ("site",)
    assert tree.files == ("index.mdx",)
    assert is_build_output(tmp_path / "site")
    assert enclosing_build_output(tmp_path / "site/deep/page.md", tmp_path) == tmp_path / "site"


@pytest.mark.parametrize("name", ["objects.inv", "searchindex.js", "page.md", ".buildinfo"])
def test_a_folder_of_sources(tmp_path, name):
    write(tmp_path, f"guides/{name}")
    if name == ".buildinfo":
        # It only has the name of that of Sphinx.
        (tmp_path / "guides" / name).write_text("something else")

    assert scan_source_tree(tmp_path).built == ()
    assert not is_build_output(tmp_path / "guides")


def test_the_project_itself_is_never_taken_for_output(tmp_path):
    write(tmp_path, OUTPUT_MARKER, "objects.inv", "searchindex.js", "index.mdx")

    assert scan_source_tree(tmp_path).built == ()
    assert enclosing_build_output(tmp_path / "index.mdx", tmp_path) is None


def test_a_nested_folder_is_found_in_a_linked_one(tmp_path):
    write(tmp_path, "more/old/.buildinfo", "more/a.mdx", "docs/index.mdx")
    (tmp_path / "docs" / "more").symlink_to(tmp_path / "more")

    tree = scan_source_tree(tmp_path / "docs")
    assert tree.built == ("more/old",)
    assert tree.files == ("index.mdx", "more/a.mdx")


def test_links_in_circles_are_not_followed(tmp_path):
    write(tmp_path, "a/page.mdx", "b/page.mdx")
    (tmp_path / "a" / "self").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "b").symlink_to(tmp_path / "b")
    (tmp_path / "b" / "a").symlink_to(tmp_path / "a")

    cycles = set(scan_source_tree(tmp_path).link_cycles)
    assert cycles == {"a/self", "a/up", "a/b/a", "b/a/self", "b/a/up", "b/a/b"}


def test_many_links_to_the_same_folders_end(tmp_path):
    for number in range(30):
        write(tmp_path, f"f{number}/page.mdx")
        for name in ("x", "y"):
            (tmp_path / f"f{number}" / name).symlink_to(tmp_path / f"f{number + 1}")

    assert len(scan_source_tree(tmp_path).files) < 5_000


def test_what_is_hidden_or_brought_by_others_is_left_alone(tmp_path):
    write(tmp_path, ".git/a.md", "node_modules/a.md", "venv/pyvenv.cfg", "venv/a.md", "a.md")

    assert scan_source_tree(tmp_path).files == ("a.md",)
    assert scan_source_tree(tmp_path / "gone").files == ()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_with_its_folders_and_nothing_beside_it(tmp_path):
    write_text(tmp_path / "a" / "b.txt", "Hä\n", below=tmp_path)

    assert (tmp_path / "a" / "b.txt").read_bytes() == "Hä\n".encode()
    assert names(tmp_path / "a") == ["b.txt"]


def test_a_new_file_has_the_default_rights_and_an_old_one_keeps_its_own(tmp_path):
    usual, own = tmp_path / "usual", tmp_path / "own"
    (tmp_path / "plain").write_text("")
    own.write_text("old")
    own.chmod(0o640)
    for path in (usual, own):
        write_text(path, "new", below=tmp_path)

    assert usual.stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert stat.S_IMODE(own.stat().st_mode) == 0o640


def test_a_link_is_replaced_and_what_it_links_to_stays(tmp_path):
    folder, outside = tmp_path / "out", tmp_path / "outside.txt"
    folder.mkdir()
    outside.write_text("precious")
    (folder / "a.txt").symlink_to(outside)
    (folder / "b.txt").symlink_to(tmp_path / "missing")
    os.link(outside, folder / "c.txt")
    (folder / "same.txt").symlink_to(outside)
    for name, text in (
        ("a.txt", "new"),
        ("b.txt", "new"),
        ("c.txt", "new"),
        ("same.txt", "precious"),
    ):
        assert write_if_changed(folder / name, text.encode(), below=folder)
        assert (folder / name).read_text() == text
        assert not (folder / name).is_symlink()

    assert outside.read_text() == "precious"
    assert not (tmp_path / "missing").exists()


def test_temporary_names_cannot_be_foreseen(tmp_path):
    made = {write_temporary(tmp_path / "a.txt", b"", below=tmp_path).name for _ in range(20)}

    assert len(made) == 20
    assert not any("a.txt" in name for name in made)


def test_a_link_at_the_temporary_name_is_not_followed(tmp_path, monkeypatch):
    outside = tmp_path / "outside"
    outside.write_text("precious")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".sitejson-0.new").symlink_to(outside)
    monkeypatch.setattr(files.secrets, "token_hex", lambda size: "0")

    with pytest.raises(FileExistsError):
        write_bytes(tmp_path / "out" / "a", b"new", below=tmp_path / "out")
    assert outside.read_text() == "precious"


@pytest.mark.parametrize("inner", ["", "deeper", "deeper/still"])
@pytest.mark.parametrize("target", ["elsewhere", "/"])
def test_a_folder_that_points_outside_is_refused_before_anything_is_made(tmp_path, inner, target):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "pets").symlink_to(tmp_path / target)
    path = tmp_path / "out" / "pets" / inner / "sitejson-test.txt"

    with pytest.raises(OutsideError):
        write_bytes(path, b"", below=tmp_path / "out")
    assert names(elsewhere) == []
    assert not Path("/deeper").exists()


def test_a_folder_that_is_a_link_itself_is_written_to(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "real")
    write_text(tmp_path / "out" / "a" / "b", "x", below=tmp_path / "out")

    assert (tmp_path / "real" / "a" / "b").read_text() == "x"


def test_new_folders_are_named_so_that_they_can_be_taken_back(tmp_path):
    folder = tmp_path / "a" / "b" / "c"

    made = make_folder(folder, below=tmp_path / "a")
    assert made == [folder.parent.parent, folder.parent, folder]
    assert make_folder(folder, below=tmp_path / "a") == []


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path, full_disk):
    (tmp_path / "a.txt").write_text("old")
    with full_disk(), pytest.raises(OSError, match="No space left"):
        write_text(tmp_path / "a.txt", "new", below=tmp_path)
    with full_disk():
        assert not write_if_possible(tmp_path / "a.txt", b"new", below=tmp_path)

    assert names(tmp_path) == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_a_folder_in_the_place_of_a_file_is_an_error_and_stays(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_text(tmp_path / "a", "new", below=tmp_path)

    assert names(tmp_path) == ["a"]


def test_an_unchanged_file_is_not_touched(tmp_path):
    assert write_if_changed(tmp_path / "a", b"x", below=tmp_path)
    number = (tmp_path / "a").stat().st_ino

    assert not write_if_changed(tmp_path / "a", b"x", below=tmp_path)
    assert (tmp_path / "a").stat().st_ino == number


def test_what_a_killed_process_left_is_found_and_nothing_else(tmp_path):
    left = write_temporary(tmp_path / "sub" / "a.txt", b"", below=tmp_path)
    for name in (".sitejson-output", "a.new", ".sitejson-x.new"):
        (tmp_path / "sub" / name).write_text("")

    assert list(find_temporary_files(tmp_path)) == [left]


def test_a_removed_file_takes_empty_folders_along_and_nothing_outside(tmp_path):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for path in (out / "a/b/c.txt", out / "a/d.txt", elsewhere / "c.txt"):
        write_text(path, "", below=tmp_path)
    (out / "link").symlink_to(elsewhere)
    for name in ("a/b/c.txt", "link/c.txt", "../elsewhere/c.txt", "gone/e.txt"):
        remove_below(out / name, out)

    assert names(out) == ["a", "link"]
    assert names(out / "a") == ["d.txt"]
    assert names(elsewhere) == ["c.txt"]
    remove_below(out / "a/d.txt", out)
    assert names(out) == ["link"]
