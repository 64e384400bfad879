import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { API_HEADERS, setRouteHeaders } from './answers.ts'
import { answerInProgress } from './connections.ts'

/**
 * Not imported: an imported `node:http` also loads Node's own fetch, which takes 20 ms and 2 MB that nothing else
 * needs.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** How long a client that does not close its side has to read the response. */
const LINGER_MS = 2000

/** An unreadable address: broken percent-encoding, or a segment longer than any route has. */
export function answerBadAddress(reply: FastifyReply): void {
  const refusal = new Refusal('validation', {
    error: 'The address has a broken % escape or a part that is too long.',
  })
  setRouteHeaders(reply)
  void reply.code(refusal.status).send(refusal.body())
}

/** `rawPacket`: the bytes that were being parsed. */
type ClientError = Error & { code?: string; rawPacket?: unknown }

/** A request line that does not end within the received bytes is an overlong address. */
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

/** Bytes that are not an HTTP request never reach a route; they are answered in the format of 0.3 too. */
export function createBadBytesAnswer(clock: Clock) {
  /** Further data on such a connection belongs to the same error. */
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
    // The bytes belong to the next request: the current one is answered first, and nothing after it.
    if (current?.req.complete) return void current.on('close', () => socket.destroy())
    endWith(socket, refusalOf(error), clock)
  }
}

/** Requests that Node would answer without a body, or not at all. */
export function answerOddRequests(app: FastifyInstance, clock: Clock): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = new Refusal('validation', {
      status: 417,
      error: 'Foyer supports no expectation but 100-continue. Leave out the Expect header.',
    })
    response.writeHead(refusal.status, headersOf(refusal)).end(JSON.stringify(refusal.body()))
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const headers = { allow: 'DELETE, GET, HEAD, PATCH, POST, PUT' }
    endWith(socket, new Refusal('method_not_allowed', { headers }), clock)
  })
}

/** Answers, and makes sure the connection ends, whatever the client does. */
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

/** A refusal as a complete HTTP response, for sockets outside the framework. */
function rawAnswer(refusal: Refusal): string {
  const lines = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}`)
  const status = `${refusal.status} ${STATUS_CODES[refusal.status] ?? refusal.code}`
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${JSON.stringify(refusal.body())}`
}
