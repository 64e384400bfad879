from enum import Enum


class Protocol(Enum):
    AirPlay = 3
    Companion = 4


class PairingRequirement(Enum):
    Unsupported = 1
    Disabled = 2
    Mandatory = 4
