import { randomBytes } from 'node:crypto'
import type { EventFrame } from '@foyer/contract/events'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { iso } from '#kit/clock.ts'
import { createTestClock } from './test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createSettings } from '#settings/settings.ts'
import { createQuotaAdmin } from '#features/request-quotas/quota-admin-service.ts'
import type { Unit } from '#features/request-quotas/quota-rules.ts'
import { createQuotas, type Spender } from '#features/request-quotas/quota-service.ts'

/** The slice over a new database, with one user and the published events. */
export async function openQuotas(database: Database) {
  const clock = createTestClock()
  const settings = createSettings({ database, clock, box: createSecretBox(randomBytes(32)) })
  const published: { event: EventFrame; audience: unknown }[] = []
  const events = {
    publish: async (_tx: unknown, event: EventFrame, audience: unknown) => {
      published.push({ event, audience })
    },
  }
  const quotas = createQuotas({ clock, settings, events })
  const admin = createQuotaAdmin({ database, clock, settings, events, quotas })
  const { id: user_id } = await database.transaction(tx => insertPlainUser(tx, 'bob', iso(clock.now())))
  const bob: Spender = { user_id, role: 'user' }

  /** A request to charge for; its title does not matter here. */
  const addRequest = (owner = user_id) =>
    database.transaction(async tx => {
      const at = iso(clock.now())
      const { id } = await tx
        .insertInto('requests')
        .values({
          user_id: owner,
          media_type: 'movie',
          identity: 'movie:603',
          title: 'Paper Lanterns',
          title_key: 'paper lanterns',
          instance_id: 'in_a',
          instance_name: 'Movies',
          approval_required: 0,
          decision: 'approved',
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })

  return {
    database,
    clock,
    quotas,
    admin,
    bob,
    published,
    addRequest,
    charge: (request_id: number, units: readonly Unit[], spender = bob) =>
      database.withWriteLock('requests', tx => quotas.charge(tx, spender, request_id, units)),
    chargeNew: (request_id: number, units: readonly Unit[], spender = bob) =>
      database.withWriteLock('requests', tx => quotas.chargeNew(tx, spender, request_id, units)),
    price: (units: readonly Unit[], spender = bob) => quotas.price(database.read, spender, units),
    refund: (what: Parameters<typeof quotas.refund>[1]) =>
      database.withWriteLock('requests', tx => quotas.refund(tx, what)),
    begin: (what: Parameters<typeof quotas.begin>[1]) => database.transaction(tx => quotas.begin(tx, what)),
    async used(spender = bob): Promise<number[]> {
      return (await quotas.view(database.read, spender)).allowances.map(one => one.used)
    },
  }
}
