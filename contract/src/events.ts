import { z } from 'zod'
import { defineRoute } from './route.ts'

/** One frame on either transport (1/6). `data` is `{}` for events without a payload. */
export const EventFrame = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })
export type EventFrame = z.infer<typeof EventFrame>

export const getEventSocket = defineRoute({
  method: 'GET',
  path: '/api/ws',
  access: 'user',
  summary: 'Live events over a WebSocket; offer the subprotocols `Bearer` and the access token',
  spec: '1/6',
  kind: 'stream',
})

export const getEventStream = defineRoute({
  method: 'GET',
  path: '/api/events',
  access: 'user',
  summary: 'The same live events as server-sent events',
  spec: '1/6',
  kind: 'stream',
  refusals: ['rate_limited'],
})
