"""The mock: requests in, answers out, both by nothing but the documents of a project.

Pure: it opens no port. ``commands`` serves it on its own and beside a preview.

- ``exchange``: a request as the mock sees it, and its answer.
- ``problem_details``: what is wrong with a request, as RFC 9457 writes it.
- ``path_templates``: paths with parameters in them, and which of several fits a request best.
- ``routes``: from the address of a request to the operation that it means.
- ``security``: whether a request has the credentials that an operation asks for.
- ``preferences``: what a client asks for in ``Prefer``.
- ``responses``: the answer of an operation: its status, headers and body.
- ``origins``: whose pages may read the answers of a mock that stands on its own.
- ``mock_api``: the mock itself: finds the operation, checks the request, answers.
- ``forwarded_requests``: requests that pages send through a preview, in the manner of the proxy.

Every answer says ``X-Sitejson-Answered-By: mock``. The playground shows what that header says:
``mock`` and ``page`` for simulated answers, ``proxy`` for those that came through a proxy.
"""
