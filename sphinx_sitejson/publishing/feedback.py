"""Edit and issue links of pages, and the rating."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import _

from sphinx_sitejson.common.files import repository_root
from sphinx_sitejson.common.problems import JsonPath, ProblemCode
from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.settings.other_themes import (
    BRANCH_OPTIONS,
    FOLDER_OPTIONS,
    REPOSITORY_OPTIONS,
)
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.output_files import makes_web_pages
from sphinx_sitejson.site_build.reports import report_at

from .search_engines import page_url
from .services import configured_services, has_events

# The form of scp: "git@github.com:a/b.git"; "https://…" has two slashes after its colon.
_SHORT_FORM = re.compile(r"(?:[^@/\s]+@)?([^:/\s]+):((?!//)\S+)")
_HOSTS = {
    "github": "github",
    "gitlab": "gitlab",
    "bitbucket": "bitbucket",
    "gitea": "gitea",
    "forgejo": "gitea",
    "codeberg": "gitea",
}
"""The kinds of hosts by a part of their names."""


class HostKind(NamedTuple):
    """The URLs of a kind of hosts."""

    host: str
    edit_path: str
    issue_path: str = "/issues/new"
    title_key: str = "title"
    body_key: str = "body"


HOST_KINDS = {
    "github": HostKind("github.com", "/edit/{branch}/{path}"),
    "gitlab": HostKind(
        "gitlab.com",
        "/-/edit/{branch}/{path}",
        "/-/issues/new",
        "issue[title]",
        "issue[description]",
    ),
    "bitbucket": HostKind("bitbucket.org", "/src/{branch}/{path}?mode=edit", body_key="content"),
    "gitea": HostKind("gitea.com", "/_edit/{branch}/{path}"),
}


class Repository(NamedTuple):
    """A repository on a host that has pages for changing files and raising issues."""

    kind: str
    url: str
    """The URL without a trailing slash and without credentials."""
    branch: str
    folder: str
    """The folder of the documentation, without leading and trailing slashes."""

    def edit_url(self, path: str) -> str:
        """Return the URL at which a file of the documentation can be edited."""
        full_path = "/".join(filter(None, (self.folder, path)))
        branch = quote(self.branch or "HEAD", safe="/")
        edit_path = HOST_KINDS[self.kind].edit_path
        return self.url + edit_path.format(branch=branch, path=quote(full_path))

    def file_url(self, path: str) -> str:
        """Return the URL of a file, relative to the documentation; empty outside the repository."""
        inner = posixpath.normpath(posixpath.join(self.folder, path))
        if inner.startswith(".."):
            return ""
        url = self._replace(folder="").edit_url(inner).removesuffix("?mode=edit")
        return url.replace("/_edit/", "/src/branch/", 1).replace("/edit/", "/blob/", 1)

    def issue_url(self, title: str, body: str) -> str:
        """Return the URL at which an issue can be created."""
        kind = HOST_KINDS[self.kind]
        query = urlencode({kind.title_key: title, kind.body_key: body})
        return f"{self.url}{kind.issue_path}?{query}"


def parse_remote(
    remote: str, kind: str = "", branch: str = "", folder: str = ""
) -> Repository | None:
    """Parse the URL of a repository: ``git@github.com:a/b.git`` gives ``https://github.com/a/b``.

    :param kind: the kind of its host; by default it follows from the name of the host.
    """
    text = remote.strip()
    if "://" not in text and (short := _SHORT_FORM.fullmatch(text)):
        host, path = short.groups()
    else:
        try:
            parts = urlsplit(text)
            port = f":{parts.port}" if parts.port and parts.scheme in ("http", "https") else ""
        except ValueError:
            return None
        if parts.scheme not in ("http", "https", "ssh", "git") or not parts.hostname:
            return None
        host, path = f"{parts.hostname}{port}", parts.path
    path = path.strip("/").removesuffix(".git")
    if kind not in HOST_KINDS:
        kind = next((known for name, known in _HOSTS.items() if name in host.lower()), "")
    if not kind or not re.fullmatch(r"[\w.~-]+(?:/[\w.~-]+)+", path):
        return None
    if not re.fullmatch(r"[A-Za-z0-9.-]+(?::\d+)?", host):
        return None
    scheme = "http" if text.startswith("http://") else "https"
    return Repository(kind, f"{scheme}://{host}/{path}", branch, folder.strip("/"))


SETTING_KEYS = ("url", "kind", "branch", "path")


def parse_setting(value: object) -> Repository | None:
    """Parse ``sitejson_repository``: a URL, or a dictionary."""
    if isinstance(value, str):
        return parse_remote(value)
    if not isinstance(value, Mapping):
        return None
    return parse_remote(*(str(value.get(key, "")) for key in SETTING_KEYS))


def parse_html_context(context: Mapping[str, object]) -> Repository | None:
    """Parse the keys of ``html_context``, such as ``github_user`` and ``github_repo``."""
    folder = str(context.get("doc_path") or context.get("conf_py_path") or "")
    for kind, urls in HOST_KINDS.items():
        user, name = context.get(f"{kind}_user"), context.get(f"{kind}_repo")
        if user and name:
            host = str(context.get(f"{kind}_host") or urls.host)
            url = host if "://" in host else f"https://{host}"
            branch = str(context.get(f"{kind}_version") or "")
            if result := parse_remote(f"{url}/{user}/{name}", kind, branch, folder):
                return result
    return None


def parse_environment(variables: Mapping[str, str]) -> Repository | None:
    """Parse the environment variables of Read the Docs."""
    is_branch = variables.get("READTHEDOCS_VERSION_TYPE") == "branch"
    branch = variables.get("READTHEDOCS_GIT_IDENTIFIER", "") if is_branch else ""
    return parse_remote(variables.get("READTHEDOCS_GIT_CLONE_URL", ""), branch=branch)


def parse_theme_options(options: Mapping[str, object]) -> Repository | None:
    """Parse the options of other themes for the repository."""

    def text(names: Iterable[str]) -> str:
        return next((str(options[name]) for name in names if options.get(name)), "")

    url, branch, folder = map(text, (REPOSITORY_OPTIONS, BRANCH_OPTIONS, FOLDER_OPTIONS))
    return parse_remote(url, branch=branch, folder=folder)


# `[remote "origin"]`, `url = git@github.com:a/b.git`, and `ref: refs/heads/main` in .git.
_SECTION = re.compile(r'\s*\[\s*remote\s+"([^"]+)"\s*\]')
_URL = re.compile(r"\s*url\s*=\s*(\S+)\s*")
_REF = re.compile(r"ref:\s*refs/(?:heads|remotes/[^/\s]+)/(\S+)")


class GitCheckout(NamedTuple):
    """A checked-out repository."""

    root: Path
    remote: str = ""
    branch: str = ""


def find_git_checkout(start: Path) -> GitCheckout | None:
    """Return the repository that contains a folder."""
    root = repository_root(start)
    if root is None:
        return None
    git_folder = root / ".git"
    if git_folder.is_file():
        # A worktree or a submodule: the file names the folder of its data.
        pointer = _text(git_folder).removeprefix("gitdir:").strip()
        git_folder = (root / pointer).resolve() if pointer else git_folder
    common_folder = (git_folder / _text(git_folder / "commondir").strip()).resolve()
    heads = (git_folder / "HEAD", common_folder / "refs/remotes/origin/HEAD")
    branches = (match[1] for head in heads if (match := _REF.match(_text(head))))
    return GitCheckout(root, _origin(_text(common_folder / "config")), next(branches, ""))


def _origin(config: str) -> str:
    """Return the URL of the remote ``origin``, or of the first one."""
    remotes: dict[str, str] = {}
    name = ""
    for line in config.splitlines():
        if line.lstrip().startswith("["):
            section = _SECTION.fullmatch(line)
            name = section[1] if section else ""
        elif name and (match := _URL.fullmatch(line)):
            remotes.setdefault(name, match[1])
    return remotes.get("origin") or next(iter(remotes.values()), "")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def find_repository(app: Sphinx, config: Config) -> Repository | None:
    """Find the repository: in ``conf.py``, in the environment of the host, or in ``.git``."""
    folder = Path(app.srcdir)
    git = find_git_checkout(folder) or GitCheckout(folder)
    inner = "" if folder == git.root else folder.relative_to(git.root).as_posix()
    result = (
        parse_setting(config.sitejson_repository)
        or parse_html_context(config.html_context)
        or parse_theme_options(site_of(app.env).theme_options)
        or parse_environment(os.environ)
        or parse_remote(git.remote)
    )
    return result and result._replace(
        branch=result.branch or git.branch, folder=result.folder or inner
    )


# `https://a.b/c`, `/c`, but not `//a.b/c`.
_POST_URL = re.compile(r"(?:https?:/|(?!//))/[^ \"'<>\\]*", re.DOTALL)


class SiteFeedback(NamedTuple):
    """The feedback options of all pages."""

    repository: Repository | None = None
    post_url: str = ""
    has_rating: bool = False
    """Whether pages show the rating."""


site_feedback: BuildState[SiteFeedback] = BuildState(lambda env: SiteFeedback())


def configure_feedback(app: Sphinx) -> None:
    """Resolve the feedback options of pages, and report those that cannot work."""
    settings = site_of(app.env).settings
    feedback = settings.feedback
    if not makes_web_pages(app.builder):
        return
    needs_repository = feedback.suggest_edit or feedback.raise_issue
    post_url = str(app.config.sitejson_feedback_url)
    if not _POST_URL.fullmatch(post_url):
        post_url = ""
    has_receiver = bool(post_url) or has_events(configured_services(settings))
    repository = find_repository(app, app.config) if needs_repository else None
    options = SiteFeedback(repository, post_url, feedback.thumbs_rating and has_receiver)
    site_feedback.set(app.env, options)
    locate = site_of(app.env).loaded.locate
    for path, message in _faults(app):
        report_at(ProblemCode.FEEDBACK, message, locate(("feedback", *path)))


def _faults(app: Sphinx) -> Iterator[tuple[JsonPath, str]]:
    """Yield the key and a message for each feedback option that cannot work."""
    settings, options = site_of(app.env).settings, site_feedback(app.env)
    feedback = settings.feedback
    requested = {"suggestEdit": feedback.suggest_edit, "raiseIssue": feedback.raise_issue}
    message = (
        'the repository is unknown; set "sitejson_repository" in conf.py. The link was omitted.'
    )
    if options.repository is None:
        yield from (((key,), message) for key, is_requested in requested.items() if is_requested)
    if app.config.sitejson_feedback_url and not options.post_url:
        yield (), '"sitejson_feedback_url" in conf.py is neither a URL nor a path.'
    if feedback.thumbs_rating and not options.has_rating:
        # An outline is the navigation of a docs.json.
        services = "integrations" if settings.outline else "analytics"
        yield (
            ("thumbsRating",),
            f'no service receives the answers; add one to "{services}", or set '
            '"sitejson_feedback_url" in conf.py. The question was omitted.',
        )


def add_feedback(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the feedback options of a page to its context."""
    env, options = app.env, site_feedback(app.env)
    if doctree is None:
        return
    feedback, repository = site_of(env).settings.feedback, options.repository
    page_feedback: dict[str, str | bool] = {"has_rating": options.has_rating}
    # A generated page has no file to edit.
    if repository and feedback.suggest_edit and pagename not in site_documents(env).pages.stubs:
        path = env.doc2path(pagename, base=False).as_posix()
        page_feedback["edit_url"] = repository.edit_url(path)
    if repository and feedback.raise_issue:
        title = _("Issue on the page %s") % readable_text(env.titles[pagename])
        body = f"{page_url(app, pagename) or f'/{pagename}'}\n\n"
        page_feedback["issue_url"] = repository.issue_url(title, body)
    if any(page_feedback.values()):
        context["page_feedback"] = {**page_feedback, "post_url": options.post_url}
    if options.has_rating and app.config.html_theme == "sitejson":
        app.add_js_file("sitejson-feedback.js", loading_method="defer")
