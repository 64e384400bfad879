import type { WebSocket } from 'ws'
import type { Clock } from '#kit/clock.ts'
import type { EventStream } from './open-streams.ts'
import type { SilenceWatch } from './silence-watch.ts'
import { CLOSE_GRACE_MS, MAX_WAITING_FRAMES } from './sse-stream.ts'

export const SILENCE_MS = 60_000
const CLOSE_CODES = { revoked: 4401, restart: 1012 } as const
const TRY_AGAIN_LATER = 1013
const AS_TEXT = { binary: false }

/** A WebSocket as an event stream. What the client sends is ignored; that it sends anything is a sign of life. */
export function createSocketStream(
  socket: WebSocket,
  { clock, silence }: { clock: Clock; silence: SilenceWatch },
): EventStream {
  let waiting = 0
  const written = () => void (waiting -= 1)
  endWhenSilent(socket, silence)
  // A broken line ends in `close`, which is all that anybody needs to know of it.
  socket.on('error', () => {})
  return {
    send({ json }) {
      if (waiting >= MAX_WAITING_FRAMES) return socket.close(TRY_AGAIN_LATER)
      waiting += 1
      socket.send(json, AS_TEXT, written)
    },
    beat: () => socket.ping(),
    close(reason) {
      socket.close(CLOSE_CODES[reason])
      clock.after(CLOSE_GRACE_MS, () => socket.terminate())
    },
  }
}

function endWhenSilent(socket: WebSocket, silence: SilenceWatch): void {
  const end = () => socket.terminate()
  const heard = () => silence.heard(end)
  heard()
  socket.on('pong', heard)
  socket.on('message', heard)
  socket.on('close', () => silence.forget(end))
}
