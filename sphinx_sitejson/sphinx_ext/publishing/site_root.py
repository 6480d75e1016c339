"""Files at the root of the site: a redirect at ``/`` and ``.nojekyll``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.problems import (
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.navigation.page_files.project_pages import describe_missing_start_page
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.other_extensions import OUR_THEME
from sphinx_sitejson.sphinx_ext.common.output_files import (
    PublishedFiles,
    makes_web_pages,
    site_contents,
)
from sphinx_sitejson.sphinx_ext.common.readable_text import readable_text
from sphinx_sitejson.sphinx_ext.common.reports import conf_location
from sphinx_sitejson.sphinx_ext.settings.conf_py import stop_build
from sphinx_sitejson.sphinx_ext.settings.config import has_custom_root_doc

from .redirects import redirect_plan

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

REDIRECT_TEMPLATE = "sitejson-redirect.html"


def require_root_document(app: Sphinx, env: BuildEnvironment, *changes: object) -> tuple[str, ...]:
    """Stop the build with a message if the root document is missing; Sphinx would raise."""
    root = env.config.root_doc
    if root in env.found_docs:
        return ()
    if has_custom_root_doc(env.config):
        message = f"the root document {quoted(root)} is not a page of the project."
        message += did_you_mean(root, env.found_docs)
        locations = (conf_location(app, name) for name in ("root_doc", "master_doc"))
        location = next((each for each in locations if each.line), Location(file="conf.py"))
        code = ProblemCode.CONF_PY
        stop_build([Problem(code=code, message=message, location=location, stops_build=True)])
    settings, file = site_domain(env).site.settings, env.config.sitejson_file
    reason = describe_missing_start_page(root, settings, env.found_docs, file)
    raise SystemExit(f"The build stops: {reason}")


def require_settings_for_markdown(
    app: Sphinx, env: BuildEnvironment, *changes: object
) -> tuple[str, ...]:
    """Stop the build with a message if the pages are MDX or Markdown, which need a site."""
    folder = Path(app.srcdir)
    page = next(folder.rglob("*.mdx"), folder / f"{env.config.root_doc}.md")
    if not page.is_file():
        return ()
    parser = "" if page.suffix == ".mdx" else ', or add "myst_parser" to the extensions'
    raise SystemExit(
        f"The build stops: pages such as {quoted(page.relative_to(folder).as_posix())} are only "
        f"read in a site. Create {quoted(env.config.sitejson_file)} beside conf.py, or set "
        f"html_theme = {quoted(OUR_THEME)}{parser} in conf.py."
    )


def write_root_redirect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page at ``/`` that redirects to the root document."""
    root = app.config.root_doc
    if app.builder.name == "epub":
        return
    is_redirected = redirect_plan(app.env).find("") is not None
    if root != "index" and "index" not in app.env.all_docs and not is_redirected:
        target = app.builder.get_relative_uri("index", root)
        context = {
            "target": target,
            "canonical": target,
            "title": readable_text(app.env.titles[root]),
        }
        yield "index", context, REDIRECT_TEMPLATE


NO_JEKYLL = ".nojekyll"
"""Without it GitHub Pages skips folders that begin with an underscore, such as ``_static``."""

GITHUB_PAGES_EXTENSION = "sphinx.ext.githubpages"


def write_host_files(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write ``.nojekyll``, unless the author or another extension does."""
    if makes_web_pages(app.builder):
        is_provided = (
            GITHUB_PAGES_EXTENSION in app.extensions
            or NO_JEKYLL in site_contents(app.env).extra_files
        )
        is_needed = not (is_provided or site_of(app.env).keeps_theme)
        PublishedFiles(app, "host").write({NO_JEKYLL: ""} if is_needed else {})
    yield from ()
