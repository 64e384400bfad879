import type { ServerResponse } from 'node:http'
import type { Clock } from '#kit/clock.ts'
import type { EventStream } from './open-streams.ts'

/** A client that falls this far behind is closed; it reconnects and reads the state again (1/6). */
export const MAX_WAITING_FRAMES = 256
/** Time for a client that does not read to notice the end; with the check, it stays within the 5 s of 1/6. */
export const CLOSE_GRACE_MS = 2000

const HEARTBEAT = Buffer.from(': still here\n\n')

/** Server-sent events over a plain response. The caller joins the stream to the hub. */
export function createSseStream(response: ServerResponse, clock: Clock): EventStream {
  let waiting = 0
  const written = () => void (waiting -= 1)
  const write = (bytes: Buffer): void => {
    if (waiting >= MAX_WAITING_FRAMES) {
      response.destroy()
      return
    }
    waiting += 1
    response.write(bytes, written)
  }
  return {
    send: bytes => write(bytes.sse),
    beat: () => write(HEARTBEAT),
    close() {
      response.end()
      clock.after(CLOSE_GRACE_MS, () => response.destroy())
    },
  }
}
