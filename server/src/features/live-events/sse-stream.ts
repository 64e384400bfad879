import type { FastifyReply } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { EventStream } from './event-hub.ts'

/** A client that falls this far behind is closed; it reconnects and reads state afresh (1/6). */
export const MAX_WAITING_FRAMES = 256

/** Server-sent events over a plain answer. The caller of this function joins it to the hub. */
export function createSseStream(reply: FastifyReply, caller: Caller): EventStream {
  const { raw } = reply
  let waiting = 0
  const write = (text: string) => {
    if (waiting >= MAX_WAITING_FRAMES) return raw.destroy()
    waiting += 1
    raw.write(text, () => (waiting -= 1))
  }
  return {
    caller,
    send(frame) {
      const { type } = JSON.parse(frame) as { type: string }
      write(`event: ${type}\ndata: ${frame}\n\n`)
    },
    beat: () => write(': still here\n\n'),
    close: () => void raw.end(),
  }
}
