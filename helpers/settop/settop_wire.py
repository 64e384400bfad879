"""The lines that Foyer and this helper exchange (2/4.12, C36). Pure: no pyatv, no network."""

import json
import re

LINE_LIMIT = 64 * 1024

CODES = frozenset(
    {
        "busy",
        "identity_changed",
        "invalid_pin",
        "invalid_request",
        "launch_failed",
        "needs_pairing",
        "pairing_failed",
        "player_missing",
        "timeout",
        "unavailable",
        "unreachable",
        "unsupported",
    }
)


class Refused(Exception):
    """Ends the request with one of the fixed codes. There is no text: it could hold an address or a secret."""

    def __init__(self, code):
        if code not in CODES:
            raise ValueError("unknown code")
        super().__init__(code)
        self.code = code


class HungUp(Exception):
    """Foyer closed its side: nobody waits for an answer."""


def _address(value):
    # A host name or IPv4 address; no colon, so neither a port nor IPv6.
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9._-]{1,253}", value) is not None


def _identifier(value):
    return isinstance(value, str) and 1 <= len(value) <= 256 and value.isprintable()


def _credentials(value):
    # Parts in hexadecimal, as pyatv writes them.
    return isinstance(value, str) and len(value) <= 4096 and re.fullmatch(r"[0-9A-Fa-f]+(:[0-9A-Fa-f]+)*", value) is not None


def _media_type(value):
    return isinstance(value, str) and value in ("movie", "tv")


def _tmdb_id(value):
    # True is an integer for Python.
    return type(value) is int and 0 < value < 2**53


_BOX = {"address": _address, "identifier": _identifier}
_PAIRED_BOX = {**_BOX, "credentials": _credentials}

# The fields of each action, all required except the address of a discovery.
_FIELDS = {
    "discover": {"address": _address},
    "pair": _BOX,
    "check": _PAIRED_BOX,
    "open": {**_PAIRED_BOX, "media_type": _media_type, "tmdb_id": _tmdb_id},
    "select": _PAIRED_BOX,
}


def _object(line, code):
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise Refused(code) from None
    if not isinstance(value, dict):
        raise Refused(code)
    return value


def read_request(line):
    """The request as an object, or Refused. Unknown fields are refused, too: they would be ignored otherwise."""
    request = _object(line, "invalid_request")
    action = request.pop("action", None)
    fields = _FIELDS.get(action) if isinstance(action, str) else None
    if fields is None or not request.keys() <= fields.keys():
        raise Refused("invalid_request")
    if action != "discover" and request.keys() != fields.keys():
        raise Refused("invalid_request")
    if not all(fields[name](value) for name, value in request.items()):
        raise Refused("invalid_request")
    return {"action": action, **request}


def read_pin(line):
    """Four digits, as the box shows them."""
    answer = _object(line, "invalid_pin")
    pin = answer.get("pin")
    if answer.keys() != {"pin"} or not isinstance(pin, str) or re.fullmatch(r"[0-9]{4}", pin) is None:
        raise Refused("invalid_pin")
    return pin


def read_commit(line):
    """Refuses anything but the explicit go-ahead."""
    answer = _object(line, "invalid_request")
    if answer.keys() != {"commit"} or answer["commit"] is not True:
        raise Refused("invalid_request")


def title_url(media_type, tmdb_id):
    """The address of a title in the player. Never with "?play": people start playback themselves."""
    return f"infuse://{'movie' if media_type == 'movie' else 'series'}/{tmdb_id:d}"


def write_line(answer):
    return json.dumps(answer, separators=(",", ":")).encode("utf-8") + b"\n"
