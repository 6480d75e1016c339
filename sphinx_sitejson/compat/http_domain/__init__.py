"""What the domain ``http`` knows of the protocol and of written endpoints.

- ``standards``: the sections of the standards that define methods, status codes and headers.
- ``routes``: paths of endpoints: how they are written, compared and put into an index.
"""
