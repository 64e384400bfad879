import {
  isLibraryManager,
  LIBRARY_MANAGERS,
  type LibraryManagerType,
} from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Events } from '#events/events.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { createQueueChanges } from './queue-changes.ts'
import { type BasicCredential, changesTheQueue, isKnownCredential, usernameFor } from './webhook-rules.ts'
import { findWebhook, markRefused, type WebhookRow } from './webhook-store.ts'

/** Sent to every process: enough to drop cached data of that instance. */
export interface LibraryEvent {
  instance_id: string
  service_type: LibraryManagerType
  /** Verbatim from the manager: `Grab`, `Download`, `AuthorAdded`; empty when it sends none. */
  event_type: string
}

/**
 * Gets the whole message once, in the process that received it. A failure is logged and does not change the
 * response.
 */
type Receiver = (event: LibraryEvent, body: Readonly<Record<string, unknown>>) => Promise<void> | void

const KIND = 'library_event'
const Message = z.object({
  instance_id: z.string(),
  service_type: z.enum(LIBRARY_MANAGERS),
  event_type: z.string(),
})

export interface LibraryEvents {
  /** Whether this is a credential of that instance; refusing an unknown instance takes the same time. */
  knows(instance_id: string, credential: BasicCredential): Promise<boolean>
  receive(instance_id: string, body: Readonly<Record<string, unknown>>): Promise<void>
  /** Called in every process: caches of the instance are out of date. */
  onInvalidated(listener: (event: LibraryEvent) => void): Stop
  onReceived(receiver: Receiver): Stop
}

/** A webhook is a hint to read again, never a source of data (servarr-common.md, 9). */
export function createLibraryEvents(parts: {
  database: Database
  clock: Clock
  inventory: Inventory
  broadcast: Broadcast
  events: Events
  log: Log
}): LibraryEvents {
  const { database, clock, inventory, broadcast, events, log } = parts
  const receivers = new Set<Receiver>()
  const publishQueueChange = createQueueChanges({
    clock,
    log,
    publish: ({ instance_id, service_type }) =>
      events.publish(
        null,
        { type: 'library_queue_changed', data: { instance_id, service_type } },
        { to: 'instance', instance_id },
      ),
  })

  async function notifyReceivers(
    event: LibraryEvent,
    body: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    for (const receiver of receivers) {
      try {
        await receiver(event, body)
      } catch (err) {
        log.error({ err, event_type: event.event_type }, 'a library event could not be handled')
      }
    }
  }

  /**
   * C60: a manager that signs in with our user name and a wrong password has lost the right one, which its record
   * does not show. The user name contains a fingerprint that cannot be guessed, so strangers cannot imitate it.
   */
  async function noteCredential(row: WebhookRow, { username }: BasicCredential, isKnown: boolean) {
    const isRefused = !isKnown && username === usernameFor(row.credential_hash)
    if (isRefused === (row.refused_at !== null) || (!isKnown && !isRefused)) return
    const refused_at = isRefused ? iso(clock.now()) : null
    await database.transaction(tx => markRefused(tx, row.instance_id, refused_at))
  }

  return {
    async knows(instance_id, credential) {
      const row = await findWebhook(database.read, instance_id)
      const isKnown = isKnownCredential(credential, [row?.credential_hash ?? null, row?.former_hash ?? null])
      if (row) await noteCredential(row, credential, isKnown)
      return isKnown
    },
    async receive(instance_id, body) {
      const event = describe(await inventory.find(database.read, instance_id), body['eventType'])
      if (!event) return
      await broadcast.send(null, { kind: KIND, ...event })
      await notifyReceivers(event, body)
      if (changesTheQueue(event.event_type)) await publishQueueChange(event)
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

/** Null: the instance was removed while its webhook was handled. */
function describe(instance: InstanceRecord | undefined, event_type: unknown): LibraryEvent | null {
  if (!instance || !isLibraryManager(instance.service_type)) return null
  const { id: instance_id, service_type } = instance
  return { instance_id, service_type, event_type: typeof event_type === 'string' ? event_type : '' }
}
