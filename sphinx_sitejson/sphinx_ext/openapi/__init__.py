"""OpenAPI documents: loaded once in a build, and the pages made from them.

``state`` gives access to the documents, their pages, and where operations and schemas are shown.

- ``generated_pages``: announces generated pages to Sphinx as documents that lie outside the
  source folder.
- ``api_formats``: the formats of API descriptions that the project adds to those of the package.
- ``sample_languages``: the languages of request samples that the project adds to those of the
  package.
- ``state``: what is known of the OpenAPI documents while a build runs.
- ``documents``: loads the documents of the site and makes the pages that tabs and anchors ask
  for.
- ``named_files``: documents that a page names by their files: read when they are needed, wherever
  they lie.
- ``downloads``: offers the OpenAPI documents of the site for download, each bundled into one
  file.
"""
