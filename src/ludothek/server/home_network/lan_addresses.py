"""The addresses of this machine by which others in the same house, or on the same private net, can reach it."""

import ipaddress
import socket
from urllib.parse import urlsplit

import ifaddr

# The nets that homes use, and the one of Tailscale and its like. An address that the whole world can reach is
# not offered: who wants to listen there says so with --host.
HOME = [
    ipaddress.ip_network(net) for net in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "100.64.0.0/10")
]
VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "vethernet",
    "cni",
    "podman",
    "lxc",
)  # nets inside this machine
ANYWHERE = ("0.0.0.0", "::", "")  # to listen on every address
SOMEWHERE = (
    "192.0.2.1",
    9,
)  # an address that nobody has: nothing is sent there, but the way to it is looked up


def at_home() -> list[str]:
    """The likeliest first: the one by which this machine reaches the net, then the others; nets inside the
    machine last.
    """
    outward = _outward()
    found: dict[str, tuple[bool, bool]] = {}
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            if isinstance(address.ip, str) and any(ipaddress.ip_address(address.ip) in net for net in HOME):
                found[address.ip] = adapter.name.lower().startswith(VIRTUAL), address.ip != outward
    return sorted(found, key=lambda address: found[address])


def _outward() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:  # not connected to any net
            return ""
        return str(probe.getsockname()[0])


def is_this_machine(host: str) -> bool:
    """Whether a host's name or address means the machine itself, and nothing else."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(authority: str) -> str:
    """The host in what a Host header names: without its port, and without the brackets of IPv6."""
    try:
        return urlsplit(f"//{authority}").hostname or ""
    except ValueError:
        return ""
