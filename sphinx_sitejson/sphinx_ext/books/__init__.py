"""Books: EPUB, PDF and manual pages, which have their own rules."""
