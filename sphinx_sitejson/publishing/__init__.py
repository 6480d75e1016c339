"""What is published besides the pages: search, feeds, redirects, files for agents, EPUB and PDF.

- ``feedback``: edit and issue links of pages, and the rating.
- ``feeds``: RSS feeds of changelogs.
- ``images``: convert images that EPUB and LaTeX do not support.
- ``latex``: LaTeX and PDF: chapters, images, tables and characters.
- ``link_check``: finds broken links that neither Sphinx nor MyST checks.
- ``link_targets``: resolve the links of pages; find those that lead nowhere.
- ``llms``: ``llms.txt``, ``llms-full.txt``, and the skill and sitemap files for agents.
- ``markdown_pages``: each page as Markdown beside its HTML, and the files for language models.
- ``meta_tags``: meta tags of a page, and the preview images that they name.
- ``page_dates``: the date on which each page was last changed: front matter, else git.
- ``page_tags``: the tags of pages, and the page that lists them.
- ``plain_text``: plain text and manual pages that fit into a terminal.
- ``redirect_files``: redirects as pages and in the formats of servers, and the redirect at the
  root.
- ``redirects``: plan the redirects of a site: wildcards, chains, loops and dead targets.
- ``search_engines``: preview tags and cards, breadcrumbs, ``sitemap.xml`` and ``robots.txt``.
- ``search_index``: the list of pages for scripts, and the files of the search index.
- ``search_writer``: index pages from their doctrees, write the index and the list of pages.
- ``services``: the external services that a site configures, and what each of them needs.
- ``social_cards``: draw preview images and touch icons; needs Pillow (the extra ``cards``).
- ``epub/``: convert HTML pages to the XHTML that EPUB readers accept.
"""
