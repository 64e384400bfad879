"""The rules of the helper, without a process for each. `python3 -m unittest` in this folder runs them; so does npm test."""

import asyncio
import json
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
# A pyatv that plays an empty scenario; its real one is not needed for rules.
FOLDER = tempfile.TemporaryDirectory()
WORLD = pathlib.Path(FOLDER.name)
(WORLD / "pyatv").symlink_to(HERE / "fake" / "pyatv")
(WORLD / "scenario.json").write_text(json.dumps({"boxes": []}))
sys.path[:0] = [str(WORLD), str(HERE.parent)]
sys.dont_write_bytecode = True

import settop_box  # noqa: E402
from pyatv import exceptions  # noqa: E402
from settop_wire import HungUp, Refused, read_commit, read_pin, read_request, title_url  # noqa: E402

BOX = {"address": "127.0.0.1", "identifier": "AA:BB"}
PAIRED = {**BOX, "credentials": "aa:BB:09"}
OPEN = {"action": "open", **PAIRED, "media_type": "movie", "tmdb_id": 900001}


def code_of(work, *values):
    try:
        work(*values)
    except Refused as refusal:
        return refusal.code
    return None


class Requests(unittest.TestCase):
    def test_taken(self):
        for request in (
            {"action": "discover"},
            {"action": "discover", "address": "living-room.local"},
            {"action": "pair", **BOX},
            {"action": "check", **PAIRED},
            OPEN,
            {**OPEN, "media_type": "tv"},
            {"action": "select", **PAIRED},
        ):
            self.assertEqual(read_request(json.dumps(request)), request)

    def test_refused(self):
        for request in (
            {},
            {"action": "reboot"},
            {"action": ["open"]},
            {"action": "discover", "more": True},
            {"action": "discover", "address": None},
            {"action": "discover", "address": "::1"},
            {"action": "discover", "address": "127.0.0.1\n"},
            {"action": "discover", "address": "a" * 254},
            {"action": "pair", "address": "127.0.0.1"},
            {"action": "pair", **BOX, "identifier": ""},
            {"action": "pair", **BOX, "identifier": "a" * 257},
            {"action": "pair", **BOX, "identifier": "a\nb"},
            {"action": "check", **BOX},
            {"action": "select", **PAIRED, "credentials": "secret"},
            {**OPEN, "credentials": "a" * 5000},
            {**OPEN, "tmdb_id": True},
            {**OPEN, "tmdb_id": "1?play"},
            {**OPEN, "tmdb_id": 1.5},
            {**OPEN, "tmdb_id": 0},
            {**OPEN, "media_type": "music"},
            {**OPEN, "media_type": ["movie"]},
            {**OPEN, "url": "infuse://movie/1?play"},
        ):
            self.assertEqual(code_of(read_request, json.dumps(request)), "invalid_request", request)
        for line in (b"", b"[]", b"null", b"\xff", b"[" * 60_000):
            self.assertEqual(code_of(read_request, line), "invalid_request", line[:20])

    def test_pin(self):
        self.assertEqual(read_pin('{"pin":"0042"}'), "0042")
        for answer in ({}, {"pin": 42}, {"pin": "42"}, {"pin": "12345"}, {"pin": "٠٠٤٢"}, {"pin": "0042", "more": 1}):
            self.assertEqual(code_of(read_pin, json.dumps(answer)), "invalid_pin", answer)

    def test_commit(self):
        self.assertIsNone(code_of(read_commit, '{"commit":true}'))
        for answer in ({}, {"commit": "true"}, {"commit": 1}, {"commit": False}, {"commit": True, "more": 1}):
            self.assertEqual(code_of(read_commit, json.dumps(answer)), "invalid_request", answer)

    def test_title_url(self):
        self.assertEqual(title_url("movie", 900001), "infuse://movie/900001")
        self.assertEqual(title_url("tv", 7), "infuse://series/7")


class Faults(unittest.TestCase):
    def test_every_fault_becomes_a_code(self):
        def fail(fault):
            with settop_box.refusing("launch_failed"):
                raise fault

        for fault, code in (
            (asyncio.TimeoutError(), "timeout"),
            (TimeoutError(), "timeout"),
            (exceptions.OperationTimeoutError(), "timeout"),
            (exceptions.AuthenticationError(), "needs_pairing"),
            (exceptions.InvalidCredentialsError(), "needs_pairing"),
            (exceptions.NoCredentialsError(), "needs_pairing"),
            (exceptions.NotSupportedError(), "needs_pairing"),
            (exceptions.BlockedStateError(), "busy"),
            (exceptions.BackOffError(), "busy"),
            (exceptions.ConnectionFailedError(), "unreachable"),
            (exceptions.ConnectionLostError(), "unreachable"),
            (exceptions.NoServiceError(), "unreachable"),
            (exceptions.DeviceIdMissingError(), "unreachable"),
            (ConnectionRefusedError(), "unreachable"),
            (exceptions.ProtocolError(), "launch_failed"),
            (RuntimeError(), "launch_failed"),
            (Refused("player_missing"), "player_missing"),
        ):
            self.assertEqual(code_of(fail, fault), code, fault)
        self.assertRaises(HungUp, fail, HungUp())


if __name__ == "__main__":
    unittest.main()
