"""Services of other hosts that a site may name: analytics, chats, and those that ask for consent.

``table`` has them all: a new service is one entry there and one script in ``static/services``.
``service`` says what an entry tells; the settings make their keys of it.
"""

from .service import Hosts, Kind, Service, ServiceKey
from .table import SERVICES

__all__ = ["SERVICES", "Hosts", "Kind", "Service", "ServiceKey"]
