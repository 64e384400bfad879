import type { FoundSetTopBox } from '@foyer/contract/set-top-boxes'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { kidsAccountIds, policyOf } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { SetTopHelper } from '#ports/set-top-helper.ts'
import { assertAdult, readAdmin } from './box-access.ts'
import { assertSupported, orRefuse } from './helper-refusals.ts'
import { presentBox } from './set-top-box-rules.ts'
import * as store from './set-top-box-store.ts'

export interface BoxesParts {
  database: Database
  clock: Clock
  events: Events
  helper: SetTopHelper
}

/** The boxes of this server and who may use them. */
export function createBoxes({ database, clock, events, helper }: BoxesParts) {
  /** The pages of these people may show or hide what they do with boxes (1/4.2). */
  async function announce(tx: Tx, user_ids: readonly number[]): Promise<void> {
    if (user_ids.length === 0) return
    await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'users', user_ids })
  }

  async function assertAdults(tx: Tx, user_ids: readonly number[]): Promise<void> {
    const [existing, kids] = await Promise.all([store.existingUserIds(tx, user_ids), kidsAccountIds(tx)])
    const isAdult = (id: number) => existing.has(id) && !kids.has(id)
    if (!user_ids.every(isAdult)) throw new Refusal('invalid_request')
  }

  return {
    async list(caller: Caller) {
      const { user_id, role } = caller
      await assertAdult(database.read, caller)
      const [supported, boxes] = await Promise.all([
        helper.isSupported(),
        role === 'admin' ? store.listBoxes(database.read) : store.listGrantedBoxes(database.read, user_id),
      ])
      return { supported, devices: boxes.map(box => presentBox(box, role)) }
    },

    /** 1/4.2: whether the pages of this caller offer boxes at all. */
    async isOffered(db: Db, { user_id, role }: Caller): Promise<boolean> {
      if (!(await helper.isSupported()) || (await policyOf(db, user_id))) return false
      return role === 'admin' || store.hasAnyGrant(db, user_id)
    },

    async discover(caller: Caller, address?: string) {
      await assertSupported(helper)
      const devices: FoundSetTopBox[] = await orRefuse(helper.discover(address))
      await readAdmin(database.read, caller)
      return { devices, scope: address === undefined ? ('local_network' as const) : ('address' as const) }
    },

    /** Under the lock of the actions: a running action sees the edit and confirms nothing (C37). */
    async change(id: string, change: { name?: string | undefined; address?: string | undefined }) {
      const found = await database.withWriteLock('set-top-boxes', tx =>
        store.changeBox(tx, id, change, iso(clock.now())),
      )
      if (!found) throw new Refusal('not_found')
      return { state: 'saved' as const }
    },

    async forget(id: string) {
      await database.withWriteLock('set-top-boxes', async tx => {
        const granted = await store.grantedUserIds(tx, id)
        if (!(await store.deleteBox(tx, id))) throw new Refusal('not_found')
        await announce(tx, granted)
      })
      return { state: 'forgotten' as const }
    },

    async grants(id: string) {
      if (!(await store.findBox(database.read, id))) throw new Refusal('not_found')
      return { user_ids: await store.grantedUserIds(database.read, id) }
    },

    async replaceGrants(id: string, user_ids: readonly number[]) {
      const wanted = [...new Set(user_ids)]
      // Nobody becomes a kids account meanwhile.
      await database.withWriteLock('users', async tx => {
        if (!(await store.findBox(tx, id))) throw new Refusal('not_found')
        await assertAdults(tx, wanted)
        const before = await store.grantedUserIds(tx, id)
        await store.replaceGrants(tx, id, wanted)
        const changed = [...before, ...wanted].filter(one => before.includes(one) !== wanted.includes(one))
        await announce(tx, changed)
      })
      return { state: 'saved' as const }
    },

    /**
     * Removes the grants of an account that becomes a kids account; they do not return when it is an adult account
     * again.
     */
    limitsSet: (tx: Tx, user_id: number) => store.deleteGrantsOf(tx, user_id),
  }
}

export type Boxes = ReturnType<typeof createBoxes>
