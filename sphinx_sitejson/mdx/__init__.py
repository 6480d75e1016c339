"""Parse MDX pages: front matter, tags, expressions, and the Markdown around them.

The input is the text of a page. The output is its front matter, its text with tags and expressions
masked by marks that a Markdown parser keeps, and the values of attributes.

- ``fences``: the first line of code blocks and of blocks between colons.
- ``formulas``: LaTeX formulas in Markdown, and normalization of their LaTeX.
- ``html_attributes``: attributes of JSX as attributes of HTML, without those that run code.
- ``markdown_plugins``: plugins of markdown-it: the marks, URLs in plain text, broken links, and the
  Markdown of Material for MkDocs.
- ``other_syntaxes``: blocks of GitBook, VitePress and other tools, as elements of MDX.
- ``javascript/``: JavaScript in pages: expressions, exports and components.
- ``scanning/``: tags, expressions and comments of a page, and the marks that replace them.
"""
