"""Links: resolved once all pages are known, and checked.

- ``url_credentials``: keeps users and passwords in addresses out of the built site: those of
  conf.py and of pages.
- ``anchors``: the places of a page that a link can lead to: those of its text, and those of its
  API parts.
- ``page_links``: links and images as authors of pages write them: by path, with or without
  extension.
- ``targets``: resolves links of pages once all pages are known, and reports those that lead
  nowhere.
- ``link_check``: finds links that lead to nothing of the site, where Sphinx and MyST do not look.
- ``setup``: makes Sphinx resolve the links of pages.
"""
