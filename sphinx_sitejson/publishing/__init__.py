"""What surrounds the pages of a published site: plain data in, text out.

- ``site_urls``: paths and addresses of a site, as its owner writes them.
- ``dead_links``: links of the site that lead to nothing of it.
- ``feeds``: feeds: the entries of a changelog for readers of RSS.
- ``git_folder``: what a git folder says of its repository, read without running git.
- ``hosts``: the address of a site, as the host that builds and publishes it tells it.
- ``markdown_text``: small pieces of Markdown: text that stays text, code, links, lists.
- ``llms``: ``llms.txt`` and ``llms-full.txt``: the site for language models.
- ``redirect_loops``: ways that lead back to where they begin.
- ``page_tags``: what the head of one page tells search engines and those who show a preview of a
  link.
- ``wildcards``: wildcards of redirects: ``:slug*`` for any rest, ``:slug`` for one name, ``*`` at
  the end.
- ``redirects``: redirects: which addresses of the site lead elsewhere, and what is wrong with the
  others.
- ``redirect_formats``: the redirects of a site in the words of servers.
- ``repository``: the repository of the documentation: where readers can change a page or raise an
  issue.
- ``services``: which services of other hosts a site names, and what each of them needs.
- ``sitemap``: what search engines read about the whole site: ``sitemap.xml`` and ``robots.txt``.
- ``social_cards``: pictures for previews, drawn from a page's title: needs Pillow, the extra
  ``cards``.
- ``search/``: The search index: small files that a browser requests by the terms of a query.
- ``service_catalog/``: The table of external services: analytics, chats, and consent.
- ``epub/``: HTML pages converted to the XHTML that EPUB readers accept.
"""
