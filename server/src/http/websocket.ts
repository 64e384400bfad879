import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Caller, type Identify, authFailure } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { endWith } from './bad-requests.ts'
import { asRefusal, logRefusal } from './errors.ts'
import { hasValidHost, invalidHost } from './forwarded.ts'
import { newRequestId } from './request-id.ts'

const SUBPROTOCOL = 'Bearer'
/**
 * Client messages are ignored (1/6), but each is kept in memory until its end has arrived, so there must be a limit: a
 * longer message ends the stream. It is far above what a chatty client sends, and small enough for many streams at
 * once.
 */
const MAX_CLIENT_MESSAGE_BYTES = 64 * 1024

export interface SocketEndpoint {
  /** The address that accepts upgrades, including the base path. */
  path: string
  identify: Identify
  clock: Clock
  log: Log
  /** Throws a refusal before the upgrade; afterwards it owns the socket. */
  admit(caller: Caller): (socket: WebSocket) => void
}

export function isSocketRequest(request: IncomingMessage, path: string): boolean {
  const isWebSocket = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket'
  return isWebSocket && request.url?.split('?', 1)[0] === path
}

/** Authenticates before the upgrade, by the subprotocols `Bearer` and the access token (1/6). */
export function openSocketEndpoint(app: FastifyInstance, endpoint: SocketEndpoint): () => void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  })
  server.on('wsClientError', (_error, socket) => {
    endWith(
      socket,
      new Refusal('validation', {
        error: 'This address takes a WebSocket only. Open it with the headers of a WebSocket handshake.',
      }),
      endpoint.clock,
    )
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    void admitSocket(server, endpoint, { request, socket, head })
  })
  return () => server.close()
}

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer }

async function admitSocket(
  server: WebSocketServer,
  endpoint: SocketEndpoint,
  upgrade: Upgrade,
): Promise<void> {
  try {
    if (!hasValidHost(upgrade.request)) throw invalidHost()
    const caller = await callerOf(upgrade.request, endpoint.identify)
    const accept = endpoint.admit(caller)
    server.handleUpgrade(upgrade.request, upgrade.socket, upgrade.head, accept)
  } catch (error) {
    const refusal = asRefusal(error)
    logRefusal(endpoint.log, refusal, newRequestId())
    endWith(upgrade.socket, refusal, endpoint.clock)
  }
}

async function callerOf(request: IncomingMessage, identify: Identify): Promise<Caller> {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map(name => name.trim()) ?? []
  const [scheme, token] = offered
  if (scheme !== SUBPROTOCOL || !token) throw authFailure('unauthorized')
  const found = await identify(token)
  if (typeof found === 'string') throw authFailure(found)
  return found
}
