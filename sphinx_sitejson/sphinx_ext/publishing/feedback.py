"""Feedback options of pages: edit links, issue links and the rating."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.locale import _

from sphinx_sitejson.common.problems import Problem, ProblemCode
from sphinx_sitejson.publishing.repository import (
    Repository,
    find_git_checkout,
    parse_environment,
    parse_html_context,
    parse_remote,
    parse_setting,
)
from sphinx_sitejson.publishing.services import configured_services, has_events
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.common.output_files import makes_web_pages
from sphinx_sitejson.sphinx_ext.common.readable_text import readable_text
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents

from .search_engines import page_url

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

SCRIPT = "sitejson-feedback.js"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFeedback:
    """The feedback options of one page."""

    edit_url: str = ""
    issue_url: str = ""
    has_rating: bool = False
    post_url: str = ""


def find_repository(app: Sphinx, config: Config) -> Repository | None:
    """Find the repository: in ``conf.py``, in the environment of the host, or in ``.git``."""
    git = find_git_checkout(Path(app.srcdir))
    folder = Path(app.srcdir).relative_to(git.root).as_posix() if git else ""
    folder = "" if folder == "." else folder
    result = parse_setting(config.sitejson_repository) or parse_html_context(config.html_context)
    if result is None:
        result = parse_environment(os.environ)
    if result is None and git:
        result = parse_remote(git.remote)
    if result is None:
        return None
    return replace(
        result,
        branch=result.branch or (git.branch if git else ""),
        folder=result.folder or folder,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFeedback:
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
    post_url = _post_url(app)
    has_receiver = bool(post_url) or has_events(configured_services(settings))
    options = SiteFeedback(
        repository=find_repository(app, app.config) if needs_repository else None,
        post_url=post_url,
        has_rating=feedback.thumbs_rating and has_receiver,
    )
    site_feedback.set(app.env, options)
    report(feedback_problems(app))


def _post_url(app: Sphinx) -> str:
    url = str(app.config.sitejson_feedback_url)
    is_safe = url.startswith(("https://", "http://")) or (
        url.startswith("/") and not url.startswith("//")
    )
    return url if is_safe and not set(url) & set(" \"'<>\\") else ""


def feedback_problems(app: Sphinx) -> Iterator[Problem]:
    """Yield a problem for each feedback option that cannot work."""
    site, options = site_of(app.env), site_feedback(app.env)
    requested = {
        "suggestEdit": site.settings.feedback.suggest_edit,
        "raiseIssue": site.settings.feedback.raise_issue,
    }
    for key, is_requested in requested.items():
        if is_requested and options.repository is None:
            yield Problem(
                code=ProblemCode.FEEDBACK,
                message='the repository is unknown; set "sitejson_repository" in conf.py. '
                "The link was omitted.",
                location=site.loaded.locate(("feedback", key)),
            )
    if app.config.sitejson_feedback_url and not options.post_url:
        yield Problem(
            code=ProblemCode.FEEDBACK,
            message='"sitejson_feedback_url" in conf.py is neither a URL nor a path.',
            location=site.loaded.locate(("feedback",)),
        )
    if site.settings.feedback.thumbs_rating and not options.has_rating:
        # An outline is the navigation of a docs.json.
        services = "integrations" if site.settings.outline else "analytics"
        yield Problem(
            code=ProblemCode.FEEDBACK,
            message=f'no service receives the answers; add one to "{services}", or set '
            '"sitejson_feedback_url" in conf.py. The question was omitted.',
            location=site.loaded.locate(("feedback", "thumbsRating")),
        )


def add_feedback(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the feedback options of a page to its context."""
    options = site_feedback(app.env)
    if doctree is None or not makes_web_pages(app.builder):
        return
    page_feedback = PageFeedback(
        edit_url=edit_url(app, pagename),
        issue_url=issue_url(app, pagename),
        has_rating=options.has_rating,
        post_url=options.post_url,
    )
    if page_feedback != PageFeedback(post_url=options.post_url):
        context["page_feedback"] = page_feedback
    if options.has_rating and app.config.html_theme == "sitejson":
        app.add_js_file(SCRIPT, loading_method="defer")


def edit_url(app: Sphinx, pagename: str) -> str:
    """Return the URL at which a page can be edited; empty for a generated page."""
    repository = site_feedback(app.env).repository
    is_authored = pagename not in site_documents(app.env).pages.stubs
    if not (site_of(app.env).settings.feedback.suggest_edit and repository and is_authored):
        return ""
    path = Path(app.env.doc2path(pagename, base=False)).as_posix()
    return repository.edit_url(path)


def issue_url(app: Sphinx, pagename: str) -> str:
    """Return the URL at which an issue about a page can be created."""
    repository = site_feedback(app.env).repository
    if not (site_of(app.env).settings.feedback.raise_issue and repository):
        return ""
    title = _("Issue on the page %s") % readable_text(app.env.titles[pagename])
    return repository.issue_url(title, f"{page_url(app, pagename) or f'/{pagename}'}\n\n")
