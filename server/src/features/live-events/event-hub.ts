import type { EventFrame } from '@foyer/contract/events'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Audience, PlainAudience, PublishedEvent } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { eventBytes } from './event-bytes.ts'
import { isAddressed } from './event-rules.ts'
import { createFanOut } from './fan-out.ts'
import { type CloseReason, createOpenStreams, type EventStream, type Person } from './open-streams.ts'

const HEARTBEAT_MS = 25_000
/** Revocation must close a stream within 5 s. Checking this often does not depend on a message that could be lost. */
const RECHECK_MS = 2_000
/** Devices checked in one statement; engines limit the number of values. */
const DEVICES_AT_ONCE = 500

const noop = () => {}

/** Delivers published events to the streams that are open in this process. */
export interface EventHub {
  /** Throws 429 if there is no room for another stream (C70); called before the response starts. */
  assertRoom(caller: Caller): void
  /** Sends `hello`, then every event that the caller may receive. The returned function removes the stream. */
  join(caller: Caller, stream: EventStream): Stop
  openStreams(): number
  start(): void
  close(): void
}

export function createEventHub(deps: {
  broadcast: Broadcast
  clock: Clock
  log: Log
  version: string
  /** The current callers of these devices; a missing device was revoked. */
  findCallers(device_ids: readonly string[]): Promise<Map<string, Caller>>
  /** The ids of those callers who currently see the instance (0.6). */
  findViewers(instance_id: string, callers: readonly Caller[]): Promise<ReadonlySet<number>>
  /** Whether the caller may receive an event with this data: kids accounts only for titles they may see (1/6). */
  canReceive(caller: Caller, data: Readonly<Record<string, unknown>>): boolean | Promise<boolean>
}): EventHub {
  const { broadcast, clock, log } = deps
  const open = createOpenStreams()
  const fanOut = createFanOut()
  const lastJudged = new WeakMap<Person, Promise<void>>()
  const stops: Stop[] = []
  let checking = false
  let closed = false

  function deliver({ type, data, audience, about }: PublishedEvent): void {
    if (open.count() === 0) return
    void deliverTo({ type, data }, audience, about ?? data)
  }

  function send(event: EventFrame, people: readonly Person[]): void {
    const bytes = eventBytes(event)
    fanOut(people, stream => stream.send(bytes))
  }

  /**
   * One decision per person (C70), for every audience: also what somebody requested may be above their limits now. A
   * person who cannot be checked receives nothing: the next read makes up for a missed event, but nothing undoes a leak.
   */
  async function deliverTo(
    event: EventFrame,
    audience: Audience,
    title: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    try {
      // Not awaited where nothing is read: these events are sent in the order in which they were published.
      const people = audience.to === 'instance' ? await viewersOf(audience) : addressed(audience)
      const verdicts = people.map(person => ({ person, may: deps.canReceive(person.caller, title) }))
      send(
        event,
        verdicts.filter(({ may }) => may === true).map(({ person }) => person),
      )
      // Judging a title may require a call to the provider, so people are judged in parallel.
      await Promise.all(
        verdicts.map(async ({ person, may }) => {
          if (typeof may !== 'boolean') await sendInOrder(event, person, may)
        }),
      )
    } catch (err) {
      log.warn({ err }, 'an event could not be delivered')
    }
  }

  const addressed = (audience: PlainAudience) =>
    open.people().filter(({ caller }) => isAddressed(audience, caller))

  async function viewersOf({ instance_id }: { instance_id: string }): Promise<Person[]> {
    const people = open.people()
    const callers = people.map(({ caller }) => caller)
    const viewers = await deps.findViewers(instance_id, callers)
    return people.filter(({ caller }) => viewers.has(caller.user_id))
  }

  /** Events of one person that are judged at the same time arrive in the order in which they were published. */
  async function sendInOrder(event: EventFrame, person: Person, judging: Promise<boolean>): Promise<void> {
    const earlier = lastJudged.get(person)
    const sending = (async () => {
      const [may] = await Promise.all([judging, earlier])
      if (may) send(event, [person])
    })()
    lastJudged.set(person, sending.catch(noop))
    await sending
  }

  async function recheck(): Promise<void> {
    if (checking || open.count() === 0) return
    checking = true
    try {
      const ids = open.people().flatMap(({ devices }) => [...devices.keys()])
      for (let i = 0; i < ids.length; i += DEVICES_AT_ONCE) {
        await recheckDevices(new Set(ids.slice(i, i + DEVICES_AT_ONCE)))
      }
    } catch (err) {
      // A storage failure revokes nobody; the next check decides.
      log.warn({ err }, 'open event streams could not be checked')
    } finally {
      checking = false
    }
  }

  async function recheckDevices(ids: ReadonlySet<string>): Promise<void> {
    const live = await deps.findCallers([...ids])
    for (const person of open.people()) {
      for (const id of person.devices.keys()) {
        const caller = live.get(id)
        if (caller) person.caller = caller
        else if (ids.has(id)) open.endDevice(person, id, 'revoked')
      }
    }
  }

  function closeAll(reason: CloseReason): void {
    for (const person of open.people()) {
      for (const id of person.devices.keys()) open.endDevice(person, id, reason)
    }
  }

  return {
    assertRoom: open.assertRoom,
    join(caller, stream) {
      const leave = open.add(caller, stream)
      const hello = { server_time: iso(clock.now()), version: deps.version }
      stream.send(eventBytes({ type: 'hello', data: hello }))
      // The server began to stop while this stream was being opened.
      if (closed) closeAll('restart')
      return leave
    },
    openStreams: open.count,
    start() {
      stops.push(
        broadcast.on('event', message => deliver(message as unknown as PublishedEvent)),
        // Events may have been missed and there is no replay, so clients reconnect and read again.
        broadcast.onReset(() => closeAll('restart')),
        clock.every(HEARTBEAT_MS, () => fanOut(open.people(), stream => stream.beat())),
        clock.every(RECHECK_MS, () => void recheck()),
      )
    },
    close() {
      closed = true
      for (const stop of stops.splice(0)) stop()
      closeAll('restart')
    },
  }
}
