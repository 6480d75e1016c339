"""The documents, base URLs and pages of a project, for its proxy and its mock."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from sphinx_sitejson.common.files import folder_around
from sphinx_sitejson.common.json_documents.sources import Source
from sphinx_sitejson.common.network.urls import strip_credentials
from sphinx_sitejson.common.records import record
from sphinx_sitejson.navigation.authored_pages import (
    declared_base_urls,
    endpoint_base_urls,
    expand_server_url,
    find_bound_operations,
    find_listed_documents,
)
from sphinx_sitejson.navigation.site_pages import as_document, document_extras
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.library import FoundOperation, OpenApiLibrary
from sphinx_sitejson.openapi.reading.api_formats import find_documents
from sphinx_sitejson.openapi.reading.documents import (
    NO_EXTRAS,
    Extras,
    ReadDocument,
    ReadOptions,
    read_document,
)
from sphinx_sitejson.settings import find_settings_file
from sphinx_sitejson.settings.conf_py import plain_values
from sphinx_sitejson.settings.loading import LoadedSettings, load_settings
from sphinx_sitejson.settings.project_files import find_project_file, is_remote
from sphinx_sitejson.settings.project_pages import find_pages, named_documents
from sphinx_sitejson.settings.site import SiteSettings

from .mock.routes import BaseUrl, ServedOperation


class ProjectError(Exception):
    """A project that cannot be served; the message is one sentence."""


MOST_MEGABYTES = 100_000
"""The largest size that ``conf.py`` may allow for a document, here as in a build."""


@record
class Project:
    """The documents of a project, and the base URLs and authentication of its requests."""

    root: Path
    loaded: LoadedSettings
    settings: SiteSettings
    documents: tuple[OpenApiDocument, ...]
    base_urls: tuple[str, ...]
    site_urls: tuple[str, ...] = ()
    options: ReadOptions = field(default_factory=ReadOptions)


def read_project(folder: Path, file: str | None) -> Project:
    """Read the settings and the documents of a project, as a build does.

    :param folder: the folder of the project, or a document that is to stand for a whole project.
    """
    if folder.is_file():
        return _project_of_document(folder)
    if not folder.exists():
        raise ProjectError(f"No such folder or document: {folder}")
    conf = plain_values(folder)
    name = find_settings_file(folder, file or str(conf.get("sitejson_file") or ""))
    if file is None and not (folder / name).is_file() and (folder / "conf.py").is_file():
        loaded = _without_settings(str(conf.get("project") or folder.name), name)
    else:
        loaded = load_settings(folder / name, root=folder)
    if loaded.settings is None:
        raise ProjectError("\n".join(map(str, loaded.problems)))
    options = ReadOptions(
        offline=conf.get("sitejson_offline") is True,
        size_limit=_megabytes(conf.get("sitejson_largest_document")),
        allowed_origins=frozenset(_texts(conf.get("sitejson_allowed_origins"))),
    )
    pages, _problems = find_pages(folder)
    documents = used_documents(folder.resolve(), loaded, pages, options)
    base_url = conf.get("html_baseurl")
    site_url = strip_credentials(base_url) if isinstance(base_url, str) else ""
    return Project(
        root=folder.resolve(),
        loaded=loaded,
        settings=loaded.settings,
        documents=tuple(documents),
        options=options,
        base_urls=declared_base_urls(loaded.settings, documents, endpoint_base_urls(pages)),
        site_urls=(site_url,) if is_remote(site_url) else (),
    )


def _project_of_document(path: Path) -> Project:
    root = path.resolve().parent
    document = as_document(_read(path.name, root, ReadOptions()))
    if document is None:
        raise ProjectError(f"{path}: the document could not be read.")
    loaded = _without_settings(document.title or path.name, path.name)
    assert loaded.settings is not None
    return Project(
        root=root,
        loaded=loaded,
        settings=loaded.settings,
        documents=(document,),
        base_urls=declared_base_urls(loaded.settings, (document,)),
    )


def _without_settings(name: str, file: str) -> LoadedSettings:
    """Return the settings of a project that has no settings file."""
    settings = SiteSettings(name=name, navigation=())
    return LoadedSettings(settings=settings, problems=(), source=Source(file=file))


def served_operations(project: Project) -> Iterator[ServedOperation]:
    """Yield the operations of all documents, with the base URLs that pages give them."""
    base_urls = tuple(map(BaseUrl.of, project.settings.api.base_url))
    for document in project.documents:
        for operation in document.operations:
            servers = (
                BaseUrl.of(url) for server in operation.servers for url in expand_server_url(server)
            )
            bases = base_urls or tuple(dict.fromkeys(servers)) or (BaseUrl.of("/"),)
            yield ServedOperation(document=document, operation=operation, bases=bases)


def used_documents(
    root: Path, loaded: LoadedSettings, pages: Mapping[str, Path], options: ReadOptions
) -> list[OpenApiDocument]:
    """Return the documents that the settings name, and those whose operations pages show."""
    assert loaded.settings is not None
    named = [
        _read(loaded.document_file(location), root, options, document_extras(loaded, location))
        for location in named_documents(loaded.settings)
        if is_remote(location) or find_project_file(root, location)
    ]
    read = (*named, *_read_listed(root, pages, options))
    by_location: dict[str, OpenApiDocument] = {}
    for document in filter(None, map(as_document, read)):
        by_location.setdefault(document.location.lstrip("/"), document)
    documents = list(by_location.values())
    bindings = list(find_bound_operations(pages))
    if not bindings:
        return documents
    known = {document.location for document in documents}
    found = (path.relative_to(root).as_posix() for path in find_documents(root))
    extra = [
        as_document(_read(location, root, options))
        for location in found
        if location not in known and f"/{location}" not in known
    ]
    library = OpenApiLibrary(documents, extra=filter(None, extra))
    results = (library.find_operation(binding.key, binding.document) for binding in bindings)
    bound = [result.document for result in results if isinstance(result, FoundOperation)]
    return list({document.location: document for document in (*documents, *bound)}.values())


def _read_listed(
    root: Path, pages: Mapping[str, Path], options: ReadOptions
) -> Iterator[ReadDocument]:
    """Read the documents that directives list, each once; one may be outside of the project."""
    for reference in dict.fromkeys(find_listed_documents(pages, root)):
        if isinstance(reference, str):
            yield _read(reference, root, options)
        elif (file := reference.resolve()).is_file():
            folder = root if file.is_relative_to(root) else folder_around(file, root)
            yield _read(file.relative_to(folder).as_posix(), folder, options)


def _read(
    location: str, root: Path, options: ReadOptions, extras: Extras = NO_EXTRAS
) -> ReadDocument:
    read = read_document(location, root=root, options=options, extras=extras)
    # A document without one of its overlays is another document than the one that is published.
    for problem in read.problems:
        if read.data is None or problem.code == "openapi_overlay":
            print(problem, file=sys.stderr)
    return read


def _megabytes(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_MEGABYTES:
        return value * 1_000_000
    return ReadOptions().size_limit


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple | set):
        yield from (text for text in value if isinstance(text, str))
