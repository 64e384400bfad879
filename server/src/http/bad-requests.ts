import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { API_HEADERS, setRouteHeaders } from './answers.ts'
import { answerInProgress } from './connections.ts'

/** What a client that does not close its side gets to read the answer. */
const LINGER_MS = 2000

/** An address that cannot be read: broken percent signs, or a segment longer than any of ours. */
export function answerBadAddress(reply: FastifyReply): void {
  const refusal = new Refusal('validation', { error: 'The address is not valid.' })
  setRouteHeaders(reply)
  void reply.code(refusal.status).send(refusal.body())
}

/** `rawPacket`: what was being read, as bytes. */
type ClientError = Error & { code?: string; rawPacket?: unknown }

/** A request line that does not end within what was sent is an address without end. */
const REQUEST_LINE_OVERFLOW = /^[A-Z]+ [^\r\n]*$/

function refusalOf({ code, rawPacket }: ClientError): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Refusal('body_too_large')
  if (code === 'HPE_HEADER_OVERFLOW') {
    const sent = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, 16_384).toString('latin1') : ''
    const isAddress = REQUEST_LINE_OVERFLOW.test(sent)
    return new Refusal(isAddress ? 'address_too_long' : 'headers_too_large')
  }
  return new Refusal('validation', { error: 'The request could not be read.' })
}

/** Bytes that are not an HTTP request never reach a route; they too are answered in the shape of 0.3. */
export function createBadBytesAnswer(clock: Clock) {
  /** What still comes on such a connection is the same mistake. */
  const answered = new WeakSet<Socket>()
  return (error: ClientError, socket: Socket): void => {
    if (answered.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const current = answerInProgress(socket)
    if (current?.headersSent) return void socket.destroy()
    answered.add(socket)
    // The bytes belong to the next request: this one is answered first, and nothing after it.
    if (current?.req.complete) return void current.on('close', () => socket.destroy())
    endWith(socket, refusalOf(error), clock)
  }
}

/** Requests that Node would answer itself, without a body, or not at all. */
export function answerOddRequests(app: FastifyInstance, clock: Clock): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = new Refusal('validation', { status: 417, error: 'This expectation cannot be met.' })
    response.writeHead(refusal.status, headersOf(refusal)).end(JSON.stringify(refusal.body()))
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const headers = { allow: 'DELETE, GET, HEAD, PATCH, POST, PUT' }
    endWith(socket, new Refusal('method_not_allowed', { headers }), clock)
  })
}

/** Answers, and sees to it that the connection ends, whatever its other side does. */
export function endWith(socket: Duplex, refusal: Refusal, clock: Clock): void {
  socket.on('error', () => socket.destroy())
  socket.end(rawAnswer(refusal))
  socket.resume()
  const stop = clock.after(LINGER_MS, () => socket.destroy())
  socket.on('close', stop)
}

function headersOf(refusal: Refusal): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(JSON.stringify(refusal.body()))),
    connection: 'close',
    ...API_HEADERS,
    ...refusal.details.headers,
  }
}

/** A refusal as the bytes of a whole HTTP answer, for sockets that no framework answers for. */
function rawAnswer(refusal: Refusal): string {
  const lines = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}`)
  const status = `${refusal.status} ${STATUS_CODES[refusal.status] ?? refusal.code}`
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${JSON.stringify(refusal.body())}`
}
