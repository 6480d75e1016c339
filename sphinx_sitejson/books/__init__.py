"""Books as EPUB: pages as XHTML, without what only works on a site."""
