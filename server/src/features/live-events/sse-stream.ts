import type { FastifyReply } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { EventStream } from './event-hub.ts'

/** A client that falls this far behind is closed; it reconnects and reads state afresh (1/6). */
export const MAX_WAITING_FRAMES = 256
/** What a client that does not read gets to notice the end; with the check, within the 5 s of 1/6. */
export const CLOSE_GRACE_MS = 2000

/** Server-sent events over a plain answer. The caller of this function joins it to the hub. */
export function createSseStream(reply: FastifyReply, caller: Caller, clock: Clock): EventStream {
  const { raw } = reply
  let waiting = 0
  const write = (text: string): void => {
    if (waiting >= MAX_WAITING_FRAMES) {
      raw.destroy()
      return
    }
    waiting += 1
    raw.write(text, () => (waiting -= 1))
  }
  return {
    caller,
    send: (type, frame) => write(`event: ${type}\ndata: ${frame}\n\n`),
    beat: () => write(': still here\n\n'),
    close() {
      raw.end()
      clock.after(CLOSE_GRACE_MS, () => raw.destroy())
    },
  }
}
