"""Icons: each drawing stands once in a page."""
