"""The page files of a project: written ones, and those made for operations and schemas.

In come the settings, the documents and the files of the project; out go page files, bindings and
an index of where things are shown.

- ``bindings``: bindings: the words by which a page says which operation or schema it shows.
- ``base_urls``: the base URLs that a site declares: where its pages may send requests.
- ``credentials``: credentials in the addresses of a page's front matter, which many files of a
  site repeat.
- ``slugs``: names for files and addresses, made from any text.
- ``tag_groups``: groups of generated pages: one for each first tag, nested as the tags are.
- ``generation``: pages made from a document: one for each operation, webhook and named schema.
- ``listed_operations``: operations that a navigation lists, by themselves or as the whole of a
  document.
- ``linked_pages``: page files that are not read, since they are links that lead astray, or no
  files at all.
- ``page_index``: where operations and schemas have their pages.
- ``site_pages``: the generated pages of a whole site: those of every tab and anchor that has a
  document.
- ``project_pages``: which files of the project are pages, and which of them is the first.
- ``authored_bindings``: which operations and schemas the written pages show, seen before any page
  is read.
"""
