import { setImmediate as nextTurn } from 'node:timers/promises'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import { createAnswer } from './answer.ts'
import { type AttemptOptions, attempt, type TransportParts } from './attempt.ts'
import {
  ACCEPTED_ENCODINGS,
  type BodyLimit,
  checkLength,
  decodeBody,
  type DecodedBody,
  isBrotli,
} from './body.ts'
import type { Exchange, ResponseHead } from './exchange.ts'
import { isIdempotent } from './faults.ts'
import { guardStream } from './guard-stream.ts'
import { type HeldBody, holdBody } from './held-body.ts'
import { withRetries } from './retries.ts'
import { createSlots } from './slots.ts'
import type { HeldAnswer, OutboundAnswer, OutboundRequest, StreamAnswer, Transport } from './transport.ts'

/** Brotli fills a window of up to 16 MiB before its first byte, which the byte limits cannot see. */
const BROTLI_AT_ONCE = 16

export function createTransport(parts: TransportParts): Transport {
  const brotli = createSlots(BROTLI_AT_ONCE)

  async function run<T>(request: OutboundRequest, options: AttemptOptions<T>): Promise<T> {
    assertOutsideTransaction('network call')
    const { clock, random } = parts
    const retries = isIdempotent(request) ? (request.retries ?? 0) : 0
    return withRetries(() => attempt(request, parts, options), {
      retries,
      retry_lost: request.retry_lost ?? true,
      clock,
      random,
      signal: request.signal,
    })
  }

  /** Counted until released; a chunk waits while other reads hold too much. */
  async function hold(head: ResponseHead, call: Exchange): Promise<HeldBody> {
    const limit = limitOf(head, call)
    const { body, wireBytes } = await openBody(head, call, limit)
    const { budget } = parts
    const held = await holdBody(body, { limit, budget, signal: call.deadline.signal, wireBytes })
    call.deadline.clear()
    return held
  }

  async function readAnswer(head: ResponseHead, call: Exchange): Promise<OutboundAnswer> {
    const { status, headers, url } = head
    const held = await hold(head, call)
    // Held until it was parsed: callers parse in the same event loop turn, during which nothing more can arrive.
    void nextTurn().then(held.release)
    const { upstream } = call.request
    return createAnswer({ upstream, status, headers, url, bytes: held.bytes(), onFault: parts.onFault })
  }

  async function holdAnswer(head: ResponseHead, call: Exchange): Promise<HeldAnswer> {
    const { status, headers, url } = head
    return { status, headers, url, body: await hold(head, call) }
  }

  async function openStream(head: ResponseHead, call: Exchange, idle_ms: number): Promise<StreamAnswer> {
    const { status, headers, url } = head
    const limit = limitOf(head, call)
    const body = guardStream(await openBody(head, call, limit), { call, limit, idle_ms })
    call.deadline.stopClock()
    return { status, headers, url, body }
  }

  async function openBody(head: ResponseHead, call: Exchange, limit: BodyLimit): Promise<DecodedBody> {
    const { status, headers, body } = head
    if (call.request.method === 'HEAD' || status === 204 || status === 304) return { body }
    try {
      checkLength(headers['content-length'], limit)
      const encoding = headers['content-encoding']
      if (!isBrotli(encoding)) return decodeBody(body, encoding, limit)
      await brotli.enter(call.deadline.signal)
      const decoded = decodeBody(body, encoding, limit)
      decoded.body.once('close', brotli.leave)
      return decoded
    } catch (error) {
      body.on('error', () => {}).destroy()
      throw error
    }
  }

  return {
    send: request => run(request, { accept_encoding: ACCEPTED_ENCODINGS, finish: readAnswer }),
    hold: request => run(request, { accept_encoding: ACCEPTED_ENCODINGS, finish: holdAnswer }),
    stream: request =>
      // Streaming callers want bytes as they arrive; compressors delay them.
      run(request, {
        accept_encoding: 'identity',
        finish: (head, call) => openStream(head, call, request.idle_ms),
      }),
  }
}

function limitOf({ status }: ResponseHead, { request }: Exchange): BodyLimit {
  return { upstream: request.upstream, status, max_bytes: request.max_bytes }
}
