"""The optional request proxy: hostile requests in, nothing but declared targets out.

- ``base_urls``: the base URLs that a site declares, and which addresses lie below them.
- ``failures``: why the proxy does not forward a request, as it tells the page.
- ``pinned_connections``: connections to the very addresses that were checked.
- ``headers``: which headers go to the upstream server, which come back, and what the proxy says
  itself.
- ``limits``: how long, how large, how many.
- ``conversation``: the page's side of a request: what comes in, what goes out, and whether it is
  still there.
- ``forwarding``: one request to the upstream server, and its answer as it comes.
- ``origins``: whose pages may use the proxy.
- ``app``: the ASGI application: ``/?url=ADDRESS`` is forwarded, ``/healthz`` tells that all is
  well.
- ``request_heads``: the head of a request as it comes: refused if two programs could read it in
  two ways.
- ``server``: the server that runs the application.
"""
