"""Requests that leave this machine: one policy for reading documents and for the proxy.

In comes an address that somebody wrote, out goes a connection to an IP address that was checked.

- ``credentials``: addresses without users, passwords and tokens, for all that is shown or kept.
- ``targets``: an http address in its one spelling, however its host is written.
- ``ip_addresses``: who can have an IP address: everybody, a private network, or nobody to ask.
- ``connections``: one request to the addresses that were checked, within its time.
- ``redirects``: where an answer may lead on to.
- ``failures``: why an address is not asked, or gave no answer.
"""
