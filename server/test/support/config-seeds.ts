import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { PathMapping } from '@foyer/contract/instances/instances'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { TestApp } from './app.ts'
import { insertInstance } from './managers.ts'

interface Seed {
  name?: string
  is_default?: 0 | 1
  mappings?: PathMapping[]
}

/** Inserts an instance without a service behind it; the configuration never calls one. */
export async function addInstance(app: TestApp, id: string, service_type: ServiceType, seed: Seed = {}) {
  const { mappings = [], ...more } = seed
  await insertInstance(app, {
    id,
    service_type,
    url: `http://${id}.internal:7878/secret-path`,
    media_path_mappings: JSON.stringify(mappings),
    ...more,
  })
}

export async function removeInstance(app: TestApp, id: string) {
  await app.database.transaction(tx => tx.deleteFrom('instances').where('id', '=', id).execute())
}

export async function grant(app: TestApp, user_id: number, instance_id: string) {
  const created_at = app.clock.now().toISOString()
  await app.database.transaction(tx =>
    tx.insertInto('instance_grants').values({ user_id, instance_id, created_at }).execute(),
  )
}

export async function pin(app: TestApp, user_id: number, service_type: ServiceType, instance_id: string) {
  await app.database.transaction(tx =>
    tx.insertInto('instance_pins').values({ user_id, service_type, instance_id }).execute(),
  )
}

/** Stores a value that no version of this setting could have written; null removes it. */
export async function spoilSetting(app: TestApp, key: string, value: string | null, encrypted: 0 | 1 = 0) {
  await app.database.transaction(async tx => {
    await tx.deleteFrom('settings').where('key', '=', key).execute()
    if (value === null) return
    const updated_at = app.clock.now().toISOString()
    await tx.insertInto('settings').values({ key, value, encrypted, updated_at }).execute()
  })
}

/** Resolves with the next event of the channel; to be called before its cause. */
export function nextEvent(app: TestApp): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const stop = app.broadcast.on('event', () => {
    stop()
    arrived.resolve()
  })
  return arrived.promise
}

let markers = 0

/** Resolves when every event of earlier answers has arrived; on PostgreSQL they come after the answer. */
export async function eventsArrived(app: TestApp): Promise<void> {
  const marker = { kind: 'test_marker', number: (markers += 1) }
  const arrived = Promise.withResolvers<void>()
  const stop = app.broadcast.on(marker.kind, ({ number }) => {
    if (number === marker.number) arrived.resolve()
  })
  await app.broadcast.send(null, marker)
  await arrived.promise
  stop()
}

/** Events that an open page of this user receives, without `hello`. */
export function listenAs(app: TestApp, { user, device_id }: TokenResponse): unknown[] {
  const received: unknown[] = []
  const { id: user_id, username, role } = user
  app.event_hub.join(
    { user_id, username, role, device_id },
    { send: ({ json }) => received.push(JSON.parse(json.toString())), beat: () => {}, close: () => {} },
  )
  received.length = 0
  return received
}

export const CONFIG_CHANGED = { type: 'config_changed', data: {} }
