import type { WebSocket } from 'ws'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { EventStream } from './open-streams.ts'
import type { SilenceWatch } from '#kit/silence-watch.ts'
import { CLOSE_GRACE_MS, MAX_WAITING_FRAMES } from './sse-stream.ts'

export const SILENCE_MS = MINUTE_MS
const CLOSE_CODES = { revoked: 4401, restart: 1012 } as const
const TRY_AGAIN_LATER = 1013
const AS_TEXT = { binary: false }

/** A WebSocket as an event stream. Messages of the client are ignored, but count as a sign of life. */
export function createSocketStream(
  socket: WebSocket,
  { clock, silence }: { clock: Clock; silence: SilenceWatch },
): EventStream {
  let waiting = 0
  const written = () => void (waiting -= 1)
  endWhenSilent(socket, silence)
  // A broken connection also emits `close`, which is handled.
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
  const restart = () => silence.restart(end)
  restart()
  socket.on('pong', restart)
  socket.on('message', restart)
  socket.on('close', () => silence.forget(end))
}
