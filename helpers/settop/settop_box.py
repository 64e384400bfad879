"""Set-top boxes through pyatv: looking for them, pairing, and what is done with one that is paired."""

import asyncio
import contextlib
import socket

import pyatv
from pyatv import exceptions
from pyatv.const import PairingRequirement, Protocol

from settop_wire import HungUp, Refused

PLAYER = "com.firecore.infuse"
SCAN_SECONDS = 5
CLOSE_SECONDS = 3
# What the box calls this server in its list of remotes.
REMOTE_NAME = "Foyer"

# In this order, because a time-out is an OSError from Python 3.11 on. What is not listed gets the code of its action.
_FAULTS = (
    ((asyncio.TimeoutError, exceptions.OperationTimeoutError), "timeout"),
    (
        (
            exceptions.AuthenticationError,
            exceptions.InvalidCredentialsError,
            exceptions.NoCredentialsError,
            # pyatv sets up no Companion without credentials.
            exceptions.NotSupportedError,
        ),
        "needs_pairing",
    ),
    ((exceptions.BlockedStateError, exceptions.BackOffError), "busy"),
    (
        (
            exceptions.ConnectionFailedError,
            exceptions.ConnectionLostError,
            exceptions.NoServiceError,
            exceptions.DeviceIdMissingError,
            OSError,
        ),
        "unreachable",
    ),
)


@contextlib.contextmanager
def refusing(otherwise):
    """Turns every exception into a fixed code. Their texts can hold addresses and secrets, so they end here."""
    try:
        yield
    except (HungUp, Refused):
        raise
    except Exception as fault:
        code = next((code for kinds, code in _FAULTS if isinstance(fault, kinds)), otherwise)
        raise Refused(code) from None


async def _ipv4_of(address):
    """pyatv takes IPv4 addresses only."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(address, None, family=socket.AF_INET, type=socket.SOCK_STREAM)
    return found[0][4][0]


async def _scan(address=None):
    hosts = None if address is None else [await _ipv4_of(address)]
    # Every protocol: Companion alone says nothing that identifies a box.
    return await pyatv.scan(asyncio.get_running_loop(), timeout=SCAN_SECONDS, hosts=hosts)


def _is_pairable(config):
    """Speakers and computers speak Companion as well, but show no PIN."""
    service = config.get_service(Protocol.Companion)
    return service is not None and service.pairing == PairingRequirement.Mandatory


def _described(config):
    box = {"name": config.name[:128], "address": str(config.address), "identifier": config.identifier}
    model = config.device_info.model_str
    return {**box, "model": model[:128]} if model and model != "Unknown" else box


async def discover(address=None):
    """The boxes of the local network, or the one at an address."""
    boxes = [_described(config) for config in await _scan(address) if _is_pairable(config)]
    known = [box for box in boxes if box["name"] and box["identifier"] and len(box["identifier"]) <= 256]
    return sorted(known, key=lambda box: (box["name"], box["address"]))


async def _find(address, identifier):
    """The box as it is now: its Companion port changes, so it is looked for before each connection."""
    found = await _scan(address)
    config = next((one for one in found if identifier in one.all_identifiers), None)
    if config is None:
        # Something else answers at the address: it must get neither the PIN nor the credentials.
        raise Refused("identity_changed" if found else "unreachable")
    if config.get_service(Protocol.Companion) is None:
        raise Refused("unreachable")
    return config


class Pairing:
    """A box that shows a PIN. It wants the PIN over the connection that made it show it."""

    def __init__(self, handler):
        self._handler = handler

    async def begin(self):
        await self._handler.begin()
        if not self._handler.device_provides_pin:
            raise Refused("pairing_failed")

    async def finish(self, pin):
        """The credentials. After a wrong PIN the box wants a new pairing, with a new PIN."""
        try:
            self._handler.pin(int(pin))
            await self._handler.finish()
        except exceptions.PairingError as fault:
            wrong = isinstance(fault.__cause__, exceptions.AuthenticationError)
            raise Refused("invalid_pin" if wrong else "pairing_failed") from None
        if not self._handler.has_paired:
            raise Refused("pairing_failed")
        return self._handler.service.credentials


@contextlib.asynccontextmanager
async def pairing(address, identifier):
    config = await _find(address, identifier)
    loop = asyncio.get_running_loop()
    handler = await pyatv.pair(config, Protocol.Companion, loop, name=REMOTE_NAME)
    try:
        yield Pairing(handler)
    finally:
        await _quietly(handler.close())


@contextlib.asynccontextmanager
async def connected(address, identifier, credentials):
    """A connection over Companion alone: the other protocols need credentials of their own."""
    config = await _find(address, identifier)
    for service in config.services:
        service.enabled = service.protocol == Protocol.Companion
    config.set_credentials(Protocol.Companion, credentials)
    box = await pyatv.connect(config, asyncio.get_running_loop())
    try:
        yield box
    finally:
        await _quietly(asyncio.gather(*box.close()))


async def require_player(box):
    if all(app.identifier != PLAYER for app in await box.apps.app_list()):
        raise Refused("player_missing")


async def _quietly(closing):
    """What was asked for is done or has failed already; closing changes nothing about it."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(closing, CLOSE_SECONDS)
