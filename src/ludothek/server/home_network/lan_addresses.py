"""Find the addresses at which other devices on the same home or private network can reach this machine."""

import ipaddress
import socket
from urllib.parse import urlsplit

import ifaddr

# Private networks, and the one that Tailscale uses. Public addresses are not offered: listening there needs
# an explicit --host.
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
)  # prefixes of network adapters inside this machine
ANYWHERE = ("0.0.0.0", "::", "")  # to listen on every address
UNROUTED = ("192.0.2.1", 9)  # reserved for documentation: nothing is sent, only the route to it is looked up


def at_home() -> list[str]:
    """Return this machine's private addresses: that of the default route first, virtual adapters last."""
    outward = _outward()
    found: dict[str, tuple[bool, bool]] = {}
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            if isinstance(address.ip, str) and any(ipaddress.ip_address(address.ip) in net for net in HOME):
                found[address.ip] = adapter.name.lower().startswith(VIRTUAL), address.ip != outward
    return sorted(found, key=lambda address: found[address])


def _outward() -> str:
    """The local address of the default route; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNROUTED)
        except OSError:  # no network
            return ""
        return str(probe.getsockname()[0])


def is_this_machine(host: str) -> bool:
    """Whether a host name or address means the loopback interface."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(authority: str) -> str:
    """The host in a Host header, without the port and the brackets of IPv6."""
    try:
        return urlsplit(f"//{authority}").hostname or ""
    except ValueError:
        return ""
