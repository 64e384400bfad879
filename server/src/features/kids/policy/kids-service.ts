import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import type { Permission } from '@foyer/contract/permissions'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { KnownLists } from './certification-service.ts'
import { presentLists, unknownCaps } from './kids-rules.ts'
import * as store from './kids-store.ts'

/** Of sessions, which read the limits of kids and so cannot be imported here. */
export type AssertStillMay = (db: Db, caller: Caller, permission: Permission) => Promise<unknown>

export function createKids(deps: {
  database: Database
  clock: Clock
  events: Events
  assertStillMay: AssertStillMay
  knownLists: () => Promise<KnownLists>
  /** What the account may no longer have is taken from it. */
  limitsSet: (tx: Tx, user_id: number) => Promise<void>
}) {
  const { database, clock, events, assertStillMay, knownLists } = deps

  const announce = (tx: Tx, user_id: number) =>
    events.publish(tx, { type: 'config_changed', data: {} }, { to: 'users', user_ids: [user_id] })

  async function assertMayBeKid(db: Db, user_id: number): Promise<void> {
    const role = await store.roleOf(db, user_id)
    if (!role) throw new Refusal('not_found')
    if (role === 'admin') throw new Refusal('admin_account')
  }

  async function assertKnownCaps(policy: ContentPolicy): Promise<void> {
    const { lists, source } = await knownLists()
    if (source === 'builtin' && policy.rating_region !== 'US') {
      throw new Refusal('unavailable', { error: 'The ratings of that region cannot be read right now.' })
    }
    const unknown = unknownCaps(policy, lists)
    if (unknown.length === 0) return
    const fields = Object.fromEntries(
      unknown.map(name => [name, 'This rating does not exist in that region.']),
    )
    throw new Refusal('unknown_rating', { fields })
  }

  return {
    async certifications(): Promise<Certifications> {
      const { lists, source } = await knownLists()
      return presentLists(lists, source)
    },

    async read(user_id: number): Promise<ContentPolicy> {
      if (!(await store.roleOf(database.read, user_id))) throw new Refusal('not_found')
      const policy = await store.policyOf(database.read, user_id)
      if (!policy) throw new Refusal('no_content_policy')
      return policy
    },

    async replace(caller: Caller, user_id: number, policy: ContentPolicy): Promise<ContentPolicy> {
      await assertMayBeKid(database.read, user_id)
      await assertKnownCaps(policy)
      await database.withWriteLock('users', async tx => {
        await assertStillMay(tx, caller, 'users:manage')
        // The user may have become an admin while the lists were read.
        await assertMayBeKid(tx, user_id)
        await store.savePolicy(tx, user_id, policy, iso(clock.now()))
        await deps.limitsSet(tx, user_id)
        await announce(tx, user_id)
      })
      const { trailers_allowed, ...limits } = policy
      return trailers_allowed ? policy : limits
    },

    async clear(user_id: number): Promise<void> {
      await database.withWriteLock('users', async tx => {
        if (await store.deletePolicy(tx, user_id)) await announce(tx, user_id)
      })
    },
  }
}

export type Kids = ReturnType<typeof createKids>
