"""pyatv's own fake Apple TV, for a test that lets the helper meet real Companion traffic on loopback.

Its argument is a checkout of pyatv, whose tests hold the fake. Prints the port of its mDNS; then one line of state for
each line that it reads.
"""

import asyncio
import json
import sys

sys.path.insert(0, sys.argv[1])

from pyatv.const import Protocol  # noqa: E402
from tests.fake_device import FakeAppleTV  # noqa: E402
from tests.fake_udns import FakeDnsService, FakeUdns, airplay_service  # noqa: E402

IDENTIFIER = "00:01:02:03:04:05"


def companion_service(port):
    """With the flag of a box that pairs by PIN, which the fake of pyatv's tests leaves out."""
    box = FakeDnsService(
        name="Lounge", addresses=["127.0.0.1"], port=port, properties={"rpFl": b"0x36782"}, model=None
    )
    return ("_companion-link._tcp.local", box)


async def main():
    loop = asyncio.get_running_loop()
    box = FakeAppleTV(loop, test_mode=False)
    state, usecase = box.add_service(Protocol.Companion)
    usecase.set_installed_apps({"com.firecore.infuse": "Infuse"})
    await box.start()
    names = FakeUdns(loop)
    await names.start()
    names.add_service(airplay_service("Lounge", IDENTIFIER, model="AppleTV6,2"))
    names.add_service(companion_service(box.get_port(Protocol.Companion)))
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    print(json.dumps({"port": names.port, "identifier": IDENTIFIER}), flush=True)
    while command := (await lines.readline()).strip():
        if command == b"without player":
            usecase.set_installed_apps({"com.example.other": "Other"})
        seen = {"has_paired": state.has_paired, "url": state.open_url, "button": state.latest_button}
        print(json.dumps(seen), flush=True)


asyncio.run(main())
