"""The bridge to Sphinx: the only package that imports it.

``extension`` registers the subpackages, and ``events`` lists every step of a build in order. Each
subpackage connects the core package of the same name. ``common/``, ``settings/`` and ``patches/``
serve all others; what a subpackage computes in a build is reached through its state
(``common/build_state``).

- ``extension``: the subpackages of the extension, in the order in which they are registered.
- ``events``: the steps of a build: what happens at which event of Sphinx, in which order.
- ``patches/``: every change to objects of Sphinx, docutils, MyST and Python, and nothing else.
- ``common/``: What all subpackages share: the build state, reports, labels, templates, output.
- ``settings/``: Settings: ``site.json``, ``conf.py`` and front matter in a build.
- ``openapi/``: OpenAPI documents: loaded once per build, and the pages generated from them.
- ``navigation/``: Navigation: the order of pages for Sphinx, and the map of the site.
- ``reference/``: The API reference: operations and schemas as nodes, as HTML and as plain text.
- ``pages/``: Pages: what applies to every page, in any format.
- ``compat/``: Directives, values and roles of other API extensions, if those are not loaded.
- ``appearance/``: Appearance: icons, styles and code colors of pages.
- ``publishing/``: Publishing: what surrounds the pages of a site, search, EPUB and PDF.
- ``theme/``: The theme: its files, and what its templates know of a page.
- ``links/``: Links: resolved and checked once all pages are known.
- ``components/``: Components: what authors write in pages, as nodes for every builder.
- ``mdx/``: MDX pages: from the text of a page to its nodes.
- ``checks/``: Checks: whether settings, pages and documents agree.
"""
