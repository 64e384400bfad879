import type { EventFrame } from '@foyer/contract/events'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Tx } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { type Audience, mayHear } from './event-rules.ts'

/** Both transports together (1/6). */
const STREAMS_PER_DEVICE = 10
const HEARTBEAT_MS = 25_000
/** Revocation must close a stream within 5 s; asking this often needs no message that could be lost. */
const RECHECK_MS = 2_000

export type CloseReason = 'revoked' | 'restart'

/** One open connection, whatever carries it. */
export interface EventStream {
  caller: Caller
  send(type: string, frame: string): void
  beat(): void
  close(reason: CloseReason): void
}

interface Published {
  type: string
  data: Record<string, unknown>
  audience: Audience
}

export interface EventHub {
  /** With a transaction: heard when it commits, never when it rolls back. On every process. */
  publish(tx: Tx | null, event: EventFrame, audience: Audience): Promise<void>
  /** Throws 429 when the device already holds ten streams; asked before anything is answered. */
  assertRoom(device_id: string): void
  /** Sends `hello` and then whatever the caller may hear; the answer removes the stream again. */
  join(stream: EventStream): Stop
  openStreams(): number
  start(): void
  close(): void
}

export function createEventHub(deps: {
  broadcast: Broadcast
  clock: Clock
  log: Log
  version: string
  /** The live callers behind these devices; a device that is missing was revoked. */
  findCallers(device_ids: readonly string[]): Promise<Map<string, Caller>>
  /** The ids of those callers who see the instance now (0.6). */
  findViewers(instance_id: string, callers: readonly Caller[]): Promise<ReadonlySet<number>>
  /** Whether the caller may know of what the event is about: kids accounts only of titles they may see (1/6). */
  mayHearOf(caller: Caller, data: Readonly<Record<string, unknown>>): boolean | Promise<boolean>
}): EventHub {
  const { broadcast, clock, log } = deps
  const streams = new Set<EventStream>()
  const stops: Stop[] = []
  let checking = false
  let closed = false

  function deliver({ type, data, audience }: Published): void {
    if (audience.to === 'instance') return void deliverToViewers(audience.instance_id, { type, data })
    const frame = JSON.stringify({ type, data } satisfies EventFrame)
    for (const stream of streams) if (mayHear(audience, stream.caller)) stream.send(type, frame)
  }

  /** Whoever cannot be judged hears nothing: a missed event is mended by the next read, a leak by nothing. */
  async function deliverToViewers(instance_id: string, event: EventFrame): Promise<void> {
    if (streams.size === 0) return
    const frame = JSON.stringify(event)
    try {
      const callers = [...streams].map(stream => stream.caller)
      const viewers = await deps.findViewers(instance_id, callers)
      // Judging a title may take the provider's time, so nobody waits for another's verdict.
      await Promise.all(
        [...streams].map(async stream => {
          if (!viewers.has(stream.caller.user_id)) return
          const may = deps.mayHearOf(stream.caller, event.data)
          if ((may === true || (await may)) && streams.has(stream)) stream.send(event.type, frame)
        }),
      )
    } catch (err) {
      log.warn({ err }, 'an event could not be delivered')
    }
  }

  /** It leaves the list at once: a stream that is ending must not be written to. */
  function end(stream: EventStream, reason: CloseReason): void {
    streams.delete(stream)
    stream.close(reason)
  }

  async function recheck(): Promise<void> {
    if (checking || streams.size === 0) return
    checking = true
    try {
      const live = await deps.findCallers([...new Set([...streams].map(stream => stream.caller.device_id))])
      for (const stream of streams) {
        const caller = live.get(stream.caller.device_id)
        if (caller) stream.caller = caller
        else end(stream, 'revoked')
      }
    } catch (err) {
      // Storage that cannot be read revokes nobody; the next check will know.
      log.warn({ err }, 'open event streams could not be checked')
    } finally {
      checking = false
    }
  }

  function closeAll(): void {
    for (const stream of streams) end(stream, 'restart')
  }

  return {
    publish: (tx, { type, data }, audience) => broadcast.send(tx, { kind: 'event', type, data, audience }),
    assertRoom(device_id) {
      const held = [...streams].filter(stream => stream.caller.device_id === device_id)
      if (held.length < STREAMS_PER_DEVICE) return
      throw new Refusal('rate_limited', {
        error: 'This device already listens in too many places.',
        headers: { 'retry-after': '30' },
      })
    },
    join(stream) {
      streams.add(stream)
      const hello = { server_time: iso(clock.now()), version: deps.version }
      stream.send('hello', JSON.stringify({ type: 'hello', data: hello } satisfies EventFrame))
      // The server stops while this one was on its way.
      if (closed) end(stream, 'restart')
      return () => void streams.delete(stream)
    },
    openStreams: () => streams.size,
    start() {
      stops.push(
        broadcast.on('event', message => deliver(message as unknown as Published)),
        // Something may have been missed; there is no replay, so clients reconnect and read again.
        broadcast.onReset(closeAll),
        clock.every(HEARTBEAT_MS, () => {
          for (const stream of streams) stream.beat()
        }),
        clock.every(RECHECK_MS, () => void recheck()),
      )
    },
    close() {
      closed = true
      for (const stop of stops.splice(0)) stop()
      closeAll()
    },
  }
}
