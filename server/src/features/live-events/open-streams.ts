import type { Caller } from '#kit/caller.ts'
import type { Stop } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { EventBytes } from './event-bytes.ts'

/** Both transports together (1/6, C70). */
export const STREAMS_PER_DEVICE = 10
export const STREAMS_PER_USER = 30
export const STREAMS_PER_PROCESS = 5000

export type CloseReason = 'revoked' | 'restart'

/** One open connection of either transport. */
export interface EventStream {
  send(bytes: EventBytes): void
  beat(): void
  close(reason: CloseReason): void
}

/** All open streams of one user. Who may receive an event is decided per person, never per stream. */
export interface Person {
  /** From the last check, through any of their devices. */
  caller: Caller
  devices: Map<string, Set<EventStream>>
}

/** The open streams of this process, by user and device. */
export function createOpenStreams() {
  const people = new Map<number, Person>()
  let count = 0

  function countStreams(caller: Caller) {
    const devices = people.get(caller.user_id)?.devices
    let user = 0
    for (const streams of devices?.values() ?? []) user += streams.size
    return { device: devices?.get(caller.device_id)?.size ?? 0, user }
  }

  function personOf(caller: Caller): Person {
    const known = people.get(caller.user_id)
    if (known) known.caller = caller
    const person = known ?? { caller, devices: new Map() }
    people.set(caller.user_id, person)
    return person
  }

  function remove(person: Person, device_id: string, stream: EventStream): void {
    const streams = person.devices.get(device_id)
    if (!streams?.delete(stream)) return
    count -= 1
    if (streams.size === 0) person.devices.delete(device_id)
    // If the person reconnected in the meantime, there is a new record.
    const { user_id } = person.caller
    if (person.devices.size === 0 && people.get(user_id) === person) people.delete(user_id)
  }

  return {
    count: () => count,
    people: () => [...people.values()],
    find: (user_id: number) => people.get(user_id),

    /** 429 if the device, the user or this process has reached its maximum of streams. */
    assertRoom(caller: Caller): void {
      const { device, user } = countStreams(caller)
      if (device >= STREAMS_PER_DEVICE)
        throw tooMany('This device already has too many live connections open.')
      if (user >= STREAMS_PER_USER) throw tooMany('You already have too many live connections open.')
      if (count >= STREAMS_PER_PROCESS) throw tooMany('Too many live connections are open right now.')
    },

    add(caller: Caller, stream: EventStream): Stop {
      const person = personOf(caller)
      const { device_id } = caller
      const streams = person.devices.get(device_id) ?? new Set()
      person.devices.set(device_id, streams.add(stream))
      count += 1
      return () => remove(person, device_id, stream)
    },

    /** Removed from the list first: a stream that is ending must not be written to. */
    endDevice(person: Person, device_id: string, reason: CloseReason): void {
      for (const stream of person.devices.get(device_id) ?? []) {
        remove(person, device_id, stream)
        stream.close(reason)
      }
    },
  }
}

function tooMany(error: string): Refusal {
  return new Refusal('rate_limited', { error, headers: { 'retry-after': '30' } })
}
