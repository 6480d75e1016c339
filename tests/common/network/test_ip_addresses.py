"""Which addresses are public, in every form."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest

from sphinx_sitejson.common.network.connections import (
    Reach,
    classify_address,
    classify_addresses,
    embedded_ipv4_addresses,
    is_allowed,
)

IPV4 = {
    Reach.PUBLIC: "1.1.1.1 93.184.216.34 172.15.255.255 172.32.0.0 100.63.255.255",
    Reach.PRIVATE: """
        0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1
        127.255.255.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1
        198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
    """,
    Reach.NEVER: """
        169.254.169.254 169.254.0.1 100.100.100.200 168.63.129.16 192.0.0.192 192.80.8.124
        224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
    """,
}
IPV6 = {
    Reach.PUBLIC: "2606:4700:4700::1111 2a00:1450:4001::1 2003::1",
    Reach.PRIVATE: """
        :: ::1 100::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 3fff::1 5f00::1 fc00::1
        fd12:3456::1 fec0::1 4000::1
    """,
    Reach.NEVER: """
        fe80::1 febf::1 fe80::a9fe:a9fe fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42
        fd00:c1::a9fe:a9fe fd00:a9fe:a9fe::1 64:ff9b:1::a9fe:a9fe 64:ff9b::a9fe:a9fe
        ::ffff:169.254.169.254 ::169.254.169.254 2002:a9fe:a9fe:: ff02::1 ff0e::1
    """,
}
ALL_IPV4 = " ".join(IPV4.values()).split()


def v6(bits):
    return IPv6Address(bits)


def number(address):
    return int(IPv4Address(address))


# All ways to write an IPv4 address into an IPv6 address.
FORMS = {
    "mapped": lambda v4: v6(0xFFFF << 32 | v4),
    "compatible": lambda v4: v6(v4),
    "translated": lambda v4: v6(0xFFFF << 48 | v4),
    "6to4": lambda v4: v6(0x2002 << 112 | v4 << 80 | 1),
    "Teredo server": lambda v4: v6(0x20010000 << 96 | v4 << 64 | ~number("1.1.1.1") & 0xFFFFFFFF),
    "Teredo client": lambda v4: v6(0x20010000 << 96 | number("1.1.1.1") << 64 | (~v4 & 0xFFFFFFFF)),
    "ISATAP": lambda v4: v6(0x2A00_1450 << 96 | 0x5EFE << 32 | v4),
    "ISATAP, public": lambda v4: v6(0x2A00_1450 << 96 | 0x0200_5EFE << 32 | v4),
    "NAT64, local, 96": lambda v4: v6(0x0064FF9B0001 << 80 | v4),
    "NAT64, local, 64": lambda v4: v6(0x0064FF9B0001 << 80 | v4 << 24),
    "NAT64, local, 48": lambda v4: v6(
        0x0064FF9B0001 << 80 | (v4 >> 16) << 64 | (v4 & 0xFFFF) << 40
    ),
    "NAT64, local, 56": lambda v4: v6(
        0x0064FF9B0001 << 80 | (v4 >> 24) << 64 | (v4 & 0xFFFFFF) << 32
    ),
}


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        (address, reach)
        for table in (IPV4, IPV6)
        for reach, addresses in table.items()
        for address in addresses.split()
    ],
)
def test_an_address_has_one_reach(address, reach):
    assert classify_address(ip_address(address)) is reach


@pytest.mark.parametrize("form", FORMS)
def test_an_embedding_form_is_never_public(form):
    for inner in map(IPv4Address, ALL_IPV4):
        address = FORMS[form](int(inner))
        if address == IPv6Address("::"):
            continue  # it is tested below

        assert inner in embedded_ipv4_addresses(address)
        assert classify_address(address) >= max(Reach.PRIVATE, classify_address(inner))
        assert not is_allowed(classify_address(address), allow_private=False)


@pytest.mark.parametrize("inner", ALL_IPV4)
def test_the_well_known_nat64_prefix_is_the_address_that_it_maps(inner):
    address = IPv6Address(int(IPv6Address("64:ff9b::")) | number(inner))

    assert embedded_ipv4_addresses(address) == (IPv4Address(inner),)
    assert classify_address(address) is classify_address(IPv4Address(inner))


def test_the_worst_address_of_a_host_counts():
    assert classify_addresses(["1.1.1.1", "2606:4700::1"]) is Reach.PUBLIC
    assert classify_addresses(["1.1.1.1", "10.0.0.1"]) is Reach.PRIVATE
    assert classify_addresses(["127.0.0.1", "fe80::1%eth0"]) is Reach.NEVER


@pytest.mark.parametrize(
    ("reach", "allow_private", "is_fine"),
    [
        (Reach.PUBLIC, False, True),
        (Reach.PRIVATE, False, False),
        (Reach.PRIVATE, True, True),
        (Reach.NEVER, False, False),
        (Reach.NEVER, True, False),
    ],
)
def test_some_are_never_allowed(reach, allow_private, is_fine):
    assert is_allowed(reach, allow_private=allow_private) is is_fine
