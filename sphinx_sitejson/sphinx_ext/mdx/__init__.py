"""MDX pages: from the text of a page to its nodes."""
