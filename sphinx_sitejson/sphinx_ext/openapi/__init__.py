"""OpenAPI documents in a build, and the pages generated from them.

- ``state``: the state of the OpenAPI documents during a build: documents, pages, page index.
- ``documents``: load the documents of the site, and generate the pages of tabs and anchors.
- ``generated_pages``: generated pages as Sphinx documents outside the source folder.
- ``named_files``: documents that a page names by file, read on demand.
- ``downloads``: publish the OpenAPI documents of the site for download.
- ``api_formats``: the formats of API descriptions that the project adds to those of the package.
- ``sample_languages``: the languages of request samples that the project adds to those of the
  package.
"""
