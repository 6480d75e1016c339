"""The bridge to Sphinx: the only part that imports it."""
