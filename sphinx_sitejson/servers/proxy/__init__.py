"""The optional request proxy: forwards requests of the site's pages to declared base URLs only.

Every request is treated as hostile.

- ``failures``: why a request is not forwarded, as a problem document.
- ``limits``: limits on time, size and the number of concurrent requests.
- ``headers``: filter the headers that go upstream and those that come back.
- ``conversation``: one request of a client and the response to it, over ASGI.
- ``access``: origins whose pages may use the proxy, and base URLs that it forwards to.
- ``forwarding``: send one request upstream, to checked IP addresses, and stream its response.
- ``app``: the ASGI application: ``/?url=URL`` is forwarded, ``/healthz`` reports health.
- ``server``: the server that runs it; refuses request heads that are ambiguous.
"""
