import * as routes from '@foyer/contract/events'
import type { FastifyInstance } from 'fastify'
import { type Binding, bind } from '#http/bind.ts'
import { openSocketEndpoint } from '#http/websocket.ts'
import type { Caller, Identify } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { EventHub } from './event-hub.ts'
import { createSilenceWatch } from '#kit/silence-watch.ts'
import { createSocketStream, SILENCE_MS } from './socket-stream.ts'
import { createSseStream } from './sse-stream.ts'

export function liveEventRoutes(hub: EventHub, clock: Clock): Binding[] {
  return [
    bind(routes.getEventSocket).to(() => {
      throw new Refusal('validation', { error: 'Open this address as a WebSocket.' })
    }),
    bind(routes.getEventStream).to(({ caller, raw }) => {
      hub.assertRoom(caller)
      const { reply } = raw
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        // Buffering proxies would delay events.
        'x-accel-buffering': 'no',
      })
      const leave = hub.join(caller, createSseStream(reply.raw, clock))
      // A client that disconnected while the session was read will emit no further `close`.
      if (reply.raw.closed) leave()
      else reply.raw.on('close', leave)
    }),
  ]
}

/** The WebSocket version of the stream above; it shares the limit and the hub. */
export function openEventSockets(
  app: FastifyInstance,
  parts: { hub: EventHub; identify: Identify; clock: Clock; log: Log; base_path: string },
): () => void {
  const { hub, clock } = parts
  const silence = createSilenceWatch(clock, SILENCE_MS)
  return openSocketEndpoint(app, {
    path: parts.base_path + routes.getEventSocket.path,
    identify: parts.identify,
    clock,
    log: parts.log,
    admit: (caller: Caller) => {
      hub.assertRoom(caller)
      return socket => {
        const leave = hub.join(caller, createSocketStream(socket, { clock, silence }))
        socket.on('close', leave)
      }
    },
  })
}
