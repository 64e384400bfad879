import type { PushDevice } from '@foyer/contract/notifications'
import type { Database, Tx } from '#db/database.ts'
import { ownerOfDevice } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256 } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './push-store.ts'

export interface PushDeviceParts {
  database: Database
  clock: Clock
  box: SecretBox
  /** In the same transaction: the gateway must be synchronised. */
  changed(tx: Tx): Promise<void>
}

export function tokenPurpose(device_id: string): string {
  return `push token ${device_id}`
}

/** The devices people want alerts on. The gateway is notified afterwards, and its failures affect nobody (1:4.14). */
export function createPushDevices({ database, clock, box, changed }: PushDeviceParts) {
  const now = () => iso(clock.now())

  return {
    list: (caller: Caller): Promise<PushDevice[]> => store.listNamed(database.read, caller.user_id),

    async register(
      caller: Caller,
      token: { device_id: string; apns_token: string; platform: 'ios' | 'android' },
    ): Promise<{ success: true }> {
      const { device_id, apns_token, platform } = token
      const token_hash = sha256(apns_token)
      const token_box = box.seal(apns_token, tokenPurpose(device_id))
      await database.withWriteLock('push-tokens', async tx => {
        if ((await ownerOfDevice(tx, device_id)) !== caller.user_id) throw new Refusal('forbidden')
        const row = { device_id, user_id: caller.user_id, platform, token_box, token_hash, now: now() }
        await store.saveToken(tx, row)
        await store.removeTwins(tx, row)
        await changed(tx)
      })
      return { success: true }
    },

    async forget(caller: Caller, device_id: string): Promise<{ success: true }> {
      await database.withWriteLock('push-tokens', async tx => {
        // A device without an owner has nothing to remove: the call is idempotent.
        const owner = (await ownerOfDevice(tx, device_id)) ?? caller.user_id
        if (owner !== caller.user_id) throw new Refusal('forbidden')
        await store.removeToken(tx, device_id, now())
        await changed(tx)
      })
      return { success: true }
    },
  }
}

export type PushDevices = ReturnType<typeof createPushDevices>
