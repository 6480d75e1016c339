"""The repository of the documentation, from whatever names it."""

import pytest

from sphinx_sitejson.publishing.feedback import (
    Repository,
    find_git_checkout,
    parse_environment,
    parse_html_context,
    parse_remote,
    parse_setting,
)


@pytest.mark.parametrize(
    ("remote", "kind", "url"),
    [
        ("https://github.com/light/house.git", "github", "https://github.com/light/house"),
        ("https://github.com/light/house/", "github", "https://github.com/light/house"),
        ("git@github.com:light/house.git", "github", "https://github.com/light/house"),
        ("ssh://git@gitlab.com:22/a/b/c.git", "gitlab", "https://gitlab.com/a/b/c"),
        ("https://gitlab.example.com:8443/a/b", "gitlab", "https://gitlab.example.com:8443/a/b"),
        ("git@bitbucket.org:a/b.git", "bitbucket", "https://bitbucket.org/a/b"),
        ("https://codeberg.org/a/b", "gitea", "https://codeberg.org/a/b"),
        ("https://user:secret@github.com/a/b.git", "github", "https://github.com/a/b"),
        ("https://token@gitlab.com/a/b.git", "gitlab", "https://gitlab.com/a/b"),
    ],
)
def test_remotes(remote, kind, url):
    found = parse_remote(remote)

    assert (found.kind, found.url) == (kind, url)
    assert "secret" not in repr(found)
    assert "token" not in repr(found)


@pytest.mark.parametrize(
    "remote",
    ["", "/srv/git/x.git", "file:///srv/x", "https://example.com/a/b", "https://github.com/",
     "https://github.com/a", "javascript:alert(1)",
     "https://github.com/a/../b c", "git@github.com:", "https://[x/github/a", "../house.git",
     "https://github.com:bad/a/b"],
)  # fmt: skip
def test_what_is_no_repository_on_the_web(remote):
    assert parse_remote(remote) is None


@pytest.mark.parametrize(
    ("kind", "edit", "issue"),
    [
        ("github", "/edit/main/docs/a%20b.mdx", "/issues/new?title=T+%26&body=B"),
        ("gitlab", "/-/edit/main/docs/a%20b.mdx", "/-/issues/new?issue%5Btitle%5D=T+%26&issue%5Bd"),
        ("bitbucket", "/src/main/docs/a%20b.mdx?mode=edit", "/issues/new?title=T+%26&content=B"),
        ("gitea", "/_edit/main/docs/a%20b.mdx", "/issues/new?title=T+%26&body=B"),
    ],
)
def test_addresses(kind, edit, issue):
    repository = Repository(kind=kind, url="https://h/a/b", branch="main", folder="docs")

    assert repository.edit_url("a b.mdx") == f"https://h/a/b{edit}"
    assert repository.issue_url("T &", "B").startswith(f"https://h/a/b{issue}")


def test_the_authors_word():
    value = {"url": "https://git.example.com/a/b", "kind": "gitea", "branch": "x", "path": "/docs/"}
    found = parse_setting(value)

    assert (found.kind, found.branch, found.folder) == ("gitea", "x", "docs")
    assert parse_setting("https://git.example.com/a/b") is None
    assert parse_setting({"url": 3}) is None


def test_the_context_of_html():
    context = {
        "display_github": True, "github_user": "light", "github_repo": "house",
        "github_version": "main", "conf_py_path": "/docs/",
    }  # fmt: skip
    found = parse_html_context(context)

    assert found.edit_url("x.md") == "https://github.com/light/house/edit/main/docs/x.md"
    hosted = parse_html_context(
        {"gitlab_host": "gl.example.com", "gitlab_user": "a", "gitlab_repo": "b"}
    )
    assert hosted.url == "https://gl.example.com/a/b"
    assert parse_html_context({}) is None


def test_the_variables_of_read_the_docs():
    variables = {
        "READTHEDOCS_GIT_CLONE_URL": "https://github.com/light/house.git",
        "READTHEDOCS_GIT_IDENTIFIER": "main",
        "READTHEDOCS_VERSION_TYPE": "branch",
    }

    assert parse_environment(variables).branch == "main"
    assert parse_environment({**variables, "READTHEDOCS_VERSION_TYPE": "tag"}).branch == ""
    assert parse_environment({}) is None


def test_a_git_folder_is_read_without_git(tmp_path):
    git = tmp_path / "house" / ".git"
    (git / "refs/remotes/origin").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/a/branch\n")
    (git / "config").write_text(
        '[core]\n\turl = no\n[remote "fork"]\n\turl = https://github.com/x/y\n'
        '[remote "origin"]\n\turl = git@github.com:light/house.git\n\tfetch = +refs/heads/*\n'
    )
    docs = tmp_path / "house" / "docs" / "en"
    docs.mkdir(parents=True)
    found = find_git_checkout(docs)

    assert (found.remote, found.branch) == ("git@github.com:light/house.git", "a/branch")
    assert found.root == tmp_path / "house"

    (git / "HEAD").write_text("0123456789abcdef\n")
    (git / "refs/remotes/origin/HEAD").write_text("ref: refs/remotes/origin/main\n")
    assert find_git_checkout(docs).branch == "main"


def test_a_worktree_of_git(tmp_path):
    shared = tmp_path / "main" / ".git"
    own = shared / "worktrees" / "w"
    own.mkdir(parents=True)
    (shared / "config").write_text('[remote "origin"]\n\turl = https://github.com/a/b\n')
    (own / "HEAD").write_text("ref: refs/heads/w\n")
    (own / "commondir").write_text("../..\n")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n")

    found = find_git_checkout(tree)
    assert (found.remote, found.branch) == ("https://github.com/a/b", "w")
