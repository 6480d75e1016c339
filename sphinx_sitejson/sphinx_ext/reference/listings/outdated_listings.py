"""Which pages are read again, and what is told of documents that are not there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_sitejson.common.problems import Problem, ProblemCode
from sphinx_sitejson.reference.listings import looks_like_rst, select
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.openapi.named_files import (
    NamedFile,
    document_in,
    is_document_there,
    why_missing,
)
from sphinx_sitejson.sphinx_ext.reference.bound_pages import read_bound
from sphinx_sitejson.sphinx_ext.reference.view_cache import reference_views

from .listing import digest_of_listing

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.reference.listings import ListingFact

logger = logging.getLogger(__name__)


def outdated_listings(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Iterable[str]:
    """Return the pages that show of a document what is not as it was when they were read.

    What they name is read here, before the pages are read in several processes.
    """
    domain = site_domain(env)
    options = repr(reference_views(env).options)
    is_same = domain.data["listing options"] == options
    domain.data["listing options"] = options
    return [
        docname
        for docname, facts in domain.listings.items()
        if docname in env.found_docs
        and (not is_same or any(_is_outdated(env, fact) for fact in facts))
    ]


def _is_outdated(env: BuildEnvironment, fact: ListingFact) -> bool:
    document = document_in(env, NamedFile(fact.file))
    if document is None:
        return fact.digest != ""
    operations = select(document, fact.options).operations
    is_same_document = fact.location == document.location
    return not is_same_document or digest_of_listing(env, document, operations) != fact.digest


def read_listed(app: Sphinx, env: BuildEnvironment) -> None:
    """Know all documents that pages name, also those that another process has read."""
    first: dict[str, ListingFact] = {}
    as_rst: set[str] = set()
    for _docname, facts in sorted(site_domain(env).listings.items()):
        for fact in facts:
            first.setdefault(fact.file, fact)
            if fact.options.format == "rst":
                as_rst.add(fact.file)
    for path, fact in first.items():
        file = NamedFile(path)
        document = document_in(env, file)
        if not is_document_there(env, file):
            message = why_missing(env, file, fact.written)
            report([Problem(code=ProblemCode.MISSING_FILE, message=message, place=fact.place)])
        elif document is not None and path not in as_rst and looks_like_rst(document.data):
            logger.info(
                'the texts of "%s" look like reStructuredText; with ":format: rst" the directive '
                '"openapi" reads them so.',
                fact.written,
            )
    read_bound(env)
