import type { NotificationPreferences, PreferencesUpdate } from '@foyer/contract/notifications'
import type { putPushPolicy } from '@foyer/contract/push-admin'
import type { RouteInput } from '@foyer/contract/route'
import type { Database, Db } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { pushPolicy } from './policy-settings.ts'
import { applyUpdate, completePolicy, type ServerPolicy } from './preference-rules.ts'
import { choicesOf, saveChoices } from './preference-store.ts'

type PolicyChange = RouteInput<typeof putPushPolicy>['body']

export interface PreferenceParts {
  database: Database
  settings: Settings
  clock: Clock
  /** Invalidates the cached choices after a change. */
  choicesChanged(): void
}

/** People's notification choices, within the server's policy (1:4.14). */
export function createPreferences({ database, settings, clock, choicesChanged }: PreferenceParts) {
  const policyOf = async (db: Db): Promise<ServerPolicy> =>
    completePolicy(await settings.read(db, pushPolicy))

  async function view(db: Db, user_id: number): Promise<NotificationPreferences> {
    return { ...(await choicesOf(db, user_id)), server_policy: await policyOf(db) }
  }

  return {
    read: (user_id: number) => view(database.read, user_id),

    /** Never touches the server's policy (1:4.14). */
    replace: (user_id: number, update: PreferencesUpdate): Promise<NotificationPreferences> =>
      database.withWriteLock(`notification-preferences:${user_id}`, async tx => {
        const choices = applyUpdate(await choicesOf(tx, user_id), update)
        await saveChoices(tx, { user_id, choices, now: iso(clock.now()) })
        database.afterCommit(tx, choicesChanged)
        return view(tx, user_id)
      }),

    policy: policyOf,

    changePolicy: ({ enabled, categories }: PolicyChange): Promise<ServerPolicy> =>
      settings.lock(async tx => {
        const before = await settings.read(tx, pushPolicy)
        await settings.update(tx, pushPolicy, {
          enabled: enabled ?? before.enabled,
          categories: { ...before.categories, ...categories },
        })
        return policyOf(tx)
      }),

    /** The two master switches that an explicit test requires (1:4.14). */
    async masters(user_id: number): Promise<{ server: boolean; user: boolean }> {
      const { enabled } = await policyOf(database.read)
      return { server: enabled, user: (await choicesOf(database.read, user_id)).push_enabled }
    },
  }
}

export type Preferences = ReturnType<typeof createPreferences>
