import type { OutgoingHttpHeaders } from 'node:http'
import type { RouteDefinition } from '@foyer/contract/route'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Encoded, encoded, isReady, type Ready, readyJson } from '#kit/ready.ts'
import { Answer } from './bind.ts'

/** 0.3: on every API response. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
const IMAGE_HEADERS = { ...API_HEADERS, 'cache-control': 'private, max-age=86400' }

export function setRouteHeaders(reply: FastifyReply, route?: RouteDefinition): void {
  reply.headers(route?.cache === 'image' ? IMAGE_HEADERS : API_HEADERS)
}

/** Sends a handler's result: ready bytes as they are, everything else through the response schema. */
export function sendAnswer(reply: FastifyReply, route: RouteDefinition, returned: unknown): unknown {
  if (isReady(returned)) return sendReady(reply, returned)
  const answer = returned instanceof Answer ? returned : new Answer<unknown>(returned)
  const status = answer.status ?? route.status ?? 200
  reply.code(status).headers(answer.headers)
  if (status === 204) return reply.send()
  if (isReady(answer.body)) return sendReady(reply, answer.body)
  if (!route.response) throw new Error(`${route.method} ${route.path} answers a body it does not describe`)
  return sendReady(reply, readyJson(z.parse(route.response, answer.body)))
}

/** Hot responses need no serialising; a compressed variant is made once and kept with the bytes. */
function sendReady(reply: FastifyReply, ready: Ready): unknown {
  reply.header('content-type', ready.content_type)
  const accepted = reply.request.headers['accept-encoding']
  if (accepted === undefined) return sendBytes(reply, ready.bytes)
  const chosen = encoded(ready, accepted)
  return chosen instanceof Promise
    ? chosen.then(found => sendEncoded(reply, found))
    : sendEncoded(reply, chosen)
}

function sendEncoded(reply: FastifyReply, chosen: Encoded): unknown {
  reply.header('vary', 'accept-encoding')
  if (chosen.encoding) reply.header('content-encoding', chosen.encoding)
  return sendBytes(reply, chosen.bytes)
}

/** Ready bytes need nothing more from the framework: one head, one body, one write. */
function sendBytes(reply: FastifyReply, bytes: Buffer): unknown {
  if (reply.request.method === 'HEAD') return reply.send(bytes)
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, {
    ...reply.getHeaders(),
    'content-length': bytes.length,
  } as OutgoingHttpHeaders)
  reply.raw.end(bytes)
  return reply
}
