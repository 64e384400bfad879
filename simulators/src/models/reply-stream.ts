import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Answer, AnswerStream } from '../kit/answer.ts'
import type { EncodedReply, Reply, StreamEvent } from './model-types.ts'
import type { WireFormat } from './wire-format.ts'

const GARBAGE = 'data: <html><title>Bad gateway</title>\n\n'

function written({ event, data }: StreamEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Sends a reply event by event, and breaks where the script says so. */
export function streamReply(
  encoded: EncodedReply,
  reply: Reply,
  format: WireFormat,
  options: { pace_ms: number; comments: boolean },
): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    async stream(out) {
      const pause = () => (options.pace_ms > 0 ? setTimeout(options.pace_ms) : setImmediate())
      if (options.comments) out.write(': keep-alive\n\n')
      for (const event of encoded.before) out.write(written(event))
      for (const [i, events] of encoded.pieces.entries()) {
        if (reply.hold_after === i) await Promise.race([reply.hold, out.left])
        if (out.hasLeft()) return
        for (const event of events) out.write(written(event))
        await pause()
      }
      if ((reply.hold_after ?? 0) >= encoded.pieces.length) await Promise.race([reply.hold, out.left])
      if (out.hasLeft()) return
      await finish(out)
    },
  }

  async function finish(out: AnswerStream): Promise<void> {
    if (reply.stall) return out.left
    if (reply.garbage) return out.write(GARBAGE)
    if (reply.error) return out.write(written(format.errorEvent(reply.error)))
    const rest = encoded.after.map(written)
    if (reply.cut) {
      const next = rest[0] ?? ''
      out.write(next.slice(0, Math.ceil(next.length / 2)))
      return out.cut()
    }
    for (const event of rest) out.write(event)
    out.write(format.ending ?? '')
  }
}

/** The same in one piece. */
export function sendReply(encoded: EncodedReply, reply: Reply): Answer {
  const headers = { 'content-type': 'application/json' }
  const whole = JSON.stringify(encoded.whole)
  if (reply.garbage) return { status: 200, headers, bytes: Buffer.from('<html><title>Bad gateway</title>') }
  if (reply.stall || reply.cut)
    return {
      status: 200,
      headers,
      async stream(out) {
        out.write(whole.slice(0, whole.length / 2))
        if (reply.cut) out.cut()
        else await out.left
      },
    }
  return { status: 200, headers, bytes: Buffer.from(whole) }
}
