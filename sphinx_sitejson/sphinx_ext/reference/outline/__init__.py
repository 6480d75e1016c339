"""What formats without templates show of each part of an API page.

Books, plain text and Markdown all write these rows, so what is added here is shown in all of them.

- ``rows``: what an API page says in formats without templates, row by row and before any layout.
- ``field_rows``: fields, and what is nested in them, as rows.
- ``security_rows``: what authorizes a request, as rows.
- ``message_rows``: bodies of requests and responses as rows.
- ``page_rows``: all parts of an API page as rows: the order and the words.
"""
