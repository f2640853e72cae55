"""A self-signed certificate authority and its server certificate, for https on the home network.

The authority is created once and stored, so that a phone that trusts it keeps doing so when the machine's
address changes. Name constraints limit it to private addresses and local names: trusting it is no risk to
other sites.
"""

import datetime
import ipaddress
import os
import socket
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ludothek.server.home_network.lan_addresses import HOME

AUTHORITY_DAYS = 3650
DAYS = 390  # browsers refuse certificates that hold for more than about a year
RENEWED_DAYS_BEFORE = 30  # its expiry
Names = list[x509.GeneralName]


@dataclass(frozen=True)
class Certificate:
    """The files that the server reads, and the authority's certificate, which people install."""

    chain: Path
    key: Path
    authority: Path


def load_or_create(folder: Path, addresses: list[str], now: datetime.datetime | None = None) -> Certificate:
    """Return the certificate for these addresses; create it if it is missing, expires soon or lacks one."""
    now = now or datetime.datetime.now(datetime.UTC)
    files = Certificate(folder / "server.pem", folder / "server.key", folder / "authority.crt")
    authority_key = folder / "authority.key"
    folder.mkdir(parents=True, exist_ok=True)
    if not (files.authority.is_file() and authority_key.is_file()) or _ends_soon(files.authority, now):
        _make_authority(files.authority, authority_key, now)
        files.chain.unlink(missing_ok=True)
    names = _names(addresses)
    if (
        not (files.chain.is_file() and files.key.is_file())
        or _ends_soon(files.chain, now)
        or not _is_for(files.chain, names)
    ):
        _make_certificate(files, authority_key, names, now)
    return files


def _names(addresses: list[str]) -> Names:
    host = socket.gethostname().partition(".")[0].lower()
    local = (
        [f"{host}.local"]
        if host.isascii() and host.replace("-", "").isalnum() and host != "localhost"
        else []
    )
    found = [*dict.fromkeys(["127.0.0.1", "::1", *addresses])]
    return [x509.DNSName(name) for name in ("localhost", *local)] + [
        x509.IPAddress(ipaddress.ip_address(address)) for address in found
    ]


def _make_authority(path: Path, key_path: Path, now: datetime.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Ludothek ({socket.gethostname()})")])
    at_home: Names = [
        x509.IPAddress(net)
        for net in [*HOME, ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128")]
    ]
    at_home += [x509.DNSName("localhost"), x509.DNSName("local")]
    made = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=at_home, excluded_subtrees=None), critical=True
        )
        .add_extension(_usage(signs_certificates=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write_secret(key_path, key)
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _make_certificate(files: Certificate, authority_key: Path, names: Names, now: datetime.datetime) -> None:
    authority = _read(files.authority)
    signer = serialization.load_pem_private_key(authority_key.read_bytes(), None)
    assert isinstance(signer, ec.EllipticCurvePrivateKey), (
        "the authority's key was written by _make_authority"
    )
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ludothek")])
    made = (
        _builder(name, authority.subject, key, now, DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )
    _write_secret(files.key, key)
    files.chain.write_bytes(made.public_bytes(serialization.Encoding.PEM) + files.authority.read_bytes())


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime.datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # clocks differ
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write_secret(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Write a private key to a file that only its owner can read, from its creation on."""
    path.unlink(missing_ok=True)
    content = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def _read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificates(path.read_bytes())[0]


def _ends_soon(path: Path, now: datetime.datetime) -> bool:
    return _read(path).not_valid_after_utc < now + datetime.timedelta(days=RENEWED_DAYS_BEFORE)


def _is_for(path: Path, names: Names) -> bool:
    """Whether a certificate contains all these names; it may contain more, from other networks."""
    held = _read(path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(names) <= set(held)
