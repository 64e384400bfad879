import type { LibraryManagerType } from '@foyer/contract/instance-types'
import { LIBRARY_MANAGERS } from '@foyer/contract/instance-types'
import { z } from 'zod'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import { type InstanceRecord, type Inventory, isLibraryManager } from '#features/instances/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { type BasicCredential, changesTheQueue, isKnownCredential } from './webhook-rules.ts'
import { findWebhook } from './webhook-store.ts'

/** What every process hears: enough to drop what was kept of that instance. */
export interface LibraryEvent {
  instance_id: string
  service_type: LibraryManagerType
  /** As the manager says it: `Grab`, `Download`, `AuthorAdded`; empty when it says none. */
  event_type: string
}

/** The whole message, once, in the process that received it. A failure is logged and changes no answer. */
type Receiver = (event: LibraryEvent, body: Readonly<Record<string, unknown>>) => Promise<void> | void

const KIND = 'library_event'
const Message = z.object({
  instance_id: z.string(),
  service_type: z.enum(LIBRARY_MANAGERS),
  event_type: z.string(),
})

export interface LibraryEvents {
  /** Whether this is a credential of that instance; an unknown instance takes as long to refuse. */
  knows(instance_id: string, credential: BasicCredential): Promise<boolean>
  receive(instance_id: string, body: Readonly<Record<string, unknown>>): Promise<void>
  /** Called in every process: caches of the instance are out of date. */
  onInvalidated(listener: (event: LibraryEvent) => void): Stop
  onReceived(receiver: Receiver): Stop
}

/** A webhook is a hint to look again, never the truth (servarr-common.md, 9). */
export function createLibraryEvents(parts: {
  database: Database
  inventory: Inventory
  broadcast: Broadcast
  events: Pick<EventHub, 'publish'>
  log: Log
}): LibraryEvents {
  const { database, inventory, broadcast, events, log } = parts
  const receivers = new Set<Receiver>()

  async function tell(event: LibraryEvent, body: Readonly<Record<string, unknown>>): Promise<void> {
    for (const receiver of receivers) {
      try {
        await receiver(event, body)
      } catch (err) {
        log.error({ err, event_type: event.event_type }, 'an event of a library could not be handled')
      }
    }
  }

  return {
    async knows(instance_id, credential) {
      const row = await findWebhook(database.read, instance_id)
      return isKnownCredential(credential, [row?.credential_hash ?? null, row?.former_hash ?? null])
    },
    async receive(instance_id, body) {
      const event = describe(await inventory.find(database.read, instance_id), body['eventType'])
      if (!event) return
      await broadcast.send(null, { kind: KIND, ...event })
      await tell(event, body)
      if (!changesTheQueue(event.event_type)) return
      const { service_type } = event
      const changed = { type: 'library_queue_changed', data: { instance_id, service_type } }
      await events.publish(null, changed, { to: 'instance', instance_id })
    },
    onInvalidated: listener =>
      broadcast.on(KIND, message => {
        const event = Message.safeParse(message)
        if (event.success) listener(event.data)
      }),
    onReceived(receiver) {
      receivers.add(receiver)
      return () => void receivers.delete(receiver)
    },
  }
}

/** Null: the instance went while its manager was speaking. */
function describe(instance: InstanceRecord | undefined, event_type: unknown): LibraryEvent | null {
  if (!instance || !isLibraryManager(instance.service_type)) return null
  const { id: instance_id, service_type } = instance
  return { instance_id, service_type, event_type: typeof event_type === 'string' ? event_type : '' }
}
