import type { AllowanceOverride, AllowanceRule, QuotaView } from '@foyer/contract/request-quotas'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { existingUser } from '#features/sessions/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { ALLOWANCES, type AllowanceKey, nameOf, wireKey } from './allowance-rules.ts'
import type { Quotas, Spender } from './quota-service.ts'
import { defaultQuotas } from './quota-settings.ts'
import * as store from './quota-store.ts'

type WireKey = Pick<AllowanceRule, 'media_type' | 'book_format'>

export function createQuotaAdmin(parts: {
  database: Database
  clock: Clock
  settings: Settings
  events: Events
  quotas: Pick<Quotas, 'view'>
}) {
  const { database, clock, settings, events, quotas } = parts

  async function defaults(db: Db): Promise<{ allowances: AllowanceRule[] }> {
    const limits = await settings.read(db, defaultQuotas)
    return { allowances: ALLOWANCES.map(key => ({ ...wireKey(key), ...limits[nameOf(key)] })) }
  }

  /** Admins also see which rules are defaults. */
  async function viewOf(db: Db, spender: Spender): Promise<QuotaView> {
    const view = await quotas.view(db, spender)
    return {
      ...view,
      allowances: view.allowances.map(one => (one.source === 'default' ? { ...one, inherit: true } : one)),
    }
  }

  /** 1/6: names one person, for them and the admins. */
  async function publishChange(tx: Tx, user_id: number): Promise<void> {
    const event = { type: 'request_quota_changed', data: { user_id } }
    await events.publish(tx, event, { to: 'users_and_admins', user_ids: [user_id] })
  }

  // Both changes hold the lock of requests: a limit never changes between reading it and charging (1:4.9.5).
  async function changeUser(user_id: number, change: (tx: Tx) => Promise<void>): Promise<QuotaView> {
    return database.withWriteLock('requests', async tx => {
      const spender = await spenderOf(tx, user_id)
      await change(tx)
      await publishChange(tx, user_id)
      return viewOf(tx, spender)
    })
  }

  return {
    defaults: () => defaults(database.read),

    changeDefaults: (rules: readonly AllowanceRule[]) =>
      database.withWriteLock('requests', async tx => {
        const named = rules.map(({ count, window_days, ...key }) => [nameOf(key), { count, window_days }])
        await settings.update(tx, defaultQuotas, Object.fromEntries(named))
        for (const user_id of await store.everybody(tx)) await publishChange(tx, user_id)
        return defaults(tx)
      }),

    userView: async (user_id: number) => viewOf(database.read, await spenderOf(database.read, user_id)),

    replaceOverrides: (user_id: number, rules: readonly AllowanceOverride[]) =>
      changeUser(user_id, tx =>
        store.replaceOverrides(
          tx,
          user_id,
          rules.flatMap(rule => ('inherit' in rule ? [] : [{ ...rule, ...storedKey(rule) }])),
        ),
      ),

    reset: (admin_id: number, user_id: number, keys: readonly WireKey[]) =>
      changeUser(user_id, tx =>
        store.resetAllowances(
          tx,
          { user_id, reset_by: admin_id, reset_at: iso(clock.now()) },
          keys.map(storedKey),
        ),
      ),
  }
}

export type QuotaAdmin = ReturnType<typeof createQuotaAdmin>

function storedKey({ media_type, book_format }: WireKey): AllowanceKey {
  return { media_type, book_format: book_format ?? '' }
}

async function spenderOf(db: Db, user_id: number): Promise<Spender> {
  const { role } = await existingUser(db, user_id)
  return { user_id, role }
}
