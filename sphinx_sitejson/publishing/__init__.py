"""Files and tags around the pages of a published site; plain data in, text out.

- ``site_urls``: paths and URLs of a site, and its base URL as known to the host that builds it.
- ``redirects``: plan the redirects of a site: wildcards, chains, loops and dead targets.
- ``redirect_formats``: serialize the redirects for servers: ``_redirects``, nginx, Read the Docs.
- ``dead_links``: find links of the site to pages and anchors that do not exist.
- ``feeds``: RSS feeds of changelogs.
- ``llms``: ``llms.txt`` and ``llms-full.txt``, for language models.
- ``agent_files``: ``skill.md`` and the files below ``/.well-known/``, for agents.
- ``repository``: the repository of the documentation, for "edit this page" and issue links.
- ``git_dates``: the dates on which files were last changed, from the history of git.
- ``search_engines``: preview tags, breadcrumbs as JSON-LD, ``sitemap.xml`` and ``robots.txt``.
- ``social_cards``: draw preview images and touch icons; needs Pillow (the extra ``cards``).
- ``service_catalog``: the table of external services: analytics, chats and consent.
- ``services``: the external services that a site configures, and what each of them needs.
- ``search/``: the search index: small files that a browser requests by the terms of a query.
- ``epub/``: convert HTML pages to the XHTML that EPUB readers accept.
"""
