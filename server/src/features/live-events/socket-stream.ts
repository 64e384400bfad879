import type { WebSocket } from 'ws'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { EventStream } from './event-hub.ts'
import { CLOSE_GRACE_MS, MAX_WAITING_FRAMES } from './sse-stream.ts'

const SILENCE_MS = 60_000
const CLOSE_CODES = { revoked: 4401, restart: 1012 } as const
const TRY_AGAIN_LATER = 1013

/** A WebSocket as an event stream. What the client says is ignored; that it says anything is a sign of life. */
export function createSocketStream(socket: WebSocket, caller: Caller, clock: Clock): EventStream {
  let waiting = 0
  endWhenSilent(socket, clock)
  // A broken line ends in `close`, which is all that anybody needs to know of it.
  socket.on('error', () => {})
  return {
    caller,
    send(_type, frame) {
      if (waiting >= MAX_WAITING_FRAMES) return socket.close(TRY_AGAIN_LATER)
      waiting += 1
      socket.send(frame, () => (waiting -= 1))
    },
    beat: () => socket.ping(),
    close(reason) {
      socket.close(CLOSE_CODES[reason])
      clock.after(CLOSE_GRACE_MS, () => socket.terminate())
    },
  }
}

function endWhenSilent(socket: WebSocket, clock: Clock): void {
  const wait = () => clock.after(SILENCE_MS, () => socket.terminate())
  let stop = wait()
  const heard = () => {
    stop()
    stop = wait()
  }
  socket.on('pong', heard)
  socket.on('message', heard)
  socket.on('close', () => stop())
}
