import type { WebSocket } from 'ws'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { EventStream } from './event-hub.ts'
import { MAX_WAITING_FRAMES } from './sse-stream.ts'

const SILENCE_MS = 60_000
const CLOSE_CODES = { revoked: 4401, restart: 1012 } as const
const TRY_AGAIN_LATER = 1013

/** A WebSocket as an event stream. What the client says is ignored; only its pongs count as life. */
export function createSocketStream(socket: WebSocket, caller: Caller, clock: Clock): EventStream {
  let waiting = 0
  let heard = clock.now().getTime()
  socket.on('pong', () => (heard = clock.now().getTime()))
  socket.on('message', () => (heard = clock.now().getTime()))
  // A broken line ends in `close`, which is all that anybody needs to know of it.
  socket.on('error', () => {})
  return {
    caller,
    send(frame) {
      if (waiting >= MAX_WAITING_FRAMES) return socket.close(TRY_AGAIN_LATER)
      waiting += 1
      socket.send(frame, () => (waiting -= 1))
    },
    beat() {
      if (clock.now().getTime() - heard >= SILENCE_MS) return socket.terminate()
      socket.ping()
    },
    close: reason => socket.close(CLOSE_CODES[reason]),
  }
}
