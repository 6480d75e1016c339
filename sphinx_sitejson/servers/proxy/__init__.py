"""The optional request proxy: forwards requests of the site's pages to declared base URLs only.

Every request is treated as hostile.

- ``access``: origins whose pages may use the proxy, and base URLs that it forwards to.
- ``app``: the ASGI application: ``/?url=URL`` is forwarded, ``/healthz`` reports health.
- ``conversation``: one request of a client and the response to it, with their headers.
- ``forwarding``: send one request upstream, to checked IP addresses, and stream its response.
- ``limits``: limits and refusals.
- ``server``: the server that runs it; refuses request heads that are ambiguous.
"""
