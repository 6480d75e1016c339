"""Publishing: what surrounds the pages of a site, for readers and programs.

- ``meta_tags``: meta tags of a page, and the preview images that they name.
- ``page_dates``: the date on which each page was last changed: front matter, else git.
- ``page_tags``: the tags of pages, and the page that lists them.
- ``search_engines``: preview tags, structured data, the sitemap and ``robots.txt``.
- ``feeds``: RSS feeds of pages that are changelogs.
- ``feedback``: feedback options of pages: edit links, issue links and the rating.
- ``reference_markdown``: API pages as Markdown, written from their rows.
- ``markdown_pages``: each page as Markdown beside its HTML, and the files for language models.
- ``redirects``: the redirects of the settings, as pages and in the formats of servers.
- ``site_root``: files at the root of the site: a redirect at ``/`` and ``.nojekyll``.
- ``services``: load analytics, chats and the consent dialog.
- ``search/``: the search index of the theme, and that of Sphinx.
- ``paginated/``: EPUB, PDF, plain text and manual pages.
"""
