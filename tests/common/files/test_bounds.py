"""Links may lead to other files of the repository, and no further."""

from __future__ import annotations

import pytest

from sphinx_sitejson.common.files.bounds import (
    IS_OUTPUT,
    NOT_THERE,
    OUTSIDE_REPOSITORY,
    is_outside_repository,
    why_not_read,
)
from sphinx_sitejson.common.files.built_folders import MARKER


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


def test_without_a_repository_the_project_stands_alone(repository):
    (repository / ".git" / "config").unlink()
    (repository / ".git").rmdir()

    assert is_outside_repository(link(repository, "../api/openapi.yaml"), repository / "docs")


def test_a_worktree_is_a_repository(repository):
    (repository / ".git" / "config").unlink()
    (repository / ".git").rmdir()
    (repository / ".git").write_text("gitdir: /elsewhere")

    assert not is_outside_repository(link(repository, "../api/openapi.yaml"), repository / "docs")


def test_a_circle_of_links_is_an_error(repository):
    docs = repository / "docs"
    (docs / "a").symlink_to(docs / "b")
    (docs / "b").symlink_to(docs / "a")

    assert why_not_read(docs / "a", docs) in (NOT_THERE, "")
    assert not (docs / "a").exists()


def test_the_reason_is_told(repository):
    docs = repository / "docs"
    (docs / "out" / "_images").mkdir(parents=True)
    (docs / "out" / MARKER).write_text("")

    assert why_not_read(docs / "a.png", docs) == ""
    assert why_not_read(docs / ".." / "api" / "openapi.yaml", docs) == NOT_THERE
    assert why_not_read(link(repository, "/etc/passwd"), docs) == OUTSIDE_REPOSITORY
    assert why_not_read(docs / "out" / "_images" / "a.png", docs) == IS_OUTPUT
