"""Classify IP addresses as public, private or never allowed, against SSRF."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

IpAddress = IPv4Address | IPv6Address


class Reach(IntEnum):
    """The reach of an address: private ones must be allowed by the owner of the site."""

    PUBLIC = 0
    PRIVATE = 1
    NEVER = 2


def _networks(*prefixes: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(map(ip_network, prefixes))


def _is_in(address: IpAddress, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether an address is in a network; those of the other version never have it."""
    return any(address in network for network in networks)


# Not ``is_global``, which differs between Python versions.
_NEVER = _networks(
    # Metadata services of cloud providers; some of the addresses look public.
    "169.254.0.0/16",  # link-local, too
    "100.100.100.200/32",
    "168.63.129.16/32",
    "192.0.0.192/32",
    "192.80.8.124/32",
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, and broadcast
    "fe80::/10",  # link-local
    # Metadata services of cloud providers.
    "fd00:ec2::/32",
    "fd20:ce::/64",
    "fd00:42::42/128",
    "fd00:c1::a9fe:a9fe/128",
    "fd00:a9fe:a9fe::/48",
    "ff00::/8",  # multicast
)
_PRIVATE = _networks(
    "0.0.0.0/8",  # this machine
    "10.0.0.0/8",
    "100.64.0.0/10",  # shared by the customers of a provider
    "127.0.0.0/8",
    "172.16.0.0/12",
    "192.0.0.0/24",  # protocols
    "192.0.2.0/24",  # documentation
    "192.31.196.0/24",  # AS112
    "192.52.193.0/24",  # AMT
    "192.88.99.0/24",  # relays of 6to4
    "192.168.0.0/16",
    "192.175.48.0/24",  # AS112
    "198.18.0.0/15",  # measuring
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "2001::/23",  # protocols: Teredo, ORCHID, measuring
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4
    "2620:4f:8000::/48",  # AS112
    "3fff::/20",  # documentation
    "3ffe::/16",  # a former test network
)
_UNICAST_V6 = IPv6Network("2000::/3")
_WELL_KNOWN_NAT64 = IPv6Network("64:ff9b::/96")
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_LAST_BITS = _networks(
    "::/96",  # IPv4-compatible
    "::ffff:0:0/96",  # IPv4-mapped
    "::ffff:0:0:0/96",  # IPv4-translated
    "64:ff9b::/96",
)
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})
_THIS_MACHINE = frozenset({IPv6Address("::"), IPv6Address("::1")})


def classify_address(address: IpAddress) -> Reach:
    """Return the reach of an address and of every IPv4 address embedded in it."""
    if isinstance(address, IPv4Address):
        return _classify_itself(address)
    embedded = embedded_ipv4_addresses(address)
    inner = max(map(_classify_itself, embedded), default=Reach.PUBLIC)
    # NAT64 (RFC 6052): an IPv6-only network reaches public IPv4 addresses by this prefix.
    if address in _WELL_KNOWN_NAT64:
        return inner
    is_private = bool(embedded) or address not in _UNICAST_V6
    return max(inner, _classify_itself(address), Reach.PRIVATE if is_private else Reach.PUBLIC)


def embedded_ipv4_addresses(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the IPv4 addresses that an IPv6 address may be translated to."""
    if address in _THIS_MACHINE:
        return ()
    bits = int(address)
    found = [bits] if _is_in(address, _LAST_BITS) else []
    if address in _LOCAL_NAT64:
        found += _local_nat64_candidates(bits)
    if (bits >> 32) & 0xFFFF_FFFF in _ISATAP:
        found.append(bits)
    tunnels = filter(None, (address.sixtofour, *(address.teredo or ())))
    return (*tunnels, *(IPv4Address(value & 0xFFFF_FFFF) for value in found))


def classify_addresses(addresses: Iterable[str]) -> Reach:
    """Return the widest restriction among the addresses of a host, ignoring zones."""
    parsed = (ip_address(address.partition("%")[0]) for address in addresses)
    return max(map(classify_address, parsed), default=Reach.PUBLIC)


def is_allowed(reach: Reach, *, allow_private: bool) -> bool:
    """Return whether a connection is allowed; ``NEVER`` is not, whatever the settings."""
    return reach <= (Reach.PRIVATE if allow_private else Reach.PUBLIC)


def _classify_itself(address: IpAddress) -> Reach:
    if _is_in(address, _NEVER):
        return Reach.NEVER
    return Reach.PRIVATE if _is_in(address, _PRIVATE) else Reach.PUBLIC


def _local_nat64_candidates(bits: int) -> list[int]:
    """Return the IPv4 address at each position of RFC 6052, section 2.2: 48, 56, 64, 96 bits."""
    # Bits 64 to 71 are reserved.
    after_48 = (bits >> 64 & 0xFFFF) << 16 | bits >> 40 & 0xFFFF
    after_56 = (bits >> 64 & 0xFF) << 24 | bits >> 32 & 0xFF_FFFF
    after_64 = bits >> 24
    return [after_48, after_56, after_64, bits]
