"""Links of pages: resolved once all pages are known, and checked.

- ``page_links``: links and images as authors write them: by path, with or without extension.
- ``targets``: resolves the links of pages, and reports those that are broken.
- ``link_check``: finds broken links that neither Sphinx nor MyST checks.
- ``url_credentials``: removes user names and passwords from the URLs of ``conf.py`` and of pages.
"""
