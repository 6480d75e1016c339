"""The verifier: asks an API what its document promises, and compares.

In come documents and a base URL; out go results, one for each operation.

- ``credentials``: credentials from the environment, and where they go in a request.
- ``requests``: the documented example of an operation, as a request that can be sent.
- ``sender``: one request to the API, and its whole answer.
- ``comparison``: in what an answer differs from what the document says.
- ``results``: what came of it, for one operation and for all.
- ``runner``: the operations one after the other.
- ``reports``: results as text, as JSON, and as annotations of GitHub.
"""
