"""Foyer's helper for set-top boxes: one request, read from standard input and answered on standard output.

Newline-delimited JSON (2/4.12, C36). Everything else that a library might print is thrown away.
"""

import asyncio
import os
import sys

from settop_wire import HungUp, LINE_LIMIT, Refused, read_commit, read_pin, read_request, title_url, write_line

# Foyer allows 40 seconds for an operation; the helper's own answer comes before that.
OPERATION_SECONDS = 35
# Foyer ends a pairing after five minutes.
PIN_SECONDS = 330


class Conversation:
    """The lines of one request."""

    def __init__(self, lines, out):
        self._lines = lines
        self._out = out

    async def read_line(self):
        try:
            return await self._lines.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            raise HungUp from None
        except asyncio.LimitOverrunError:
            raise Refused("invalid_request") from None

    def answer(self, **fields):
        self._out.write(write_line(fields))
        self._out.flush()


async def discover(conversation, boxes, address=None):
    conversation.answer(state="discovered", devices=await boxes.discover(address))


async def pair(conversation, boxes, address, identifier):
    async with boxes.pairing(address, identifier) as pairing:
        await asyncio.wait_for(pairing.begin(), OPERATION_SECONDS)
        conversation.answer(state="pin_required")
        pin = read_pin(await asyncio.wait_for(conversation.read_line(), PIN_SECONDS))
        credentials = await asyncio.wait_for(pairing.finish(pin), OPERATION_SECONDS)
        conversation.answer(state="paired", credentials=credentials)


async def check(conversation, boxes, **box):
    async with boxes.connected(**box) as connection:
        await boxes.require_player(connection)
        conversation.answer(state="checked")


async def open_title(conversation, boxes, media_type, tmdb_id, **box):
    async with boxes.connected(**box) as connection:
        await boxes.require_player(connection)
        await wait_for_commit(conversation)
        await connection.apps.launch_app(title_url(media_type, tmdb_id))
        conversation.answer(state="sent")


async def select(conversation, boxes, **box):
    async with boxes.connected(**box) as connection:
        await wait_for_commit(conversation)
        await connection.remote_control.select()
        conversation.answer(state="sent")


async def wait_for_commit(conversation):
    """Everything is ready; Foyer checks once more that the caller may do this before anything is sent."""
    conversation.answer(state="ready")
    read_commit(await conversation.read_line())


# With the code of a fault that has none of its own, and how long the whole may take.
ACTIONS = {
    "discover": (discover, "unavailable", OPERATION_SECONDS),
    "pair": (pair, "pairing_failed", PIN_SECONDS + 2 * OPERATION_SECONDS),
    "check": (check, "unavailable", OPERATION_SECONDS),
    "open": (open_title, "launch_failed", OPERATION_SECONDS),
    "select": (select, "launch_failed", OPERATION_SECONDS),
}


async def serve(conversation):
    try:
        request = read_request(await conversation.read_line())
        try:
            import settop_box as boxes
        except ImportError:
            # pyatv, or something that it needs, is not installed.
            raise Refused("unsupported") from None
        action, otherwise, seconds = ACTIONS[request.pop("action")]
        with boxes.refusing(otherwise):
            await asyncio.wait_for(action(conversation, boxes, **request), seconds)
    except HungUp:
        return
    except Refused as refusal:
        conversation.answer(state="error", code=refusal.code)
    except Exception:
        conversation.answer(state="error", code="unavailable")


async def main(out):
    lines = asyncio.StreamReader(limit=LINE_LIMIT)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    await serve(Conversation(lines, out))


def run():
    # Libraries print warnings and log lines, which can hold addresses and credentials.
    out = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        asyncio.run(main(out))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    # Nothing that a library left running keeps the process alive.
    os._exit(0)


if __name__ == "__main__":
    run()
