import type { SessionOfAnybody } from '@foyer/contract/operations/sessions'
import type { Database, Tx } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from '../session-store.ts'

export interface DevicePage extends store.DeviceFilter {
  offset: number
  limit: number
}

/** The devices of everybody, for admins. */
export function createEverybodysDevices(deps: {
  database: Database
  /** Called when devices were signed out, so that data tied to them is removed. */
  devicesEnded: (tx: Tx) => Promise<void>
}) {
  const { database, devicesEnded } = deps
  return {
    async list(caller: Caller, page: DevicePage): Promise<{ sessions: SessionOfAnybody[]; total: number }> {
      const { read } = database
      const rows = await store.pageDevices(read, page)
      const sessions = rows.map(row => ({
        id: row.id,
        user_id: row.user_id,
        username: row.username,
        name: row.client_name || row.device_name,
        kind: row.kind,
        current: row.id === caller.device_id,
        created_at: row.created_at,
        last_used_at: row.last_seen_at,
      }))
      return { sessions, total: await store.countDevices(read, page) }
    },

    async end(device_id: string): Promise<void> {
      await database.transaction(async tx => {
        if (!(await store.deleteDevice(tx, device_id))) throw new Refusal('not_found')
        await devicesEnded(tx)
      })
    },
  }
}

export type EverybodysDevices = ReturnType<typeof createEverybodysDevices>
