"""The mock server: responds to requests from the OpenAPI documents of a project.

Nothing here opens a port: ``commands`` serves it, alone and beside a preview.

- ``mock_api``: find the operation, check credentials and values, respond.
- ``responses``: choose the documented response, including what a client asks for in ``Prefer``.
- ``routes``: find the operation for the URL of a request.
"""
