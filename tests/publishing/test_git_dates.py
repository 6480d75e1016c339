"""Dates of files from the history of git."""

import pytest

from sphinx_sitejson.publishing import page_dates as git_dates
from sphinx_sitejson.publishing.page_dates import read_commit_dates, read_head
from tests.support.git_history import commit_files, run_git


def dates_of(folder, *files):
    head = read_head(folder)
    assert head is not None
    return {name: date[:10] for name, date in read_commit_dates(folder, files, head[1]).items()}


def test_each_file_has_the_date_of_its_last_commit(tmp_path):
    commit_files(tmp_path, {"docs/a.md": "1", "docs/ü b.md": "1", "a.md": "1"}, "2026-01-01")
    commit_files(tmp_path, {"docs/a.md": "2"}, "2026-02-02")
    commit_files(tmp_path, {"other.md": "3"}, "2026-03-03")
    (tmp_path / "docs/new.md").write_text("not committed")

    assert dates_of(tmp_path / "docs", "a.md", "ü b.md", "new.md") == {
        "a.md": "2026-02-02",
        "ü b.md": "2026-01-01",
    }


def test_the_oldest_commits_of_a_shallow_clone_give_no_dates(tmp_path):
    origin = tmp_path / "origin"
    commit_files(origin, {"a.md": "1", "b.md": "1"}, "2026-01-01")
    commit_files(origin, {"c.md": "1"}, "2026-02-02")
    commit_files(origin, {"a.md": "2"}, "2026-03-03")
    run_git(tmp_path, "clone", "-q", "--depth", "2", origin.as_uri(), "clone")

    assert dates_of(tmp_path / "clone", "a.md", "b.md", "c.md") == {"a.md": "2026-03-03"}


def test_a_merged_change_has_the_date_of_its_commit(tmp_path):
    commit_files(tmp_path, {"a.md": "1", "b.md": "1"}, "2026-01-01")
    run_git(tmp_path, "checkout", "-q", "-b", "side")
    commit_files(tmp_path, {"a.md": "2"}, "2026-02-02")
    run_git(tmp_path, "checkout", "-q", "-")
    commit_files(tmp_path, {"b.md": "2"}, "2026-03-03")
    run_git(tmp_path, "merge", "-q", "--no-ff", "-m", "merge", "side", day="2026-04-04")

    assert dates_of(tmp_path, "a.md", "b.md") == {"a.md": "2026-02-02", "b.md": "2026-03-03"}


def test_a_folder_without_history_has_no_dates(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert read_head(tmp_path) is None
    run_git(tmp_path, "init", "-q")
    assert read_head(tmp_path) is None
    commit_files(tmp_path, {"a.md": "1"}, "2026-01-01")
    assert read_head(tmp_path) is not None
    monkeypatch.setenv("PATH", "")
    assert read_head(tmp_path) is None
    assert read_commit_dates(tmp_path, ["a.md"], tmp_path / "shallow") == {}


def test_git_is_not_started_outside_of_a_repository(tmp_path, monkeypatch):
    monkeypatch.setattr(git_dates, "_command", lambda *arguments: pytest.fail("started"))
    assert read_head(tmp_path) is None


def test_a_repository_may_be_elsewhere(tmp_path, monkeypatch):
    commit_files(tmp_path / "project", {"docs/a.md": "1"}, "2026-01-01")
    (tmp_path / "link").symlink_to(tmp_path / "project/docs")
    assert dates_of(tmp_path / "link", "a.md") == {"a.md": "2026-01-01"}

    (tmp_path / "project/.git").rename(tmp_path / "history")
    assert read_head(tmp_path / "project") is None
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "history"))
    assert read_head(tmp_path / "project") is not None


def test_reading_ends_when_all_files_are_found_or_time_is_up(tmp_path, monkeypatch):
    for number in range(3):
        commit_files(tmp_path, {"a.md": str(number)}, f"2026-01-0{number + 1}")

    assert dates_of(tmp_path, "a.md") == {"a.md": "2026-01-03"}
    monkeypatch.setattr(git_dates, "MAX_SECONDS", 5)
    assert dates_of(tmp_path, "a.md", "missing.md") == {"a.md": "2026-01-03"}
