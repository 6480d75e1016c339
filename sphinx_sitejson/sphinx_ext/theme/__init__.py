"""The theme: its files, and what its templates know of a page."""
