"""Finding tags, expressions and comments in a page, and handing them to Markdown."""
