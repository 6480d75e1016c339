"""What the options of other themes say that ``site.json`` says, too.

- ``options``: options of other themes in ``html_theme_options``: those that say what
  ``site.json`` says.
- ``announcements``: the announcement that an option of other themes has in HTML, as the Markdown
  of a banner.
"""
