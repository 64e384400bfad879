import { Readable } from 'node:stream'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { type BodyLimit, type DecodedBody, limited } from './body.ts'
import type { Exchange } from './exchange.ts'
import { faultFromError } from './faults.ts'

interface Guard {
  call: Exchange
  limit: BodyLimit
  idle_ms: number
}

/** The body with its size limit, idle timeout and faults. Destroying it releases the connection. */
export function guardStream({ body, wireBytes }: DecodedBody, guard: Guard): Readable {
  const source = chunks({ body, ...(wireBytes && { wireBytes }) }, guard)
  // Not Readable.from: its destroy waits for the pending chunk, which may never come.
  return new Readable({
    read() {
      source.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      body.destroy()
      guard.call.deadline.clear()
      done(error)
    },
  })
}

async function* chunks(
  { body, wireBytes }: DecodedBody,
  { call, limit, idle_ms }: Guard,
): AsyncGenerator<Buffer> {
  const { request, state, clock } = call

  // Only the wait for the upstream counts: a slow reader does not make the upstream idle.
  async function nextChunk<T>(next: Promise<T>): Promise<T> {
    const idle = Promise.withResolvers<never>()
    const stop = clock.after(idle_ms, () => idle.reject(new UpstreamFault({ ...limit, kind: 'timeout' })))
    try {
      return await Promise.race([next, idle.promise])
    } finally {
      stop()
    }
  }

  try {
    yield* limited(body, limit, { wireBytes, nextChunk })
  } catch (error) {
    request.signal?.throwIfAborted()
    throw faultFromError(error, state, false)
  }
}
