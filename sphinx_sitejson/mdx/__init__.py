r"""Parse MDX pages: front matter, tags, expressions, and the Markdown around them.

The input is the text of a page. The output is its front matter, its text with tags and expressions
masked by marks that a Markdown parser keeps, and the values of attributes.

- ``front_matter``: the YAML between two lines of dashes.
- ``scanning/``: tags, expressions and comments of a page, and the marks that replace them.
- ``markdown_plugins``: plugins of markdown-it for the marks, and for URLs in plain text.
- ``failed_links``: links that are shown as text because of a mistake in their syntax.
- ``fences``: the first line of code blocks and of blocks between colons.
- ``material_syntax``: plugins of markdown-it for the Markdown of Material for MkDocs.
- ``package_commands``: commands of npm and pip for other package managers.
- ``formulas``: LaTeX formulas in Markdown, and normalization of their LaTeX.
- ``html_attributes``: attributes of JSX as attributes of HTML, without those that run code.
- ``url_schemes``: the scheme of a URL, and whether it is safe.
- ``slugs``: anchors of headings, as GitHub generates them.
- ``javascript/``: JavaScript in pages: expressions, exports and components.
"""
