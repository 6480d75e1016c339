"""The network: which addresses may be asked, and a connection to the address that was checked.

Serves the reader of documents, the proxy and the verifier; nothing else opens a connection.

- ``failures``: why an address is not asked, or gave no answer; no message repeats what may be a
  secret.
- ``ip_addresses``: who can have an IP address: everybody, a private network, or nobody who is to
  be asked.
- ``http_urls``: addresses on the web, each in its one spelling.
- ``connections``: one HTTP request: to the addresses that were checked, within its time.
- ``responses``: what a server answered: its content, unpacked and within limits, or why there is
  none.
- ``credentials``: addresses without what only their owner may know: users, passwords and tokens.
- ``methods``: the HTTP methods of requests, in one place.
- ``redirects``: where an answer may lead on to.
"""
