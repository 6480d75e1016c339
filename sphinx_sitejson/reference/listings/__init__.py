"""Listings: a whole document, or a part of it, in the middle of a page.

In come a document and the options of a directive; out go the operations that the page shows, in
order, their groups, and the anchors that links know them by.

- ``options``: what an author may say of a listing, and what is wrong with it.
- ``selection``: the operations that a listing shows, in its order.
- ``groups``: the operations of a listing by their first tag.
- ``anchors``: the ids of operations and schemas on a page that has many of them.
- ``facts``: what is kept of a listing between builds.
- ``rst_texts``: whether the texts of a document were written as reStructuredText.
"""
