import type { EventFrame } from '@foyer/contract/events'

/** An event as both transports send it: serialised once for all receivers (C70). */
export interface EventBytes {
  type: string
  /** The text of a WebSocket message. */
  json: Buffer
  /** The same as a server-sent event. */
  sse: Buffer
}

export function eventBytes(event: EventFrame): EventBytes {
  const json = Buffer.from(JSON.stringify(event))
  const sse = Buffer.concat([Buffer.from(`event: ${event.type}\ndata: `), json, Buffer.from('\n\n')])
  return { type: event.type, json, sse }
}
