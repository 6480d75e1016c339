"""Texts of documents, and the words that surround them."""
