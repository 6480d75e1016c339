"""Finding tags, expressions and comments in a page, and handing them to Markdown.

The passes, in order: ``scanner`` finds the spans, ``matching`` pairs the tags, ``layout`` tells
blocks from words, ``masking`` puts marks in their place, and ``markdown_rules`` teaches markdown-it
the marks.

- ``element_names``: names of HTML elements, and which of them stand in a line of text.
- ``lines``: how lines of Markdown begin: list markers, quotes, fences, headings, tables.
- ``tags``: what stands in a page besides Markdown: tags, expressions and comments, as spans of
  the text.
- ``matching``: finds the closing tag of each opening one, and repairs what does not match.
- ``lexing``: finds where a tag or an expression ends, without understanding the JavaScript in it.
- ``statements``: import and export statements of a page: where they end, and which names they
  declare.
- ``scanner``: finds the tags, expressions and comments of a page in one pass, past everything
  that is code.
- ``known_tags``: which names a page may use as tags.
- ``layout``: decides which elements are blocks and which stand in a line of text.
- ``masking``: replaces tags and expressions by marks that Markdown does not know, and brings them
  back.
- ``markdown_rules``: teaches markdown-it the marks: two rules that know the partner of each tag.
"""
