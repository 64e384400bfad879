import type { Readable } from 'node:stream'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import { createAnswer } from './answer.ts'
import { type AttemptOptions, attempt, type TransportParts } from './attempt.ts'
import { ACCEPTED_ENCODINGS, type BodyLimit, checkLength, collect, decodeBody } from './body.ts'
import type { Exchange, ResponseHead } from './exchange.ts'
import { isIdempotent } from './faults.ts'
import { guardStream } from './guard-stream.ts'
import { withRetries } from './retries.ts'
import type { OutboundAnswer, OutboundRequest, StreamAnswer, Transport } from './transport.ts'

export function createTransport(parts: TransportParts): Transport {
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

  return {
    send: request => run(request, { accept_encoding: ACCEPTED_ENCODINGS, finish: readAnswer }),
    stream: request =>
      // Who streams wants bytes as they come; compressors hold them back.
      run(request, {
        accept_encoding: 'identity',
        finish: (head, call) => openStream(head, call, request.idle_ms),
      }),
  }
}

async function readAnswer(head: ResponseHead, call: Exchange): Promise<OutboundAnswer> {
  const { status, headers, url } = head
  const limit = limitOf(head, call)
  const bytes = await collect(openBody(head, call, limit), limit)
  call.deadline.clear()
  return createAnswer({ upstream: limit.upstream, status, headers, url, bytes })
}

async function openStream(head: ResponseHead, call: Exchange, idle_ms: number): Promise<StreamAnswer> {
  const { status, headers, url } = head
  const limit = limitOf(head, call)
  const body = guardStream(openBody(head, call, limit), { call, limit, idle_ms })
  call.deadline.stopClock()
  return { status, headers, url, body }
}

function limitOf({ status }: ResponseHead, { request }: Exchange): BodyLimit {
  return { upstream: request.upstream, status, max_bytes: request.max_bytes }
}

function openBody(
  { status, headers, body }: ResponseHead,
  { request }: Exchange,
  limit: BodyLimit,
): Readable {
  if (request.method === 'HEAD' || status === 204 || status === 304) return body
  try {
    checkLength(headers['content-length'], limit)
    return decodeBody(body, headers['content-encoding'], limit)
  } catch (error) {
    body.on('error', () => {}).destroy()
    throw error
  }
}
