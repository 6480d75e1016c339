"""The search index: small files that a browser requests by the terms of a query.

- ``entries``: what the index holds of a page: its title, sections, fields and objects.
- ``tokenizer``: split texts into terms, the same way as the script in the browser.
- ``index_files``: weigh the terms of pages and write the files of the index.
"""
