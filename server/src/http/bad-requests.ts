import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#kit/refusal.ts'
import { API_HEADERS, setRouteHeaders } from './answers.ts'

/** An address that cannot be read: broken percent signs, or a segment longer than any of ours. */
export function answerBadAddress(reply: FastifyReply): void {
  const refusal = new Refusal('validation', { error: 'The address is not valid.' })
  setRouteHeaders(reply)
  void reply.code(refusal.status).send(refusal.body())
}

/** Bytes that are no HTTP request never reach a route; they too are answered in the shape of 0.3. */
export function answerBadBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  socket.end(rawAnswer(new Refusal('validation', { error: 'The request could not be read.' })))
}

/** A refusal as the bytes of a whole HTTP answer, for sockets that no framework answers for. */
export function rawAnswer(refusal: Refusal): string {
  const body = JSON.stringify(refusal.body())
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...API_HEADERS,
    ...refusal.details.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${refusal.status} ${refusal.code}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
