"""The mock server: responds to requests from the OpenAPI documents of a project.

Nothing here opens a port: ``commands`` serves it, alone and beside a preview.

- ``exchange``: requests and responses of the mock, its problem details and its CORS headers.
- ``routes``: find the operation for the URL of a request.
- ``responses``: choose the documented response, including what a client asks for in ``Prefer``.
- ``mock_api``: find the operation, check credentials and values, respond.
- ``forwarded_requests``: an ASGI application for requests that pages send as to the proxy.

Every response has ``X-Sitejson-Answered-By: mock``, which the playground displays: ``mock`` and
``page`` for simulated responses, ``proxy`` for those that came through a proxy.
"""
