"""Files are written whole or not at all, and never through a link."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sphinx_sitejson.common.files import writing
from sphinx_sitejson.common.files.writing import (
    OutsideError,
    left_behind,
    make_folder,
    prepare,
    remove_below,
    write_bytes,
    write_if_changed,
    write_if_possible,
    write_text,
)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_with_its_folders_and_nothing_beside_it(tmp_path):
    write_text(tmp_path / "a" / "b.txt", "Hä\n", below=tmp_path)

    assert (tmp_path / "a" / "b.txt").read_bytes() == "Hä\n".encode()
    assert names(tmp_path / "a") == ["b.txt"]


def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path):
    usual, own = tmp_path / "usual", tmp_path / "own"
    (tmp_path / "plain").write_text("")
    own.write_text("old")
    own.chmod(0o640)
    for path in (usual, own):
        write_text(path, "new", below=tmp_path)

    assert usual.stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert stat.S_IMODE(own.stat().st_mode) == 0o640


def test_a_link_is_replaced_and_what_it_leads_to_stays(tmp_path):
    folder, outside = tmp_path / "out", tmp_path / "outside.txt"
    folder.mkdir()
    outside.write_text("precious")
    (folder / "a.txt").symlink_to(outside)
    (folder / "b.txt").symlink_to(tmp_path / "missing")
    os.link(outside, folder / "c.txt")
    for name in ("a.txt", "b.txt", "c.txt"):
        write_if_changed(folder / name, b"new", below=folder)
        assert (folder / name).read_text() == "new"
        assert not (folder / name).is_symlink()

    assert outside.read_text() == "precious"
    assert not (tmp_path / "missing").exists()


def test_a_link_with_the_same_text_is_replaced_too(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "outside").write_text("same")
    (tmp_path / "out" / "a").symlink_to(tmp_path / "outside")

    assert write_if_changed(tmp_path / "out" / "a", b"same", below=tmp_path / "out")
    assert not (tmp_path / "out" / "a").is_symlink()


def test_temporary_names_cannot_be_foreseen(tmp_path):
    made = {prepare(tmp_path / "a.txt", b"", below=tmp_path).name for _ in range(20)}

    assert len(made) == 20
    assert not any("a.txt" in name for name in made)


def test_a_link_at_the_temporary_name_is_not_followed(tmp_path, monkeypatch):
    outside = tmp_path / "outside"
    outside.write_text("precious")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".sitejson-0.new").symlink_to(outside)
    monkeypatch.setattr(writing.secrets, "token_hex", lambda size: "0")

    with pytest.raises(FileExistsError):
        write_bytes(tmp_path / "out" / "a", b"new", below=tmp_path / "out")
    assert outside.read_text() == "precious"


@pytest.mark.parametrize("inner", ["", "deeper", "deeper/still"])
@pytest.mark.parametrize("target", ["elsewhere", "/"])
def test_a_folder_that_leads_out_is_refused_before_anything_is_made(tmp_path, inner, target):
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

    assert make_folder(folder, below=tmp_path / "a") == [
        folder.parent.parent,
        folder.parent,
        folder,
    ]
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
    left = prepare(tmp_path / "sub" / "a.txt", b"", below=tmp_path)
    for name in (".sitejson-output", "a.new", ".sitejson-x.new"):
        (tmp_path / "sub" / name).write_text("")

    assert list(left_behind(tmp_path)) == [left]


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
