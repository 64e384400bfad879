import type { OwnDevice } from '@foyer/contract/sessions/own-devices'
import type { Database, Tx } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from '../session-store.ts'

/** A person's own devices (C68). */
export function createOwnDevices(deps: {
  database: Database
  /** Called when devices were signed out, so that data tied to them is removed. */
  devicesEnded: (tx: Tx) => Promise<void>
}) {
  const { database, devicesEnded } = deps
  return {
    async list({ user_id, device_id }: Caller): Promise<OwnDevice[]> {
      const rows = await store.devicesOf(database.read, user_id)
      return rows.map(row => ({
        id: row.id,
        name: row.client_name || row.device_name,
        kind: row.kind,
        current: row.id === device_id,
        created_at: row.created_at,
        last_used_at: row.last_seen_at,
      }))
    },

    async end({ user_id }: Caller, device_id: string): Promise<void> {
      await database.transaction(async tx => {
        const ended = await store.deleteDevicesOf(tx, user_id, { only: device_id })
        if (ended === 0) throw new Refusal('not_found')
        await devicesEnded(tx)
      })
    },

    /** Returns the number of devices. */
    endOthers: ({ user_id, device_id }: Caller): Promise<number> =>
      database.transaction(async tx => {
        const ended = await store.deleteDevicesOf(tx, user_id, { but: device_id })
        if (ended > 0) await devicesEnded(tx)
        return ended
      }),
  }
}

export type OwnDevices = ReturnType<typeof createOwnDevices>
