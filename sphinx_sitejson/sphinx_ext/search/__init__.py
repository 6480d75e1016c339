"""Search: what the dialog and the 404 page know of all pages."""
