"""The search index: small files that a browser asks for by the words of a query.

- ``entries``: what can be found: pages, and the places on them.
- ``tokenizer``: cuts texts into words, the same way as the script that reads queries.
- ``term_weights``: rates each word of a page by where on the page it is.
- ``shards``: distributes the words of a site over files by their first letters.
- ``index_files``: writes the index of a site: its root, its words, and a file for each page.
"""
