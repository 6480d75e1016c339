r"""MDX pages: from their text to marks that a Markdown parser can carry.

In comes the text of a page; out go the text with its tags and expressions masked, the values of
props, and the front matter.

- ``url_schemes``: the scheme of an address, which says whether a page may use it and where it
  leads.
- ``autolinks``: addresses in plain text that become links, as GitHub makes them, but none across
  a tag.
- ``colon_fences``: the line that opens a block between colons: ``:::{note}``, or ``:::note`` of
  other tools.
- ``nested_keys``: takes values that are nested too deeply out of YAML, before a loader meets them.
- ``fences``: the line that opens a code block: language, title, lines and flags.
- ``formulas``: formulas between dollar signs, told from prices and from names of variables.
- ``fractions``: fractions of old: ``{a \over b}`` as ``{\frac{a}{b}}``, which every reader of
  formulas knows.
- ``front_matter``: the front matter of a page: YAML between two lines of dashes, read without
  surprises.
- ``latex_spellings``: LaTeX as many authors write it, in the spelling that the reader of formulas
  knows.
- ``script_attributes``: which attributes of HTML, SVG and MathML run code, or load something that
  does.
- ``html_attributes``: attributes of HTML elements: from the names that JSX uses to those of HTML,
  without code.
- ``slugs``: anchors of headings, made as GitHub makes them.
- ``javascript/``: JavaScript in pages: expressions, exports and components of a project's own.
- ``scanning/``: Finding tags, expressions and comments in a page, and handing them to Markdown.
"""
