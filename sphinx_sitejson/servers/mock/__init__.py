"""The mock server: responds to requests from the OpenAPI documents of a project.

Nothing here opens a port: ``commands`` serves it, alone and beside a preview.

- ``mock_api``: find the operation, check credentials and values, respond.
- ``responses``: requests as the mock reads them, and the documented response that it chooses.
- ``routes``: find the operation for the URL of a request.
"""
