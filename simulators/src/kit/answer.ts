import type { IncomingHttpHeaders } from 'node:http'

export interface SimRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  params: Record<string, string>
  /** The parsed JSON body; undefined when there was none or it did not parse. */
  body: unknown
  raw_body: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as is; wins over `body`. */
  bytes?: Uint8Array
  /** Sent piece by piece as it comes; wins over both. Ends the answer when it resolves. */
  stream?: (out: AnswerStream) => Promise<void>
}

export interface AnswerStream {
  write(text: string): void
  /** Cuts the connection. */
  cut: () => void
  /** Resolves when the caller has left or the server stops. */
  readonly left: Promise<void>
  hasLeft: () => boolean
}

export type Handler = (request: SimRequest) => Answer | Promise<Answer>

/** Thrown by a handler to answer at once from any depth. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers, body }
}

export function empty(status: number): Answer {
  return { status }
}

export function text(body: string, status = 200, type = 'text/plain; charset=utf-8'): Answer {
  return { status, headers: { 'content-type': type }, bytes: Buffer.from(body) }
}

export function image(bytes: Uint8Array): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' },
    bytes,
  }
}
