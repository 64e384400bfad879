import type { Role } from '@foyer/contract/permissions'
import type { RequestSettings, UserRequestSettings } from '@foyer/contract/request-settings'
import type { Database, Db } from '#db/database.ts'
import { policyOf as contentPolicyOf } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import { findUser } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import type { QualityProfileService } from './quality-profile-service.ts'
import { policyFrom, type RequestPolicy } from './request-policy-rules.ts'
import { requestSettings } from './request-policy-settings.ts'
import { ownSettingsOf, saveOwnSettings } from './request-policy-store.ts'

const CHANGED = { type: 'config_changed', data: {} }

export type Requester = { user_id: number; role: Role }

type Given<T> = { [K in keyof T]?: T[K] | undefined }

/** One person's current rules; can be read inside a transaction. */
export function createRequestPolicy(settings: Pick<Settings, 'read'>) {
  return async function policyOf(db: Db, { user_id, role }: Requester): Promise<RequestPolicy> {
    const global = await settings.read(db, requestSettings)
    const own = await ownSettingsOf(db, user_id)
    // An admin is never a kids account (1/4.12), and a personal setting makes it irrelevant.
    const undecided = role !== 'admin' && own.require_approval === null && !global.require_approval
    const child = undecided && (await contentPolicyOf(db, user_id)) !== null
    return policyFrom({ role, settings: global, own, child })
  }
}

export type PolicyOf = ReturnType<typeof createRequestPolicy>

export function createRequestSettings(parts: {
  database: Database
  settings: Settings
  events: Events
  profiles: Pick<QualityProfileService, 'ofDefault'>
}) {
  const { database, settings, events, profiles } = parts

  /** 1/4.7: profiles that cannot be read are shown as none; the settings can still be changed. */
  async function answer(saved: RequestSettings) {
    const [movie, tv] = await Promise.all([
      profiles.ofDefault(database.read, 'movie_manager'),
      profiles.ofDefault(database.read, 'tv_manager'),
    ])
    return { settings: saved, movie_profiles: [...(movie ?? [])], tv_profiles: [...(tv ?? [])] }
  }

  return {
    read: async () => answer(await settings.read(database.read, requestSettings)),

    // Both changes hold the lock of requests: the policy never changes between reading it and saving a request
    // (1:4.9.5).
    async change(change: Given<RequestSettings>) {
      const saved = await database.withWriteLock('requests', async tx => {
        await events.publish(tx, CHANGED, { to: 'everyone' })
        return settings.update<RequestSettings>(tx, requestSettings, named(change))
      })
      return answer(saved)
    },

    async readUser(user_id: number): Promise<UserRequestSettings> {
      await assertExists(database.read, user_id)
      return ownSettingsOf(database.read, user_id)
    },

    changeUser: (user_id: number, change: Given<UserRequestSettings>): Promise<UserRequestSettings> =>
      database.withWriteLock('requests', async tx => {
        await assertExists(tx, user_id)
        const next = { ...(await ownSettingsOf(tx, user_id)), ...named<UserRequestSettings>(change) }
        await saveOwnSettings(tx, user_id, next)
        await events.publish(tx, CHANGED, { to: 'users', user_ids: [user_id] })
        return next
      }),
  }
}

export type RequestSettingsService = ReturnType<typeof createRequestSettings>

/** Only the named fields; null is a value. */
function named<T extends object>(change: Given<T>): Partial<T> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  // The entries are the object's own.
  return Object.fromEntries(entries) as Partial<T>
}

async function assertExists(db: Db, user_id: number): Promise<void> {
  if (!(await findUser(db, user_id))) throw new Refusal('not_found')
}
