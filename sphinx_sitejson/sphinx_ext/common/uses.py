"""What a project uses of the extension: the steps for other things are not even imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .build_state import BuildState, site_domain

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

has_documents: BuildState[bool] = BuildState(lambda env: False)
"""Whether the settings name OpenAPI documents, or files of the project may be some."""


def uses_api(env: BuildEnvironment) -> bool:
    """Whether the project documents an API: it has documents, or pages that show a part of one.

    Before pages are read, the answer is for the pages of the last build.
    """
    domain = site_domain(env)
    has_api_pages = domain.bound or domain.listings or domain.data["served"]
    return bool(has_api_pages) or has_documents(env)


has_tags: BuildState[bool] = BuildState(
    lambda env: any("tag_index" in used for used in site_domain(env).components.values())
)
"""Whether a page lists the tags of pages, which turns them on; known when all pages are read."""
