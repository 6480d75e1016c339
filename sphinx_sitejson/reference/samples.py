"""The request of an operation, written in the languages of the site."""

from __future__ import annotations

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation

from .context import LARGE_DOCUMENT
from .options import ReferenceOptions
from .request_samples.building import base_url_of, sample_request
from .request_samples.catalog import languages_for, samples_for
from .request_samples.credentials import SiteAuth
from .views import CodeSampleView

LANGUAGES_OF_LARGE = 3
"""In how many languages the requests of a large document are shown, unless the author chose."""


def request_samples(
    document: OpenApiDocument, operation: Operation, options: ReferenceOptions
) -> tuple[CodeSampleView, ...]:
    """Return the samples of an operation; of an event only those that the document has."""
    languages = () if operation.is_webhook else languages_for(options.languages).languages
    if not options.languages and len(document.operations) > LARGE_DOCUMENT:
        languages = languages[:LANGUAGES_OF_LARGE]
    request = sample_request(
        operation,
        base_url=_base_url(document, operation, options),
        site_auth=_site_auth(options),
        show_optional=options.show_optional,
    )
    return tuple(
        CodeSampleView(
            language=sample.language,
            label=sample.label,
            code=sample.code,
            generator=sample.generator,
        )
        for sample in samples_for(operation, request, languages)
    )


def _base_url(document: OpenApiDocument, operation: Operation, options: ReferenceOptions) -> str:
    if options.base_urls:
        return options.base_urls[0]
    if document.location.startswith(("http://", "https://")):
        return base_url_of(operation, document_url=document.location)
    return base_url_of(operation)


def _site_auth(options: ReferenceOptions) -> SiteAuth | None:
    if options.auth_method is None:
        return None
    return SiteAuth(method=options.auth_method, name=options.auth_name, prefix=options.auth_prefix)
