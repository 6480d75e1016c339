"""The verifier: sends the documented requests to an API and compares its responses.

Input are documents and a base URL; output is one result for each operation.

- ``requests``: build requests from documented examples and credentials, and send them.
- ``results``: results of operations, reported as text, JSON or GitHub annotations.
- ``runner``: verify the operations one after the other, comparing each response.
"""
