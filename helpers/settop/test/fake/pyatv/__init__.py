"""A pyatv of one box, played from scenario.json beside this package; what reaches the box is added to calls.jsonl.

It shouts on both streams whatever it is given, as a library that logs would: the helper must let nothing of it through.
"""

import json
import pathlib
import sys

from . import exceptions
from .const import PairingRequirement, Protocol

_HERE = pathlib.Path(__file__).parent.parent
_SCENARIO = json.loads((_HERE / "scenario.json").read_text())


def _called(name, *values):
    print("pyatv:", name, *values)
    print("pyatv:", name, *values, file=sys.stderr)
    with (_HERE / "calls.jsonl").open("a") as calls:
        calls.write(json.dumps([name, *values]) + "\n")
    fault = _SCENARIO.get("faults", {}).get(name)
    if fault is None:
        return
    kind = getattr(exceptions, fault, None) or getattr(__import__("builtins"), fault)
    raise kind("secret text of " + name)


class _Service:
    def __init__(self, protocol, identifier, pairing):
        self.protocol = protocol
        self.identifier = identifier
        self.pairing = pairing
        self.enabled = True
        self.credentials = None


class _Info:
    def __init__(self, model):
        self.model_str = model


class _Config:
    def __init__(self, box):
        self.name = box["name"]
        self.address = box["address"]
        self.device_info = _Info(box.get("model", "Unknown"))
        self.services = [_Service(Protocol.AirPlay, one, PairingRequirement.Mandatory) for one in box["identifiers"]]
        if box.get("companion", True):
            self.services.append(_Service(Protocol.Companion, None, PairingRequirement[box.get("pairing", "Mandatory")]))

    @property
    def identifier(self):
        return self.all_identifiers[0]

    @property
    def all_identifiers(self):
        return [service.identifier for service in self.services if service.identifier]

    def get_service(self, protocol):
        return next((one for one in self.services if one.protocol == protocol), None)

    def set_credentials(self, protocol, credentials):
        self.get_service(protocol).credentials = credentials


async def scan(loop, timeout=5, hosts=None):
    _called("scan", hosts)
    boxes = [_Config(box) for box in _SCENARIO["boxes"]]
    return [box for box in boxes if hosts is None or box.address in hosts]


class _Handler:
    device_provides_pin = True
    has_paired = False

    def __init__(self, service):
        self.service = service

    async def begin(self):
        _called("begin")

    def pin(self, pin):
        self._pin = pin

    async def finish(self):
        _called("finish", self._pin)
        if self._pin != _SCENARIO["pin"]:
            raise exceptions.PairingError("wrong") from exceptions.AuthenticationError("wrong")
        self.has_paired = True
        self.service.credentials = _SCENARIO["credentials"]

    async def close(self):
        _called("close")


async def pair(config, protocol, loop, name=None):
    _called("pair", protocol.name, name)
    return _Handler(config.get_service(protocol))


class _App:
    def __init__(self, identifier):
        self.identifier = identifier


class _Box:
    """Its apps and its remote control are itself."""

    def __init__(self):
        self.apps = self.remote_control = self

    async def app_list(self):
        _called("app_list")
        return [_App(identifier) for identifier in _SCENARIO["apps"]]

    async def launch_app(self, target):
        _called("launch_app", target)

    async def select(self):
        _called("select")

    def close(self):
        _called("close")
        return set()


async def connect(config, loop):
    enabled = [service.protocol.name for service in config.services if service.enabled]
    _called("connect", enabled)
    if config.get_service(Protocol.Companion).credentials != _SCENARIO["credentials"]:
        raise exceptions.AuthenticationError("not the credentials of this box")
    return _Box()
